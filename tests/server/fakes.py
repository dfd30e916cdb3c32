"""A house small enough to see through, and clients for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

import trio

from parlour.house.effects import (
    Connected,
    ConnId,
    Effects,
    Entry,
    HouseEvent,
    Job,
    JobKey,
    Lost,
    Received,
    Report,
    Stopping,
    Thought,
)
from parlour.store import Store


def job_key(number: int) -> JobKey:
    """The key of the fake house's job *number*, counted from 1."""
    return JobKey(table=1, seat=1, prompt=number, steps=0)


class FanOutHouse:
    """Each line is a verb and a text. `all` goes to everybody, `echo` comes back."""

    def __init__(self) -> None:
        self.ticks: list[Sequence[HouseEvent]] = []
        self.nows: list[float] = []
        self.work: Callable[[str], str] = str.upper
        self.on_tick: Callable[[Sequence[HouseEvent]], None] = lambda _events: None
        self.next_due: float | None = None
        self._parts: dict[ConnId, bytes] = {}
        self._out: defaultdict[ConnId, bytes] = defaultdict(bytes)
        self._effects = Effects()
        self._jobs = 0

    def events(self, kind: type[HouseEvent]) -> list[HouseEvent]:
        """All events of one kind so far."""
        return [event for tick in self.ticks for event in tick if isinstance(event, kind)]

    def slow_notice(self, conn: ConnId) -> bytes:
        return b"too slow, %d\n" % conn

    def tick(self, events: Sequence[HouseEvent], now: float, wall: float) -> Effects:
        self.ticks.append(events)
        self.nows.append(now)
        self.on_tick(events)
        self._out, self._effects = defaultdict(bytes), Effects()
        for event in events:
            self._handle(event, now)
        if self.next_due is not None and self.next_due <= now:
            self.next_due = None
            self._everybody(b"due")
        self._effects.sends = list(self._out.items())
        return self._effects

    def _everybody(self, line: bytes) -> None:
        for conn in self._parts:
            self._out[conn] += line + b"\n"

    def _handle(self, event: HouseEvent, now: float) -> None:
        match event:
            case Connected(conn):
                self._parts[conn] = b""
            case Received(conn, data):
                *lines, self._parts[conn] = (self._parts[conn] + data).split(b"\n")
                for line in lines:
                    if conn in self._parts:
                        self._line(conn, line, now)
            case Lost(conn):
                self._parts.pop(conn, None)
            case Thought(key, result, error):
                self._everybody(f"thought {key.prompt} {result} {error!r}".encode())
            case Stopping():
                self._everybody(b"stopping")

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
            case b"store":
                self._effects.entries.append(Entry(1, 1, text))
                self._out[conn] += b"stored\n"
            case b"report":
                self._effects.reports.append(Report("warning", "seat 2 asks", ValueError("xyzzy")))
            case _:
                raise ValueError(f"no verb in {line!r}")


class FullStore(Store):
    """A store whose disk is full."""

    def commit(self, entries: Sequence[Entry]) -> None:
        raise OSError("no space left")

    def records(self, table: int) -> Sequence[bytes]:
        return ()

    def forget(self, table: int) -> None: ...


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
