"""The places of a result: who comes before whom when a game is over."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from parlour.api import Outcome, Ranks, Seat
from parlour.engine.match import Match


def places(
    sides: Sequence[Collection[Seat]],
    scores: Mapping[Seat, int],
    winners: Collection[Seat],
    left: Collection[Seat],
    *,
    lower: bool = False,
    outcome: Outcome | None = None,
) -> tuple[int, ...]:
    """Return the place of each side.

    Winners are first. The others follow by their points if points are what wins, otherwise they
    are equal. A side whose players have all left is last. *lower*: fewer points are better. If
    *outcome* has places, these count and points do not.
    """
    if isinstance(outcome, Ranks):
        return _by_ranks(sides, outcome, left)
    sign = -1 if lower else 1
    totals = [sign * sum(scores.get(seat, 0) for seat in side) for side in sides]
    gone = _gone(sides, left)
    won = [any(seat in winners for seat in side) for side in sides]
    best = [total for total, did in zip(totals, won, strict=True) if did]
    rest = [total for total, did, went in zip(totals, won, gone, strict=True) if not (did or went)]
    by_points = not best or not rest or min(best) >= max(rest)
    keys = [
        (went, not did, 0 if went or did or not by_points else -total)
        for total, went, did in zip(totals, gone, won, strict=True)
    ]
    order = sorted(set(keys))
    return tuple(order.index(key) + 1 for key in keys)


def _gone(sides: Sequence[Collection[Seat]], left: Collection[Seat]) -> list[bool]:
    return [all(seat in left for seat in side) for side in sides]


def _by_ranks(
    sides: Sequence[Collection[Seat]], outcome: Ranks, left: Collection[Seat]
) -> tuple[int, ...]:
    """Return the place of each side: the best one of its players. A seat without one is last."""
    at = {seat: number for number, place in enumerate(outcome.places) for seat in place}
    keys = [
        (went, min([at.get(seat, len(at)) for seat in side], default=len(at)))
        for went, side in zip(_gone(sides, left), sides, strict=True)
    ]
    order = sorted(set(keys))
    return tuple(order.index(key) + 1 for key in keys)


def sides_of(match: Match) -> Sequence[Sequence[Seat]]:
    """Return who played together. Raises GameFault unless each seat is there once at most."""
    return match.via.guarded(_sides, match)


def _sides(match: Match) -> Sequence[Sequence[Seat]]:
    sides = tuple(map(tuple, match.game.scoring.sides(match.state)))
    seats = [seat for side in sides for seat in side]
    if len(set(seats)) < len(seats) or not set(match.seats).issuperset(seats):
        raise TypeError("sides of seats are wanted, each seat once")
    return sides


def counts(
    placed: Collection[int], scores: Mapping[Seat, int], outcome: Outcome | None = None
) -> bool:
    """Check whether anybody has played: somebody has a point, or not all are first.

    If the game gives places, even equal ones, it says so itself.
    """
    return len(set(placed)) > 1 or any(scores.values()) or isinstance(outcome, Ranks)
