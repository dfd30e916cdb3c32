"""The worker's side of what outlives it: note everything in shared memory before it leaves.

`keeper.notes` has the theory. Here the effects of the house become records of its log, and what
a dead worker left becomes connections again.
"""

from __future__ import annotations

import fcntl
import socket
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, Protocol

from parlour.core.effects import Attached, ConnId, Effects, HouseEvent, Received
from parlour.keeper.layout import ANSWERED, AT_MARK, AT_SLOT, BEAT, DROPPED, FINISHING
from parlour.keeper.layout import LOG_BYTES as REGION_BYTES
from parlour.keeper.notes import (
    FLAG_BITS,
    NO_KEY,
    RING_BYTES,
    Counters,
    Found,
    Item,
    Key,
    Log,
    Notes,
    head_of,
    packed,
    recover,
)
from parlour.server._arrival import NOTE_BYTES
from parlour.server._connection import CloseStage, Loop, SocketLine
from parlour.server._interface import Connection
from parlour.server._log import log
from parlour.store import Store

BEAT_S: Final = 0.25
"""Seconds between two signs of life."""
LOG_BYTES: Final = 262_144
"""The log begins again when it holds more than this: it stays in the processor's cache."""
UNSENT_BYTES: Final = 16_777_216
"""When more than this waits for readers in all, those who are furthest behind are dropped: the log
must have room for all of it whenever it begins again."""

_COUNTS_AT: Final = 120
_COUNTS: Final = struct.Struct("=QQ")
"""`tcpi_bytes_acked` and `tcpi_bytes_received`, and where they are in `struct tcp_info`
(linux/tcp.h)."""
_SIOCINQ: Final = 0x541B
_SIOCOUTQ: Final = 0x5411
_PEER_ENDED: Final = frozenset({6, 8, 9, 11})
"""States of TCP in which the peer's end was received (linux/tcp_states.h). It counts as one byte
that was received, and never as one that can be read."""


class Link(Protocol):
    """What the worker needs of its keeper."""

    @property
    def notes(self) -> Notes: ...

    @property
    def stop_asked(self) -> bool:
        """The host must stop. Nothing more comes from the keeper."""
        ...

    def fileno(self) -> int: ...

    def receive(self) -> Sequence[tuple[int, socket.socket]]:
        """Return new connections with their slots, a few at a time. Does not block."""
        ...

    def attached(self) -> Sequence[tuple[int, socket.socket]]:
        """Return the connections of the worker before this one, with their slots."""
        ...

    def closed(self, slots: Sequence[int]) -> None:
        """Let the keeper close its duplicates, too."""
        ...


