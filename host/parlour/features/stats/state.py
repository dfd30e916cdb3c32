"""The places of the last games at each table, as long as the table is open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from parlour.core.persistence import Write
from parlour.core.shelves import Shelf
from parlour.tables.happened import Removed
from parlour.wire.names import name_key

GAMES: Final = 20
"""Games kept of each table: a long evening."""


class Evening(msgspec.Struct, frozen=True):
    """The last games at a table, the oldest first."""

    table: int
    games: tuple[Mapping[str, int], ...] = ()
    """The place of each player in each game, by name. Equal places share."""

    def places(self, name: str) -> list[int]:
        """Return the places of that player, in the games that they played."""
        return [game[name] for game in self.games if name in game]

    def streak(self, name: str) -> int:
        """Return how many games that player has won in a row now."""
        won = 0
        for place in reversed(self.places(name)):
            if place != 1:
                break
            won += 1
        return won


SHELF: Final = Shelf("evening", Evening, "table")


class Evenings:
    """The evenings of all open tables."""

    def __init__(self) -> None:
        self._by_table: dict[int, Evening] = {}

    def put(self, row: Evening) -> None:
        self._by_table[row.table] = row

    def add(self, table: int, places: Mapping[str, int]) -> Evening:
        """Add a game at that table, and return its evening so far."""
        before = self._by_table.get(table, Evening(table))
        row = self._by_table[table] = replace(before, games=(*before.games, places)[-GAMES:])
        return row

    def drop(self, table: int) -> bool:
        """Forget the evening of that table. Return whether there was one."""
        return self._by_table.pop(table, None) is not None

    def forget(self, gone: Removed) -> list[Write]:
        """Put another name in place of that of somebody whose data is removed."""
        changed = list[Write]()
        for table, row in self._by_table.items():
            games = tuple(
                {gone.by if name_key(name) == gone.key else name: p for name, p in game.items()}
                for game in row.games
            )
            if games != row.games:
                self._by_table[table] = replace(row, games=games)
                changed.append(SHELF.kept(self._by_table[table]))
        return changed
