"""The connections of a run, once everybody sits: what both loops of table talk work on."""

from __future__ import annotations

import select
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

CHUNK = 448
"""Bytes read at a time: a dozen lines of talk. Small on purpose: up to 512 bytes Python has
memory at hand, which makes the read a tenth faster; what is left is read next time."""
STALLED_S = 5.0
"""A server that says nothing for so long, though it was spoken to, has lost a line."""
ROUND = 8
"""Lines of a table whose deliveries are still counted in a closed loop. Each member
speaks once in four lines, and only when he has got the one before: at most four are
under way."""


class Stalled(Exception):
    """The server stopped answering, or closed a connection."""


@dataclass(slots=True, eq=False)
class Table:
    """One table; for the closed loop, when its latest lines were sent and what they lack."""

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
        """The whole lines in what was read so far; the half line at the end is kept.

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
    """What is ready, after waiting at most *seconds* for anything to be.

    `select` counts in microseconds, the epoll itself in milliseconds.
    """
    select.select((epoll,), (), (), seconds)
    return epoll.poll(0)
