"""The way to a host, which can be lost: a proxy that cuts lines and refuses callers."""

from __future__ import annotations

import socket
from collections.abc import Generator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Final

from tests.e2e.serving import HOST, PATIENCE_S

_READ_BYTES: Final = 1 << 16


class Wire:
    """Leads from `port` to the host at another one; made by `wire`."""

    def __init__(self, host_port: int) -> None:
        self.unheard = b""
        """What the host has said to nobody, while it was `deaf`."""
        self.deaf = False
        """What the host says does not arrive; what is said to it does."""
        self._host_port = host_port
        self._kept = _bound(0)  # while callers are refused nobody else shall get the port
        self.port: int = self._kept.getsockname()[1]
        self._door = _Door(self)

    def mend(self) -> None:
        """After `cut`: all is well again."""
        self.deaf, self.unheard = False, b""
        self._door = _Door(self)

    def cut(self) -> None:
        """All lines are cut, and who calls is refused."""
        self._door.close()

    def close(self) -> None:
        """Cut, for good."""
        self.cut()
        self._kept.close()

    def pass_on(self, line: socket.socket) -> None:
        """Pass on what both sides say until one of them hangs up."""
        with line, suppress(OSError), socket.create_connection((HOST, self._host_port)) as host:
            answers = Thread(target=self._answers, args=(host, line))
            answers.start()
            with suppress(OSError):
                while data := line.recv(_READ_BYTES):
                    host.sendall(data)
            _hang_up(host)
            answers.join(PATIENCE_S)

    def _answers(self, host: socket.socket, line: socket.socket) -> None:
        with suppress(OSError):
            while data := host.recv(_READ_BYTES):
                if self.deaf:
                    self.unheard += data
                else:
                    line.sendall(data)
        _hang_up(line)


class _Door:
    """Takes the calls of a wire, as long as it is open."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._lines: list[tuple[socket.socket, Thread]] = []
        self._listener = _bound(wire.port)
        self._listener.listen()
        self._taking = Thread(target=self._take)
        self._taking.start()

    def _take(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self._listener.accept()
                thread = Thread(target=self._wire.pass_on, args=(line,))
                self._lines.append((line, thread))
                thread.start()

    def close(self) -> None:
        with suppress(OSError):  # it is closed already
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes the one who waits for calls
        self._taking.join(PATIENCE_S)
        self._listener.close()
        for line, thread in self._lines:
            _hang_up(line)
            thread.join(PATIENCE_S)


def _bound(port: int) -> socket.socket:
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind((HOST, port))
    return made


def _hang_up(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


@contextmanager
def wire(host_port: int) -> Generator[Wire]:
    """A way to the host at *host_port*."""
    made = Wire(host_port)
    try:
        yield made
    finally:
        made.close()
