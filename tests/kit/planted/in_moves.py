"""Spoof that shows everybody the coins in a hand. All its twins have the same coins there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, Final

from parlour import Context, Heard, IntArg, MoveSpec, Prompt, Seat, Step, Viewer
from tests.kit.planted.fault import Planted, spoof
from tests.kit.spoof import COINS, HIDE, TURN_MS, Event, SpoofRules, SpoofViews, State, View


class ShowsHands(SpoofViews):
    """Counts the coins in all hands as shown, so a twin has no others."""

    def look(self, state: State, viewer: Viewer) -> View:
        return replace(super().look(state, viewer), last=state.coins or state.last)

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        return state


class ShowsHandsAlone(ShowsHands):
    """Does not say that a move is secret."""

    def variants(self, state: State, seat: Seat, move: Any, rng: Random) -> Sequence[Any]:
        return ()


class SecretInPrompts(SpoofRules):
    """Says so in the prompt."""

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        found = super().prompts(state)
        if state.guessing:
            return found
        hide = MoveSpec(HIDE, (IntArg("coins", 0, COINS, secret=True),))
        return {seat: Prompt((hide,), due=TURN_MS) for seat in found}


@dataclass(frozen=True)
class Put(Heard):
    """Coins have gone into a hand."""

    name: ClassVar[str] = "put"
    coins: int


class TellsHands(SpoofRules):
    """Tells everybody as well, so that it may be meant so."""

    def hide(self, state: State, seat: Seat, coins: int, ctx: Context) -> Step[State, Event]:
        step: Any = super().hide(state, seat, coins, ctx)
        return replace(step, events=(*step.events, Put(coins)))


PLANTED: Final[tuple[Planted, ...]] = (
    spoof(
        "shows-a-secret-move",
        "blindness",
        "The view after a secret move gives away to the watcher",
        views=ShowsHands,
    ),
    spoof(
        "shows-a-move-of-a-secret-field",
        "blindness",
        "The view after a secret move gives away to the watcher",
        views=ShowsHandsAlone,
        rules=SecretInPrompts,
    ),
    spoof(
        "tells-a-secret-move",
        "blindness",
        "The view after a secret move gives away to the watcher",
        alone=True,
        views=ShowsHands,
        rules=TellsHands,
    ),
)
