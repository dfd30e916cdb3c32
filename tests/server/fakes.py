"""A house small enough to see through, and clients for it."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence

import trio
import trio.testing

from parlour.core.effects import (
    AnswerKey,
    Attached,
    Connected,
    ConnId,
    Effects,
    Ended,
    HouseEvent,
    Job,
    JobDone,
    JobKey,
    Kept,
    Lost,
    Measured,
    OutputDrained,
    OutputFull,
    PrepareKey,
    Probed,
    Received,
    Reloaded,
    Report,
    Stopping,
    Troubled,
)
from parlour.core.persistence import Entry, Write
from parlour.server._interface import Connection
from parlour.store import StoreError
from parlour.store.memory import MemoryStore


def job_key(number: int) -> JobKey:
    """The key of the fake house's job *number*, counted from 1."""
    return JobKey(table=1, seat=number, prompt=number, steps=0)


def _number(key: JobKey | AnswerKey | PrepareKey) -> int | str:
    match key:
        case JobKey():
            return key.prompt
        case AnswerKey():
            return key.number
        case PrepareKey():
            return key.lexicon


class FanOutHouse:
    """Each line is a verb and a text. `all` goes to everybody, `echo` comes back.

    `store` wants its text stored before it is answered, and waits while the store is waited for;
    `hide` the same, and nobody else can learn of it.
    """

    def __init__(self) -> None:
        self.ticks: list[Sequence[HouseEvent]] = []
        self.nows: list[float] = []
        self.work: Callable[[str], str] = str.upper
        self.on_tick: Callable[[Sequence[HouseEvent]], None] = lambda _events: None
        self.next_due: float | None = None
        self.busy = False
        self.served: list[float] = []
        """When there was a round."""
        self.on_serve: Callable[[], Effects] = Effects
        self.waits: list[tuple[str, set[ConnId]]] = []
        """Why it was to wait, and for which connections answers were held back."""
        self.waiting = False
        self._kept: list[tuple[ConnId, bytes]] = []
        """Lines that wait."""
        self.paced = False
        """A game is in play."""
        self.stubborn = False
        """It goes on storing while it is to wait."""
        self._parts: dict[ConnId, bytes] = {}
        self._out: defaultdict[ConnId, bytes] = defaultdict(bytes)
        self._effects = Effects()
        self._bound: set[ConnId] = set()
        """Who waits in this tick for what is stored in it."""
        self._jobs = 0
        self._stored = 0

    def events(self, kind: type[HouseEvent]) -> list[HouseEvent]:
        """All events of one kind so far."""
        return [event for tick in self.ticks for event in tick if isinstance(event, kind)]

    def slow_notice(self, conn: ConnId) -> bytes:
        return b"too slow, %d\n" % conn

    def tick(self, events: Sequence[HouseEvent], now: float, wall: float) -> Effects:
        self.ticks.append(events)
        self.nows.append(now)
        self.on_tick(events)
        self._out, self._effects = defaultdict(bytes), Effects(paced=self.paced, hidden=True)
        self._bound.clear()
        kept, self._kept = ([], self._kept) if self.waiting else (self._kept, [])
        for conn, line in kept:
            self.next_due = None
            self._line(conn, line, now)
        for event in events:
            self._handle(event, now)
        if self.next_due is not None and self.next_due <= now:
            self.next_due = None
            self._everybody(b"due")
        self._effects.sends = list(self._out.items())
        if self._effects.hidden:
            self._effects.free = set(self._out) - self._bound
        return self._effects

    def serve(self, now: float, wall: float) -> Effects:
        """One round: `on_serve` says what comes of it."""
        self.served.append(now)
        self.busy = False
        return self.on_serve()

    def wait(self, why: str, unanswered: Collection[ConnId], now: float, wall: float) -> Effects:
        """Says why to everybody, the first time."""
        begins, self.waiting = not self.waiting, True
        self.waits.append((why, {*unanswered}))
        self._out, self._effects = defaultdict(bytes), Effects()
        if begins:
            self._everybody(f"wait: {why}".encode())
        return Effects(sends=list(self._out.items()))

    def go_on(self, now: float, wall: float) -> Effects:
        """Says so to everybody; what waited happens in the next tick."""
        self.waiting = False
        if self._kept:
            self.next_due = now
        self._out, self._effects = defaultdict(bytes), Effects()
        self._everybody(b"go on")
        return Effects(sends=list(self._out.items()))

    def admit(self, *conns: ConnId) -> None:
        """These are on the line."""
        self._parts.update(dict.fromkeys(conns, b""))

    def _store(self, body: bytes, *, hidden: bool = False) -> None:
        self._effects.hidden = self._effects.hidden and hidden
        self._effects.entries.append(Entry(1, self._stored, body))
        self._stored += 1

    def _everybody(self, line: bytes) -> None:
        for conn in self._parts:
            self._out[conn] += line + b"\n"

    def _handle(self, event: HouseEvent, now: float) -> None:
        match event:
            case Connected(conn) | Attached(conn):
                self.admit(conn)
            case Received(conn, data):
                *lines, self._parts[conn] = (self._parts[conn] + data).split(b"\n")
                for line in lines:
                    if conn in self._parts:
                        self._line(conn, line, now)
            case Ended(conn):
                self._parts.pop(conn, None)
                self._effects.closes.append(conn)
            case Lost(conn):
                self._parts.pop(conn, None)
            case JobDone(key, result, error):
                self._everybody(f"thought {_number(key)} {result} {error!r}".encode())
            case Stopping():
                self._everybody(b"stopping")
            case (
                OutputFull()
                | OutputDrained()
                | Probed()
                | Measured()
                | Troubled()
                | Kept()
                | Reloaded()
            ):
                pass  # this house bounds nothing

    def _line(self, conn: ConnId, line: bytes, now: float) -> None:
        verb, _, text = line.partition(b" ")
        match verb:
            case b"echo":
                self._out[conn] += text + b"\n"
            case b"all":
                self._everybody(text)
            case b"big":
                self._out[conn] += b"x" * (int(text) - 1) + b"\n"
            case b"flood":
                for other in self._parts:
                    if other != conn:
                        self._out[other] += b"y" * (int(text) - 1) + b"\n"
                self._out[conn] += b"flooded\n"
            case b"deaf" | b"hear":
                self._effects.reading.append((ConnId(int(text)), verb == b"hear"))
                self._out[conn] += b"done\n"
            case b"bye":
                self._out[conn] += b"bye\n"
                self._effects.closes.append(conn)
                del self._parts[conn]
            case b"in":
                self.next_due = now + float(text)
            case b"think":
                word = text.decode()
                self._jobs += 1
                self._effects.jobs.append(Job(job_key(self._jobs), lambda: self.work(word)))
            case b"look":
                word = text.decode()
                self._jobs += 1
                key = AnswerKey(conn, self._jobs)
                self._effects.jobs.append(Job(key, lambda: self.work(word)))
            case b"store" if self.waiting and not self.stubborn:
                self._kept.append((conn, line))
            case b"store":
                self._store(text)
                self._out[conn] += b"stored " + text + b"\n"
                self._effects.answered.append(conn)
            case b"hide":
                self._store(text, hidden=True)
                self._bound.add(conn)
                self._out[conn] += b"hidden " + text + b"\n"
                self._effects.answered.append(conn)
            case b"fill":
                self._store(b"z" * int(text))
                self._out[conn] += b"filled\n"
            case b"prepare":
                name = text.decode()
                self._effects.jobs.append(
                    Job(PrepareKey("hunt", name, "55"), lambda: self.work(name))
                )
            case b"stop":
                self._effects.stop = True
                self._out[conn] += b"stopping\n"
            case b"report":
                self._effects.reports.append(Report("warning", "seat 2 asks", ValueError("xyzzy")))
            case _:
                raise ValueError(f"no verb in {line!r}")


