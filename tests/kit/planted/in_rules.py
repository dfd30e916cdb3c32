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
from tests.kit.spoof import COINS, HIDE, Event, SpoofRules, State


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


class OffersTooLittle(SpoofRules):
    """Forgets that no coin is allowed, and accepts it."""

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        found = dict(super().prompts(state))
        if not state.guessing:
            spec = MoveSpec(HIDE, (IntArg("coins", 1, COINS),))
            return {seat: Prompt((spec,), due=prompt.due) for seat, prompt in found.items()}
        return found


class ClockForEver(SpoofRules):
    """Gives silent players another minute, for ever."""

    def time_up(self, state: State, ctx: Context) -> Any:
        return Step(replace(state, due=ctx.now + 1))


class NobodyIsLeft(SpoofRules):
    """Asks nobody any more when somebody has left, and goes on."""

    def deadline(self, state: State) -> int | None:
        return None

    def free(self, state: State) -> tuple[Seat, ...]:
        return ()

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        return super().prompts(state) if len(state.seats) == len(state.points) else {}


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


class LeavingTells(SpoofRules):
    """When somebody leaves, the clock is set by the coins of those who stay."""

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        step = super().left(state, seat, ctx)
        coins = sum(number for _, number in step.state.coins)
        return Step(replace(step.state, due=step.state.due + coins), step.events)


class EventsNoTuple(SpoofRules):
    """Forgets the comma behind a single event."""

    def hide(self, state: State, seat: Seat, coins: int, ctx: Context) -> Any:
        step = super().hide(state, seat, coins, ctx)
        return changed(step, events=step.events[0])


class OverAndAsking(SpoofRules):
    """Offers moves after the end."""

    def prompts(self, state: State) -> Any:
        if state.over:
            return {state.points[0][0]: Prompt((MoveSpec(HIDE, (IntArg("coins", 0, 1),)),))}
        return super().prompts(state)


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
    """Counts to twelve million for each guess."""

    def guess(self, state: State, seat: Seat, total: int, ctx: Context) -> Any:
        _ = sum(range(12_000_000))
        return super().guess(state, seat, total, ctx)


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
    spoof("offers-too-little", "offers", "does not offer it", rules=OffersTooLittle),
    spoof("leaving-tells", "blindness", "The deadline gives away", rules=LeavingTells),
    spoof("clock-for-ever", "clock", "keeps the host busy", rules=ClockForEver),
    spoof("nobody-is-asked", "leaving", "can only wait", rules=NobodyIsLeft),
    spoof("leaving-crashes", "leaving", "KeyError", rules=LeavingCrashes),
    spoof("seat-stays-free", "newcomers", "still offers it", rules=OffersSeatAgain),
    spoof("no-comma", "types", "not a tuple", rules=EventsNoTuple),
    spoof("asks-after-the-end", "types", "still offers moves", rules=OverAndAsking),
    spoof("heavy-state", "memory", "kB of memory", rules=HeavyState, alone=True),
    spoof("slow-moves", "cost", "processor time", rules=SlowMoves, bots=(), alone=True),
    spoof("no-verbs", "record", "no verbs", verbs=()),
)
