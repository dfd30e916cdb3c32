"""What shared memory holds of each connection, so that another process can go on with it.

A house may die at any moment: killed, crashed, hung, replaced by a newer one. Its connections do
not: the keeper holds a duplicate of each socket. Here is what the next process needs to know.

**Out.** Whatever leaves the house is first written into a *log*, and only then sent. What waits
for a commit is written before the commit begins, in a record that names the commit (*pledged*);
it counts only if the store has kept that commit. So after a death every byte is either promised
or never was. How many bytes of a connection the kernel took from the dead process, it says itself
(`tcpi_bytes_acked` and what waits in its queue). What is promised beyond that is still to be sent,
from the middle of a line if need be.

**In.** What is read from a connection is read into a *ring* of its slot. How many bytes the dead
process took, the kernel knows too (`tcpi_bytes_received` less what it still holds). The *mark*
says up to where everything is dealt with; what comes after it is read again. The mark is part of
the record that holds the answer, so a line is done if and only if its answer is promised.

**The card** is what the house wants to remember of a connection, in bytes. It changes together
with a mark or an answer, by the same record.

A process may die between any two stores. So everything that becomes valid does so by one aligned
store of eight bytes: the end of the log, the confirmed part of it, a mark, the place of a card,
which of the two log regions counts. What a dead process wrote to memory is all there: this is no
disk.

What has left is dropped from the log by beginning the other region with what has not
(`Log.begin_again`), and then naming it.

The memory is sparse: 16,384 slots and two regions are reserved, and only what is used takes room.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from parlour.keeper.layout import (
    CARD,
    CONFIRMED,
    ENDS,
    FINISHING,
    FREE,
    LARGE,
    LOG,
    LOG_BYTES,
    LOGS_FROM,
    MARK,
    OPEN,
    PAGE_BYTES,
    SERIAL,
    SERIALS,
    SLOT_BYTES,
    SLOTS_FROM,
    STATE,
)

FLAG_BITS: Final = 4
"""The low bits of a mark. They say what the decoder was in the middle of."""

_SLOT_WORDS: Final = SLOT_BYTES // 8
_RING_AT: Final = PAGE_BYTES
RING_BYTES: Final = 4_096
"""Bytes of a connection that may be unanswered: twice the longest line as it is typed."""
_CARDS: Final = ((64, 2_016), (2_080, 2_016), (8_192, 4_096), (12_288, 4_096))
"""The places of a card in a slot, and their sizes: two for small ones, two for large ones."""
CARD_MOST: Final = 4_096

PLAIN: Final = 1
PLEDGED: Final = 2
_HEAD: Final = struct.Struct("=IIQQ")
"""Size with this head, kind, and the two halves of the commit's key."""
_ITEM: Final = struct.Struct("=IIQQII")
"""Slot; its serial number twice, and 1 more if the connection is to be closed; the place of the
bytes in the connection's stream; mark; lengths of card and bytes."""

Key: TypeAlias = tuple[int, int]
"""What names a commit (`Store.commit_key`)."""
NO_KEY: Final[Key] = (0, 0)


head_of: Final = _ITEM.pack
"""Returns what comes before the card and the bytes of an item."""


class Item(NamedTuple):
    """What one connection is promised at a time."""

    slot: int
    serial: int
    start: int
    """How many bytes leave on this connection before these."""
    data: bytes
    mark: int = 0
    """How far its input is dealt with. 0: as before."""
    card: bytes = b""
    """Its new card, if it has one."""
    ends: bool = False


