"""A game whose rules have no `left`: it ends when a player leaves for good."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from parlour.api import AnyGame, Outcome, Rules, Seat, Together
from parlour.engine.defaults import is_default
from parlour.engine.outcomes import checked


def ends_game(rules: Rules[Any, Any, Any]) -> bool:
    """Check whether a game ends when somebody leaves, because *rules* do not say what happens."""
    return is_default(rules, Rules[Any, Any, Any].left)


def result_without(
    game: AnyGame, state: Any, seats: Collection[Seat], seat: Seat
) -> tuple[Outcome | None, tuple[Seat, ...]]:
    """Return the outcome of such a game when *seat* leaves, and who of *seats* has won it.

    All but the side of *seat* have won. If they play together, they have what they have reached
    by now, and that is no win.
    """
    outcome = game.scoring.outcome(state)
    if isinstance(outcome, Together):
        won = None if outcome.won is None else False
        return checked(replace(outcome, won=won, text=""), seats), ()
    own = next((side for side in game.scoring.sides(state) if seat in side), (seat,))
    return None, tuple(sorted(frozenset(seats) - frozenset(own) - {seat}))
