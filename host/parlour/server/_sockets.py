"""The fast path: one task serves every plain TCP connection.

A selector of our own holds all sockets, and trio waits on the selector's file
descriptor. When something is ready, the task takes everything that is ready, passes
it to the house in one call and sends the answers at once without blocking. It queues only
what the kernel refuses. So we pay for a trio task switch once
per tick, not several times per line (docs/decisions/0003-selector-loop.md).
"""

from __future__ import annotations

import errno
import math
import socket
from collections.abc import Sequence
from typing import Final, Protocol

import trio

from parlour.core.effects import HouseEvent, Measured, OutputDrained, OutputFull, Received
from parlour.core.limits import LineLimits
from parlour.keeper.files import PAUSE_S, TRANSIENT
from parlour.server._arrival import age, note_arrivals
from parlour.server._callers import Entrance, Way
from parlour.server._connection import CloseStage, SocketLine
from parlour.server._driver import Driver
from parlour.server._guard import Guard, KeptLine, events_of
from parlour.server._listen import tune
from parlour.server._log import log
from parlour.server._peer import peer_of
from parlour.server._poller import GONE, READ, WRITE, Poller, open_poller
from parlour.server._tls import HANDSHAKE, Certificate, TlsSocket
from parlour.wire.addresses import Network

ACCEPTS: Final = 2
"""New connections to accept from one listener in one tick. What each may send at once takes up to
two milliseconds, and everybody else waits for the tick: with eight, a line took 81 ms in a storm
of connections. A class that comes at once takes some ticks of less than a millisecond."""
CALLS: Final = 4
"""Callers to hear in one tick, by what they cost. A request takes up to a millisecond. All that
a thousand phones send at the same moment would be one long pause for everybody else."""
READY: Final = 1_024
"""Sockets to handle in one tick. The kernel lists the others first next time."""
BEHIND_SHARE: Final = 4
"""A reader is behind when this share of `Limits.outgoing_bytes` waits for them. We answer no more
of their requests, so that only what others do can ever make them too slow."""
DISCARD_BYTES: Final = 1_048_576
"""Bytes that a closing connection may still send before we cut it: it should read, not write."""
OPERATOR: Final = "operator"
"""In place of an address: the operator's socket is in no network."""
LAST_LINGER_S: Final = 0.25
"""Seconds for peers to close their side when the host stops and all is sent: a few round trips."""

_DEAD: Final = frozenset({errno.ETIMEDOUT, errno.EHOSTUNREACH, errno.ENETUNREACH})
"""Errors of reading from a peer that has not confirmed anything for too long."""


LINGERING_MOST: Final = 64
"""Connections that we have closed and that wait for their peers. More would take the open files of
those who come in, if somebody connects and connects and never hangs up."""


_OPEN: Final = CloseStage.OPEN
_CLOSED: Final = CloseStage.CLOSED


class Door(Protocol):
    """Where connections ask before the house knows them (`_callers`, `_web`)."""

    def enter(self, sock: socket.socket, host: str, now: float) -> SocketLine:
        """Return the line of a new connection from *host*."""
        ...

    @property
    def due(self) -> float:
        """The time to `tend` next, or infinity."""
        ...

    def tend(self, now: float) -> None:
        """Do what is due."""
        ...


