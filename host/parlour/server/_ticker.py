"""The tick: events in, one call of the house, one commit, then out.

Both kinds of connection (`_sockets`, `_streams`), the clock and the worker thread
append what happened to `Ticker.events` and call `Ticker.run`. Nothing here waits,
so a tick is never entered twice at the same time.
"""

from __future__ import annotations

import math
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Final

import trio

from parlour.house.effects import (
    Connected,
    ConnId,
    Effects,
    HouseEvent,
    Job,
    Lost,
    Received,
    Thought,
)
from parlour.server._interface import Line, Tickable
from parlour.server._log import log, outline, write
from parlour.store import Store

INTERNAL: Final = b'! internal {"text":["The host made a mistake and closes this line."]}\n'
"""For a connection whose event made the house raise. The house's table of messages
cannot be asked any more at that point, so this one line is the shell's own."""

HOLD_OFF_S: Final = 1.0
"""The clock's pause after the house raised with no event: it may raise for ever."""


class Ticker:
    """Carries events to the house and effects to the lines."""

    def __init__(
        self,
        house: Tickable,
        store: Store,
        *,
        start_job: Callable[[Job], None],
        on_failure: Callable[[], None],
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.events: list[HouseEvent] = []
        """What happened since the last tick, in order."""
        self.lines: dict[ConnId, Line] = {}
        """The connections of which the house has not heard that they are lost."""
        self.failed = False
        """True when the store raised: then nothing is announced any more."""
        self._house = house
        self._store = store
        self._start_job = start_job
        self._on_failure = on_failure
        self._wall = wall
        self._numbers = 0
        self._not_before = -math.inf
        self._alarm = trio.CancelScope()

    # --- for the connections --------------------------------------------------------

    def new_conn(self) -> ConnId:
        """A number for a connection, never given twice."""
        self._numbers += 1
        return ConnId(self._numbers)

    def admit(self, line: Line, address: str, *, near: bool) -> None:
        """A connection is open: the house hears of it in the next tick."""
        self.lines[line.conn] = line
        self.events.append(Connected(line.conn, address, near))

    def lost(self, conn: ConnId) -> None:
        """A connection is gone: the house hears of it in the next tick, and only once."""
        if self.lines.pop(conn, None) is not None:
            self.events.append(Lost(conn))

    def fault(self, line: Line, error: Exception) -> None:
        """Dealing with one connection raised: that one is closed, and the log says where."""
        log.error("Connection %d failed and is closed.\n%s", line.conn, outline(error))
        self.lost(line.conn)
        line.abort()

    def slow_notice(self, conn: ConnId) -> bytes:
        """What a dropped reader is told; nothing if the house cannot say it."""
        try:
            return self._house.slow_notice(conn)
        except Exception as error:  # noqa: BLE001 - boundary: he is dropped all the same
            log.error("The house has no last line for %d.\n%s", conn, outline(error))
            return b""

    # --- the tick ----------------------------------------------------------------------

    def run(self) -> None:
        """Tick until nothing new has happened (sending may find lines broken or slow)."""
        while self.events:
            events, self.events = self.events, []
            self._tick(events)
        due = self._due()
        if due != self._alarm.deadline:
            self._alarm.deadline = due

    async def keep_time(self) -> None:
        """Tick whenever the house is due."""
        while True:
            with trio.CancelScope(deadline=self._due()) as self._alarm:
                await trio.sleep_forever()
            self._tick([])
            self.run()

    def _due(self) -> float:
        due = self._house.next_due
        return math.inf if due is None else max(due, self._not_before)

    def _tick(self, events: list[HouseEvent]) -> None:
        if self.failed:
            return
        try:
            effects = self._house.tick(events, trio.current_time(), self._wall())
        except Exception as error:  # noqa: BLE001 - boundary: the host outlives the house's bugs
            self._contain(events, error)
        else:
            self._carry_out(effects)

    def _contain(self, events: list[HouseEvent], error: Exception) -> None:
        """The house raised over *events*: find the guilty one and close its connection."""
        log.error("The house raised over %d event(s).\n%s", len(events), outline(error))
        if not events:
            self._not_before = trio.current_time() + HOLD_OFF_S
        elif len(events) > 1:
            for event in events:
                self._tick([event])
        elif isinstance(events[0], Connected | Received):
            conn = events[0].conn
            line = self.lines.get(conn)
            self.lost(conn)
            if line is not None:
                self._finish(line, INTERNAL)

    def _carry_out(self, effects: Effects) -> None:
        if effects.entries and not self._stored(effects):
            return
        lines = self.lines
        for conn, data in effects.sends:
            line = lines.get(conn)
            if line is not None:
                try:
                    line.send(data)
                except Exception as error:  # noqa: BLE001 - boundary of one connection
                    self.fault(line, error)
        for conn in effects.closes:
            line = lines.get(conn)
            if line is not None:
                self._finish(line)
        for job in effects.jobs:
            self._start_job(job)
        for report in effects.reports:
            write(report)
        for table in effects.forgets:
            self._store.forget(table)

    def _finish(self, line: Line, last: bytes = b"") -> None:
        try:
            if last:
                line.send(last)
            line.finish()
        except Exception as error:  # noqa: BLE001 - boundary of one connection
            self.fault(line, error)

    def _stored(self, effects: Effects) -> bool:
        try:
            self._store.commit(effects.entries)
        except Exception as error:  # noqa: BLE001 - any reason will do: what is not stored is not told
            log.error("The store failed, so the host stops.\n%s", outline(error))
            self.failed = True
            self._on_failure()
        return not self.failed


@asynccontextmanager
async def open_ticker(
    house: Tickable,
    store: Store,
    *,
    on_failure: Callable[[], None] = lambda: None,
    wall: Callable[[], float] = time.time,
) -> AsyncGenerator[Ticker]:
    """A ticker with its clock and its worker thread, which end with the block."""
    # No bound of its own: a seat waits for one thought at a time, and seats are bounded.
    jobs, queue = trio.open_memory_channel[Job](math.inf)
    ticker = Ticker(house, store, start_job=jobs.send_nowait, on_failure=on_failure, wall=wall)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ticker.keep_time)
        nursery.start_soon(_think, ticker, queue)
        yield ticker
        nursery.cancel_scope.cancel()


async def _think(ticker: Ticker, queue: trio.MemoryReceiveChannel[Job]) -> None:
    """Do jobs on a worker thread, first come, first served, and tell the house.

    One at a time: thinking is pure Python, so a second thread would only take turns
    with the first, and with the loop.
    """
    async for job in queue:
        try:
            result = await trio.to_thread.run_sync(job.work, abandon_on_cancel=True)
            thought = Thought(job.key, result)
        except Exception as error:  # noqa: BLE001 - the house decides what a failed bot means
            thought = Thought(job.key, error=error)
        ticker.events.append(thought)
        ticker.run()
