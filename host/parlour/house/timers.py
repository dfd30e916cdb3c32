"""Things to do later: a heap of due times, pure, run by whoever knows the time."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import TypeAlias

Action: TypeAlias = Callable[[], None]


class Timer:
    """One thing to do at `due`; `cancel` forgets it."""

    __slots__ = ("action", "due")

    def __init__(self, due: float, action: Action) -> None:
        self.due = due
        self.action: Action | None = action

    def cancel(self) -> None:
        """Do not do it after all."""
        self.action = None


class Timers:
    """Timers in the order in which they are due; equal times in the order they were set."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Timer]] = []
        self._count = 0

    def at(self, due: float, action: Action) -> Timer:
        """Call *action* at *due*."""
        timer = Timer(due, action)
        self._count += 1
        heapq.heappush(self._heap, (due, self._count, timer))
        return timer

    @property
    def next_due(self) -> float | None:
        """When the next one is due, or None."""
        while self._heap and self._heap[0][2].action is None:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def pop_due(self, now: float) -> Action | None:
        """The next action that is due at *now*, taken off; None if there is none."""
        due = self.next_due
        if due is None or due > now:
            return None
        timer = heapq.heappop(self._heap)[2]
        return timer.action
