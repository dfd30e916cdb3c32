"""The last measurements of something, in one piece of memory."""

from __future__ import annotations

from array import array


class Samples:
    """The last *size* numbers, the oldest overwritten first.

    An array and not a deque of floats: those would be replaced one by one all the time, and
    wherever one of them is the last thing that lives, it keeps a megabyte from the system.
    """

    __slots__ = ("_next", "_size", "_values")

    def __init__(self, size: int) -> None:
        self._size = size
        self._values = array("d")
        self._next = 0

    def add(self, value: float) -> None:
        """One more."""
        if len(self._values) < self._size:
            self._values.append(value)
            return
        self._values[self._next] = value
        self._next = (self._next + 1) % self._size

    def ordered(self) -> list[float]:
        """All that are kept, the least first."""
        return sorted(self._values)
