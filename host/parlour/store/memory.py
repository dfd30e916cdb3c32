"""Stores that end with the host: the same database, in memory."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from parlour.core.persistence import Entry, Finished, GameGone, Renamed, Write
from parlour.store._connect import Reading, open_in_memory
from parlour.store.sqlite import SqliteStore

NO_FILE: Final = Path("the memory")


class MemoryStore(SqliteStore):
    """Keeps everything, with the last *keep_games* finished games (0: all of them)."""

    def __init__(self, keep_games: int = 0) -> None:
        db = open_in_memory()
        reading = Reading(db, NO_FILE)
        super().__init__(NO_FILE, db, lambda: reading, keep_games=keep_games, turn=reading.turn)

    @property
    def instant(self) -> bool:
        return True


class EphemeralStore(MemoryStore):
    """Keeps only finished games. A host that forgets all else at its end needs no journal."""

    def commit(self, entries: Sequence[Entry], writes: Sequence[Write]) -> None:
        """Keep the finished games among *writes*, without the games and names that must go."""
        super().commit((), [each for each in writes if isinstance(each, _OF_GAMES)])


_OF_GAMES: Final = (Finished, GameGone, Renamed)
