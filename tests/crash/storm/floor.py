"""One thread that plays everybody: connections, and what is due later."""

from __future__ import annotations

import heapq
import selectors
import socket
import time
from collections.abc import Callable
from itertools import count
from typing import Final

from tests.e2e.serving import HOST, PATIENCE_S
from tests.e2e.tools import Tool

READ_BYTES: Final = 1 << 18


def now() -> float:
    """Seconds of a clock that only goes forward."""
    return time.monotonic()  # noqa: TID251 - a program of its own, which measures


class Floor:
    """Serves connections as they become readable, and calls what is due."""

    def __init__(self) -> None:
        self.selector = selectors.DefaultSelector()
        """Every key has a function without arguments as its data."""
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._number = count()

    def after(self, seconds: float, do: Callable[[], None]) -> None:
        """Call *do* so much later."""
        heapq.heappush(self._due, (now() + seconds, next(self._number), do))

    def close(self) -> None:
        """Close every connection from here."""
        for key in list(self.selector.get_map().values()):
            self.selector.unregister(key.fileobj)
            if isinstance(key.fileobj, Tool):
                key.fileobj.drop()
            elif isinstance(key.fileobj, socket.socket):
                key.fileobj.close()
        self.selector.close()

    def step(self) -> None:
        """Wait for the next thing to do, and do everything that is to be done now."""
        wait = self._due[0][0] - now() if self._due else 0.1
        for key, _ in self.selector.select(max(0.0, min(wait, 0.1))):
            key.data()
        moment = now()
        while self._due and self._due[0][0] <= moment:
            heapq.heappop(self._due)[2]()


class Wire:
    """A connection by a socket. *hear* gets what has come; no bytes: the host has closed it."""

    def __init__(self, floor: Floor, port: int, hear: Callable[[bytes], None]) -> None:
        self._floor = floor
        self._hear = hear
        self.open = True
        self._line = socket.create_connection((HOST, port), PATIENCE_S)
        self._line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        floor.selector.register(self._line, selectors.EVENT_READ, self._serve)

    def send(self, data: bytes) -> None:
        """Send it, unless the connection is closed."""
        if self.open:
            try:
                self._line.sendall(data)
            except OSError:
                self._lost()

    def close(self) -> None:
        """Close it from here."""
        if self.open:
            self.open = False
            self._floor.selector.unregister(self._line)
            self._line.close()

    def _serve(self) -> None:
        try:
            data = self._line.recv(READ_BYTES)
        except OSError:
            data = b""
        if data:
            self._hear(data)
        else:
            self._lost()

    def _lost(self) -> None:
        if self.open:
            self.close()
            self._hear(b"")


class ToolWire:
    """A connection by a program of this computer, such as nc."""

    def __init__(self, floor: Floor, tool: Tool, hear: Callable[[bytes], None]) -> None:
        self._floor = floor
        self._tool = tool
        self._hear = hear
        self.open = True
        floor.selector.register(tool, selectors.EVENT_READ, self._serve)

    def send(self, data: bytes) -> None:
        """Type it."""
        if self.open:
            self._tool.send(data)

    def close(self) -> None:
        """End the program."""
        if self.open:
            self.open = False
            self._floor.selector.unregister(self._tool)
            self._tool.drop()

    def _serve(self) -> None:
        data = self._tool.read()
        if not data:
            self.close()
        self._hear(data)
