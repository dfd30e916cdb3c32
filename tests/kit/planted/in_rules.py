"""Spoof with one fault in its rules: what moves do, what is offered, who leaves, the clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec.structs import replace as changed

from parlour import (
    Context,
    IntArg,
    MoveFault,
    MoveSpec,
    NumberOption,
    Prompt,
    Refused,
    Seat,
    Setup,
    Step,
)
from tests.kit.planted.fault import Planted, spoof
from tests.kit.spoof import COINS, HIDE, Event, Hide, Move, SpoofRules, State


class CrashesOnRepeat(SpoofRules):
    """Divides by the number of guesses of the round."""

    def guess(self, state: State, seat: Seat, total: int, ctx: Context) -> Any:
        _ = total // len(state.guesses)
        return super().guess(state, seat, total, ctx)


class CrashesSeldom(SpoofRules):
    """Fails over a guess at certain times, so that most games are long over by then."""

    def guess(self, state: State, seat: Seat, total: int, ctx: Context) -> Any:
        _ = 1 // (ctx.now % 499 - 7)
        return super().guess(state, seat, total, ctx)


class CrashesForFour(SpoofRules):
    """Has colours for three players only."""

    def start(self, setup: Setup, ctx: Context) -> Any:
        _ = [("red", "green", "blue")[seat - 1] for seat in setup.seats]
        return super().start(setup, ctx)


class RefusesFour(SpoofRules):
    """Refuses a number of players that `seats` allows."""

    def start(self, setup: Setup, ctx: Context) -> Any:
        if len(setup.seats) == 4:
            raise Refused(MoveFault.ILLEGAL, "Spoof is for two or three.")
        return super().start(setup, ctx)


class NeverEnds(SpoofRules):
    """Begins the last round again and again."""

    def opened(self, state: State, said: Any) -> Any:
        step = super().opened(state, said)
        if step.state.over:
            return Step(replace(step.state, round=state.round), step.events)
        return step


class Stuck(SpoofRules):
    """Offers nothing when all have hidden, and runs no clock."""

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        return {} if state.guessing else super().prompts(state)

    def deadline(self, state: State) -> int | None:
        return None


class OffersTooMuch(SpoofRules):
    """Offers a fourth coin."""

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        found = dict(super().prompts(state))
        if not state.guessing:
            spec = MoveSpec(HIDE, (IntArg("coins", 0, COINS + 1),))
            return {seat: Prompt((spec,), due=prompt.due) for seat, prompt in found.items()}
        return found


class OffersOutOfTurn(SpoofRules):
    """Lets everybody guess, and then refuses all but one."""

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        found = super().prompts(state)
        if state.guessing and found:
            (prompt,) = found.values()
            return dict.fromkeys(state.seats, prompt)
        return found


class OffersTooLittle(SpoofRules):
    """Forgets that no coin is allowed, and accepts it."""

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        found = dict(super().prompts(state))
        if not state.guessing:
            spec = MoveSpec(HIDE, (IntArg("coins", 1, COINS),))
            return {seat: Prompt((spec,), due=prompt.due) for seat, prompt in found.items()}
        return found


class RefusesByTyping(SpoofRules):
    """Refuses a guess that nobody can make, with no word about it."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Any:
        try:
            return super().apply(state, seat, move, ctx)
        except Refused as refused:
            raise Refused(refused.fault, "") from None


class RefusesInText(SpoofRules):
    """Refuses with a word in place of a MoveFault."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Any:
        try:
            return super().apply(state, seat, move, ctx)
        except Refused as refused:
            wrong: Any = "no"
            raise Refused(wrong, refused.text) from None


class ClockOfOldTimes(SpoofRules):
    """Leaves the deadline where it was when the time is up."""

    def time_up(self, state: State, ctx: Context) -> Any:
        step = super().time_up(state, ctx)
        return Step(replace(step.state, due=state.due), step.events)


class ClockForEver(SpoofRules):
    """Gives silent players another minute, for ever."""

    def time_up(self, state: State, ctx: Context) -> Any:
        return Step(replace(state, due=ctx.now + 1))


class ClockRefuses(SpoofRules):
    """Refuses that the time is up."""

    def time_up(self, state: State, ctx: Context) -> Any:
        raise Refused(MoveFault.ILLEGAL, "Not now.")


class WaitsForTheGone(SpoofRules):
    """Forgets in `left` that it may be that player's turn, and runs no clock."""

    def deadline(self, state: State) -> int | None:
        return None

    def free(self, state: State) -> tuple[Seat, ...]:
        return ()

    def left(self, state: State, seat: Seat, ctx: Context) -> Any:
        return Step(state)


