"""The tick: events in, one call of the house, then effects out through the store.

The connections (`_sockets`), the clock, the operator and the worker threads append what happened
to `Driver.events` and call `Driver.run`. Nothing here waits, so ticks never overlap.
"""

from __future__ import annotations

import math
import time
from collections.abc import AsyncGenerator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from typing import Final

import trio
from msgspec.structs import replace

from parlour.core.effects import (
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
    Probed,
    Received,
)
from parlour.core.limits import Limits
from parlour.hookvalues import News
from parlour.server._calls import CallWatch
from parlour.server._commit_queue import CommitQueue
from parlour.server._guard import Guard
from parlour.server._interface import Connection, Tickable
from parlour.server._jobs import Jobs
from parlour.server._log import log, outline, write_report
from parlour.store import Store

INTERNAL: Final = b'! internal {"text":["The host made a mistake and closes this line."]}\n'
"""The last line of a connection whose event made the house raise. At that point we can no longer
use the house's messages, so this one line is the server's own."""

HOLD_OFF_S: Final = 1.0
"""Seconds to pause the clock after the house raised without an event: it may raise for ever."""

KEPT_STEP: Final = 1_048_576
"""The change of stored bytes that we report to the house."""

MOMENTS: Final = 64
"""The most due moments to handle one by one before everybody else has their turn again:
more tables than ever end in the same instant."""