class KeptLine(SocketLine):
    """A connection that outlives this process."""

    __slots__ = (
        "_guard",
        "_ring",
        "about",
        "acked",
        "full",
        "logged",
        "mark_word",
        "read_bytes",
        "slot",
        "total",
    )

    def __init__(
        self, conn: ConnId, sock: socket.socket, loop: Loop, guard: Guard, slot: int
    ) -> None:
        super().__init__(conn, sock, loop, operator=False)
        self.slot = slot
        self.about = guard.notes.serial(slot) << 1
        """The serial number of the connection in its slot, as items have it."""
        self.total = 0
        """Bytes that have left, or wait here for the kernel."""
        self.logged = 0
        """The same with those that are pledged and have not left."""
        self.read_bytes = 0
        self.acked = 0
        """Bytes of its input that are dealt with."""
        self.full = False
        """No more of its input can be kept until some is dealt with."""
        self.mark_word = guard.notes.mark_word(slot)
        guard.kept[slot] = self
        self._guard = guard
        self._ring = guard.notes.ring(slot)

    @property
    def hears(self) -> bool:
        return self.reading and not self.full

    def send(self, data: bytes) -> None:
        if self.stage is CloseStage.OPEN:
            self._guard.say(self, data)
            self.deliver(data)

    def deliver(self, data: bytes) -> None:
        if self.stage is CloseStage.OPEN:
            self.total += len(data)
            super().send(data)

    def receive(self) -> bytes:
        if self.stage is not CloseStage.OPEN:
            return super().receive()
        room = self._room()
        return self._note(room, self.sock.recv_into(room))

    def receive_noted(self) -> tuple[bytes, list[tuple[int, int, bytes]]]:
        if self.stage is not CloseStage.OPEN:
            return super().receive_noted()
        room = self._room()
        read, notes, _, _ = self.sock.recvmsg_into([room], NOTE_BYTES)
        return self._note(room, read), notes

    def _room(self) -> memoryview:
        """Return where the next bytes go. There is room while it `hears`."""
        at = self.read_bytes % RING_BYTES
        free = RING_BYTES - self.read_bytes + self.acked
        return self._ring[at : at + min(free, self.receive_bytes)]

    def _note(self, room: memoryview, read: int) -> bytes:
        self.read_bytes += read
        if self.read_bytes - self.acked == RING_BYTES:
            self.full = True
            self._sockets.watch(self)
        return bytes(room[:read])

    def has_room(self) -> None:
        """Some of its input is dealt with: read on, if that is enough."""
        if self.read_bytes - self.acked < RING_BYTES:
            self.full = False
            self._sockets.watch(self)

    def finish(self) -> None:
        if self.stage is CloseStage.OPEN:
            self._guard.notes.set_state(self.slot, FINISHING)
        super().finish()

    def cut(self, waiting: bytearray, last: bytes) -> None:
        self._guard.notes.set_state(self.slot, DROPPED)
        super().cut(waiting, last)

    def drop(self) -> None:
        """Close it: too much waits here."""
        if self.stage is CloseStage.OPEN and self.waiting is not None:
            self._sockets.drop_slow(self, self.waiting)
        else:
            self._sockets.close(self)

    def leave(self) -> None:
        self._guard.gone(self.slot)

    def gone(self) -> None:
        # Closing alone would tell the peer nothing: the keeper has a duplicate.
        shut(self.sock)
        self._guard.gone(self.slot)