class Notes:
    """The shared memory as a whole. *buffer* has `SIZE` bytes, all zero at first."""

    def __init__(self, buffer: memoryview) -> None:
        self.bytes = buffer
        self.words = buffer.cast("Q")

    def claim(self, slot: int) -> None:
        """A new connection gets *slot*."""
        first = self._first(slot)
        self.words[first + SERIAL] = (self.words[first + SERIAL] + 1) % SERIALS
        self.words[first + MARK] = 0
        self.words[first + CARD] = 0
        self.words[first + STATE] = OPEN

    def free(self, slot: int) -> None:
        """The connection of *slot* is closed. What it typed and what we knew of it is wiped."""
        first = self._first(slot)
        self.words[first + STATE] = FREE
        used = SLOT_BYTES if self.words[first + LARGE] else _RING_AT + RING_BYTES
        at = SLOTS_FROM + slot * SLOT_BYTES
        self.bytes[at + _CARDS[0][0] : at + used] = bytes(used - _CARDS[0][0])
        self.words[first + LARGE] = 0

    def serial(self, slot: int) -> int:
        return self.words[self._first(slot) + SERIAL]

    def state(self, slot: int) -> int:
        return self.words[self._first(slot) + STATE]

    def set_state(self, slot: int, state: int) -> None:
        self.words[self._first(slot) + STATE] = state

    def mark(self, slot: int) -> int:
        return self.words[self._first(slot) + MARK]

    def mark_word(self, slot: int) -> int:
        """Return which of `words` is the mark of *slot*."""
        return self._first(slot) + MARK

    def set_mark(self, slot: int, mark: int) -> None:
        self.words[self._first(slot) + MARK] = mark

    def ring(self, slot: int) -> memoryview:
        """Return the bytes that were read: the one at place p of the stream is at p modulo its
        length."""
        at = SLOTS_FROM + slot * SLOT_BYTES + _RING_AT
        return self.bytes[at : at + RING_BYTES]

    def card(self, slot: int) -> bytes:
        """Return the card of *slot*, or nothing if it has none yet."""
        place, length = divmod(self.words[self._first(slot) + CARD], 1 << 32)
        at = SLOTS_FROM + slot * SLOT_BYTES + _CARDS[place][0]
        return bytes(self.bytes[at : at + length])

    def set_card(self, slot: int, card: bytes) -> None:
        """Replace the card of *slot*. It has at most `CARD_MOST` bytes."""
        word = self._first(slot) + CARD
        before = self.words[word] >> 32
        place = (0 if len(card) <= _CARDS[0][1] else 2) + (before + 1) % 2
        if place > 1:
            self.words[self._first(slot) + LARGE] = 1
        at = SLOTS_FROM + slot * SLOT_BYTES + _CARDS[place][0]
        self.bytes[at : at + len(card)] = card
        self.words[word] = place << 32 | len(card)

    def _first(self, slot: int) -> int:
        return SLOTS_FROM // 8 + slot * _SLOT_WORDS


def packed(items: Iterable[Item]) -> bytes:
    """Return *items* as the log holds them."""
    parts = list[bytes]()
    for slot, serial, start, data, mark, card, ends in items:
        parts += (head_of(slot, serial << 1 | ends, start, mark, len(card), len(data)), card, data)
    return b"".join(parts)


class Full(Exception):
    """The log has no room for that record."""


