"""What games of the tests share that hide nothing and count nothing."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, TypeVar

from parlour import Heard, Scoring, Seat, Viewer, Views

S = TypeVar("S")
E = TypeVar("E", bound=Heard)
V = TypeVar("V")


class PublicViews(Views[S, E, V, E]):
    """Everybody hears and may know everything."""

    def hear(self, event: E, viewer: Viewer) -> E:
        return event

    def may_look_up(self, state: S, viewer: Viewer, word: str) -> bool:
        return True

    def resample(self, state: S, viewer: Viewer, rng: Random) -> S:
        return state


class NoPoints(Scoring[Any]):
    def scores(self, state: Any) -> Mapping[Seat, int]:
        return dict.fromkeys(state.seats, 0)

    def winners(self, state: Any) -> frozenset[Seat]:
        return frozenset()
