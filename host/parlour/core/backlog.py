"""What a player was sent, as far back as `resume` reaches."""

from __future__ import annotations

from array import array
from typing import Final

import msgspec

from parlour.wire.encoding import EncodedEvent


class Source(msgspec.Struct, frozen=True):
    """The source of part of a stream: `count` events of entry `entry` of a table."""

    table: int
    entry: int
    count: int
    views: bool


_ENTRY_BITS: Final = 24
_COUNT_BITS: Final = 12
_PACKED_BITS: Final = _COUNT_BITS + 1
MAX_COUNT: Final = (1 << _COUNT_BITS) - 1
"""More events than any one entry leads to for one viewer."""


def source_of(table: int, entry: int) -> int:
    """Return entry *entry* of a table as all logs note it."""
    return (table << _ENTRY_BITS | entry) << _PACKED_BITS


class Log:
    """The events a player was sent, as far back as `resume` reaches.

    It stores references to a table's events (entry and count, eight bytes), because the record
    can make them again. It keeps only events that are in no record.
    """

    __slots__ = ("_notes", "refs")

    def __init__(self) -> None:
        self.refs = array("Q")
        """An item for each event in no record, and for each entry that led to events. Only its
        length matters to others, who look at it for every event."""
        # A deque takes ten times as much, and few players have many.
        self._notes: list[EncodedEvent] = []

    def note(self, line: EncodedEvent) -> None:
        """Add an event that is in no record."""
        self.refs.append(0)
        self._notes.append(line)

    def table(self, source: int, packed: int) -> None:
        """Add what an entry of a table led to, from `source_of` it.

        *packed* is the number of events times 2, and 1 more if a view is among them.
        """
        self.refs.append(source | packed)

    def clear(self) -> None:
        """Forget everything so far, because it cannot be shown again."""
        del self.refs[:]
        self._notes.clear()

    def trim(self, keep: int) -> None:
        """Forget all but the last *keep* items."""
        surplus = len(self.refs) - keep
        if surplus <= 0:
            return
        del self._notes[: self.refs[:surplus].count(0)]
        del self.refs[:surplus]

    def since(self, missed: int) -> list[EncodedEvent | Source] | None:
        """Return the items that make up the last *missed* events, oldest first.

        None if the log does not go back far enough, or if the cut falls inside the
        events of one entry that it cannot count. The first item may hold more events
        than were missed (see `Source.count`).
        """
        items: list[EncodedEvent | Source] = []
        notes = iter(reversed(self._notes))
        left = missed
        for packed in reversed(self.refs):
            if left <= 0:
                break
            if packed == 0:
                items.append(next(notes))
                left -= 1
                continue
            rest = packed >> 1
            source = Source(
                table=rest >> (_ENTRY_BITS + _COUNT_BITS),
                entry=(rest >> _COUNT_BITS) & ((1 << _ENTRY_BITS) - 1),
                count=rest & MAX_COUNT,
                views=bool(packed & 1),
            )
            items.append(source)
            left -= source.count
        if left > 0:
            return None
        items.reverse()
        return items