class Guard:
    """What this worker notes for the next one."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.notes = link.notes
        self.found: list[tuple[Found, socket.socket]] = []
        """The connections of the worker before this one."""
        self._log = Log(self.notes)
        self.kept: dict[int, KeptLine] = {}
        """By slot: the connections that are not closed."""
        self._lines: Mapping[ConnId, Connection] = {}
        """Those that may still be promised something."""
        self._waiting: dict[int, Effects] = {}
        """Effects that are noted and have not left, by their identity."""
        self._pledge: tuple[Key, list[Effects]] | None = None
        """The commit in progress."""
        self._most = LOG_BYTES
        self._closed: list[int] = []

    # --- what the last worker left -------------------------------------------------------

    def take_over(self, store: Store) -> None:
        """Find out what the worker before this one left. *store* is what it wrote to."""
        sockets = dict(self.link.attached())
        counters = {slot: count for slot, sock in sockets.items() if (count := _count(sock))}
        for slot, sock in sockets.items():
            if slot not in counters:
                self._drop(slot, sock)
        for one in recover(self.notes, counters, store.kept):
            sock = sockets[one.slot]
            if one.sound:
                self.found.append((one, sock))
            else:
                if self.notes.state(one.slot) != DROPPED:
                    log.error("A connection cannot go on after a worker ended, and is closed.")
                self._drop(one.slot, sock)
        self._log.begin_again(packed(map(self._rest, self.found)), (NO_KEY, b""))
        for one, _sock in self.found:
            self.notes.set_mark(one.slot, one.mark)
            self.notes.set_card(one.slot, one.card)

    def _rest(self, found: tuple[Found, socket.socket]) -> Item:
        one, _sock = found
        start, serial = one.counters.written, self.notes.serial(one.slot)
        return Item(one.slot, serial, start, one.unsent, one.mark, one.card, one.ends)

    def _drop(self, slot: int, sock: socket.socket) -> None:
        self.notes.set_state(slot, DROPPED)
        shut(sock)
        sock.close()
        self._closed.append(slot)

    def lines(
        self, loop: Loop, new_conn: Callable[[], ConnId]
    ) -> Iterator[tuple[KeptLine, Found]]:
        """Yield the connections that were found, once."""
        found, self.found = self.found, []
        for one, sock in found:
            sock.setblocking(False)
            line = KeptLine(new_conn(), sock, loop, self, one.slot)
            line.total = line.logged = one.counters.written + len(one.unsent)
            line.read_bytes, line.acked = one.counters.read, one.mark >> FLAG_BITS
            line.full = line.read_bytes - line.acked == RING_BYTES
            if one.unsent:
                line.waiting = bytearray(one.unsent)
                line.bound = len(one.unsent) + loop.outgoing_bytes
            yield line, one

    def known(self, lines: Iterable[tuple[int, int]]) -> list[tuple[ConnId, int]]:
        """Return *lines*, each a slot and a position, by the connections that will have them."""
        numbers = {one.slot: ConnId(place) for place, (one, _sock) in enumerate(self.found, 1)}
        return [(numbers[slot], position) for slot, position in lines if slot in numbers]

    # --- what leaves ----------------------------------------------------------------------

    def watch(self, lines: Mapping[ConnId, Connection]) -> None:
        """Note what *lines* are promised, which others add and remove."""
        self._lines = lines

    def promise(self, settled: Iterable[Effects]) -> None:
        """Note what of *settled* is not noted yet: it only waits for its moment to leave.

        Do it before a commit begins. If we died between the commit and that moment, a connection
        would get what is pledged, and miss what comes before it.
        """
        first = [each for each in settled if id(each) not in self._waiting]
        if first:
            self._make_room()
            self._log.promise(self._wait(first))

    def pledge(self, key: Key, batch: Iterable[Effects]) -> None:
        """Commit *key* begins. *batch* leaves when it is kept."""
        self._make_room()
        effects = list(batch)
        self._pledge = key, effects
        self._log.pledge(key, self._wait(effects))

    def _wait(self, batch: Sequence[Effects]) -> bytes:
        """Return how the log holds *batch*, which leaves later."""
        parts = list[bytes]()
        for each in batch:
            self._waiting[id(each)] = each
            self._pack(each, parts, later=True)
        return b"".join(parts)

    def confirm(self) -> None:
        """That commit is kept."""
        self._log.confirm()
        self._pledge = None

    def leaving(self, effects: Effects) -> None:
        """Note *effects*, which leave now, unless they are noted."""
        if self._waiting.pop(id(effects), None) is None:
            self._make_room()
            parts = list[bytes]()
            self._pack(effects, parts, later=False)
            if parts:
                self._log.promise(b"".join(parts))

    def left(self, effects: Effects) -> None:
        """*effects* have left."""
        lines = self._lines
        words = self.notes.words
        for conn, mark in effects.acks:
            line = lines.get(conn)
            if type(line) is KeptLine:
                words[line.mark_word] = mark
                line.acked = mark >> FLAG_BITS
                if line.full:
                    line.has_room()
        for conn, card in effects.cards:
            line = lines.get(conn)
            if type(line) is KeptLine:
                self.notes.set_card(line.slot, card)
        for conn in effects.closes:
            line = lines.get(conn)
            if type(line) is KeptLine:
                self.notes.set_state(line.slot, FINISHING)
        words[ANSWERED] += len(effects.acks)
        if self._log.used > self._most:
            self._begin_again()

    def _make_room(self) -> None:
        """Begin the log again if what comes next might not fit: that is less than half of it."""
        if self._log.used > REGION_BYTES // 2:
            self._begin_again()

    def say(self, line: KeptLine, data: bytes) -> None:
        """Note *data*, which leaves on *line* now."""
        self._log.promise(head_of(line.slot, line.about, line.total, 0, 0, len(data)) + data)
        line.logged += len(data)

    def _pack(self, effects: Effects, parts: list[bytes], *, later: bool) -> None:
        """Add to *parts* what *effects* promise, now or *later*."""
        lines = self._lines
        marks = dict(effects.acks)
        cards = dict(effects.cards) if effects.cards else {}
        for conn, data in effects.sends:
            line = lines.get(conn)
            if type(line) is KeptLine:
                size = len(data)
                start = line.logged if later else line.total
                line.logged += size
                mark = marks.pop(conn, 0) if marks else 0
                card = cards.pop(conn, b"") if cards else b""
                parts.append(head_of(line.slot, line.about, start, mark, len(card), size))
                if card:
                    parts.append(card)
                parts.append(data)
        ends = effects.closes
        if marks or cards or ends:
            for conn in {*marks, *cards, *ends}:
                line = lines.get(conn)
                if type(line) is KeptLine:
                    mark, card = marks.get(conn, 0), cards.get(conn, b"")
                    about = line.about | (conn in ends)
                    parts.append(head_of(line.slot, about, line.logged, mark, len(card), 0))
                    parts.append(card)

    def _begin_again(self) -> None:
        """Drop from the log what has left."""
        self._drop_slowest()
        promised = list[bytes]()
        for line in self.kept.values():
            line.logged = line.total
            if line.waiting:
                size = len(line.waiting)
                start = line.total - size
                promised.append(head_of(line.slot, line.about, start, 0, 0, size))
                promised.append(bytes(line.waiting))
        key, pledged = self._pledge or (NO_KEY, [])
        unsure = set(map(id, pledged))
        for each in self._waiting.values():
            if id(each) not in unsure:
                self._pack(each, promised, later=True)
        items = list[bytes]()
        for each in pledged:
            self._pack(each, items, later=True)
        self._log.begin_again(b"".join(promised), (key, b"".join(items)))
        self._most = max(LOG_BYTES, 2 * self._log.used)

    def _drop_slowest(self) -> None:
        """If too much waits for readers, drop those for whom most does."""
        unsent = sum(line.unsent for line in self.kept.values())
        if unsent <= UNSENT_BYTES:
            return
        for line in sorted(self.kept.values(), key=lambda line: line.unsent, reverse=True):
            if unsent <= UNSENT_BYTES // 2:
                break
            unsent -= line.unsent
            line.drop()

    # --- signs of life, and the end of connections --------------------------------------------

    def beat(self, now: float) -> None:
        self.notes.words[BEAT] = int(now * 1e9)

    def working(self, conn: ConnId, mark: int) -> None:
        """Note whose line is being worked on. 0: nobody's."""
        line = self._lines.get(conn)
        self.notes.words[AT_MARK] = mark
        self.notes.words[AT_SLOT] = line.slot + 1 if type(line) is KeptLine else 0

    def gone(self, slot: int) -> None:
        self.notes.set_state(slot, DROPPED)
        self.kept.pop(slot, None)
        self._closed.append(slot)

    def tell_closed(self) -> None:
        """Let the keeper close what has been closed here."""
        if self._closed:
            slots, self._closed = self._closed, []
            self.link.closed(slots)


