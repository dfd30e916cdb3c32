"""One round of Boggle at many tables at once. All words come in the last seconds.

One thread with one epoll plays everybody, as programs with `text`. Each player has a plan: lines
of words spread at random over the last seconds, and a few after time. What a player hears is kept
as bytes and decoded after the end.
"""

from __future__ import annotations

import os
import select
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from parlour.lexicons import load_builtin
from parlour_boggle.automaton import prepare
from parlour_boggle.board import board_of
from parlour_boggle.solver import solve
from tools.bench.floor import Stalled, wait_readable
from tools.bench.process import CpuMeter, Usage
from tools.bench.seating import PATIENCE_S, Guest

CHUNK = 65_536
LOOKS = 8
"""How often to ask each table for the time left, to know when its time is up."""
LOOK_EVERY_S = 0.05
SETTLE_S = 0.5
"""Shortest time between the start and the first word."""
ON_A_LINE = (1, 1, 1, 1, 1, 1, 1, 2, 2, 3)
"""How many words are on a line: seven of ten lines have one."""
WRONG = 0.2
"""Share of the words that are not on the board."""
AFTER_S = 0.25
"""How long after time the last words are sent."""
SETTLED_BEFORE_S = 3.0
"""No worker is killed later before the end: then it must be found out when the time is up."""
UNHEARD = 20
"""Lines that are sent while no worker lives."""
TAIL = 2
"""Lines of each player after time."""


@dataclass(frozen=True)
class Size:
    """How much of everything."""

    tables: int = 10
    players: int = 20
    words: int = 50
    seconds: int = 20
    """Length of the round."""
    window_s: float = 10.0
    """How long before the end the words begin."""


@dataclass(slots=True, eq=False)
class Line:
    """Words that are sent together. Times are by this process's clock."""

    words: tuple[str, ...]
    due: float
    before: float = 0.0
    """Just before it was sent."""
    after: float = 0.0
    """When the kernel had it."""
    answered: float = 0.0
    accepted: bool = False


@dataclass(slots=True, eq=False)
class Table:
    """One table. Its time is up between `earliest` and `latest`."""

    players: list[Player] = field(default_factory=list["Player"])
    rows: Any = None
    earliest: float = 0.0
    latest: float = float("inf")
    asked: float = 0.0


@dataclass(slots=True, eq=False)
class Player:
    """A connection, what it sends, and what it has heard."""

    table: Table
    guest: Guest
    fd: int
    rest: bytes = b""
    lines: list[Line] = field(default_factory=list[Line])
    said: list[bytes] = field(default_factory=list[bytes])
    """Events from `Time is up` to the end, without their numbers."""
    called: float = 0.0
    """When they heard that 10 s are left."""
    over: float = 0.0
    """When they heard that the game is over."""


@dataclass(frozen=True)
class Played:
    """A finished round."""

    tables: Sequence[Table]
    usage: Usage
    """From the first word to the last player's end."""

    @property
    def players(self) -> Sequence[Player]:
        """The players of all tables."""
        return [player for table in self.tables for player in table.players]


def play(port: int, server: int, size: Size, rng: Random, kills: Kills | None = None) -> Played:
    """Seat everybody, begin all rounds together, write, and read all lists.

    With *kills* the host's worker dies meanwhile.
    """
    epoll = select.epoll()
    tables = [_seat(port, number, size) for number in range(1, size.tables + 1)]
    load = Load(epoll, tables, size, rng)
    try:
        load.begin()
        load.find_the_end()
        return load.write(server, kills)
    finally:
        for player in load.players:
            player.guest.line.sock.close()
        epoll.close()


def _seat(port: int, number: int, size: Size) -> Table:
    """Fill a table."""
    table = Table()
    guests = [Guest(port, "program", f"p{number}x{seat}") for seat in range(1, size.players + 1)]
    opened = guests[0].new_table(f"new boggle seconds={size.seconds}")
    for guest in guests[1:]:
        guest.join(opened)
    for guest in guests:
        guest.settle()
        table.players.append(Player(table, guest, guest.line.fd()))
    return table


