"""Sticks: a game so small that a whole one fits on a page. It is played in docs only.

Two or three players take one to three sticks in turn; who takes the last one wins. It
shows what Probe has no use for: bare words, a question, whole numbers, a bot and a broken
program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar, Final, TypeAlias

import msgspec

from parlour import (
    Bot,
    BotContext,
    Context,
    Game,
    Heard,
    IntArg,
    MoveFault,
    MoveSpec,
    NumberOption,
    Prompt,
    Reader,
    Refused,
    Rules,
    Scene,
    Scoring,
    Seat,
    Setup,
    Step,
    Text,
    TextUI,
    Thought,
    Verb,
    Viewer,
    Views,
)

MOST: Final = 3
"""Sticks that may be taken at once."""
TAKE: Final = Verb("take", "take NUMBER", "take one to three sticks")
AFTER: Final = Verb("after", "after NUMBER", "what is left if somebody takes so many")


class Take(msgspec.Struct, frozen=True, tag="take"):
    """Take sticks."""

    number: int


@dataclass(frozen=True)
class Heap:
    """The state, and the view too: nothing is hidden."""

    seats: tuple[Seat, ...]
    left: int
    turn: Seat
    seconds: int
    due: int
    gone: frozenset[Seat] = frozenset()


@dataclass(frozen=True)
class Taken(Heard):
    """Somebody has taken sticks."""

    name: ClassVar[str] = "taken"
    seat: Seat
    number: int
    left: int


@dataclass(frozen=True)
class After(Heard):
    """What would be left."""

    name: ClassVar[str] = "after"
    number: int
    left: int


View: TypeAlias = dict[str, int]


class SticksRules(Rules[Heap, Take, Taken]):
    """What may happen."""

    def start(self, setup: Setup, ctx: Context) -> Step[Heap, Taken]:
        """The lowest seat begins."""
        seconds = int(setup.options["seconds"])
        heap = Heap(setup.seats, int(setup.options["sticks"]), setup.seats[0], seconds, 0)
        return Step(replace(heap, due=ctx.now + seconds * 1000))

    def prompts(self, state: Heap) -> Mapping[Seat, Prompt]:
        """One seat takes, and need not even say the verb."""
        if self.is_over(state):
            return {}
        move = MoveSpec(TAKE, (IntArg("number", 1, min(MOST, state.left)),))
        return {state.turn: Prompt((move,), bare="take", due=state.due)}

    def deadline(self, state: Heap) -> int | None:
        """The clock of the turn."""
        return state.due

    def apply(self, state: Heap, seat: Seat, move: Take, ctx: Context) -> Step[Heap, Taken]:
        """Take sticks, and the next seat is to move."""
        if seat != state.turn:
            raise Refused(MoveFault.NOT_YOUR_TURN, "It is not your turn.")
        if move.number > min(MOST, state.left):
            raise Refused(MoveFault.ILLEGAL, f"There are only {state.left} left.")
        left = state.left - move.number
        heap = self._next(replace(state, left=left), ctx.now)
        return Step(heap, (Taken(seat, move.number, left),))

    def time_up(self, state: Heap, ctx: Context) -> Step[Heap, Taken]:
        """Who is silent takes one."""
        return self.apply(state, state.turn, Take(1), ctx)

    def left(self, state: Heap, seat: Seat, ctx: Context) -> Step[Heap, Taken]:
        """The turn passes over those who have gone."""
        heap = replace(state, gone=state.gone | {seat})
        return Step(self._next(heap, ctx.now) if seat == state.turn else heap)

    def is_over(self, state: Heap) -> bool:
        """Are all sticks taken, or is one player left?"""
        return not state.left or len(state.gone) >= len(state.seats) - 1

    def _next(self, heap: Heap, now: int) -> Heap:
        if self.is_over(heap):
            return heap
        at = heap.seats.index(heap.turn)
        order = (*heap.seats[at + 1 :], *heap.seats[: at + 1])
        turn = next(seat for seat in order if seat not in heap.gone)
        return replace(heap, turn=turn, due=now + heap.seconds * 1000)


class SticksViews(Views[Heap, Taken, View, Taken | After]):
    """Everything is public."""

    def look(self, state: Heap, viewer: Viewer) -> View:
        """The sticks left, and whose turn it is."""
        return {"left": state.left, "turn": state.turn}

    def hear(self, event: Taken, viewer: Viewer) -> Taken:
        """All of it."""
        return event

    def may_look_up(self, state: Heap, viewer: Viewer, word: str) -> bool:
        """There are no words."""
        return True

    def resample(self, state: Heap, viewer: Viewer, rng: Random) -> Heap:
        """Nothing is hidden."""
        return state


class SticksScoring(Scoring[Heap]):
    """One point for the last stick."""

    def scores(self, state: Heap) -> Mapping[Seat, int]:
        """Nobody has a point before the end."""
        return {seat: int(not state.left and seat == self._last(state)) for seat in state.seats}

    def winners(self, state: Heap) -> frozenset[Seat]:
        """Who took the last stick, or who is still here."""
        if state.left:
            return frozenset(state.seats) - state.gone
        return frozenset({self._last(state)})

    def _last(self, state: Heap) -> Seat:
        """When the heap is empty the turn stands still."""
        return state.turn


class SticksTextUI(TextUI[Take, View, Taken | After]):
    """Text."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Take:
        """A number; `snap` breaks the game, to see what happens."""
        if rest == "snap":
            raise RuntimeError("snapped, as asked")
        if rest not in {"1", "2", "3"}:
            raise Refused(MoveFault.MALFORMED, "How many sticks? Say 1, 2 or 3.")
        return Take(int(rest))

    def draw(self, view: View, reader: Reader) -> Scene:
        """The sticks."""
        return Scene((Text.of("|" * view["left"] or "No sticks."),))

    def say(self, heard: Taken | After, reader: Reader) -> Sequence[str]:
        """Who took how many, or what would be if somebody did."""
        if isinstance(heard, After):
            return [f"With {heard.number} taken, {heard.left} would be left."]
        who = "You take" if reader.is_me(heard.seat) else f"{reader.name(heard.seat)} takes"
        return [f"{who} {heard.number}. Left: {heard.left}."]

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        """The question."""
        return [f"{'|' * view['left']}  How many do you take?"]

    def answer(self, verb: str, rest: str, view: View, reader: Reader) -> After:
        """A number that could be taken."""
        if rest not in {str(number) for number in range(1, min(MOST, view["left"]) + 1)}:
            raise Refused(MoveFault.MALFORMED, "Ask about a number that can be taken: after 1")
        return After(int(rest), view["left"] - int(rest))


