"""The order of the journal: the last number of each table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from parlour.core.persistence import Entry, TableGone, Write


class Next(msgspec.Struct):
    """The changes of a commit to the order (`Order.after`)."""

    last: dict[int, int | None]
    """The last `seq` by table, or None if it is closed."""
    last_table: int
    last_note: int


class Order:
    """The last `seq` of every open table and of the notes, and the highest table number.

    A table begins with 0, the notes (table 0) with 1. A table's number is never used
    again.
    """

    def __init__(self, last: Mapping[int, int], *, last_table: int, last_note: int) -> None:
        self._last = {**last, 0: last_note}
        self.last_table = last_table
        """The highest number that a table ever had."""

    @property
    def last_note(self) -> int:
        """The highest `seq` of table 0."""
        return self._last[0]

    def after(self, entries: Iterable[Entry], writes: Iterable[Write]) -> Next:
        """Return the order after these are kept. Raises ValueError if an entry is out of order."""
        new = Next({}, self.last_table, self.last_note)
        for entry in entries:
            self._take(entry, new)
        for write in writes:
            if isinstance(write, TableGone):
                new.last[write.table] = None
        return new

    def become(self, new: Next) -> None:
        """Apply *new*, because the commit is kept."""
        for table, last in new.last.items():
            if last is None:
                self._last.pop(table, None)
            else:
                self._last[table] = last
        self.last_table = new.last_table

    def _take(self, entry: Entry, new: Next) -> None:
        table = entry.table
        last = new.last[table] if table in new.last else self._last.get(table)
        if last is None and table <= new.last_table:
            raise ValueError(f"entry {entry.seq} of table {table}, which is closed")
        expected = 0 if last is None else last + 1
        if entry.seq != expected:
            raise ValueError(f"entry {entry.seq} of table {table} in place of {expected}")
        new.last[table] = entry.seq
        if table:
            new.last_table = max(new.last_table, table)
        else:
            new.last_note = entry.seq
