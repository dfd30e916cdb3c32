"""The store of a host with `--ephemeral`. It keeps finished games as long as the host runs."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

from parlour.core.persistence import Entry, Finished, GameGone, Played, Renamed, Saved, Write
from parlour.store._interface import CLOSED, Store, StoreError
from parlour.store._listed import listed
from parlour.tables.archive import Archive, seats_of
from parlour.tables.erasure import without_name


class MemoryArchive(Archive):
    """The last *keep* games (0: all of them), in memory."""

    def __init__(self, keep: int) -> None:
        self._keep = keep
        self._games: dict[str, Finished] = {}
        self._players: dict[str, frozenset[str]] = {}
        """By game: its players, as keys of their names."""
        self.size = 0
        """Bytes of the entries of all games."""
        self._lock = Lock()

    def recent(
        self, limit: int, *, player: str | None = None, game: str | None = None
    ) -> Sequence[Played]:
        """Return the last *limit* games, the newest first."""
        with self._lock:
            games = [(each, self._players[each.record]) for each in self._games.values()]
        found: list[Played] = []
        for finished, players in reversed(games):
            if len(found) == limit:
                break
            if game not in (None, finished.game):
                continue
            if player is None or player in players:
                found.append(listed(finished))
        return found

    def get(self, record: str) -> Finished | None:
        """Return the game of that record, or None."""
        with self._lock:
            return self._games.get(record)

    def add(self, finished: Finished) -> None:
        """Keep a game. If there are too many, the oldest goes."""
        with self._lock:
            self._put(finished)
            while 0 < self._keep < len(self._games):
                self._drop(next(iter(self._games)))

    def remove(self, record: str) -> None:
        """Remove a game, if it is there."""
        with self._lock:
            if record in self._games:
                self._drop(record)

    def rename(self, renamed: Renamed) -> None:
        """Replace a name in all games."""
        with self._lock:
            for finished in list(self._games.values()):
                self._put(without_name(finished, renamed.name, renamed.by))

    def _drop(self, record: str) -> None:
        self.size -= _size(self._games.pop(record))
        del self._players[record]

    def _put(self, finished: Finished) -> None:
        before = self._games.get(finished.record)
        self.size += _size(finished) - (0 if before is None else _size(before))
        self._games[finished.record] = finished
        self._players[finished.record] = frozenset(seats_of(finished))


def _size(finished: Finished) -> int:
    return sum(map(len, finished.entries))


class EphemeralStore(Store):
    """Keeps the last *keep* finished games (0: all of them), in memory, and nothing else.

    A host reads its journal when it starts again. A host that forgets everything at its end needs
    no journal.
    """

    def __init__(self, keep: int = 0) -> None:
        self._archive = MemoryArchive(keep)
        self._closed = False

    @property
    def instant(self) -> bool:
        """True, because memory never blocks."""
        return True

    @property
    def size(self) -> int:
        """The bytes of the finished games, including their talk."""
        return self._archive.size

    @property
    def archive(self) -> MemoryArchive:
        """The finished games."""
        return self._archive

    def load(self) -> Saved:
        """Return nothing, because this is the store of a new host."""
        return Saved(journal=())

    def commit(self, entries: Sequence[Entry], writes: Sequence[Write]) -> None:
        """Keep the finished games among *writes*, without the games and names that must go."""
        self._check_open()
        for write in writes:
            if isinstance(write, Finished):
                self._archive.add(write)
            elif isinstance(write, GameGone):
                self._archive.remove(write.record)
            elif isinstance(write, Renamed):
                self._archive.rename(write)

    def probe(self) -> None:
        """Check only that the store is open, because memory always works."""
        self._check_open()

    def close(self) -> None:
        """Keep nothing from now on. What was kept can still be read."""
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError(CLOSED)
