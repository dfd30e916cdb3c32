"""One selector for many sockets, itself a file descriptor that trio can wait on."""

from __future__ import annotations

import select
import selectors
from typing import Final, Protocol

READ: Final = 1
"""Same as EPOLLIN: there is something to read, or the peer has finished."""
WRITE: Final = 4
"""Same as EPOLLOUT: the kernel takes bytes again. Any other bit is an error; read it."""
GONE: Final = 8 | 16
"""Same as EPOLLERR and EPOLLHUP, which are told without being asked for: the peer has reset the
connection. What it sent before can still be read."""


class Poller(Protocol):
    """The part of `select.epoll` that the server uses; level-triggered."""

    def fileno(self) -> int: ...
    def register(self, fd: int, eventmask: int, /) -> None: ...
    def modify(self, fd: int, eventmask: int, /) -> None: ...
    def unregister(self, fd: int, /) -> None: ...
    def poll(self, timeout: float | None, maxevents: int, /) -> list[tuple[int, int]]: ...
    def close(self) -> None: ...


class SelectorPoller:
    """The same on top of `selectors`, for systems that have kqueue instead of epoll."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._resting: set[int] = set()
        """Registered, but waiting for nothing. `selectors` has no such state."""

    def fileno(self) -> int:
        return self._selector.fileno()

    def register(self, fd: int, eventmask: int, /) -> None:
        self._selector.register(fd, _there(eventmask))

    def modify(self, fd: int, eventmask: int, /) -> None:
        if not eventmask:
            self.unregister(fd)
            self._resting.add(fd)
        elif fd in self._resting:
            self._resting.remove(fd)
            self.register(fd, eventmask)
        else:
            self._selector.modify(fd, _there(eventmask))

    def unregister(self, fd: int, /) -> None:
        if fd in self._resting:
            self._resting.remove(fd)
        else:
            self._selector.unregister(fd)

    def poll(self, timeout: float | None, maxevents: int, /) -> list[tuple[int, int]]:
        ready = self._selector.select(timeout)[:maxevents]
        return [(key.fd, _back(mask)) for key, mask in ready]

    def close(self) -> None:
        self._selector.close()


def open_poller() -> Poller:
    """Open the fastest poller of this system."""
    return select.epoll() if hasattr(select, "epoll") else SelectorPoller()


def _there(mask: int) -> int:
    read = selectors.EVENT_READ if mask & READ else 0
    return read | (selectors.EVENT_WRITE if mask & WRITE else 0)


def _back(mask: int) -> int:
    read = READ if mask & selectors.EVENT_READ else 0
    return read | (WRITE if mask & selectors.EVENT_WRITE else 0)
