"""The pace at which effects leave while moves may be hidden, so that the time reveals nothing.

The time that the host takes to judge and store a hidden move delays everything else it does. So
answers leave at beats, and what is stored leaves a fixed time after it arrived.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from typing import Final

BEAT_S: Final = 0.005
"""Seconds from one beat to the next. The host judges a word in 0.1 to 0.3 ms, so a word delays an
answer by a beat in one case of twenty or fewer, and nobody notices five milliseconds."""
COMMITS: Final = 64
"""The number of commits from which to estimate how long one takes."""
FRESH_S: Final = 5.0
"""Only those of so many seconds count. A disk or a host that was busy may be quiet again."""
SHARE: Final = 0.9
"""The share of them that fits into the estimate. A disk is slow now and then, and a pad for such a
commit would make everyone wait for it every time."""
MOST_S: Final = 0.1
"""The longest pad. On a disk slower than this, nobody would go on playing if everyone waited even
longer."""


class Samples:
    """The last *size* numbers. A new one overwrites the oldest.

    This is an array and not a deque of floats. Those would be replaced one by one all the time,
    and a float that is the last object alive in an arena keeps a megabyte from the system.
    """

    __slots__ = ("_next", "_size", "_values")

    def __init__(self, size: int) -> None:
        self._size = size
        self._values = array("d")
        self._next = 0

    def add(self, value: float) -> None:
        """Add a number."""
        if len(self._values) < self._size:
            self._values.append(value)
            return
        self._values[self._next] = value
        self._next = (self._next + 1) % self._size

    @property
    def values(self) -> Sequence[float]:
        """All numbers that are kept, in no order."""
        return self._values

    def ordered(self) -> list[float]:
        """Return all numbers that are kept, the smallest first."""
        return sorted(self._values)


class Pad:
    """The time that stored effects wait before they leave.

    It is the time of two commits, the one in progress when they arrived and their own, as long as
    commits take here now. After a quiet time, in which we have learned nothing, it is three of the
    quickest.

    It may follow only from commits that others can learn about. If a commit of a hidden move
    counted, or kept an old one from fading, everybody could see that there was one.
    """

    def __init__(self) -> None:
        self._ended = Samples(COMMITS)
        self._took = Samples(COMMITS)
        """When each commit ended, and how long it took."""
        self._seconds = 0.0
        self._until = math.inf
        """When to work it out again, because a commit is no longer fresh."""

    def note(self, seconds: float, now: float) -> None:
        """Note how long a commit took that ended *now*."""
        self._ended.add(now)
        self._took.add(seconds)
        self._until = now

    def seconds(self, now: float) -> float:
        """Return the pad in seconds."""
        if now >= self._until:
            times = zip(self._ended.values, self._took.values, strict=True)
            fresh = [(ended, took) for ended, took in times if now < ended + FRESH_S]
            took = sorted([took for _, took in fresh])
            usual = (
                took[math.ceil(SHARE * len(took)) - 1] if took else 1.5 * min(self._took.values)
            )
            self._seconds = min(MOST_S, 2 * usual)
            self._until = min([ended for ended, _ in fresh], default=math.inf) + FRESH_S
        return self._seconds


def next_beat(now: float) -> float:
    """Return the first beat after *now*."""
    return (math.floor(now / BEAT_S) + 1) * BEAT_S
