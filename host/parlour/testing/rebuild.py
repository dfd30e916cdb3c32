"""A house that proves at every entry that a table is the fold of its record."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.engine import record as r
from parlour.engine.table import Table, fold, open_table
from parlour.house.house import House
from parlour.house.limits import Limits
from parlour.house.outbound import Outbound
from parlour.house.persistence import Entry
from parlour.house.tables.tables import Tables


class Checked(House):
    """A house that rebuilds each table from the bytes it stores, and compares at every entry.

    State, prompts, clocks, scores and the bots' memories are all in the comparison.
    Raises AssertionError where they differ; `compared` counts the comparisons.
    """

    def way_out(self, limits: Limits) -> Outbound:
        """What is stored is compared there."""
        self._comparing = _Comparing(self, limits)
        return self._comparing

    @property
    def compared(self) -> int:
        """How many entries were compared."""
        return self._comparing.compared


class _Comparing(Outbound):
    def __init__(self, house: House, limits: Limits) -> None:
        super().__init__(limits)
        self._house = house
        self._rebuilt: dict[int, tuple[int, Table]] = {}
        self.compared = 0

    @property
    def _tables(self) -> Tables:
        return self._house.tables

    def store(self, entry: Entry, *, hidden: bool = False) -> None:
        """Fold the entry once more, from its bytes, onto a table of our own."""
        super().store(entry, hidden=hidden)
        if not entry.table:
            return  # a note: it changes no table
        decoded = r.decode(entry.body)
        tables, rebuilt = self._tables, self._rebuilt
        if isinstance(decoded, r.Opened):
            rebuilt[entry.table] = 0, open_table(decoded, tables.games, tables.lexicons)
            return
        room = tables.rooms[entry.table]
        last, table = rebuilt.get(entry.table, (-1, room.table))
        if last != entry.seq - 1:  # the host was started again, or what followed was undone
            table = self._made_of(room.record[: entry.seq])
        table, _ = fold(table, decoded)
        rebuilt[entry.table] = entry.seq, table
        assert table.match == room.table.match, f"after {type(decoded).__name__}"
        assert table == room.table, f"after {type(decoded).__name__}"
        self.compared += 1

    def _made_of(self, bodies: Sequence[bytes]) -> Table:
        opened, *entries = map(r.decode, bodies)
        assert isinstance(opened, r.Opened), "a record begins with the opening"
        table = open_table(opened, self._tables.games, self._tables.lexicons)
        for entry in entries:
            table, _ = fold(table, entry)
        return table