class Kills:
    """Deaths of a worker while all write."""

    def __init__(self, number: int, size: Size, rng: Random, kill: Callable[[], None]) -> None:
        """The last one is early enough to find out when the time of each table is up then."""
        self.kill = kill
        self._left = sorted(rng.uniform(SETTLED_BEFORE_S, size.window_s) for _ in range(number))
        self.done = 0

    def due(self, left_s: float) -> bool:
        """Whether one is due so long before the end; it is then counted as done."""
        if not self._left or left_s > self._left[-1]:
            return False
        self._left.pop()
        self.done += 1
        return True


class Load:
    """The players at all tables."""

    def __init__(
        self, epoll: select.epoll, tables: Sequence[Table], size: Size, rng: Random
    ) -> None:
        self.players = [player for table in tables for player in table.players]
        self._epoll = epoll
        self._tables = tables
        self._size = size
        self._rng = rng
        self._by_fd = {player.fd: player for player in self.players}
        self._to_end = len(self.players)
        for fd in self._by_fd:
            epoll.register(fd, select.EPOLLIN)

    def begin(self) -> None:
        """All tables begin at the same moment, as far as one process can."""
        for table in self._tables:
            os.write(table.players[0].fd, b"#s start\n")
        self._until(lambda: all(table.rows for table in self._tables))
        self._receive_for(SETTLE_S)

    def find_the_end(self) -> None:
        """Narrow down when the time of each table is up, by the clock of this process.

        The host gives the time left in whole milliseconds. It was right at some moment between
        the question and the answer.
        """
        for _ in range(LOOKS):
            for table in self._tables:
                table.asked = time.perf_counter()
                os.write(table.players[0].fd, b"#l /look\n")
                self._until(lambda table=table: not table.asked)  # type: ignore[misc]
            self._receive_for(LOOK_EVERY_S)

    def write(self, server: int, kills: Kills | None = None) -> Played:
        """Send all words when they are due, and read up to the last list."""
        due: list[tuple[float, int, int]] = []
        for number, player in enumerate(self.players):
            player.lines = plan(player.table, self._size, self._rng)
            due += [(line.due, number, at) for at, line in enumerate(player.lines)]
        schedule = deque(sorted(due))
        self._receive_for(schedule[0][0] - time.perf_counter())
        meter, late = CpuMeter.start(server), 0.0
        while schedule:
            moment, number, at = schedule.popleft()
            self._receive_for(moment + late - time.perf_counter())
            self._send(self.players[number], at, late)
            if kills is not None and kills.due(self._end - time.perf_counter()):
                late += self._survive(kills, schedule, late)
        self._until(lambda: not self._to_end and all(p.lines[-1].answered for p in self.players))
        return Played(self._tables, meter.stop())

    def _send(self, player: Player, at: int, late: float) -> None:
        line = player.lines[at]
        line.due += late
        data = b"#%d /word %b\n" % (at, " ".join(line.words).encode())
        line.before = time.perf_counter()
        os.write(player.fd, data)
        line.after = time.perf_counter()

    @property
    def _end(self) -> float:
        """When the time of the first table is up."""
        return min((table.earliest + table.latest) / 2 for table in self._tables)

    def _survive(
        self, kills: Kills, schedule: deque[tuple[float, int, int]], late: float
    ) -> float:
        """Kill the worker, and go on writing; how much later the end is then.

        The clocks of the tables stop while no worker lives.
        """
        end = self._end
        kills.kill()
        for _ in range(min(UNHEARD, len(schedule))):
            _, number, at = schedule.popleft()
            player = self.players[number]
            player.lines[at].due = time.perf_counter() - late
            self._send(player, at, late)
        for table in self._tables:
            table.earliest, table.latest = 0.0, float("inf")
        self.find_the_end()
        return self._end - end

    # --- what comes in ------------------------------------------------------------------

    def _receive_for(self, seconds: float) -> None:
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            self._receive(left)

    def _until(self, reached: Callable[[], bool]) -> None:
        end = time.perf_counter() + self._size.seconds + PATIENCE_S
        while not reached():
            if (left := end - time.perf_counter()) < 0:
                raise Stalled("the host did not send what it should")
            self._receive(left)

    def _receive(self, wait: float) -> None:
        for fd, _mask in wait_readable(self._epoll, wait):
            data = os.read(fd, CHUNK)
            now = time.perf_counter()
            if not data:
                raise Stalled("the host closed a connection")
            player = self._by_fd[fd]
            lines = (player.rest + data).split(b"\n")
            player.rest = lines.pop()
            for line in lines:
                if line.startswith(b"#"):
                    self._answer(player, line, now)
                else:
                    self._event(player, line, now)

    def _answer(self, player: Player, line: bytes, now: float) -> None:
        mark, how, body = line.split(b" ", 2)
        if mark == b"#l":
            table = player.table
            end_s = msgspec.json.decode(body)["left_ms"] / 1000
            table.earliest = max(table.earliest, table.asked + end_s - 0.0006)
            table.latest = min(table.latest, now + end_s + 0.0006)
            table.asked = 0.0
        elif mark[1:].isdigit():
            sent = player.lines[int(mark[1:])]
            if sent.answered:
                raise Stalled(f"answered twice: {line.decode()}")
            sent.answered, sent.accepted = now, how == b"ok"
        elif how != b"ok":
            raise Stalled(f"the host refused: {line.decode()}")

    def _event(self, player: Player, line: bytes, now: float) -> None:
        _mark, _number, name, body = line.split(b" ", 3)
        if name == b"clock" and msgspec.json.decode(body)["left_ms"] == 10_000:
            player.called = now
        elif name == b"boggle.round":
            player.table.rows = msgspec.json.decode(body)["data"]["rows"]
        elif name == b"boggle.noted":
            set_late(player, msgspec.json.decode(body)["data"])
        elif name == b"fault":
            raise Stalled(f"the game failed: {line.decode()}")
        elif player.said or name == b"boggle.time_up":
            player.said.append(name + b" " + body)
            if name == b"over":
                player.over = now
                self._to_end -= 1


