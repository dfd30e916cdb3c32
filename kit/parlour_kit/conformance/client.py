"""The client under test: how it is started and stopped, and its connection."""

from __future__ import annotations

import socket
import time
from collections import deque
from contextlib import suppress
from typing import Final, Protocol

from parlour.wire.lines import BadLine, Decoder

ADDRESS: Final = "127.0.0.1"
"""Where a scripted host listens, unless it is told otherwise."""
READ_BYTES: Final = 65536


class ClientUnderTest(Protocol):
    def start(self, port: int) -> None:
        """Let it connect to *port* of this computer."""
        ...

    def type(self, line: str) -> None:
        """Type *line*, if it is a client in which people type. Others have prompts."""
        ...

    def ended(self) -> str | None:
        """Return how it ended, in a few words; empty if nothing was wrong, None if it runs."""
        ...

    def stop(self) -> None: ...


class ClientClosed(Exception):
    """The client has closed the connection."""


class ClientConnection:
    def __init__(self, sock: socket.socket) -> None:
        self._socket = sock
        self._decoder = Decoder()
        self._heard: deque[str | BadLine] = deque()

    def send(self, data: bytes) -> None:
        """Send *data*. That nobody takes it is noticed when something is read."""
        with suppress(OSError):
            self._socket.sendall(data)

    def take(self, wait_s: float) -> str | BadLine | None:
        """Return the next line, or None if none comes so long. Raises ClientClosed."""
        until = time.monotonic() + wait_s
        while not self._heard:
            left_s = until - time.monotonic()
            if left_s <= 0:
                return None
            self._socket.settimeout(left_s)
            try:
                data = self._socket.recv(READ_BYTES)
            except TimeoutError:
                return None
            except OSError:
                data = b""
            if not data:
                raise ClientClosed
            self._heard += self._decoder.feed(data)
        return self._heard.popleft()

    def close(self) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
