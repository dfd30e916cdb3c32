"""The last measurements of one thing, in one piece of memory."""

from __future__ import annotations

from array import array


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

    def ordered(self) -> list[float]:
        """Return all numbers that are kept, the smallest first."""
        return sorted(self._values)
