"""The load of people who come and go: a full lobby, guests in a stream, an hour in short.

Plain blocking sockets, a few at a time. What is measured is the host: how long one person waits
for `new` and `leave`, the host's processor time, its memory, its open files.
"""

from __future__ import annotations

import os
import re
import select
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from tools.bench.floor import CHUNK
from tools.bench.process import Spent, resident_kib
from tools.bench.seating import Guest, Line
from tools.bench.stats import percentile

CYCLES_S: Final = 20.0
"""Tables a second that are opened and closed in the lobby: more than any host has."""
_SEATED: Final = re.compile(rb"Table (\d+): .*You sit at seat 1")
AT_ONCE: Final = 40
"""Guests who are here at the same time in a stream of them."""
TALK: Final = 3
"""Lines that each of them says."""
FORGET_S: Final = 8.0
"""After this time nobody who has left is known any more, in the config of a soak."""
EMPTY_S: Final = 60.0
"""How long the host may take to put everything away."""


class Cycles(msgspec.Struct, frozen=True, kw_only=True):
    """One person opens a table and leaves it, at a steady pace."""

    count: int
    idle: int
    """People in the lobby meanwhile."""
    gone: int
    """Guests who had come and gone before."""
    new_p50_ms: float
    new_p99_ms: float
    new_max_ms: float
    server_ms: float
    """The host's processor time for a table, from `new` until it is closed."""
    seconds: float
    """How long it took until everybody had come, or come and gone."""


class Soak(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody has come, played and gone."""

    guests: int
    tables: int
    seconds: float
    kib: list[int]
    """Resident memory: before, at the end of the stream, when all are forgotten."""
    files: list[int]
    """Open files at the same moments."""
    forgotten_s: float
    """How long it took until the memory did not fall any more."""


def lobby(port: int, server: int, idle: int, seconds: float) -> Cycles:
    """Tables open and close beside *idle* people of whom every second one never reads."""
    begun = time.perf_counter()
    people = [Guest(port, "person", f"p{number}") for number in range(idle)]
    came_s = time.perf_counter() - begun
    epoll = select.epoll()
    for guest in people[::2]:
        epoll.register(guest.line.fd(), select.EPOLLIN)
    found = cycles(port, server, seconds, epoll)
    return msgspec.structs.replace(found, idle=idle, seconds=came_s)


def churn(port: int, server: int, gone: int, seconds: float) -> Cycles:
    """Tables open and close on a host where *gone* guests have been."""
    begun = time.perf_counter()
    for _ in stream(port, gone):
        pass
    came_s = time.perf_counter() - begun
    found = cycles(port, server, seconds, select.epoll())
    return msgspec.structs.replace(found, gone=gone, seconds=came_s)


def cycles(port: int, server: int, seconds: float, readers: select.epoll) -> Cycles:
    """Open a table and leave it, `CYCLES_S` times a second or as fast as it goes."""
    opener = Guest(port, "program", "opener")
    times: list[float] = []
    opener.new_table()
    opener.ask("leave")
    spent, begun = Spent.of(server), time.perf_counter()
    count = int(seconds * CYCLES_S)
    for number in range(count):
        wait_s = begun + number / CYCLES_S - time.perf_counter()
        end = time.perf_counter() + max(0.0, wait_s)
        read_all(readers)
        time.sleep(max(0.0, end - time.perf_counter()))
        asked = time.perf_counter()
        opener.new_table()
        times.append(1000 * (time.perf_counter() - asked))
        opener.ask("leave")
    time.sleep(0.6)  # the last digest
    read_all(readers)
    busy = Spent.of(server).busy - spent.busy
    times.sort()
    return Cycles(
        count=count,
        idle=0,
        gone=0,
        new_p50_ms=percentile(times, 0.5),
        new_p99_ms=percentile(times, 0.99),
        new_max_ms=percentile(times, 1.0),
        server_ms=1000 * busy / count,
        seconds=0.0,
    )


def read_all(readers: select.epoll) -> None:
    """Read what is there, so that nobody is a slow reader for the load's own fault."""
    for fd, _mask in readers.poll(0):
        os.read(fd, CHUNK)


def stream(port: int, guests: int, *, tables: int = 0) -> Iterator[int]:
    """So many guests come, and go again; gives the number of each who has gone.

    Of each `AT_ONCE` who are here, *tables* open a table, talk there to one other, and leave it.
    """
    for first in range(0, guests, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, guests))
        lines = [Line(port) for _ in numbers]
        for number, line in zip(numbers, lines, strict=True):
            line.send(f"name g{number}")
        for line in lines:
            line.until(b"Hello ")
        pairs = list(zip(lines[::2], lines[1::2], strict=False))[:tables]
        for one, _ in pairs:
            one.send("new probe")
        opened = [_own_table(one) for one, _ in pairs]
        for (one, other), number in zip(pairs, opened, strict=True):
            other.send(f"join {number}")
            for _ in range(TALK):
                one.send("say well, I pass")
            one.send(f"tell g{first} are you there?")
        for one, other in pairs:
            other.send("leave")
            one.send("leave")
        for line in lines:
            line.send("quit")
        for line in lines:
            line.until(b"Goodbye")
            line.sock.close()
        yield from numbers


def _own_table(line: Line) -> int:
    """The number of the table that this person has just opened, whatever else opens."""
    while True:
        found = _SEATED.match(line.read())
        if found:
            return int(found[1])


def soak(port: int, server: int, guests: int) -> Soak:
    """*guests* come, a quarter of them open tables, and all are forgotten in the end."""
    for _ in stream(port, AT_ONCE, tables=AT_ONCE // 4):
        pass  # what a host loads once
    settle(server, patience_s=EMPTY_S)
    kib, files = [resident_kib(server)], [open_files(server)]
    begun = time.perf_counter()
    tables = AT_ONCE // 4
    for _ in stream(port, guests, tables=tables):
        pass
    seconds = time.perf_counter() - begun
    kib.append(resident_kib(server))
    files.append(open_files(server))
    forgotten_s = settle(server, patience_s=EMPTY_S)
    kib.append(resident_kib(server))
    files.append(open_files(server))
    return Soak(
        guests=guests,
        tables=guests // AT_ONCE * tables,
        seconds=seconds,
        kib=kib,
        files=files,
        forgotten_s=forgotten_s,
    )


def settle(server: int, patience_s: float) -> float:
    """Wait until the host is done with those who have left; how long that took.

    It forgets them a few seconds after they have gone (the config of a soak says so).
    """
    begun = time.perf_counter()
    time.sleep(FORGET_S)
    before = Spent.of(server).busy
    while time.perf_counter() - begun < patience_s:
        time.sleep(2.0)
        now = Spent.of(server).busy
        if now - before < 0.05:
            break
        before = now
    return time.perf_counter() - begun


def open_files(server: int) -> int:
    """Open files of a process."""
    return len(list(Path(f"/proc/{server}/fd").iterdir()))
