"""Clients under test: their connection, and how they are started and stopped.

A client is a command line, or somebody starts it by hand.
"""

from __future__ import annotations

import socket
import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO, Final, Protocol

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
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # as a host does
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


# --- how it is started ------------------------------------------------------------------

END_S: Final = 5.0
"""How long a program may take to end when it is told to."""


class Process(ClientUnderTest):
    """Runs a command line, in which {host} and {port} say where to connect.

    *typed* are the lines that a person types at first. Without any, nobody types.
    """

    def __init__(self, command: Sequence[str], typed: Sequence[str]) -> None:
        self._command = command
        self._typed = typed
        self._run: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None

    def start(self, port: int) -> None:
        places = {"{host}": ADDRESS, "{port}": str(port)}
        words = list(self._command)
        for place, value in places.items():
            words = [word.replace(place, value) for word in words]
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115, closed by `stop`
        self._run = subprocess.Popen(
            words,
            stdin=subprocess.PIPE if self._typed else subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._errors,
        )
        for line in self._typed:
            self.type(line)

    def type(self, line: str) -> None:
        if self._run is not None and self._run.stdin is not None:
            with suppress(OSError):
                self._run.stdin.write(f"{line}\n".encode())
                self._run.stdin.flush()

    def ended(self) -> str | None:
        code = None if self._run is None else self._run.poll()
        if not code or self._errors is None:
            return "" if code == 0 else None
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip().rpartition("\n")[2]
        return f"ended with exit code {code}" + (f": {said}" if said else "")

    def stop(self) -> None:
        if self._run is None or self._errors is None:
            return
        self._run.terminate()
        try:
            self._run.wait(END_S)
        except subprocess.TimeoutExpired:
            self._run.kill()
            self._run.wait()
        if self._run.stdin is not None:
            with suppress(OSError):
                self._run.stdin.close()
        self._errors.close()
        self._run = None


class ByHand(ClientUnderTest):
    """Somebody starts the client for each check. *say* tells them where it must connect."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say

    def start(self, port: int) -> None:
        self._say(f"Connect your client to {ADDRESS}:{port} now.")

    def type(self, line: str) -> None:
        """See `ClientUnderTest`: they have read the prompt."""

    def ended(self) -> str | None:
        """See `ClientUnderTest`: nobody knows."""
        return None

    def stop(self) -> None:
        """See `ClientUnderTest`: its connection is closed already."""