class Sockets:
    """Listeners and their connections on one selector."""

    def __init__(
        self,
        driver: Driver,
        *,
        outgoing_bytes: int,
        limits: LineLimits,
        near: Sequence[Network] = (),
        proxies: Sequence[Network] = (),
        certificate: Certificate | None = None,
        must_seal: str = "",
        poller: Poller | None = None,
        guard: Guard | None = None,
    ) -> None:
        """*near*: networks that count as near, besides those of every home. *proxies*: peers that
        name the guests behind them at the port of the game.

        *guard*: connections come from its keeper, and go back to it.
        """
        self.outgoing_bytes = outgoing_bytes
        self.behind_bytes = outgoing_bytes // BEHIND_SHARE
        self._driver = driver
        self._limits = limits
        self._poller = poller or open_poller()
        self._listeners: dict[int, socket.socket] = {}
        self._operators = -1
        """The descriptor of the listener for operators, or -1 if there is none."""
        self._entrance = Entrance(
            driver,
            self,
            near=near,
            proxies=proxies,
            certificate=certificate,
            must_seal=must_seal,
        )
        self._again: set[int] = set()
        """Descriptors to read from, whatever the poller says."""
        self._doors: dict[int, Door] = {}
        """Who admits the connections of a listener, by its descriptor."""
        self._tended: list[Door] = [self._entrance]
        self._lines: dict[int, SocketLine] = {}
        self._closing: dict[SocketLine, float] = {}
        """Closing connections and their deadlines, the earliest first: all get the same time."""
        self._lingering: dict[SocketLine, None] = {}
        """Those of them that only wait for the peer, the earliest first."""
        self._resume_at = math.inf
        """The time to accept again after a pause, or infinity."""
        self._refused = False
        """The pause is in the log already."""
        self._alarm = trio.CancelScope()
        self._stopping = False
        self._flushed = trio.Event()
        self._empty = trio.Event()
        self._looked_at = -math.inf
        """The time of our last look at the connections. What we read next came later."""
        driver.sources.append(self._look)
        self._guard = guard
        self._link = -1
        """The descriptor at which a keeper hands over connections, or -1."""
        if guard is not None:
            self._link = guard.link.fileno()
            self._poller.register(self._link, READ)
            self._attach(guard)

    def __len__(self) -> int:
        return len(self._lines)

    # --- the loop ---------------------------------------------------------------------

    def go_on(self) -> None:
        """Let the connections of an earlier process go on, and its house. It takes a while."""
        self._turn()

    async def serve(self) -> None:
        """Serve until cancelled."""
        descriptor = self._poller.fileno()
        queue = self._driver.queue
        while True:
            if queue.full:
                await queue.room()  # the kernel slows down those who send
            with trio.CancelScope(deadline=self._next_deadline()) as self._alarm:
                await trio.lowlevel.wait_readable(descriptor)
            self._turn()

    def _turn(self) -> None:
        """Do one tick: take everything that is ready, then let the house answer."""
        now = self._take(accept=True)
        self._expire(now)
        self._driver.run()
        if self._guard is not None:
            self._guard.tell_closed()
        if self._stopping:
            self._note_progress()

    def _look(self) -> None:
        """Take what connections have sent. Newcomers wait for the next turn.

        Each of many due moments may cause a look, and each look would let in as many again.
        """
        self._take(accept=False)

    def _take(self, *, accept: bool) -> float:
        """Take everything that is ready, in the order of arrival. Return the time."""
        lines, events = self._lines, self._driver.events
        before = len(events)
        looked_at = trio.current_time()
        ready = self._poller.poll(0, READY)
        if self._again:
            ready += self._take_again({fd for fd, _ in ready})
        # All of them have arrived, whatever the order here. If anything is due, it matters
        # when they arrived.
        now = trio.current_time()
        wall = self._driver.wall() if self._driver.is_due(now) else None
        calls = CALLS if accept else 0
        for fd, mask in ready:
            line = lines.get(fd)
            if line is None:
                if accept:
                    self._accept(fd, now)
                continue
            if line.calling and line.stage is _OPEN:
                if calls < line.calling:
                    self._postpone(line)
                    continue
                calls -= line.calling
            if mask & GONE and not line.hears:
                # They sent more than we wanted to read, and the rest would be work for nobody.
                self.close(line)
                continue
            try:
                if line.fresh is not None and self._begins_tls(line, now):
                    continue
                if mask != WRITE:
                    self._read(line, now, wall)
                if mask & WRITE and line.waiting is not None:
                    self._flush(line, line.waiting)
            except Exception as error:  # noqa: BLE001 - boundary of one connection
                self._driver.fault(line, error)
        if wall is not None:
            events[before:] = sorted(events[before:], key=lambda event: _moment(event, now))
        self._looked_at = looked_at
        return now

    def _take_again(self, known: set[int]) -> list[tuple[int, int]]:
        """Return those to read from again that are not *known* to be ready."""
        fds, self._again = self._again - known, set()
        lines = [(fd, self._lines.get(fd)) for fd in fds]
        return [(fd, READ) for fd, line in lines if line is not None and line.hears]

    def _postpone(self, line: SocketLine) -> None:
        """Hear this caller in the next tick. The poller may not know that anything has come."""
        if isinstance(line.sock, TlsSocket) and line.sock.more:
            self._again.add(line.fd)

    def _begins_tls(self, line: SocketLine, now: float) -> bool:
        """Look at the first byte of a connection. If it says so, begin TLS, and nothing else."""
        begin = line.fresh
        if begin is None or line.stage is not _OPEN:
            return False
        try:
            first = line.sock.recv(1, socket.MSG_PEEK)
        except OSError:  # the next one to read will know
            return False
        line.fresh = None
        if first != HANDSHAKE:
            return False
        begin(now)
        return True

    def _read(self, line: SocketLine, now: float, wall: float | None) -> None:
        """Take what a connection has sent by *now*. *wall*: the time of day, if that matters."""
        at = now
        try:
            if wall is None:
                data = line.receive()
            else:
                data, notes = line.receive_noted()
                at = min(now, max(self._looked_at, now - age(notes, wall)))
        except BlockingIOError:
            return
        except OSError as error:
            self._driver.lost(line.conn, dead=error.errno in _DEAD)
            self.close(line)
            return
        if not data:
            self._end(line)
        elif line.stage is _OPEN:
            if line.operator:
                self._driver.events.append(Measured(self._driver.figures()))
            line.heard(data, at, line.lag.ms(line.sock, now))
        else:
            line.discarded += len(data)
            if line.discarded > DISCARD_BYTES:
                self.close(line)

    def _end(self, line: SocketLine) -> None:
        """Handle the peer's end. They may still read what waits and what the house answers."""
        unused = line.calling if line.stage is _OPEN else line.waiting is None
        if line.ended or unused:
            self.close(line)  # they are gone
            return
        line.ended = True
        self.watch(line)
        if line.stage is _OPEN:
            self._driver.ended(line.conn)

    def _flush(self, line: SocketLine, waiting: bytearray) -> None:
        try:
            del waiting[: line.sock.send(waiting)]
        except BlockingIOError:
            return
        except OSError:
            self.close(line)
            return
        if not waiting:
            line.waiting = None
            if line.stage is not _OPEN:
                self._shut(line)
                return
            self.watch(line)
            if line.behind:
                line.behind = False
                self._driver.events.append(OutputDrained(line.conn))

    # --- what a line needs ---------------------------------------------------------------

    def pass_on(self, event: HouseEvent) -> None:
        self._driver.events.append(event)

    def watch(self, line: SocketLine) -> None:
        """Watch for input, if anybody wants it, and for room to send, if bytes wait."""
        reads = READ if line.hears and not line.ended else 0
        self._poller.modify(line.fd, reads if line.waiting is None else reads | WRITE)
        if reads and isinstance(line.sock, TlsSocket) and line.sock.more:
            self.read_again(line.fd)

    def read_again(self, fd: int) -> None:
        self._again.add(fd)
        self._alarm.deadline = -math.inf

    def note_behind(self, line: SocketLine) -> None:
        line.behind = True
        self._driver.events.append(OutputFull(line.conn))

    def drop_slow(self, line: SocketLine, waiting: bytearray) -> None:
        """Drop a reader for whom too much waits. Keep the half-sent line, and say why."""
        line.cut(waiting, self._driver.slow_notice(line.conn))
        log.info("Connection %d is dropped: it does not read.", line.conn)
        self._driver.lost(line.conn)
        self.finish(line)

    def finish(self, line: SocketLine) -> None:
        """Begin to close: flush, shut our side, wait for the peer's. It takes limited time."""
        if line.stage is not _OPEN:
            return
        line.stage = CloseStage.FLUSHING
        self._closing[line] = trio.current_time() + self._limits.closing_s
        self._alarm.deadline = self._next_deadline()
        if line.waiting is None:
            self._shut(line)

    def replace(self, old: SocketLine, new: SocketLine) -> None:
        """Let *new* go on with the socket of *old*, which the house does not hear of any more."""
        old.stage = _CLOSED
        self._driver.lost(old.conn)
        old.leave()
        self._lines[new.fd] = new
        self.watch(new)

    def close(self, line: SocketLine) -> None:
        """Close at once, and tell the house unless it knows already."""
        if line.stage is _CLOSED:
            return
        line.stage = _CLOSED
        line.waiting = None
        self._driver.lost(line.conn)
        self._closing.pop(line, None)
        self._lingering.pop(line, None)
        line.gone()
        del self._lines[line.fd]
        self._poller.unregister(line.fd)
        line.sock.close()

    def _shut(self, line: SocketLine) -> None:
        # Closing with unread bytes would send a reset, which may overtake our last line.
        if line.ended:
            self.close(line)
            return
        line.stage = CloseStage.LINGERING
        try:
            line.sock.shutdown(socket.SHUT_WR)
            self._poller.modify(line.fd, READ)
        except OSError:
            self.close(line)
            return
        self._lingering[line] = None
        if len(self._lingering) > LINGERING_MOST and not self._stopping:
            self.close(next(iter(self._lingering)))

    # --- time -----------------------------------------------------------------------------

    def _next_deadline(self) -> float:
        if self._again:
            return -math.inf
        due = min([door.due for door in self._tended])
        return min(next(iter(self._closing.values()), math.inf), self._resume_at, due)

    def _expire(self, now: float) -> None:
        while self._closing:
            line, deadline = next(iter(self._closing.items()))
            if deadline > now:
                break
            self.close(line)
        for door in self._tended:
            door.tend(now)
        if self._resume_at <= now:
            self._resume_at = math.inf
            for fd in self._listeners:
                self._poller.register(fd, READ)

    # --- listeners -------------------------------------------------------------------------

    def listen(self, listener: socket.socket, *, operator: bool = False) -> None:
        """Serve *listener*, which must be listening. It is closed with the rest.

        *operator*: its connections belong to the operator of this host.
        """
        listener.setblocking(False)
        if operator:
            self._operators = listener.fileno()
        else:
            self._doors.setdefault(listener.fileno(), self._entrance)
        if listener.family != socket.AF_UNIX:
            tune(listener, self._limits)
            note_arrivals(listener)
        self._listeners[listener.fileno()] = listener
        self._poller.register(listener.fileno(), READ)

    def send_browsers(self, way: Way) -> None:
        """Let *way* answer web browsers that use TLS at the game's port."""
        self._entrance.browsers = way

    def open_door(self, door: Door, listeners: Sequence[socket.socket]) -> None:
        """Serve *listeners* too, and let *door* admit who connects there."""
        self._tended.append(door)
        for listener in listeners:
            self._doors[listener.fileno()] = door
            self.listen(listener)

    def _accept(self, fd: int, now: float) -> None:
        if fd == self._link:
            self._receive(now)
            return
        listener = self._listeners.get(fd)
        if listener is None or self._resume_at < math.inf:
            return
        for _ in range(ACCEPTS):
            try:
                sock, peer = listener.accept()
            except BlockingIOError:
                return
            except OSError as error:
                if error.errno in TRANSIENT:
                    continue
                self._pause(error)
                return
            sock.setblocking(False)
            try:
                self._poller.register(sock.fileno(), READ)
            except OSError as error:
                sock.close()
                self._pause(error)
                return
            self._refused = False
            if fd == self._operators:
                line = SocketLine(self._driver.new_conn(), sock, self, operator=True)
                self._driver.admit(line, OPERATOR, near=True, operator=True)
            else:
                line = self._doors[fd].enter(sock, peer[0] if peer else "", now)
            self._lines[line.fd] = line

    # --- with a keeper -----------------------------------------------------------------------

    def _attach(self, guard: Guard) -> None:
        """Go on with the connections of the worker before this one."""
        found = list(guard.lines(self, self._driver.new_conn))
        located = self._entrance.located
        where = {line.conn: located(peer_of(line.sock))[:2] for line, _one in found}
        for line, one in found:
            self._lines[line.fd] = line
            self._poller.register(line.fd, READ)
            self.watch(line)
            if one.ends:
                line.finish()
            else:
                self._driver.lines[line.conn] = line
            if line.unsent > self.behind_bytes:
                line.behind = True
        going_on = [(line, one) for line, one in found if not one.ends]
        self._driver.events += events_of(going_on, where)
        self._driver.events += [OutputFull(line.conn) for line, _one in going_on if line.behind]

    def _receive(self, now: float) -> None:
        """Take new connections from the keeper."""
        guard = self._guard
        assert guard is not None, "it has the link"
        for slot, sock in guard.link.receive():
            sock.setblocking(False)
            guest = self._entrance.located(peer_of(sock))
            if not self._entrance.knows(guest):
                # What the next process would need to know of it is not worth a format.
                guard.gone(slot)
                line = self._entrance.enter(sock, guest.address, now)
            else:
                line = KeptLine(self._driver.new_conn(), sock, self, guard, slot)
                self._entrance.admit(line, guest)
            self._lines[line.fd] = line
            self._poller.register(line.fd, READ)
        if guard.link.stop_asked:
            self._poller.unregister(self._link)
            self._link = -1
            self._driver.end_for_good()

    def _pause(self, error: OSError) -> None:
        """Pause, because the system gives no more connections. Log it once."""
        if not self._refused:
            self._refused = True
            log.warning(
                "No new connections while %d are open: %s. Trying again every second.",
                len(self._lines),
                error.strerror,
            )
        if self._resume_at == math.inf:
            for fd in self._listeners:
                self._poller.unregister(fd)
        self._resume_at = trio.current_time() + PAUSE_S

    # --- the end ---------------------------------------------------------------------------

    async def stop(self) -> None:
        """Accept no more, flush and close all connections, in limited time. `serve` must run."""
        self._close_listeners()
        self._stopping = True
        for line in list(self._lines.values()):
            line.finish()
        self._note_progress()
        with trio.move_on_after(self._limits.stopping_s):
            await self._flushed.wait()
            with trio.move_on_after(LAST_LINGER_S):
                await self._empty.wait()

    def shut_down(self) -> None:
        """Close everything at once."""
        self._driver.sources.remove(self._look)
        self._close_listeners()
        for line in list(self._lines.values()):
            self.close(line)
        self._poller.close()

    def _close_listeners(self) -> None:
        for fd, listener in self._listeners.items():
            if self._resume_at == math.inf:
                self._poller.unregister(fd)
            listener.close()
        self._listeners.clear()
        self._resume_at = math.inf

    def _note_progress(self) -> None:
        if not any(line.waiting for line in self._lines.values()):
            self._flushed.set()
        if not self._lines:
            self._empty.set()


def _moment(event: HouseEvent, now: float) -> float:
    """Return when it happened, if known."""
    if isinstance(event, Measured):
        return 0.0  # before the answers that show it
    return now if not isinstance(event, Received) or event.at is None else event.at