class Driver:
    """Carries events to the house and effects to the connections."""

    def __init__(
        self,
        house: Tickable,
        store: Store,
        *,
        on_stop: Callable[[], None] = lambda: None,
        wall: Callable[[], float] = time.time,
        limits: Limits | None = None,
        watch: CallWatch | None = None,
        tell: Callable[[News], None] | None = None,
        guard: Guard | None = None,
    ) -> None:
        """Call *on_stop* when the host must end: the house says so, or `broken`.

        *tell* passes on what plugins hear. *guard* notes all that leaves.
        """
        self._guard = guard
        self._tell = tell
        self.events: list[HouseEvent] = []
        """Events since the last tick, in order."""
        self.lines: dict[ConnId, Connection] = {}
        """The connections that the house does not know to be lost."""
        self.sources: list[Callable[[], object]] = []
        """Functions that each read what has arrived on their connections, and append it to
        `events`."""
        self.broken = False
        """The house and the store contradict each other, so nothing happens any more."""
        self.jobs = Jobs(limits or Limits(), watch or CallWatch())
        self.queue = CommitQueue(store, self, after=self.run, guard=guard)
        if guard is not None:
            guard.watch(self.lines)
        self._house = house
        self._on_stop = on_stop
        self.wall = wall
        """The time of day, in seconds since 1970."""
        self._numbers = 0
        self._kept = 0
        self.kept(store.size)
        self._closing: set[ConnId] = set()
        """Connections the house has closed, while we store what must be stored before."""
        self._ended = False
        self._began = trio.current_time()
        self.ticks = 0
        """The number of ticks."""
        self._not_before = self._began
        """The earliest time of a tick. What was saved is restored now, and not at time 0."""
        self._alarm = trio.CancelScope()

    # --- for the connections --------------------------------------------------------

    def new_conn(self) -> ConnId:
        """Return a number for a connection. No number is given twice."""
        self._numbers += 1
        return ConnId(self._numbers)

    def admit(
        self,
        line: Connection,
        address: str,
        *,
        near: bool,
        operator: bool = False,
        program: bool = False,
        sealed: bool = False,
        key: str = "",
    ) -> None:
        """Note an open connection. The house hears about it in the next tick.

        All but *line* is as in `effects.Connected`.
        """
        self.lines[line.conn] = line
        event = Connected(line.conn, address, near, operator, program, sealed, key)
        self.events.append(event)

    def lost(self, conn: ConnId, *, dead: bool = False) -> None:
        """Note a lost connection. The house hears about it in the next tick, and only once.

        *dead*: the peer stopped answering.
        """
        if self.lines.pop(conn, None) is not None:
            self.events.append(Lost(conn, dead=dead))

    def ended(self, conn: ConnId) -> None:
        """Note that the peer has closed their side. The house closes the connection."""
        if conn in self.lines:
            self.events.append(Ended(conn))

    def fault(self, line: Connection, error: Exception) -> None:
        """Close one connection that raised, and log where."""
        log.error("Connection %d failed and is closed.\n%s", line.conn, outline(error))
        self.lost(line.conn)
        line.abort()

    def slow_notice(self, conn: ConnId) -> bytes:
        """Return the last line for a dropped reader, or nothing if the house cannot make it."""
        try:
            return self._house.slow_notice(conn)
        except Exception as error:  # noqa: BLE001 - boundary: we drop the reader anyway
            log.error("The house has no last line for %d.\n%s", conn, outline(error))
            return b""

    # --- for the operator -------------------------------------------------------------

    def figures(self) -> Mapping[str, float]:
        """Return what the server knows about itself now.

        While a game is in progress, this leaves out everything that counts hidden moves, because
        the operator may be playing too (docs/operating.md).
        """
        found = {
            "uptime_s": trio.current_time() - self._began,
            "connections": sum(not line.operator for line in self.lines.values()),
            "encrypted": sum(line.encrypted for line in self.lines.values()),
            **self.queue.figures(),
        }
        if self.queue.paced:
            return found
        return {
            **found,
            "ticks": self.ticks,
            "waiting_bytes": sum(line.unsent for line in self.lines.values()),
            **self.jobs.figures(),
        }

    # --- the tick ----------------------------------------------------------------------

    def run(self, *, serves: bool = False) -> None:
        """Tick until nothing new has happened (sending may find connections broken or slow).

        If *serves*, lines that wait for their turn get one round. Only `keep_time` asks for it, so
        there is one round each time that the loop has looked at the network and at the store.

        We handle due times moment by moment, and read the connections before each. While the
        lists of one table were read out, the time of the next may have run out, and words for
        it may have come before.
        """
        self.queue.look()
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
            elif serves and self._serves(now):
                serves = False
                self._serve(now)
            else:
                break
        due = self._wakes()
        if due != self._alarm.deadline:
            self._alarm.deadline = due

    def end(self) -> None:
        """Let nothing more happen in the house."""
        self._ended = True

    async def keep_time(self) -> None:
        """Tick whenever the house is due."""
        while True:
            with trio.CancelScope(deadline=self._wakes()) as self._alarm:
                await trio.sleep_forever()
            self.run(serves=True)

    def thought(self, thought: JobDone) -> None:
        self.events.append(thought)
        self.run()

    def _due(self) -> float:
        due = self._house.next_due
        if due is None or self.broken or self._ended:
            return math.inf
        return max(due, self._not_before)

    def _wakes(self) -> float:
        """Return when to `run` even if nothing happens."""
        due = self._due()
        return min(due, self._not_before) if self._serves(math.inf) else due

    def _serves(self, now: float) -> bool:
        """Check whether *now* is the time for another round of lines that wait for their turn."""
        return (
            self._house.busy
            and self.queue.calm
            and now >= self._not_before
            and not (self.broken or self._ended)
        )

    def is_due(self, now: float) -> bool:
        """Check whether anything in the house was due by *now*."""
        return self._due() <= now

    def _look(self) -> None:
        """Read what has arrived, unless too much is waiting already."""
        if not self.queue.full:
            for take in self.sources:
                take()

    def _happened_by(self, moment: float) -> list[HouseEvent]:
        """Take off and return the first of `events`, up to one received later than *moment*."""
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
        self.ticks += 1
        try:
            effects = self._house.tick(events, now, self.wall())
        except (KeyboardInterrupt, trio.Cancelled):
            raise
        except BaseException as error:  # noqa: BLE001 - boundary: the host outlives the house
            self._contain(events, error)
        else:
            self._put(effects)

    def _serve(self, now: float) -> None:
        try:
            effects = self._house.serve(now, self.wall())
        except (KeyboardInterrupt, trio.Cancelled):
            raise
        except BaseException as error:  # noqa: BLE001 - boundary: the host outlives the house
            self._contain([], error)
        else:
            self._put(effects)

    def _too_late(self, event: HouseEvent) -> bool:
        return isinstance(event, Received) and event.conn in self._closing

    def _contain(self, events: list[HouseEvent], error: BaseException) -> None:
        """Find which of *events* made the house raise, and close its connection."""
        log.error("The house raised over %d event(s).\n%s", len(events), outline(error))
        if not events:
            self._not_before = trio.current_time() + HOLD_OFF_S
        elif len(events) > 1:
            for event in events:
                self._tick([event], trio.current_time())
        elif isinstance(events[0], Connected | Received | Ended):
            # What still waits for the store is not for this reader, who can resume to see it.
            conn = events[0].conn
            line = self.lines.get(conn)
            self.lost(conn)
            if line is not None:
                self._finish(line, INTERNAL)

    # --- effects -------------------------------------------------------------------------

    def _put(self, effects: Effects) -> None:
        for conn, on in effects.reading:
            line = self.lines.get(conn)
            if line is not None:
                line.read(on=on)
        if self.queue.waiting and effects.stores:
            self._break("The house wants to store while it waits, so the host stops.")
            return
        self._closing.update(effects.closes)
        self.queue.put(effects)

    def carry_out(self, effects: Effects) -> None:
        """Do what *effects* ask for. What they want to store is stored."""
        lines, guard = self.lines, self._guard
        if guard is not None:
            guard.leaving(effects)
        for conn, data in effects.sends:
            line = lines.get(conn)
            if line is not None:
                try:
                    if guard is None:
                        line.send(data)
                    else:
                        line.deliver(data)
                except Exception as error:  # noqa: BLE001 - boundary of one connection
                    self.fault(line, error)
        for conn, data in effects.news:
            line = lines.get(conn)
            if line is not None and not line.unsent:
                try:
                    line.send(data)
                except Exception as error:  # noqa: BLE001 - as above
                    self.fault(line, error)
        if guard is not None:
            guard.left(effects)
        for conn in effects.closes:
            self._closing.discard(conn)
            line = lines.get(conn)
            if line is not None:
                self._finish(line)
        for conn in effects.probes:
            line = lines.get(conn)
            if line is not None:
                self.events.append(Probed(conn, line.silent_s()))
        for job in effects.jobs:
            self.jobs.add(_asked_at(trio.current_time(), job))
        for report in effects.reports:
            write_report(report)
        if self._tell is not None:
            for news in effects.told:
                self._tell(news)
        if effects.stop:
            self._on_stop()

    def wait(self, why: str, unanswered: Collection[ConnId]) -> None:
        self._decide(lambda now, wall: self._house.wait(why, unanswered, now, wall))

    def go_on(self) -> None:
        self._decide(self._house.go_on)

    def end_for_good(self) -> None:
        self._on_stop()

    def kept(self, size: int) -> None:
        """Note how many bytes the store keeps. The house hears about large changes."""
        if size // KEPT_STEP != self._kept // KEPT_STEP:
            self._kept = size
            self.events.append(Kept(size))

    def _decide(self, decide: Callable[[float, float], Effects]) -> None:
        if self.broken or self._ended:
            return
        try:
            effects = decide(trio.current_time(), self.wall())
        except (KeyboardInterrupt, trio.Cancelled):
            raise
        except BaseException as error:  # noqa: BLE001 - the house knows more than is stored
            self._break(f"The house raised over its store, so the host stops.\n{outline(error)}")
        else:
            self._put(effects)

    def _break(self, text: str) -> None:
        log.error("%s", text)
        self.broken = True
        self._on_stop()

    def _finish(self, line: Connection, last: bytes = b"") -> None:
        try:
            if last:
                line.send(last)
            line.finish()
        except Exception as error:  # noqa: BLE001 - boundary of one connection
            self.fault(line, error)


