"""Before a run: connect, take a name, sit down at tables of four. Plain blocking sockets.

The members of a table come in, and sit, before the next table's members connect, so
that nobody idles in the lobby and hears about every new table.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import msgspec

Dialect: TypeAlias = Literal["bare", "person", "program", "text"]
"""Which server, and in which voice: `text` is a program that wants sentences, too."""

MEMBERS = 4
"""Everything here is measured at tables of four."""
PATIENCE_S = 20
"""Nothing a server does during set-up takes longer."""
NEW_TABLE = "new probe"
"""All options as people have them who choose none, the clocks included."""

_TABLE = re.compile(rb"Table (\d+): .*You sit at seat")


class SetupFailed(Exception):
    """The server did not answer as the protocol says."""


class Line:
    """A connection used by question and answer. What has been read too much stays in `rest`."""

    def __init__(self, port: int) -> None:
        self.sock = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""

    def send(self, text: str) -> None:
        """Send one line."""
        self.sock.sendall(text.encode() + b"\n")

    def read(self) -> bytes:
        """The next line, without its end."""
        while b"\n" not in self.rest:
            try:
                data = self.sock.recv(65_536)
            except TimeoutError:
                raise SetupFailed("the server has not answered") from None
            if not data:
                raise SetupFailed(f"the server closed the connection after {self.rest!r}")
            self.rest += data
        line, _, self.rest = self.rest.partition(b"\n")
        return line

    def until(self, *starts: bytes) -> list[bytes]:
        """Read up to the first line that begins with one of *starts*, that one included."""
        lines: list[bytes] = []
        while not lines or not lines[-1].startswith(starts):
            lines.append(self.read())
        return lines

    def fd(self) -> int:
        """The file descriptor, no longer blocking."""
        self.sock.setblocking(False)
        return self.sock.fileno()


@dataclass(frozen=True)
class Seated:
    """Four connections at one table, in the order of the seats."""

    number: int
    lines: tuple[Line, ...]


class Guest:
    """A connection in one of the voices of Parlour."""

    def __init__(self, port: int, dialect: Dialect, name: str) -> None:
        self.line = Line(port)
        self._program = dialect != "person"
        if dialect == "text":
            self._ask("HELLO 1 text")
        elif self._program:
            self._ask("HELLO 1")
        self._ask(f"name {name}")

    def new_table(self, request: str = NEW_TABLE) -> int:
        """Open a table and sit at it; its number."""
        return self._table(self._ask(request))

    def join(self, table: int) -> None:
        """Sit down at *table*."""
        if self._table(self._ask(f"join {table}")) != table:
            raise SetupFailed(f"not seated at table {table}")

    def ask(self, request: str) -> Sequence[bytes]:
        """Send *request* and read its answer. Raises SetupFailed if it is refused."""
        return self._ask(request)

    def settle(self) -> None:
        """Return when everything the server had to say has been read."""
        self._ask("ping settled")

    def _table(self, answer: Sequence[bytes]) -> int:
        if self._program:
            return int(msgspec.json.decode(answer[-1].partition(b" ok ")[2])["table"])
        for line in answer:
            if found := _TABLE.match(line):
                return int(found[1])
        raise SetupFailed(f"no table in the answer: {answer!r}")

    def _ask(self, request: str) -> Sequence[bytes]:
        """Send *request* and read to the end of its answer: for a person, an answered ping."""
        if not self._program:
            self.line.send(f"{request}\nping done")
            return self.line.until(b"pong done")
        self.line.send(request)
        answer = self.line.until(b"#- ok", b"#- no")
        if answer[-1].startswith(b"#- no"):
            raise SetupFailed(f"{request!r} was refused: {answer[-1].decode()}")
        return answer


def seat_all(port: int, dialect: Dialect, tables: int) -> list[Seated]:
    """Fill *tables* tables; when this returns, nothing is on its way to anybody."""
    if dialect == "bare":
        return [seat_bare(port, number) for number in range(1, tables + 1)]
    return [_seat_guests(port, dialect, number) for number in range(1, tables + 1)]


def seat_bare(port: int, number: int) -> Seated:
    """Fill table *number* of a bare server."""
    lines = tuple(Line(port) for _ in range(MEMBERS))
    for line in lines:
        line.send(f"join {number}")
        line.until(b"joined")
    return Seated(number, lines)


def _seat_guests(port: int, dialect: Dialect, number: int) -> Seated:
    guests = [Guest(port, dialect, f"p{number}x{seat}") for seat in range(1, MEMBERS + 1)]
    table = guests[0].new_table()
    for guest in guests[1:]:
        guest.join(table)
    for guest in guests:
        guest.settle()
    return Seated(table, tuple(guest.line for guest in guests))
