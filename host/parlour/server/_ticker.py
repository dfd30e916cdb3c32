"""The tick: events in, one call of the house, then out by way of the store.

Both kinds of connection (`_sockets`, `_streams`), the clock, the operator and the worker
threads append what happened to `Ticker.events` and call `Ticker.run`. Nothing here
waits, so a tick is never entered twice at the same time.
"""

from __future__ import annotations

import math
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Final

import trio

from parlour.house.effects import (
    Asked,
    Connected,
    ConnId,
    Effects,
    HouseEvent,
    Lost,
    Received,
    Thought,
)
from parlour.server._interface import Line, Tickable
from parlour.server._jobs import Jobs
from parlour.server._log import log, outline, write
from parlour.server._outbox import Outbox, stores
from parlour.store import Store

INTERNAL: Final = b'! internal {"text":["The host made a mistake and closes this line."]}\n'
"""For a connection whose event made the house raise. The house's table of messages
cannot be asked any more at that point, so this one line is the shell's own."""

INTERNAL_ANSWER: Final = b'{"error":"The host made a mistake; its log says where."}'
"""The same for the operator."""

HOLD_OFF_S: Final = 1.0
"""The clock's pause after the house raised with no event: it may raise for ever."""

MOMENTS: Final = 64
"""How many of the moments that are due are gone through one by one before everybody else has
his turn again: more tables than are ever over in the same instant."""