def _asked_at(now: float, job: Job) -> Job:
    """Set when a bot was asked: when its job leaves, which is later than the tick that wanted it.

    Its answer comes on a beat counted from then. If we counted from the tick, part of the first
    beat would be over before the bot begins, and late answers would show how long it thinks.
    """
    if not isinstance(job.key, JobKey):
        return job
    return replace(job, key=replace(job.key, asked=now))


def _is_later(event: HouseEvent, moment: float) -> bool:
    """Check whether it was received after *moment*."""
    return isinstance(event, Received) and event.at is not None and event.at > moment


@asynccontextmanager
async def open_driver(
    house: Tickable,
    store: Store,
    *,
    on_stop: Callable[[], None] = lambda: None,
    wall: Callable[[], float] = time.time,
    limits: Limits | None = None,
    watch: CallWatch | None = None,
    tell: Callable[[News], None] | None = None,
    guard: Guard | None = None,
) -> AsyncGenerator[Driver]:
    """Open a driver with its clock, its store and its worker threads, which end with the block.

    At the end, the store still keeps what waits for it, in limited time.
    """
    driver = Driver(
        house,
        store,
        on_stop=on_stop,
        wall=wall,
        limits=limits,
        watch=watch,
        tell=tell,
        guard=guard,
    )
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(driver.keep_time)
            nursery.start_soon(driver.queue.keep_pace)
            nursery.start_soon(driver.queue.attend)
            nursery.start_soon(driver.queue.watch)
            for pool in driver.jobs.pools:
                nursery.start_soon(pool.work, driver.thought)
            yield driver
            nursery.cancel_scope.cancel()
    finally:
        driver.end()
        await driver.queue.finish()
