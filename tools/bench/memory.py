"""How much memory the server needs: for a connection at rest, and for a table in play."""

from __future__ import annotations

import select
import time

import msgspec

from tools.bench.probe import Play
from tools.bench.process import resident_kib
from tools.bench.seating import MEMBERS, Dialect, Guest, Line, seat_all, seat_bare

SETTLE_S = 7.0
"""Some seconds after its last line, a quiet host gives back what it no longer needs
(`server._process`). 5 MiB of its start are among that, as much as 10 KiB for each table."""


class Memory(msgspec.Struct, frozen=True, kw_only=True):
    """Resident memory of the server, in KiB, at each stage of a run."""

    count: int
    """Connections or tables."""
    stages: list[int]


def settled_kib(server: int) -> int:
    """Return the resident memory of the server once it has put everything away."""
    time.sleep(SETTLE_S)
    return resident_kib(server)


def idle(port: int, server: int, dialect: Dialect, connections: int) -> Memory:
    """Before and after *connections* came in, took a name and fell silent.

    On a bare server, which has no names, they sit down at tables of four instead.
    """
    before = settled_kib(server)
    held: list[Line] = []
    if dialect == "bare":
        for number in range(1, connections // MEMBERS + 1):
            held.extend(seat_bare(port, number).lines)
    else:
        guests = [Guest(port, dialect, f"p{number}") for number in range(connections)]
        held.extend(guest.line for guest in guests)
    return Memory(count=len(held), stages=[before, settled_kib(server)])


def lobby(port: int, server: int, count: int, moves: int) -> Memory:
    """What `tables` is compared with: as many programs, of whom only one table plays.

    So what the host loads once, for its first table (word lists), is in both.
    """
    before = settled_kib(server)
    epoll = select.epoll()
    play = Play(epoll, seat_all(port, "program", 1), server=server)
    play.all_made(MEMBERS + moves)
    guests = [Guest(port, "program", f"p{number}") for number in range(MEMBERS * (count - 1))]
    return Memory(count=len(guests), stages=[before, settled_kib(server)])


def tables(port: int, server: int, count: int, moves: int) -> Memory:
    """Before anybody came; with *count* tables of Probe, words hidden; after *moves* more each."""
    before = settled_kib(server)
    epoll = select.epoll()
    play = Play(epoll, seat_all(port, "program", count), server=server)
    stages = [before]
    for made in (MEMBERS, MEMBERS + moves):
        play.all_made(made)
        stages.append(settled_kib(server))
    return Memory(count=count, stages=stages)
