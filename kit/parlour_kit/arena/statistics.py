"""Intervals that hold for few games and for shares near 0 and 1."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10, sqrt
from typing import Final

import msgspec
from msgspec.structs import replace

Z: Final = 1.959964
"""95 percent of a normal distribution are within so many standard deviations."""
LEAST_DEALS: Final = 10
"""From so many deals on, deals are compared instead of games."""


class Share(msgspec.Struct, frozen=True):
    """A share of all games, and the interval that holds the true share 95 times of 100."""

    mean: float
    low: float
    high: float
    count: int
    """The games."""


NOTHING: Final = Share(0.0, 0.0, 1.0, 0)


def wilson(sum_: float, count: int) -> Share:
    """Return the share *sum_* of *count* games, with Wilson's interval. Halves count as halves."""
    if not count:
        return NOTHING
    mean = sum_ / count
    scale = 1 + Z * Z / count
    middle = (mean + Z * Z / (2 * count)) / scale
    half = Z / scale * sqrt(mean * (1 - mean) / count + Z * Z / (4 * count * count))
    return Share(mean, max(0.0, middle - half), min(1.0, middle + half), count)


def paired(shares: Sequence[float], each: int, most: float = 1.0) -> Share:
    """Return the mean of *shares*, one of each deal, as a share of all games.

    A deal is played *each* times with the seats changed, and its luck is the same each time. So
    its games say less together than so many games of their own, or more: the deals are what is
    independent. Two more deals are added, one that was won and one that was lost, as Agresti and
    Coull do, so that the interval is right when all deals are alike. Of few deals it is Wilson's.
    *most* is the greatest share that a player can have of a deal.
    """
    count = len(shares)
    if count < LEAST_DEALS:
        return replace(wilson(sum(shares), count), count=count * each)
    mean = sum(shares) / count
    some = (*shares, 0.0, most)
    middle = sum(some) / len(some)
    spread = sum((one - middle) ** 2 for one in some) / (len(some) - 1)
    half = Z * sqrt(spread / len(some))
    low, high = max(0.0, middle - half), min(most, middle + half)
    return Share(mean, min(low, mean), max(high, mean), count * each)


def elo(share: float) -> float:
    """Return how many points of Elo stronger somebody is who wins *share* of all games."""
    kept = min(max(share, 0.001), 0.999)
    return 400 * log10(kept / (1 - kept))