class Plain(Bot[Take, View, Taken | After, None]):
    """A bot that takes one stick at a time."""

    kind = "plain"
    about = "takes one stick at a time"

    def begin(self, seat: Seat, view: View) -> None:
        """It remembers nothing."""

    def hear(self, memory: None, heard: Taken | After) -> None:
        """It remembers nothing."""

    def think(self, memory: None, view: View, prompt: Prompt, ctx: BotContext) -> Thought[Take]:
        """One stick."""
        return Thought(Take(1))


STICKS: Final[Game[Heap, Take, Taken, View, Taken | After]] = Game(
    id="sticks",
    title="Sticks",
    version="1",
    seats=range(2, 4),
    verbs=(TAKE,),
    questions=(AFTER,),
    options=(
        NumberOption("sticks", "how many sticks there are", 5, 1, 40),
        NumberOption("seconds", "time for each turn", 30, 1, 600),
    ),
    rules_text="Take one, two or three sticks in turn. If you take the last one, you win.\n",
    rules=SticksRules(),
    views=SticksViews(),
    scoring=SticksScoring(),
    text_ui=SticksTextUI(),
    move_type=Take,
    bots=(Plain(),),
)

MENDED: Final = replace(STICKS, version="2")
"""The next version, which an operator installs when the first has broken."""