def events_of(
    lines: Sequence[tuple[KeptLine, Found]], near: Mapping[ConnId, tuple[str, bool]]
) -> list[HouseEvent]:
    """Return what the house hears of connections that go on: all of them, then what they said.

    *near*: by connection, its address and whether that is near.
    """
    # A greeting comes with a card.
    begin: list[HouseEvent] = [
        Attached(line.conn, *near[line.conn], one.card, one.mark, greeted=one.card != b"")
        for line, one in lines
    ]
    return begin + [Received(line.conn, one.unread) for line, one in lines if one.unread]


def shut(sock: socket.socket) -> None:
    """Tell the peer that nothing follows, although others have a duplicate."""
    try:
        sock.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # it is not connected any more


def _count(sock: socket.socket) -> Counters | None:
    """Return what the kernel counts on *sock*, or None if it is not connected any more.

    It takes several questions, and the network does not stop meanwhile. So ask again until
    nothing has changed in between.
    """
    try:
        sock.getpeername()
        after = _info(sock)
        while True:
            before = after
            unread, unacked = (
                int.from_bytes(fcntl.ioctl(sock, what, bytes(4)), "little")
                for what in (_SIOCINQ, _SIOCOUTQ)
            )
            after = _info(sock)
            if before == after:
                break
    except OSError:
        return None
    acked, received = _COUNTS.unpack(after[1:])
    received -= after[0] in _PEER_ENDED
    return Counters(received - unread, acked + unacked)


def _info(sock: socket.socket) -> bytes:
    """Return the state of *sock* and its two counts."""
    info = sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _COUNTS_AT + _COUNTS.size)
    return info[:1] + info[_COUNTS_AT:]