class Ticker:
    """Carries events to the house and effects to the lines."""

    def __init__(
        self,
        house: Tickable,
        store: Store,
        *,
        on_stop: Callable[[], None] = lambda: None,
        wall: Callable[[], float] = time.time,
    ) -> None:
        """*on_stop* is called when the host is to end: the house says so, or `broken`."""
        self.events: list[HouseEvent] = []
        """What happened since the last tick, in order."""
        self.lines: dict[ConnId, Line] = {}
        """The connections of which the house has not heard that they are lost."""
        self.sources: list[Callable[[], object]] = []
        """Each takes in what has arrived on its lines by now, and puts it behind `events`."""
        self.broken = False
        """The house and the store contradict each other: nothing happens any more."""
        self.jobs = Jobs()
        self.outbox = Outbox(store, self, after=self.run)
        self._house = house
        self._on_stop = on_stop
        self.wall = wall
        """The time of day, in seconds since 1970."""
        self._numbers = 0
        self._closing: set[ConnId] = set()
        """Those the house has closed, while what was to be stored before is being stored."""
        self._asks: dict[int, trio.MemorySendChannel[bytes]] = {}
        self._ended = False
        self._began = trio.current_time()
        self._ticks = 0
        self._not_before = self._began
        """No tick is of an earlier moment: what was saved is restored now, and not at time 0."""
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

    # --- for the operator -------------------------------------------------------------

    async def ask(self, body: bytes) -> bytes:
        """The house's answer to *body*; it may have to be stored first."""
        self._numbers += 1
        number = self._numbers
        self._asks[number], answer = trio.open_memory_channel[bytes](1)
        try:
            self.events.append(Asked(number, body, self.figures()))
            self.run()
            return await answer.receive()
        finally:
            self._asks.pop(number, None)

    def figures(self) -> Mapping[str, float]:
        """What the shell knows of itself now."""
        return {
            "uptime_s": trio.current_time() - self._began,
            "ticks": self._ticks,
            "connections": len(self.lines),
            "waiting_bytes": sum(line.unsent for line in self.lines.values()),
            **self.jobs.figures(),
            **self.outbox.figures(),
        }

    # --- the tick ----------------------------------------------------------------------

    def run(self) -> None:
        """Tick until nothing new has happened (sending may find lines broken or slow).

        What is due is done moment by moment, and before each the lines are looked at: while the
        lists of one table were read out, the time of the next may have run out, and words for
        it may have come before.
        """
        moments = 0
        while True:
            now = trio.current_time()
            if self.is_due(now) and moments < MOMENTS:
                moments += 1
                self._look()
                due = self._due()
                self._tick(self._happened_by(due), due)
            elif self.events:
                events, self.events = self.events, []
                self._tick(events, now)
            else:
                break
        due = self._due()
        if due != self._alarm.deadline:
            self._alarm.deadline = due

    def end(self) -> None:
        """From now on nothing happens in the house."""
        self._ended = True

    async def keep_time(self) -> None:
        """Tick whenever the house is due."""
        while True:
            with trio.CancelScope(deadline=self._due()) as self._alarm:
                await trio.sleep_forever()
            self.run()

    def thought(self, thought: Thought) -> None:
        """A job is done."""
        self.events.append(thought)
        self.run()

    def _due(self) -> float:
        due = self._house.next_due
        if due is None or self.broken or self._ended:
            return math.inf
        return max(due, self._not_before)

    def is_due(self, now: float) -> bool:
        """Is there anything in the house that should have happened by *now*?"""
        return self._due() <= now

    def _look(self) -> None:
        """Take in what has arrived, unless too much is waiting already."""
        if not self.outbox.full:
            for take in self.sources:
                take()

    def _happened_by(self, moment: float) -> list[HouseEvent]:
        """The first of `events`, taken off: up to what was received later than *moment*."""
        later = (at for at, event in enumerate(self.events) if _is_later(event, moment))
        number = next(later, len(self.events))
        events, self.events = self.events[:number], self.events[number:]
        return events

    def _tick(self, events: list[HouseEvent], now: float) -> None:
        if self._closing and events:
            events = [event for event in events if not self._too_late(event)]
            if not events:
                return
        if self.broken or self._ended:
            return
        self._ticks += 1
        try:
            effects = self._house.tick(events, now, self.wall())
        except Exception as error:  # noqa: BLE001 - boundary: the host outlives the house's bugs
            self._contain(events, error)
        else:
            self._put(effects)

    def _too_late(self, event: HouseEvent) -> bool:
        return isinstance(event, Received) and event.conn in self._closing

    def _contain(self, events: list[HouseEvent], error: Exception) -> None:
        """The house raised over *events*: find the guilty one and close its connection."""
        log.error("The house raised over %d event(s).\n%s", len(events), outline(error))
        if not events:
            self._not_before = trio.current_time() + HOLD_OFF_S
        elif len(events) > 1:
            for event in events:
                self._tick([event], trio.current_time())
        elif isinstance(events[0], Connected | Received):
            # What still waits for the store is not for him any more: he can come back for it.
            conn = events[0].conn
            line = self.lines.get(conn)
            self.lost(conn)
            if line is not None:
                self._finish(line, INTERNAL)
        elif isinstance(events[0], Asked):
            self._answer(events[0].ask, INTERNAL_ANSWER)

    # --- effects -------------------------------------------------------------------------

    def _put(self, effects: Effects) -> None:
        if self.outbox.on_hold and stores(effects):
            self._break("The house wants to store while it cannot, so the host stops.")
        elif not self.outbox.put(effects):
            self._closing.update(effects.closes)

    def carry_out(self, effects: Effects) -> None:
        """Do what *effects* ask for; what they want to be stored has been."""
        lines = self.lines
        for conn, data in effects.sends:
            line = lines.get(conn)
            if line is not None:
                try:
                    line.send(data)
                except Exception as error:  # noqa: BLE001 - boundary of one connection
                    self.fault(line, error)
        for conn in effects.closes:
            self._closing.discard(conn)
            line = lines.get(conn)
            if line is not None:
                self._finish(line)
        for job in effects.jobs:
            self.jobs.add(job)
        for report in effects.reports:
            write(report)
        for ask, answer in effects.answers:
            self._answer(ask, answer)
        if effects.stop:
            self._on_stop()

    def failed(self, lost: Sequence[Effects], text: str) -> None:
        """Nothing of *lost* was stored: the house takes it back, and says so to who asked."""
        self._closing.clear()
        self._decide(lambda now, wall: self._house.failed(lost, text, now, wall))

    def recovered(self) -> None:
        """The store works again, and the house may go on."""
        self._decide(self._house.recovered)
        self.run()

    def _decide(self, decide: Callable[[float, float], Effects]) -> None:
        if self.broken or self._ended:
            return
        try:
            effects = decide(trio.current_time(), self.wall())
        except Exception as error:  # noqa: BLE001 - boundary: what it knows is not what is stored
            self._break(f"The house raised over its store, so the host stops.\n{outline(error)}")
        else:
            self._put(effects)

    def _break(self, text: str) -> None:
        log.error("%s", text)
        self.broken = True
        self._on_stop()

    def _answer(self, ask: int, answer: bytes) -> None:
        asking = self._asks.pop(ask, None)
        if asking is not None:  # or he is gone
            asking.send_nowait(answer)

    def _finish(self, line: Line, last: bytes = b"") -> None:
        try:
            if last:
                line.send(last)
            line.finish()
        except Exception as error:  # noqa: BLE001 - boundary of one connection
            self.fault(line, error)


def _is_later(event: HouseEvent, moment: float) -> bool:
    """Was it received after *moment*?"""
    return isinstance(event, Received) and event.at is not None and event.at > moment


@asynccontextmanager
async def open_ticker(
    house: Tickable,
    store: Store,
    *,
    on_stop: Callable[[], None] = lambda: None,
    wall: Callable[[], float] = time.time,
) -> AsyncGenerator[Ticker]:
    """A ticker with its clock, its store and its worker threads, which end with the block.

    What waits for the store at the end is still stored, in bounded time.
    """
    ticker = Ticker(house, store, on_stop=on_stop, wall=wall)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ticker.keep_time)
            nursery.start_soon(ticker.outbox.probe)
            nursery.start_soon(ticker.outbox.watch)
            for lane in ticker.jobs.lanes:
                nursery.start_soon(lane.work, ticker.thought)
            yield ticker
            nursery.cancel_scope.cancel()
    finally:
        ticker.end()
        await ticker.outbox.finish()
