"""A game of rounds in which everybody writes a number, and secrets that outlive their round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any, ClassVar, Final

import msgspec

from parlour import (
    Context,
    Game,
    Heard,
    IntArg,
    MoveSpec,
    Nobody,
    Prompt,
    Reader,
    Rules,
    Scene,
    Scoring,
    Seat,
    Setup,
    Step,
    Text,
    TextUI,
    Verb,
    Viewer,
    Views,
)
from tests.kit.planted.fault import Planted

WRITE: Final = Verb("write", "write NUMBER", "write a number that nobody else sees")
ROUNDS: Final = 6
NUMBERS: Final = range(100, 200)


class Write(msgspec.Struct, frozen=True, tag="write"):
    number: int

    def __repr__(self) -> str:
        return "Write()"


@dataclass(frozen=True)
class Wrote(Heard):
    """Somebody has written a number."""

    name: ClassVar[str] = "wrote"
    seat: Seat
    right: bool = False


@dataclass(frozen=True)
class State:
    seats: tuple[Seat, ...]
    round: int = 1
    written: Mapping[Seat, int] = field(default_factory=dict[Seat, int], repr=False)
    cards: Mapping[Seat, int] = field(default_factory=dict[Seat, int], repr=False)
    kept: Mapping[Seat, int] = field(default_factory=dict[Seat, int], repr=False)
    """What outlives a round: the leak."""
    pile: tuple[int, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class View:
    round: int
    wrote: tuple[Seat, ...]
    written: int | None = field(default=None, repr=False)
    card: int | None = field(default=None, repr=False)
    kept: int | None = field(default=None, repr=False)


class NotesRules(Rules[State, Write, Wrote]):
    """In each round everybody gets a card and writes a number. Nobody ever shows them."""

    leak: ClassVar[str] = ""

    def start(self, setup: Setup, ctx: Context) -> Step[State, Wrote]:
        pile = tuple(ctx.rng.sample(NUMBERS, ROUNDS * len(setup.seats)))
        roles = dict(zip(setup.seats, ctx.rng.sample(NUMBERS, len(setup.seats)), strict=True))
        kept = roles if self.leak == "role" else {}
        return Step(self._dealt(State(setup.seats, pile=pile, kept=kept), ctx))

    def _dealt(self, state: State, ctx: Context) -> State:
        many = len(state.seats)
        drawn = ctx.rng.sample(NUMBERS, many)
        if self.leak == "pile":
            drawn = list(state.pile[:many])
        cards = dict(zip(state.seats, drawn, strict=True))
        return replace(state, cards=cards, pile=state.pile[many:])

    def chapter(self, state: State) -> int:
        return state.round % 3 if self.leak == "falls" else state.round

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        prompt = Prompt((MoveSpec(WRITE, (IntArg("number", NUMBERS[0], NUMBERS[-1]),)),))
        waiting = [seat for seat in state.seats if seat not in state.written]
        return {} if state.round > ROUNDS else dict.fromkeys(waiting, prompt)

    def apply(self, state: State, seat: Seat, move: Write, ctx: Context) -> Step[State, Wrote]:
        later = self.leak == "later" and state.kept.get(seat, 0) % 2 == 1
        state = replace(state, written={**state.written, seat: move.number})
        if len(state.written) == len(state.seats):
            kept = state.written if self.leak in {"kept", "later"} else state.kept
            state = replace(state, round=state.round + 1, written={}, kept=kept)
            state = self._dealt(state, ctx)
        return Step(state, (Wrote(seat, later),))


class NotesViews(Views[State, Wrote, View, Wrote]):
    leak: ClassVar[str] = ""

    def look(self, state: State, viewer: Viewer) -> View:
        view = View(state.round, tuple(sorted(state.written)))
        if not isinstance(viewer, int):
            return view
        kept = None if self.leak == "later" else state.kept.get(viewer)
        return replace(
            view, written=state.written.get(viewer), card=state.cards.get(viewer), kept=kept
        )

    def hear(self, event: Wrote, viewer: Viewer) -> Wrote:
        return event

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        def again(numbers: Mapping[Seat, int]) -> Mapping[Seat, int]:
            return {
                seat: number if seat == viewer else rng.choice(NUMBERS)
                for seat, number in numbers.items()
            }

        kept = state.kept if self.leak == "role" else again(state.kept)
        pile = tuple(rng.sample(NUMBERS, len(state.pile)))
        return replace(
            state,
            written=again(state.written),
            cards=again(state.cards),
            kept=kept,
            pile=pile,
        )


class NotesText(TextUI[Write, View, Wrote]):
    def draw(self, view: View, reader: Reader) -> Scene:
        return Scene((Text.of(f"Round {view.round}: {view.written or '-'}, {view.card or '-'}"),))

    def say(self, heard: Wrote, reader: Reader) -> Sequence[str]:
        return [f"{reader.name(heard.seat)} has written{' again' if heard.right else ''}."]


class NoScoring(Scoring[State]):
    def scores(self, state: State) -> Mapping[Seat, int]:
        return {}

    def outcome(self, state: State) -> Nobody:
        return Nobody()


def notes(leak: str = "") -> Any:
    """The game, with a leak."""
    rules: Any = type("Rules", (NotesRules,), {"leak": leak})
    views: Any = type("Views", (NotesViews,), {"leak": leak})
    return Game(
        id="notes",
        seats=range(2, 4),
        verbs=(WRITE,),
        rules_text="Everybody writes numbers.",
        rules=rules(),
        views=views(),
        scoring=NoScoring(),
        text_ui=NotesText(),
        move_type=Write,
    )


def _notes(leak: str, says: str) -> Planted:
    return Planted(f"chapter-{leak}", "chapters", says, partial(notes, leak), alone=True)


PLANTED: tuple[Planted, ...] = (
    _notes("kept", "A chapter later, the view gives away to seat"),
    _notes("pile", "A chapter later, the view gives away to seat"),
    _notes("later", "A chapter later, what is heard gives away to"),
    _notes("role", "A chapter has ended, and what was hidden in it goes on: "),
    _notes("falls", "Rules.chapter returned 0 after 2."),
)
"""A word that is kept, a pile dealt from later, a flag that decides what all hear, a role that
twins leave as it is, and a chapter that comes again.
"""
