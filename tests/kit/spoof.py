"""Spoof: secrets, chance, a clock, newcomers and bots. It is honest, and faults are planted in it.

In each round everybody hides 0 to 3 coins in a hand. Then they guess in turn how many there are in
all, and nobody may repeat a guess. The one who is right scores a point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, ClassVar

import msgspec

from parlour import (
    Bot,
    BotContext,
    ChoiceArg,
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
    Score,
    Scores,
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
    hookimpl,
)

COINS = 3
TURN_MS = 60_000
HIDE = Verb("hide", "hide COINS", "hide 0 to 3 coins in your hand")
GUESS = Verb("guess", "guess TOTAL", "guess how many coins there are in all")


class Hide(msgspec.Struct, frozen=True, tag="hide"):
    coins: int

    def __repr__(self) -> str:
        return "Hide()"


class Guess(msgspec.Struct, frozen=True, tag="guess"):
    """A player guesses the total."""

    total: int


Move = Hide | Guess


@dataclass(frozen=True)
class State:
    """The position. `coins` and `guesses` are pairs of a seat and a number, in order."""

    seats: tuple[Seat, ...]
    points: tuple[tuple[Seat, int], ...]
    rounds: int
    round: int = 1
    coins: tuple[tuple[Seat, int], ...] = field(default=(), repr=False)
    guesses: tuple[tuple[Seat, int], ...] = ()
    last: tuple[tuple[Seat, int], ...] = ()
    due: int = TURN_MS

    @property
    def over(self) -> bool:
        return self.round > self.rounds or len(self.seats) < 2

    @property
    def guessing(self) -> bool:
        return len(self.coins) == len(self.seats)

    @property
    def turn(self) -> Seat | None:
        """The seat that guesses next. Each round begins one seat later."""
        first = (self.round - 1) % len(self.seats)
        order = self.seats[first:] + self.seats[:first]
        done = dict(self.guesses)
        return next((seat for seat in order if seat not in done), None)

    def totals(self) -> tuple[str, ...]:
        taken = {total for _, total in self.guesses}
        most = COINS * len(self.seats)
        return tuple(str(total) for total in range(most + 1) if total not in taken)


@dataclass(frozen=True)
class Hid(Heard):
    name: ClassVar[str] = "hid"
    seat: Seat


@dataclass(frozen=True)
class Guessed(Heard):
    name: ClassVar[str] = "guessed"
    seat: Seat
    total: int


@dataclass(frozen=True)
class Opened(Heard):
    """All hands are open."""

    name: ClassVar[str] = "opened"
    total: int
    winner: Seat | None


@dataclass(frozen=True)
class View:
    round: int
    hidden: tuple[Seat, ...]
    own: int | None
    guesses: tuple[tuple[Seat, int], ...]
    last: tuple[tuple[Seat, int], ...]
    points: tuple[tuple[Seat, int], ...]


Event = Hid | Guessed | Opened


class SpoofRules(Rules[State, Move, Event]):
    def start(self, setup: Setup, ctx: Context) -> Step[State, Event]:
        points = tuple((seat, 0) for seat in setup.seats)
        return Step(State(setup.seats, points, int(setup.options["rounds"])))

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        if state.over:
            return {}
        if state.guessing:
            assert state.turn is not None
            totals = ChoiceArg("total", state.totals())
            return {state.turn: Prompt((MoveSpec(GUESS, (totals,)),), due=state.due)}
        done = dict(state.coins)
        coins = IntArg("coins", 0, COINS)
        waits = [seat for seat in state.seats if seat not in done]
        return {seat: Prompt((MoveSpec(HIDE, (coins,)),), due=state.due) for seat in waits}

    def deadline(self, state: State) -> int | None:
        return state.due

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        if isinstance(move, Hide):
            if state.over or state.guessing or seat in dict(state.coins):
                raise Refused(MoveFault.NOT_YOUR_TURN, "You cannot hide coins now.")
            if not 0 <= move.coins <= COINS:
                raise Refused(MoveFault.ILLEGAL, "You have three coins: hide 0 to hide 3")
            return self.hide(state, seat, move.coins, ctx)
        if state.over or not state.guessing or state.turn != seat:
            raise Refused(MoveFault.NOT_YOUR_TURN, "It is not your turn to guess.")
        if str(move.total) not in state.totals():
            raise Refused(MoveFault.ILLEGAL, "That guess is taken or impossible: guess TOTAL")
        return self.guess(state, seat, move.total, ctx)

    def hide(self, state: State, seat: Seat, coins: int, ctx: Context) -> Step[State, Event]:
        hidden = tuple(sorted((*state.coins, (seat, coins))))
        due = ctx.now + TURN_MS if len(hidden) == len(state.seats) else state.due
        return Step(replace(state, coins=hidden, due=due), (Hid(seat),))

    def guess(self, state: State, seat: Seat, total: int, ctx: Context) -> Step[State, Event]:
        guesses = (*state.guesses, (seat, total))
        new = replace(state, guesses=guesses, due=ctx.now + TURN_MS)
        said = Guessed(seat, total)
        return Step(new, (said,)) if new.turn is not None else self.opened(new, (said,))

    def opened(self, state: State, said: tuple[Event, ...]) -> Step[State, Event]:
        total = sum(coins for _, coins in state.coins)
        winner = next((seat for seat, guess in state.guesses if guess == total), None)
        points = tuple((seat, number + (seat == winner)) for seat, number in state.points)
        new = replace(
            state,
            points=points,
            round=state.round + 1,
            last=state.coins,
            coins=(),
            guesses=(),
        )
        return Step(new, (*said, Opened(total, winner)))

    def time_up(self, state: State, ctx: Context) -> Step[State, Event]:
        if state.guessing:
            assert state.turn is not None
            return self.guess(state, state.turn, int(ctx.rng.choice(state.totals())), ctx)
        done = dict(state.coins)
        late = [seat for seat in state.seats if seat not in done]
        drawn = [(seat, ctx.rng.randint(0, COINS)) for seat in late]
        coins = tuple(sorted((*state.coins, *drawn)))
        told = tuple(Hid(seat) for seat in late)
        return Step(replace(state, coins=coins, due=ctx.now + TURN_MS), told)

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        def rest(pairs: tuple[tuple[Seat, int], ...]) -> tuple[tuple[Seat, int], ...]:
            return tuple(pair for pair in pairs if pair[0] != seat)

        new = replace(
            state,
            seats=tuple(each for each in state.seats if each != seat),
            coins=rest(state.coins),
            guesses=rest(state.guesses),
        )
        if not new.over and new.guessing and new.turn is None:
            return self.opened(new, ())
        return Step(new)

    def is_over(self, state: State) -> bool:
        return state.over

    def free(self, state: State) -> tuple[Seat, ...]:
        if state.coins:
            return ()
        return tuple(seat for seat, _ in state.points if seat not in state.seats)

    def joined(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        return Step(replace(state, seats=tuple(sorted((*state.seats, seat)))))


class SpoofViews(Views[State, Event, View, Heard]):
    def look(self, state: State, viewer: Viewer) -> View:
        return View(
            state.round,
            tuple(seat for seat, _ in state.coins),
            next((coins for seat, coins in state.coins if seat == viewer), None),
            state.guesses,
            state.last,
            state.points,
        )

    def hear(self, event: Event, viewer: Viewer) -> Heard | None:
        return event

    def may_look_up(self, state: State, viewer: Viewer, word: str) -> bool:
        return True

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        coins = tuple(
            (seat, number if seat == viewer else rng.randint(0, COINS))
            for seat, number in state.coins
        )
        return replace(state, coins=coins)

    def variants(self, state: State, seat: Seat, move: Any, rng: Random) -> Sequence[Any]:
        if not isinstance(move, Hide):
            return ()
        return [Hide(coins) for coins in range(COINS + 1) if coins != move.coins]

    def reveals(self, event: Event, viewer: Viewer) -> Any:
        return event if isinstance(event, Guessed) else None


class SpoofScoring(Scoring[State]):
    def scores(self, state: State) -> Mapping[Seat, int]:
        return dict(state.points)

    def winners(self, state: State) -> frozenset[Seat]:
        best = max(points for _, points in state.points)
        return frozenset(seat for seat, points in state.points if points == best)


class SpoofTextUI(TextUI[Move, View, Heard]):
    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        word = rest.strip()
        if not (word.isascii() and word.isdigit() and len(word) < 4):
            raise Refused(MoveFault.MALFORMED, f"Type a number: {verb} 3")
        return Hide(int(word)) if verb == "hide" else Guess(int(word))

    def draw(self, view: View, reader: Reader) -> Scene:
        lines = [f"Round {view.round}."]
        if view.own is not None:
            lines.append(f"You have {view.own} coins in your hand.")
        lines += [f"{reader.name(seat)} says {total}." for seat, total in view.guesses]
        rows = tuple(Score((seat,), reader.name(seat), n) for seat, n in view.points)
        return Scene((*(Text.of(line) for line in lines), Scores(rows)))

    def say(self, heard: Heard, reader: Reader) -> Sequence[str]:
        match heard:
            case Hid():
                return [f"{reader.name(heard.seat)} has hidden coins."]
            case Guessed():
                return [f"{reader.name(heard.seat)} says {heard.total}."]
            case Opened():
                who = "nobody" if heard.winner is None else reader.name(heard.winner)
                return [f"There are {heard.total} coins. A point for {who}."]
            case _:
                return []

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        if prompt.moves[0].verb is HIDE:
            return ["How many coins do you hide? hide 0 to hide 3"]
        return ["How many coins are there in all? guess TOTAL"]


class PlainBot(Bot[Move, View, Heard, int]):
    """Hides and guesses at random."""

    kind = "plain"
    about = "guesses at random"

    def begin(self, seat: Seat, view: View) -> int:
        return 0

    def hear(self, memory: int, heard: Heard) -> int:
        return memory + 1

    def think(
        self, memory: int, view: View, prompt: Prompt, ctx: BotContext
    ) -> Thought[Move] | None:
        arg = prompt.moves[0].args[0]
        if isinstance(arg, IntArg):
            return Thought(Hide(ctx.rng.randint(arg.min, arg.max)))
        assert isinstance(arg, ChoiceArg)
        return Thought(Guess(int(ctx.rng.choice(arg.choices))))


SPOOF = Game(
    id="spoof",
    title="Spoof",
    version="1",
    seats=range(2, 5),
    verbs=(HIDE, GUESS),
    options=(NumberOption("rounds", "rounds to play", 3, 1, 5),),
    rules_text="Hide up to three coins, then guess how many there are in all.\n",
    rules=SpoofRules(),
    views=SpoofViews(),
    scoring=SpoofScoring(),
    text_ui=SpoofTextUI(),
    move_type=Move,
    bots=(PlainBot(),),
)


@hookimpl
def register_games() -> Sequence[Any]:
    return [SPOOF]
