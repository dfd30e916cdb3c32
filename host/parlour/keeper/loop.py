"""Wait for whatever happens first. It is the only place where the keeper waits."""

from __future__ import annotations

import select
from collections.abc import Callable


class Loop:
    def __init__(self) -> None:
        self._poll = select.epoll()
        self._acts: dict[int, Callable[[], None]] = {}

    def watch(self, fd: int, act: Callable[[], None]) -> None:
        """Call *act* whenever *fd* can be read."""
        self._acts[fd] = act
        self._poll.register(fd, select.EPOLLIN)

    def unwatch(self, fd: int) -> None:
        """Forget *fd*, before it is closed. It may be forgotten already."""
        if self._acts.pop(fd, None) is not None:
            self._poll.unregister(fd)

    def wait(self, seconds: float | None) -> None:
        for fd, _ in self._poll.poll(seconds):
            act = self._acts.get(fd)  # another one may have closed it meanwhile
            if act is not None:
                act()