class Log:
    """The log, as the one process writes it that has the house. All items are `packed`."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._words = notes.words
        self._region = self._words[LOG]
        self._base = LOGS_FROM + self._region * LOG_BYTES
        self.used: int = self._words[ENDS + self._region]
        """The bytes in the region that counts."""

    def promise(self, items: bytes) -> None:
        """Note what leaves now. Raises Full."""
        self._append(PLAIN, NO_KEY, items)

    def pledge(self, key: Key, items: bytes) -> None:
        """Note what leaves if commit *key*, which begins now, is kept. Raises Full."""
        self._append(PLEDGED, key, items)

    def confirm(self) -> None:
        """The last commit is kept."""
        self._words[CONFIRMED + self._region] = self.used

    def begin_again(self, promised: bytes, pledged: tuple[Key, bytes]) -> None:
        """Drop all that has left: only *promised* has not, and *pledged* waits for its commit.

        Raises Full, and then nothing has changed.
        """
        before = self._region, self._base, self.used
        self._region = 1 - self._region
        self._base = LOGS_FROM + self._region * LOG_BYTES
        self.used = self._words[ENDS + self._region] = 0
        try:
            self.promise(promised)
            self.confirm()
            if pledged[1]:
                self.pledge(*pledged)
        except Full:
            self._region, self._base, self.used = before
            raise
        self._words[LOG] = self._region

    def _append(self, kind: int, key: Key, items: bytes) -> None:
        size = _HEAD.size + len(items)
        end = self.used + size
        if end > LOG_BYTES:
            raise Full
        at = self._base + self.used
        self._notes.bytes[at : at + size] = _HEAD.pack(size, kind, *key) + items
        self.used = end
        self._words[ENDS + self._region] = end


# --- after a death ----------------------------------------------------------------------------


class Counters(NamedTuple):
    """What the kernel says of a connection: bytes that were read from it, and written to it."""

    read: int
    written: int


@dataclass(slots=True)
class Found:
    """A connection as the dead process left it."""

    slot: int
    card: bytes
    mark: int
    ends: bool
    """It is to be closed when all has left."""
    counters: Counters
    unsent: bytes = b""
    """What was promised and not taken by the kernel yet."""
    unread: bytes = b""
    """What was read and is not dealt with."""
    sound: bool = True
    """Nothing contradicts anything. Otherwise it must be closed."""
    pieces: list[tuple[int, bytes]] = field(default_factory=list[tuple[int, bytes]])
    """What the log holds for it, by the places in its stream."""


def recover(
    notes: Notes, counters: Mapping[int, Counters], kept: Callable[[Key], bool]
) -> list[Found]:
    """Return the connections in the slots of *counters*, in their order. It changes nothing.

    *kept*: says whether the store has that commit. It is asked at most once, about the last one.
    """
    found = {
        slot: Found(
            slot,
            notes.card(slot),
            notes.mark(slot),
            notes.state(slot) == FINISHING,
            counts,
            sound=notes.state(slot) in (OPEN, FINISHING),
        )
        for slot, counts in counters.items()
    }
    for item in _promised(notes, kept):
        one = found.get(item.slot)
        if one is not None and item.serial == notes.serial(item.slot):
            _apply(one, item)
    for one in found.values():
        _send_rest(one)
        _read_rest(one, notes)
    return list(found.values())


def _promised(notes: Notes, kept: Callable[[Key], bool]) -> Iterable[Item]:
    """Yield what the log holds, without a pledge whose commit was not kept."""
    region = notes.words[LOG]
    base = LOGS_FROM + region * LOG_BYTES
    end, confirmed = notes.words[ENDS + region], notes.words[CONFIRMED + region]
    at = 0
    while at < end:
        size, kind, first, second = _HEAD.unpack(notes.bytes[base + at : base + at + _HEAD.size])
        if kind == PLAIN or at < confirmed or kept((first, second)):
            yield from _items(notes.bytes[base + at + _HEAD.size : base + at + size])
        at += size


def _items(body: memoryview) -> Iterable[Item]:
    at = 0
    while at < len(body):
        slot, about, start, mark, card, data = _ITEM.unpack_from(body, at)
        at += _ITEM.size
        yield Item(
            slot,
            about >> 1,
            start,
            bytes(body[at + card : at + card + data]),
            mark,
            bytes(body[at : at + card]),
            bool(about & 1),
        )
        at += card + data


def _apply(one: Found, item: Item) -> None:
    """Take in what *item* says. Bytes go where they were put into the stream.

    Something may be said at once while a pledge still waits for its commit. Then it leaves before
    what is pledged, although it was noted after it.
    """
    one.mark = item.mark or one.mark
    one.card = item.card or one.card
    one.ends = one.ends or item.ends
    if item.data:
        pieces = [
            (start + len(item.data) if start >= item.start else start, data)
            for start, data in one.pieces
        ]
        one.pieces = sorted([*pieces, (item.start, item.data)])


def _send_rest(one: Found) -> None:
    written = one.counters.written
    parts = list[bytes]()
    for start, data in one.pieces:
        if start + len(data) <= written:
            continue
        if start > written:
            one.sound = False  # there is a gap
            break
        parts.append(data[written - start :])
        written = start + len(data)
    one.unsent = b"".join(parts)


def _read_rest(one: Found, notes: Notes) -> None:
    position, read = one.mark >> FLAG_BITS, one.counters.read
    if not 0 <= read - position <= RING_BYTES:
        one.sound = False
        return
    ring = notes.ring(one.slot)
    at, until = position % RING_BYTES, read % RING_BYTES
    if read == position:
        return
    one.unread = bytes(ring[at:until]) if at < until else bytes(ring[at:]) + bytes(ring[:until])