class FaultyStore(MemoryStore):
    """Raises `error` instead of storing, as long as there is one."""

    def __init__(self, error: Exception | None = None) -> None:
        super().__init__()
        self.error = error
        self.probes = 0
        self.closed = False

    def commit(self, entries: Sequence[Entry], writes: Sequence[Write]) -> None:
        if self.error is not None:
            raise self.error
        super().commit(entries, writes)

    def probe(self) -> None:
        self.probes += 1
        if self.error is not None:
            raise self.error

    def close(self) -> None:
        self.closed = True

    @property
    def texts(self) -> list[str]:
        """What was stored, in order."""
        return [entry.body.decode() for entry in self.load().journal]


class DiskStore(FaultyStore):
    """May block: a commit, or a probe, goes on only when it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[list[str]] = []
        """What each commit that began was to store."""
        self.threads: set[int] = set()
        """On which threads."""
        self.held = 0
        """Calls that have begun and wait."""
        self._gate = threading.Semaphore(0)

    @property
    def instant(self) -> bool:
        return False

    def go(self, calls: int = 1) -> None:
        """Let so many calls go on, those to come included."""
        self._gate.release(calls)

    async def go_when_idle(self) -> None:
        """Let one call go on when the loop has nothing left to do but to wait for it."""
        await trio.testing.wait_all_tasks_blocked()
        self.go()

    def commit(self, entries: Sequence[Entry], writes: Sequence[Write]) -> None:
        self.batches.append([entry.body.decode() for entry in entries])
        self._wait()
        super().commit(entries, writes)

    def probe(self) -> None:
        self._wait()
        super().probe()

    def _wait(self) -> None:
        self.threads.add(threading.get_ident())
        self.held += 1
        self._gate.acquire()
        self.held -= 1


FULL = StoreError("The disk is full.", "The disk is full.", passing=True)


class RecordingLine(Connection):
    """Notes what it is asked."""

    def __init__(self, conn: ConnId) -> None:
        super().__init__(conn)
        self.sent: list[bytes] = []
        self.finished = False
        self.aborted = False
        self.waiting = 7
        self.reading = True

    @property
    def unsent(self) -> int:
        return self.waiting

    def silent_s(self) -> float | None:
        return None

    def send(self, data: bytes) -> None:
        self.sent.append(data)

    def read(self, *, on: bool) -> None:
        self.reading = on

    def finish(self) -> None:
        self.finished = True

    def abort(self) -> None:
        self.aborted = True


class Client:
    """One end of a line, read by lines."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self.stream = stream
        self._unread = b""

    async def say(self, text: str) -> None:
        """Send one line, or several."""
        await self.stream.send_all(text.encode() + b"\n")

    async def line(self) -> str:
        """The next line; empty at the end."""
        while b"\n" not in self._unread:
            data = await self.stream.receive_some()
            if not data:
                return ""
            self._unread += data
        line, _, self._unread = self._unread.partition(b"\n")
        return line.decode()

    async def rest(self) -> bytes:
        """Everything until the end."""
        whole = self._unread
        async for data in self.stream:
            whole += data
        return whole
