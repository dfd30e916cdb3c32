"""A bare socket with a person, a program or something worse behind it."""

from __future__ import annotations

import json
import socket
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final, Self

from tests.e2e.serving import HOST, PATIENCE_S

GREETED: Final = ("Pour jouer dans votre langue : set lang fr", "Your name? (help for help)")
"""The end of every greeting."""


class Peer:
    """One line to a host. Reading waits for what must come, and not for ever."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self._unread = b""

    def send(self, data: bytes | str) -> None:
        """Send bytes as they are, or a line of text."""
        self.line.sendall(f"{data}\n".encode() if isinstance(data, str) else data)

    def read_raw(self) -> bytes:
        """The bytes of the next line. Raises EOFError when the host has closed the line."""
        while b"\n" not in self._unread:
            data = self.line.recv(1 << 16)
            if not data:
                assert not self._unread, "half a line"
                raise EOFError
            self._unread += data
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def read(self) -> str:
        """The next line. It ends with CR LF for a peer that ends lines so."""
        return self.read_raw().removesuffix(b"\r").decode()

    def reads(self, *lines: str) -> None:
        """The next lines must be these."""
        for line in lines:
            assert self.read() == line

    def rest(self) -> list[str]:
        """Every line up to where the host has closed."""
        lines: list[str] = []
        while True:
            try:
                lines.append(self.read())
            except EOFError:
                return lines

    def enters(self, name: str) -> None:
        """Read the greeting and give a name."""
        assert self.read().startswith("Parlour on ")
        self.reads(*GREETED)
        self.is_let_in(name)

    def is_let_in(self, name: str) -> None:
        """Give a name, and be greeted: the line works as any other."""
        self.send(name)
        self.reads(f"Hello {name}.")
        assert self.read().startswith("If you are disconnected, type: resume ")
        assert self.read().startswith("Type games")


@contextmanager
def peer(port: int, *, receive_bytes: int | None = None) -> Generator[Peer]:
    """A new line; with *receive_bytes* its reader has little room."""
    with socket.socket() as line:
        if receive_bytes is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        line.settimeout(PATIENCE_S)
        line.connect((HOST, port))
        yield Peer(line)


OPENED = (
    "Two players hide two words each, on two racks. A question names no rack, a word",
    "  guess does. One rack each: options racks=1",
    "Notes are off: you play from memory. Racks with notes: options notes=on",
)
"""What a table of Probe for two says when it opens, in 80 columns."""


class Pair:
    """Two who sit at a table and want to be left in peace."""

    def __init__(self, ann: Peer, bob: Peer) -> None:
        self.ann, self.bob = ann, bob
        self._said = 0
        ann.enters("ann")
        ann.send("new probe")
        assert ann.read().startswith("Table 1: Probe")
        assert ann.read().startswith("Options: ")
        ann.reads(*OPENED)
        bob.enters("bob")
        bob.send("join 1")
        assert bob.read().startswith("Table 1: Probe")
        assert bob.read().startswith("With you: ann.")
        ann.reads("bob sits down at seat 2.")

    def talk(self) -> None:
        """Each says something and both read it, and nothing else in between."""
        for speaker, name in ((self.ann, "ann"), (self.bob, "bob")):
            self._said += 1
            speaker.send(f"say {self._said}")
            for listener in (self.ann, self.bob):
                listener.reads(f"{name}: {self._said}")


@contextmanager
def pair(port: int) -> Generator[Pair]:
    """Two at a table."""
    with peer(port) as ann, peer(port) as bob:
        yield Pair(ann, bob)


class Program:
    """A program on a connection. `events` are the lines that answered nothing it asked."""

    def __init__(self, port: int, greeting: str) -> None:
        self._socket = socket.create_connection((HOST, port), PATIENCE_S)
        self._lines = self._socket.makefile("r", encoding="utf-8")
        self.events: list[str] = []
        self.say("HELLO 1 text")
        self._answer("#- ")
        self.token = str(self.granted(greeting)["token"])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.close()
        self._socket.close()

    def say(self, line: str) -> None:
        """Send a line, and wait for nothing."""
        self._socket.sendall(f"{line}\n".encode())

    def ask(self, line: str) -> tuple[str, Any]:
        """A request and its final answer; `gone` if the host is."""
        self.say(f"#q {line}")
        return self._answer("#q ")

    def granted(self, line: str) -> Any:
        """The answer to a request, which must be granted."""
        word, body = self.ask(line)
        assert word == "ok", body
        return body

    def heard(self, what: str) -> None:
        """Wait for an event with these words."""
        while not any(what in event for event in self.events):
            self.listen()

    def listen(self) -> None:
        """Read one line, which must come."""
        self.events.append(next(self._lines))

    def _answer(self, start: str) -> tuple[str, Any]:
        for line in self._lines:
            if line.startswith(start) and not line.startswith(f"{start}+"):
                _, word, body = line.split(" ", 2)
                return word, json.loads(body)
            self.events.append(line)
        return "gone", {}
