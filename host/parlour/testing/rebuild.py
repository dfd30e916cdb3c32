"""A house that proves at every entry that a table is the fold of its record."""

from __future__ import annotations

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

    def store(self, entry: Entry) -> None:
        """Fold the entry once more, from its bytes, onto a table of our own."""
        super().store(entry)
        decoded = r.decode(entry.body)
        rebuilt: dict[int, Table] = self.__dict__.setdefault("rebuilt", {})
        if isinstance(decoded, r.Opened):
            rebuilt[entry.table] = open_table(decoded, self.games, self.lexicons)
            return
        rebuilt[entry.table], _ = fold(rebuilt[entry.table], decoded)
        live = self.rooms[entry.table].table
        assert rebuilt[entry.table].match == live.match, f"after {type(decoded).__name__}"
        assert rebuilt[entry.table] == live, f"after {type(decoded).__name__}"
        self.compared += 1
