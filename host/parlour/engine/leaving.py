"""A game whose rules have no `left`: it ends when a player leaves for good."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from parlour.api import AnyGame, Rules, Seat

_NO_LEFT = Rules[Any, Any, Any].left


def ends_game(rules: Rules[Any, Any, Any]) -> bool:
    """Check whether a game ends when somebody leaves, because *rules* do not say what happens."""
    return getattr(type(rules), "left", None) is _NO_LEFT


def who_won(game: AnyGame, state: Any, seats: Collection[Seat], seat: Seat) -> frozenset[Seat]:
    """Return who of *seats* has won such a game when *seat* leaves: all but the side of *seat*."""
    own = next((side for side in game.scoring.sides(state) if seat in side), (seat,))
    return frozenset(seats) - frozenset(own) - {seat}
