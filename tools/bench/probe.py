"""The load of Probe: four programs at each table play full games through prompts alone.

A move is a game move that the host accepts (hide, ask, show). Everybody at a table hears
something of every move. The move is delivered when the mover has the answer and all four
have heard of it. Only then does a seat with an urgent prompt make the next move at that
table, so lines of different moves cannot be mixed up. Words come from the prompt's
examples, everything else is random, and nobody guesses whole words. After a game all four
ask for a rematch, which does not count as a move.

Closed loop: the next move follows at once. Open loop: moves are due at a fixed rate over all
tables in turn. If a table is not ready for its move, the move waits, and its latency counts
from the moment it was due.
"""

from __future__ import annotations

import os
import select
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import msgspec

from tools.bench.floor import STALLED_S, Stalled, wait_readable
from tools.bench.process import CpuMeter
from tools.bench.seating import Seated
from tools.bench.stats import Result, Schedule, summarise

CHUNK = 65_536
"""Bytes read at a time, enough for everything one move sends to one player."""
STRAGGLE_S = 5.0
"""How long an open loop waits for late moves after the last one was due."""
_EVERYBODY = 0b1111


class Arg(msgspec.Struct, frozen=True):
    """An argument of a move as the prompt offers it."""

    type: str
    choices: list[str] = []
    examples: list[str] = []
    min: int = 0
    max: int = 0


class Move(msgspec.Struct, frozen=True):
    """A move that is open."""

    verb: str
    args: list[Arg]


class Prompt(msgspec.Struct, frozen=True):
    """What a player needs of a prompt."""

    prompt: int
    moves: list[Move]


_read_prompt = msgspec.json.Decoder(Prompt).decode


@dataclass(slots=True, eq=False)
class Seat:
    """One player: the connection, the raw line of the open urgent prompt, half a line."""

    fd: int
    bit: int
    table: Table
    rest: bytes
    prompt: bytes | None = None


@dataclass(slots=True, eq=False)
class Table:
    """One table, and its current move, if any."""

    seats: list[Seat] = field(default_factory=list[Seat])
    waiting: deque[float] = field(default_factory=deque[float])
    """Moves that are due, open loop only."""
    starting: bool = True
    """A game is about to begin: nobody moves before all four are asked for a word."""
    over: bool = False
    moving: bool = False
    answered: bool = False
    heard: int = 0
    due: float = 0.0
    moves: int = 0


def choose(prompt: Prompt, rng: Random) -> str:
    """Return a random move that *prompt* offers, as a line; never a guess of a whole word.

    It is in small letters, as the questions suggest and as people type.
    """
    move = next(move for move in prompt.moves if move.verb != "guess")
    return " ".join([move.verb, *(_argument(arg, rng) for arg in move.args)]).lower()


def _argument(arg: Arg, rng: Random) -> str:
    if arg.type == "int":
        return str(rng.randint(arg.min, arg.max))
    return rng.choice(arg.choices or arg.examples)


