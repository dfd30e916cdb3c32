"""The connections of a run once everybody sits. Both loops of table talk use them."""

from __future__ import annotations

import select
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

CHUNK = 448
"""Bytes read at a time: a dozen lines of talk. Up to 512 bytes Python reuses memory, which
makes the read a tenth faster. The next read takes the rest."""
STALLED_S = 5.0
"""A server that does not answer for this long has lost a line."""
ROUND = 8
"""For how many lines of a table a closed loop still counts deliveries. Each member speaks
once in four lines, and only after getting the line before, so at most four are on their way."""


class Stalled(Exception):
    """The server stopped answering, or closed a connection."""


@dataclass(slots=True, eq=False)
class Table:
    """One table. For the closed loop: when its latest lines were sent, and how many deliveries
    they still lack."""

    fds: tuple[int, ...]
    sent: list[float] = field(default_factory=lambda: [0.0] * ROUND)
    missing: list[int] = field(default_factory=lambda: [0] * ROUND)


@dataclass(slots=True, eq=False)
class Member:
    """One connection: its place at its table, how many lines it got, half a line."""

    table: Table
    place: int
    got: int = 0
    rest: bytes = b""

    def whole(self, data: bytes) -> bytes:
        """Return the whole lines of what was read so far, and keep the half line at the end.

        Raises Stalled for no data, which means that the connection was closed.
        """
        if not data:
            raise Stalled("the server closed a connection")
        lines, end, self.rest = (self.rest + data).rpartition(b"\n")
        return lines + end


class Floor:
    """All tables, all members, and one epoll for them; the caller keeps the sockets open.

    The epoll must have been made before the sockets: open loops wait on it with
    `select`, which takes only the first 1,024 files of a process.
    """

    def __init__(self, epoll: select.epoll, tables: Iterable[Sequence[int]]) -> None:
        self.epoll = epoll
        self.members: dict[int, Member] = {}
        self.tables = [Table(tuple(fds)) for fds in tables]
        for table in self.tables:
            for place, fd in enumerate(table.fds):
                self.members[fd] = Member(table, place)
                self.epoll.register(fd, select.EPOLLIN)


def wait_readable(epoll: select.epoll, seconds: float) -> list[tuple[int, int]]:
    """Wait at most *seconds*, and return what is ready.

    `select` counts in microseconds, the epoll itself in milliseconds.
    """
    select.select((epoll,), (), (), seconds)
    return epoll.poll(0)
