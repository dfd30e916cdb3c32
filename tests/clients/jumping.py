"""An event loop whose time stands while anything is going on, and jumps when nothing is."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class _Jumping(selectors.SelectSelector):
    """Waits for nothing: the time it was to wait is over at once."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        """Events there are; else the clock is put on by *timeout*."""
        if timeout is None:
            raise AssertionError("everybody waits for something that nobody will do")
        events = super().select(0)
        if not events:
            self.now += timeout
        return events


class JumpingLoop(asyncio.SelectorEventLoop):
    """For tasks and streams in memory only: no sockets, no threads."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        """Seconds since it was made, as far as anybody has waited for them."""
        return self._jumping.now


def run(main: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """The result of *main*, in no time."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        return runner.run(main())