class Play:
    """Tables of four players, all played by this process.

    As for a `Floor`, the epoll must have been made before the sockets.
    """

    def __init__(
        self, epoll: select.epoll, seated: Sequence[Seated], *, server: int, seed: int = 1
    ) -> None:
        self._sockets = seated  # they close when nothing refers to them any more
        self._server = server
        self._rng = Random(seed)
        self._epoll = epoll
        self._seats: dict[int, Seat] = {}
        self._tables: list[Table] = []
        self._paced = False
        self._cap: int | None = None
        self._capped = 0
        self._counted_from = 0.0
        self._forget()
        self.games = 0
        for four in seated:
            self._sit_down(four)

    def _sit_down(self, four: Seated) -> None:
        table = Table()
        for place, line in enumerate(four.lines):
            seat = Seat(line.fd(), 1 << place, table, line.rest)
            table.seats.append(seat)
            self._seats[seat.fd] = seat
            self._epoll.register(seat.fd, select.EPOLLIN)
        self._tables.append(table)
        os.write(table.seats[0].fd, b"#s start\n")

    def _forget(self) -> None:
        self._latencies: list[float] = []
        self._lines = 0

    # --- the runs -------------------------------------------------------------------

    def closed(self, *, warm_s: float, seconds: float) -> Result:
        """Everybody as fast as the server goes: after *warm_s*, count for *seconds*."""
        self._play_until(time.perf_counter() + warm_s)
        self._forget()
        meter = CpuMeter.start(self._server)
        self._play_until(meter.clock + seconds)
        usage = meter.stop()
        if not self._latencies:
            raise Stalled("no move was made")
        return summarise(self._latencies, lines=self._lines, usage=usage, games=self.games)

    def open(self, *, rate: float, warm_s: float, seconds: float) -> Result:
        """*rate* moves a second in all; those due in the first *warm_s* do not count."""
        self._paced = True
        self._play_until(time.perf_counter() + warm_s)
        warm = int(rate * warm_s)
        schedule = Schedule(time.perf_counter(), rate, warm + int(rate * seconds))
        self._counted_from = schedule.due(warm)
        self._pace(schedule, 0, warm)
        self._forget()
        meter = CpuMeter.start(self._server)
        self._pace(schedule, warm, schedule.count)
        usage, lines = meter.stop(), self._lines
        self._straggle()
        return summarise(
            self._latencies,
            lines=lines,
            usage=usage,
            lost=schedule.count - warm - len(self._latencies),
            games=self.games,
        )

    def all_made(self, moves: int) -> None:
        """Play until every table has made *moves* moves in all, then stop."""
        self._cap = moves
        self._capped = sum(table.moves >= moves for table in self._tables)
        for table in self._tables:
            self._go_on(table)
        while self._capped < len(self._tables):
            self._receive(STALLED_S, must=True)

    def _play_until(self, end: float) -> None:
        while (left := end - time.perf_counter()) > 0:
            self._receive(min(left, STALLED_S), must=left > STALLED_S)

    def _pace(self, schedule: Schedule, first: int, end: int) -> None:
        for number in range(first, end):
            while wait := schedule.wait(number, time.perf_counter()):
                self._receive(wait)
            table = self._tables[number % len(self._tables)]
            table.waiting.append(schedule.due(number))
            self._go_on(table)

    def _straggle(self) -> None:
        end = time.perf_counter() + STRAGGLE_S
        while any(table.moving or table.waiting for table in self._tables):
            if (left := end - time.perf_counter()) <= 0:
                return
            self._receive(left)

    # --- what comes in ------------------------------------------------------------------

    def _receive(self, wait: float, *, must: bool = False) -> None:
        """Read what has come, after at most *wait* seconds. Raises Stalled if it *must* come."""
        ready = wait_readable(self._epoll, wait)
        if must and not ready:
            raise Stalled("a move was not answered, or did not reach everybody")
        for fd, _mask in ready:
            data = os.read(fd, CHUNK)
            if not data:
                raise Stalled("the server closed a connection")
            self._take(self._seats[fd], data, time.perf_counter())

    def _take(self, seat: Seat, data: bytes, now: float) -> None:
        lines = (seat.rest + data).split(b"\n")
        seat.rest = lines.pop()
        self._lines += len(lines)
        table, heard = seat.table, False
        for line in lines:
            if line.startswith(b"* "):
                heard = True
                self._event(seat, line)
            elif line.startswith((b"#m no", b"#s no", b"#r no", b"! ")):
                raise Stalled(f"the host refused: {line.decode()}")
            elif line.startswith(b"#m ok"):
                table.answered = True
        if table.moving:
            if heard:
                table.heard |= seat.bit
            if table.answered and table.heard == _EVERYBODY:
                self._done(table, now)
        if not table.moving:
            self._go_on(table)

    def _event(self, seat: Seat, line: bytes) -> None:
        name = line.split(b" ", 3)[2]
        if name == b"prompt":
            seat.prompt = line if b'"urgent":true' in line else None
        elif name == b"unprompt":
            seat.prompt = None
        elif name == b"over":
            seat.table.over = True
        elif name == b"fault":
            raise Stalled(f"the game failed: {line.decode()}")

    def _done(self, table: Table, now: float) -> None:
        table.moving = False
        table.moves += 1
        if table.moves == self._cap:
            self._capped += 1
        if table.due >= self._counted_from:
            self._latencies.append(now - table.due)

    # --- what goes out --------------------------------------------------------------------

    def _go_on(self, table: Table) -> None:
        """Start the next move or game of a table where nothing is under way, if it is time."""
        if table.moving:
            return
        if table.over:
            self._again(table)
        if table.starting:
            if any(seat.prompt is None for seat in table.seats):
                return
            table.starting = False
        if self._paced:
            if table.waiting and self._move(table, table.waiting[0]):
                table.waiting.popleft()
        elif self._cap is None or table.moves < self._cap:
            self._move(table, time.perf_counter())

    def _again(self, table: Table) -> None:
        self.games += 1
        table.over = False
        table.starting = True
        for seat in table.seats:
            seat.prompt = None
            os.write(seat.fd, b"#r rematch\n")

    def _move(self, table: Table, due: float) -> bool:
        """Make a move, due at *due*, for the first seat with a prompt; return if there is one."""
        for seat in table.seats:
            if seat.prompt is not None:
                break
        else:
            return False
        prompt = _read_prompt(seat.prompt[seat.prompt.index(b"{") :])
        seat.prompt = None
        table.moving, table.answered, table.heard, table.due = True, False, 0, due
        os.write(seat.fd, b"#m @%d %b\n" % (prompt.prompt, choose(prompt, self._rng).encode()))
        return True
