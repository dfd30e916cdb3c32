"""A house that proves at every entry that a table is the fold of its record."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.engine import record as r
from parlour.engine.table import Table, fold, open_table
from parlour.house.effects import Entry
from parlour.house.house import House


class Checked(House):
    """A house that rebuilds each table from the bytes it stores, and compares at every entry.

    State, prompts, clocks, scores and the bots' memories are all in the comparison.
    Raises AssertionError where they differ; `compared` counts the comparisons.
    """

    compared: int = 0

    def store(self, entry: Entry, *, hidden: bool = False) -> None:
        """Fold the entry once more, from its bytes, onto a table of our own."""
        super().store(entry, hidden=hidden)
        if not entry.table:
            return  # a note: it changes no table
        decoded = r.decode(entry.body)
        rebuilt: dict[int, tuple[int, Table]] = self.__dict__.setdefault("rebuilt", {})
        if isinstance(decoded, r.Opened):
            rebuilt[entry.table] = 0, open_table(decoded, self.games, self.lexicons)
            return
        room = self.rooms[entry.table]
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
        table = open_table(opened, self.games, self.lexicons)
        for entry in entries:
            table, _ = fold(table, entry)
        return table