class NobodyIsLeft(SpoofRules):
    """Asks nobody any more when somebody has left, and goes on."""

    def deadline(self, state: State) -> int | None:
        return None

    def free(self, state: State) -> tuple[Seat, ...]:
        return ()

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        return super().prompts(state) if len(state.seats) == len(state.points) else {}


class LeavingRefused(SpoofRules):
    """Does not let a player go who has hidden coins."""

    def left(self, state: State, seat: Seat, ctx: Context) -> Any:
        if seat in dict(state.coins):
            raise Refused(MoveFault.ILLEGAL, "Open your hand first.")
        return super().left(state, seat, ctx)


class LeavingCrashes(SpoofRules):
    """Looks for the coins of somebody who has hidden none."""

    def left(self, state: State, seat: Seat, ctx: Context) -> Any:
        _ = dict(state.coins)[seat]
        return super().left(state, seat, ctx)


class OffersSeatAgain(SpoofRules):
    """Offers a seat that somebody has taken."""

    def free(self, state: State) -> tuple[Seat, ...]:
        return () if state.over else (Seat(1),)

    def joined(self, state: State, seat: Seat, ctx: Context) -> Any:
        return Step(state)


class OffersSeatNine(SpoofRules):
    """Offers a seat that the game does not have."""

    def free(self, state: State) -> tuple[Seat, ...]:
        return () if state.over else (Seat(9),)

    def joined(self, state: State, seat: Seat, ctx: Context) -> Any:
        return Step(replace(state, points=(*state.points, (seat, 0))))


class LeavingTells(SpoofRules):
    """When somebody leaves, the clock is set by the coins of those who stay."""

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        step = super().left(state, seat, ctx)
        coins = sum(number for _, number in step.state.coins)
        return Step(replace(step.state, due=step.state.due + coins), step.events)


class SaysTwice(SpoofRules):
    """Says a guess twice if somebody holds all three coins. `reveals` returns guesses."""

    def guess(self, state: State, seat: Seat, total: int, ctx: Context) -> Step[State, Event]:
        step = super().guess(state, seat, total, ctx)
        again = step.events[:1] if COINS in dict(state.coins).values() else ()
        return Step(step.state, (*step.events, *again))


class FloatDeadline(SpoofRules):
    """Counts the time in seconds and halves."""

    def deadline(self, state: State) -> Any:
        return state.due + 0.5


class EventsNoTuple(SpoofRules):
    """Forgets the comma behind a single event."""

    def hide(self, state: State, seat: Seat, coins: int, ctx: Context) -> Any:
        step = super().hide(state, seat, coins, ctx)
        return changed(step, events=step.events[0])


class PromptOfTuple(SpoofRules):
    """Offers moves without a Prompt around them."""

    def prompts(self, state: State) -> Any:
        return {seat: prompt.moves for seat, prompt in super().prompts(state).items()}


class UnknownVerb(SpoofRules):
    """Offers a verb that is not in the record of the game."""

    def prompts(self, state: State) -> Any:
        verb = changed(HIDE, name="stash")
        arg = IntArg("coins", 0, COINS)
        found = super().prompts(state)
        if state.guessing:
            return found
        return {seat: Prompt((MoveSpec(verb, (arg,)),)) for seat in found}


class OverAndAsking(SpoofRules):
    """Offers moves after the end."""

    def prompts(self, state: State) -> Any:
        if state.over:
            return {state.points[0][0]: Prompt((MoveSpec(HIDE, (IntArg("coins", 0, 1),)),))}
        return super().prompts(state)


class ReturnsTuple(SpoofRules):
    """Returns a pair from `left`, not a Step."""

    def left(self, state: State, seat: Seat, ctx: Context) -> Any:
        return super().left(state, seat, ctx).state


