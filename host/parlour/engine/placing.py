"""The places of a result: who comes before whom when a game is over."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from parlour.api import Seat


def places(
    sides: Sequence[Collection[Seat]],
    scores: Mapping[Seat, int],
    winners: Collection[Seat],
    left: Collection[Seat],
    *,
    lower: bool = False,
) -> tuple[int, ...]:
    """Return the place of each side.

    Winners are first. The others follow by their points if points are what wins, otherwise they
    are equal. A side whose players have all left is last. *lower*: fewer points are better.
    """
    sign = -1 if lower else 1
    totals = [sign * sum(scores.get(seat, 0) for seat in side) for side in sides]
    gone = [all(seat in left for seat in side) for side in sides]
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
