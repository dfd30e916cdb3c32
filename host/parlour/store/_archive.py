"""Finished games, read from the database."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.house.archive import Archive
from parlour.house.saved import Finished, Played
from parlour.store import _games
from parlour.store._connect import Reading


class SqliteArchive(Archive):
    """The finished games of a database. Raises StoreError where it cannot be read."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    def recent(
        self, limit: int, *, player: str | None = None, game: str | None = None
    ) -> Sequence[Played]:
        """The last *limit* games, the newest first."""
        tables, wanted, order, values = "game", "", "game.id", list[str | int]()
        if player is not None:
            # From his own games, newest first; there the index stands in that order.
            tables = "game_name CROSS JOIN game ON game.id = game_name.game"
            wanted, order = "game_name.key = ? AND game_name.played = 1", "game_name.game"
            values.append(player)
        if game is not None:
            wanted += f"{' AND ' if wanted else ''}game.game = ?"
            values.append(game)
        query = f"SELECT summary FROM {tables}{' WHERE ' if wanted else ''}{wanted}"
        values.append(limit)
        with self._reading.snapshot() as db:
            rows = db.execute(f"{query} ORDER BY {order} DESC LIMIT ?", values).fetchall()
            return [_games.played(summary) for (summary,) in rows]

    def get(self, record: str) -> Finished | None:
        """The game of that record, or None."""
        query = "SELECT summary, entries FROM game WHERE record = ?"
        with self._reading.snapshot() as db:
            row = db.execute(query, (record,)).fetchone()
            return None if row is None else _games.finished(*row)
