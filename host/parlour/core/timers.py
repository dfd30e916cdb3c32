"""Timers: a pure heap of due times. The caller knows the time and runs them."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable
from typing import Final, TypeAlias, TypeVar

Action: TypeAlias = Callable[[], None]
K = TypeVar("K", bound=Hashable)

SWEEP: Final = 64
"""Cancelled timers stay in the heap until there are more than this many and they are the
majority. A table sets a clock for every move and nearly always cancels it."""


class Timer:
    """One thing to do at `due`. `cancel` forgets it."""

    __slots__ = ("_timers", "action", "due")

    def __init__(self, due: float, action: Action, timers: Timers) -> None:
        self.due = due
        self.action: Action | None = action
        self._timers = timers

    def cancel(self) -> None:
        """Cancel it. Nothing happens if it is done or cancelled already."""
        if self.action is not None:
            self.action = None
            self._timers.cancelled()


class Timers:
    """Timers in the order in which they are due. Equal times keep the order of setting."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Timer]] = []
        self._count = 0
        self._dead = 0

    def __len__(self) -> int:
        """Return how many are kept, including cancelled ones."""
        return len(self._heap)

    def at(self, due: float, action: Action) -> Timer:
        """Call *action* at *due*."""
        timer = Timer(due, action, self)
        self._count += 1
        heapq.heappush(self._heap, (due, self._count, timer))
        return timer

    def cancelled(self) -> None:
        self._dead += 1
        if self._dead > SWEEP and self._dead * 2 > len(self._heap):
            self._heap = [item for item in self._heap if item[2].action is not None]
            heapq.heapify(self._heap)
            self._dead = 0

    @property
    def next_due(self) -> float | None:
        """Return when the next one is due, or None."""
        while self._heap and self._heap[0][2].action is None:
            heapq.heappop(self._heap)
            self._dead -= 1
        return self._heap[0][0] if self._heap else None

    def pop_due(self, now: float) -> Action | None:
        """Take off and return the next action due at *now*, or None if there is none."""
        while self._heap and self._heap[0][0] <= now:
            timer = heapq.heappop(self._heap)[2]
            action, timer.action = timer.action, None
            if action is not None:
                return action
            self._dead -= 1
        return None


class Alarms(dict[K, Timer]):
    """The timers of one owner, each under what it is for. It is gone as soon as it rings."""

    __slots__ = ("_timers",)

    def __init__(self, timers: Timers) -> None:
        super().__init__()
        self._timers = timers

    def set(self, what: K, due: float, action: Action) -> None:
        """Do *action* at *due*, in place of what was set for *what* before."""

        def ring() -> None:
            del self[what]
            action()

        self.cancel(what)
        self[what] = self._timers.at(due, ring)

    def cancel(self, what: K) -> None:
        """Cancel what was set for *what*, if anything was."""
        timer = self.pop(what, None)
        if timer is not None:
            timer.cancel()

    def stop(self) -> None:
        for what in list(self):
            self.cancel(what)
