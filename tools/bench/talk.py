"""The load of table talk: a member says a line, all four at the table get it.

Closed loop: the next member speaks as soon as they get the line before. Open loop:
lines are due at a fixed rate, and their latency counts from the moment they were due,
even if the generator or the server was late (no coordinated omission).
Latency ends with the last of the four deliveries.
"""

from __future__ import annotations

import os
import re
import time

from tools.bench.floor import CHUNK, ROUND, STALLED_S, Floor, Member, Stalled, wait_readable
from tools.bench.process import CpuMeter
from tools.bench.seating import MEMBERS, Dialect
from tools.bench.stats import Result, Schedule, summarise

STRAGGLE_S = 5.0
"""How long an open loop waits for late lines after sending its last one."""

_NUMBER = re.compile(rb"~(\d{8})[^\n]*\n")
_NEWLINE = 10


def spoken(dialect: Dialect, number: int) -> bytes:
    """Line *number*, about 20 bytes of talk. An open loop recognises its lines by the number."""
    text = b"well, I pass ~%08d\n" % number
    return text if dialect == "bare" else b"say " + text


class ClosedTalk:
    """Everybody as fast as the server goes."""

    def __init__(self, floor: Floor, dialect: Dialect) -> None:
        self._floor = floor
        self._line = spoken(dialect, 0)
        self._mark = b"\n" if dialect in ("bare", "person") else b" said {"
        self._latencies: list[float] = []
        self._lines = 0

    def run(self, *, server: int, warm_s: float, seconds: float) -> Result:
        """After *warm_s*, count for *seconds*."""
        for table in self._floor.tables:
            table.missing[0] = MEMBERS
            table.sent[0] = time.perf_counter()
            os.write(table.fds[0], self._line)
        self._until(time.perf_counter() + warm_s)
        self._latencies.clear()
        self._lines = 0
        meter = CpuMeter.start(server)
        self._until(meter.clock + seconds)
        return summarise(self._latencies, lines=self._lines, usage=meter.stop())

    def _until(self, end: float) -> None:
        """The hot loop: local names, one read for each ready connection, no needless call."""
        poll, read, write, clock = self._floor.epoll.poll, os.read, os.write, time.perf_counter
        members, done = self._floor.members, self._latencies.append
        mark, line, lines, now = self._mark, self._line, 0, clock()
        every_line = mark == b"\n"
        while now < end:
            ready = poll(STALLED_S)
            if not ready:
                raise Stalled("a line was not delivered to everybody at its table")
            for fd, _mask in ready:
                data = read(fd, CHUNK)
                now = clock()
                member = members[fd]
                if member.rest or not data or data[-1] != _NEWLINE:
                    data = member.whole(data)
                count = data.count(mark)
                lines += count if every_line else data.count(b"\n")
                table = member.table
                for number in range(member.got, member.got + count):
                    slot = number % ROUND
                    table.missing[slot] -= 1
                    if not table.missing[slot]:
                        done(now - table.sent[slot])
                    if (number + 1) % MEMBERS == member.place:
                        slot = (number + 1) % ROUND
                        table.missing[slot] = MEMBERS
                        table.sent[slot] = clock()
                        write(fd, line)
                member.got += count
        self._lines += lines


class OpenTalk:
    """Lines at a fixed rate over all tables in turn, and over the members of each in turn."""

    def __init__(self, floor: Floor, dialect: Dialect, schedule: Schedule, *, warm: int) -> None:
        self._floor = floor
        self._dialect: Dialect = dialect
        self._schedule = schedule
        self._warm = warm
        self._missing = bytearray([MEMBERS]) * schedule.count
        self._latencies: list[float] = []
        self._lines = 0
        self._sent = 0

    def run(self, *, server: int) -> Result:
        """Send every line when it is due; the first `warm` lines do not count."""
        self._send_to(self._warm)
        self._lines = 0
        meter = CpuMeter.start(server)
        self._send_to(self._schedule.count)
        usage, lines = meter.stop(), self._lines
        end = time.perf_counter() + STRAGGLE_S
        while any(self._missing) and (left := end - time.perf_counter()) > 0:
            self._receive(left)
        lost = sum(map(bool, self._missing[self._warm :]))
        return summarise(self._latencies, lines=lines, usage=usage, lost=lost)

    def _send_to(self, count: int) -> None:
        tables, places, schedule = self._floor.tables, len(self._floor.tables), self._schedule
        while self._sent < count:
            number = self._sent
            if wait := schedule.wait(number, time.perf_counter()):
                self._receive(wait)
                continue
            fd = tables[number % places].fds[number // places % MEMBERS]
            try:
                os.write(fd, spoken(self._dialect, number))
            except BlockingIOError:
                raise Stalled("the server does not read") from None
            self._sent += 1

    def _receive(self, wait: float) -> None:
        """Read what has come, after at most *wait* seconds."""
        members, missing = self._floor.members, self._missing
        for fd, _mask in wait_readable(self._floor.epoll, wait):
            data = os.read(fd, CHUNK)
            now = time.perf_counter()
            member: Member = members[fd]
            if member.rest or not data or data[-1] != _NEWLINE:
                data = member.whole(data)
            self._lines += data.count(b"\n")
            for found in _NUMBER.findall(data):
                number = int(found)
                missing[number] -= 1
                if not missing[number] and number >= self._warm:
                    self._latencies.append(now - self._schedule.due(number))
