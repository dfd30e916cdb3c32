"""A house that proves at every entry that its record rebuilds the table."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.limits import Limits
from parlour.core.output import Output
from parlour.core.persistence import Entry
from parlour.engine import record as r
from parlour.engine.folding import fold
from parlour.engine.opening import open_table, open_without_game
from parlour.engine.table import Table
from parlour.house import House
from parlour.tables.tables import Tables


class Checked(House):
    """A house that rebuilds each table from the bytes it stores, and compares at every entry.

    It compares state, prompts, clocks, scores and the bots' memories.
    Raises AssertionError where they differ; `compared` counts the comparisons.
    """

    def way_out(self, limits: Limits) -> Output:
        """Return an output queue that compares each entry it stores."""
        self._comparing = _Comparing(self, limits)
        return self._comparing

    @property
    def compared(self) -> int:
        """The number of entries compared."""
        return self._comparing.compared


class _Comparing(Output):
    def __init__(self, house: House, limits: Limits) -> None:
        super().__init__(limits)
        self._house = house
        self._rebuilt: dict[int, tuple[int, Table]] = {}
        self.compared = 0

    @property
    def _tables(self) -> Tables:
        return self._house.tables

    def store(self, entry: Entry, *, hidden: bool = False) -> None:
        """Apply the entry once more, from its bytes, to our own copy of the table."""
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
        if last != entry.seq - 1 or table.absent != room.table.absent:
            # The host was restarted, or the game is back.
            table = self._made_of(room.record[: entry.seq], absent=room.table.absent)
        table, _ = fold(table, decoded)
        rebuilt[entry.table] = entry.seq, table
        assert table.match == room.table.match, f"after {type(decoded).__name__}"
        assert table == room.table, f"after {type(decoded).__name__}"
        self.compared += 1

    def _made_of(self, bodies: Sequence[bytes], *, absent: bool) -> Table:
        entries = [r.decode(body) for body in bodies]
        opened, games = entries[0], self._tables.games
        assert isinstance(opened, r.Opened), "a record begins with the opening"
        if absent:
            table = open_without_game(entries, games.get(opened.game))
        else:
            table = open_table(opened, games, self._tables.lexicons)
        for entry in entries[1:]:
            table, _ = fold(table, entry)
        return table
