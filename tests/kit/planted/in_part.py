"""Spoof without guesses, in which the end of a round shows one hand, and tells of the others.

A hand holds so many coins that hardly any twin for a watcher has as many in the hand it shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import ClassVar, Final

from parlour import (
    SPECTATOR,
    Context,
    Heard,
    IntArg,
    MoveFault,
    MoveSpec,
    Prompt,
    Refused,
    Seat,
    Step,
    Viewer,
)
from tests.kit.planted.fault import Planted, spoof
from tests.kit.spoof import HIDE, Event, Hid, Hide, Move, Opened, SpoofRules, SpoofViews, State

MANY: Final = 999


class ShowsOne(SpoofRules):
    """Shows what one of them has hidden when all have."""

    tells: ClassVar[bool] = False

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        spec = MoveSpec(HIDE, (IntArg("coins", 0, MANY, secret=True),))
        waits = [] if state.over else [s for s in state.seats if s not in dict(state.coins)]
        return {seat: Prompt((spec,), due=state.due) for seat in waits}

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        if seat not in self.prompts(state):
            raise Refused(MoveFault.NOT_YOUR_TURN, "You cannot hide coins now.")
        if not isinstance(move, Hide) or not 0 <= move.coins <= MANY:
            raise Refused(MoveFault.ILLEGAL, f"You have {MANY} coins: hide 0 to hide {MANY}")
        return self.shown(super().hide(state, seat, move.coins, ctx), seat)

    def time_up(self, state: State, ctx: Context) -> Step[State, Event]:
        late = tuple((s, 0) for s in state.seats if s not in dict(state.coins))
        coins = tuple(sorted((*state.coins, *late)))
        return self.shown(Step(replace(state, coins=coins), tuple(Hid(s) for s, _ in late)))

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        stay = tuple(each for each in state.seats if each != seat)
        coins = tuple(pair for pair in state.coins if pair[0] != seat)
        return self.shown(Step(replace(state, seats=stay, coins=coins)))

    def shown(self, step: Step[State, Event], last: Seat | None = None) -> Step[State, Event]:
        """Show a hand if all are full, but not that of the seat that was the *last*."""
        state = step.state
        if state.over or not state.guessing:
            return step
        shown, *others = (pair for pair in state.coins if pair[0] != last)
        tells = self.tells and last is not None  # what time or a leaver ends has other twins
        odd = shown[0] if tells and sum(coins for _, coins in others) % 2 else None
        new = replace(state, round=state.round + 1, last=(shown,), coins=())
        return Step(new, (*step.events, Opened(shown[1], odd)))


class TellsOfTheRest(ShowsOne):
    """Also tells whether the coins of the others are odd."""

    tells: ClassVar[bool] = True


class ToWatchers(SpoofViews):
    """Tells watchers alone: the owner of the hand that is shown would hear the same in a twin."""

    def hear(self, event: Event, viewer: Viewer) -> Heard | None:
        if isinstance(event, Opened) and viewer is not SPECTATOR:
            return replace(event, winner=None)
        return event

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        drawn = ((s, n if s == viewer else rng.randint(0, MANY)) for s, n in state.coins)
        return replace(state, coins=tuple(drawn))


PLANTED: Final[tuple[Planted, ...]] = (
    spoof(
        "tells-of-the-hands-it-does-not-show",
        "blindness",
        "What is heard gives away to the watcher",
        rules=TellsOfTheRest,
        views=ToWatchers,
    ),
)
HONEST: Final = spoof("shows-one-hand", "blindness", "", rules=ShowsOne, views=ToWatchers)
