"""Is a thing as likely as it should be? Pearson's test, for tests with a fixed seed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import sqrt
from typing import Final, TypeVar

DEVIATIONS: Final = 3.09
"""Standard deviations that a normal value exceeds once in a thousand times."""

T = TypeVar("T")


def chi_square(seen: Mapping[T, int], shares: Mapping[T, float]) -> float:
    """How far what was *seen* is from its *shares*, which make 1 together."""
    assert seen.keys() <= shares.keys(), "something was seen that should never be"
    number = sum(seen.values())
    return sum(
        (seen.get(thing, 0) - number * share) ** 2 / (number * share)
        for thing, share in shares.items()
    )


def limit(freedom: float) -> float:
    """What chi-square exceeds once in a thousand times (Wilson and Hilferty's formula)."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + DEVIATIONS * sqrt(part)) ** 3


def evenly(seen: Mapping[T, int], things: Collection[T]) -> bool:
    """Are all *things* equally likely, after what was *seen*?"""
    shares = dict.fromkeys(things, 1 / len(things))
    return chi_square(seen, shares) < limit(len(shares) - 1)
