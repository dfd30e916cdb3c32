"""Read finished games from the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from parlour.core.persistence import Finished, Played
from parlour.store import _games
from parlour.store._connect import Reading
from parlour.store._errors import damaged
from parlour.store._interface import StoreError
from parlour.store._marks import check
from parlour.tables.archive import Archive

_SUMMARY: Final = "game.number, game.record, game.game, game.summary, game.mark"


class SqliteArchive(Archive):
    """The finished games of a database. Raises StoreError where it cannot be read."""

    def __init__(self, reading: Reading, *, sound: bool = True) -> None:
        self._reading = reading
        self._sound = sound
        """The pages and indexes of the games are intact. Otherwise games might be missing."""

    def recent(
        self, limit: int, *, player: str | None = None, game: str | None = None
    ) -> Sequence[Played]:
        """Return the last *limit* games, the newest first."""
        tables, wanted, order, values = "game", "", "game.id", list[str | int]()
        if player is not None:
            # Start from the player's own games, newest first: the index has that order.
            tables = "game_name CROSS JOIN game ON game.id = game_name.game"
            wanted, order = "game_name.key = ? AND game_name.played = 1", "game_name.game"
            values.append(player)
        if game is not None:
            wanted += f"{' AND ' if wanted else ''}game.game = ?"
            values.append(game)
        query = f"SELECT {_SUMMARY} FROM {tables}{' WHERE ' if wanted else ''}{wanted}"
        values.append(limit)
        with self._reading.snapshot() as db:
            self._check_sound()
            rows = db.execute(f"{query} ORDER BY {order} DESC LIMIT ?", values).fetchall()
            return [_games.played(self._checked(row)) for row in rows]

    def get(self, record: str) -> Finished | None:
        """Return the game of that record, or None."""
        query = f"SELECT entries, {_SUMMARY} FROM game WHERE record = ?"
        with self._reading.snapshot() as db:
            self._check_sound()
            row = db.execute(query, (record,)).fetchone()
            return None if row is None else _games.finished(self._checked(row[1:]), row[0])

    def _check_sound(self) -> None:
        if not self._sound:
            raise StoreError(damaged(self._reading.file))

    def _checked(self, row: Sequence[Any]) -> bytes:
        """Return the summary in these columns. Raises StoreError if they were changed."""
        *values, marked = row
        check(self._reading.file, marked, *values)
        return bytes(values[-1])