def plan(table: Table, size: Size, rng: Random) -> list[Line]:
    """Plan what a player of *table* writes: words on the board and others, each once."""
    found = solve(board_of(table.rows, None), prepare(load_builtin("en"))).words
    good = rng.sample(sorted(found), min(len(found), round(size.words * (1 - WRONG))))
    words = [*good, *(_no_word(n, rng) for n in range(size.words - len(good)))]
    rng.shuffle(words)
    lines: list[Line] = []
    end = (table.earliest + table.latest) / 2
    while words:
        count = rng.choice(ON_A_LINE)
        lines.append(Line(tuple(words[:count]), end - rng.uniform(0, size.window_s)))
        del words[:count]
    lines += [
        Line((_no_word(size.words + n, rng),), end + rng.uniform(0, AFTER_S)) for n in range(TAIL)
    ]
    return sorted(lines, key=lambda line: line.due)


def set_late(player: Player, noted: Any) -> None:
    """Take back the `ok` of lines that the game noted as too late: they are on no list.

    It notes them while the end of the round waits for lines of others that came in time (O-B-15).
    """
    groups = [set(group["words"]) for group in noted["groups"] if group["verdict"] == "late"]
    for late in groups:
        for line in player.lines:
            if late.intersection(line.words):
                line.accepted = False


def _no_word(number: int, rng: Random) -> str:
    """Letters that are not a word; different ones for each *number*."""
    tail = "".join(rng.choices("aeioulnrst", k=3))
    return f"{chr(97 + number // 26)}{chr(97 + number % 26)}xq{tail}"