@dataclass(frozen=True)
class Heavy(State):
    """A state with a table of everything."""

    table: str = field(default="x" * 3_000_000, repr=False)


class HeavyState(SpoofRules):
    """Keeps in the state what never changes."""

    def start(self, setup: Setup, ctx: Context) -> Any:
        step = super().start(setup, ctx)
        return Step(Heavy(**vars(step.state)))


class SlowMoves(SpoofRules):
    """Counts to some millions for each guess."""

    def guess(self, state: State, seat: Seat, total: int, ctx: Context) -> Any:
        _ = sum(range(20_000_000))
        return super().guess(state, seat, total, ctx)


HUGE = NumberOption("rounds", "rounds to play", 3, 1, 5)
PLANTED: tuple[Planted, ...] = (
    spoof("crashes-in-a-guess", "plays", "ZeroDivisionError", rules=CrashesOnRepeat),
    spoof(
        "crashes-seldom",
        "plays",
        "ZeroDivisionError",
        rules=CrashesSeldom,
        options=(NumberOption("rounds", "rounds to play", 300, 1, 300),),
        alone=True,
    ),
    spoof("crashes-for-four", "plays", "IndexError", rules=CrashesForFour, seats=range(2, 5)),
    spoof("refuses-four", "seats", "does not start with 4 players", rules=RefusesFour),
    spoof("never-ends", "ends", "did not end within", rules=NeverEnds, bots=(), alone=True),
    spoof("stuck", "ends", "Nobody may move, no clock runs", rules=Stuck, bots=()),
    spoof("offers-too-much", "prompts", "hide 4", rules=OffersTooMuch),
    spoof("offers-out-of-turn", "prompts", "not your turn", rules=OffersOutOfTurn),
    spoof("offers-too-little", "offers", "does not offer it", rules=OffersTooLittle),
    spoof("refusal-without-words", "refusals", "without a text", rules=RefusesByTyping),
    spoof("refusal-without-fault", "refusals", "MoveFault", rules=RefusesInText),
    spoof("leaving-tells", "blindness", "The deadline gives away", rules=LeavingTells),
    spoof("says-twice", "blindness", "What is heard gives away", rules=SaysTwice),
    spoof("clock-stays", "clock", "for ever", rules=ClockOfOldTimes),
    spoof("clock-for-ever", "clock", "keeps the host busy", rules=ClockForEver),
    spoof("clock-refuses", "clock", "Rules.time_up refuses", rules=ClockRefuses),
    spoof("waits-for-the-gone", "leaving", "who has gone", rules=WaitsForTheGone),
    spoof("nobody-is-asked", "leaving", "can only wait", rules=NobodyIsLeft),
    spoof("leaving-is-refused", "leaving", "Rules.left refuses", rules=LeavingRefused),
    spoof("leaving-crashes", "leaving", "KeyError", rules=LeavingCrashes),
    spoof("seat-stays-free", "newcomers", "still offers it", rules=OffersSeatAgain),
    spoof("seat-nine", "newcomers", "seats 1 to 4", rules=OffersSeatNine),
    spoof("half-a-millisecond", "types", "whole number of milliseconds", rules=FloatDeadline),
    spoof("no-comma", "types", "not a tuple", rules=EventsNoTuple),
    spoof("no-prompt", "types", "a Prompt for each seat", rules=PromptOfTuple),
    spoof("unknown-verb", "types", "not in Game.verbs", rules=UnknownVerb),
    spoof("asks-after-the-end", "types", "still offers moves", rules=OverAndAsking),
    spoof("no-step", "plays", "returned a State", rules=ReturnsTuple),
    spoof("heavy-state", "memory", "kB of memory", rules=HeavyState, alone=True),
    spoof("slow-moves", "cost", "processor time", rules=SlowMoves, bots=(), alone=True),
    spoof("verb-of-the-host", "record", "belongs to the host", verbs=(changed(HIDE, name="say"),)),
    spoof("no-verbs", "record", "no verbs", verbs=()),
    spoof(
        "default-not-allowed", "record", "must be a number", options=(replace(HUGE, default=9),)
    ),
    spoof("half-the-moves", "types", "cannot be read back", move_type=Hide),
)
