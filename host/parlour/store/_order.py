"""The order of the journal: what number each table has come to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from parlour.house.effects import Entry
from parlour.house.saved import TableGone, Write


class Order:
    """The last `seq` of every open table and of the notes, and the highest table number.

    A table begins with 0, the notes (table 0) with 1; a table's number is never used
    again.
    """

    def __init__(self, last: Mapping[int, int], *, last_table: int, last_note: int) -> None:
        self._last = {**last, 0: last_note}
        self._last_table = last_table

    @property
    def last_table(self) -> int:
        """The highest number that a table ever had."""
        return self._last_table

    @property
    def last_note(self) -> int:
        """The highest `seq` of table 0."""
        return self._last[0]

    def after(self, entries: Iterable[Entry], writes: Iterable[Write]) -> Order:
        """What holds when these are kept too. Raises ValueError if an entry is out of order."""
        new = Order(self._last, last_table=self._last_table, last_note=self._last[0])
        for entry in entries:
            new._take(entry)
        for write in writes:
            if isinstance(write, TableGone):
                new._last.pop(write.table, None)
        return new

    def _take(self, entry: Entry) -> None:
        table = entry.table
        last = self._last.get(table)
        if last is None and table <= self._last_table:
            raise ValueError(f"entry {entry.seq} of table {table}, which is closed")
        expected = 0 if last is None else last + 1
        if entry.seq != expected:
            raise ValueError(f"entry {entry.seq} of table {table} in place of {expected}")
        self._last[table] = entry.seq
        self._last_table = max(self._last_table, table)
