"""The store on a disk: one SQLite file in a folder of the host's own.

What a commit has returned for survives a killed host, and, as far as the disk keeps its
word, a pulled plug: the log is written through to the disk every time
(`synchronous=FULL`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from parlour.house.effects import Entry
from parlour.house.saved import Saved, Write
from parlour.store import _journal
from parlour.store._archive import SqliteArchive
from parlour.store._connect import DATABASE, open_reading, open_writer
from parlour.store._interface import CLOSED, Store, StoreError
from parlour.store._lock import HostLock, cannot_write
from parlour.store._order import Order
from parlour.store._story import FAILURES, failure, told
from parlour.store._writes import carry_out

PROBE_BYTES: Final = 16 * 1024
"""What a probe writes: more than a commit, so that a disk with room for one last move does
not have everybody stop and go."""


def open_store(
    folder: Path,
    *,
    keep_games: int = 0,
    on_write: Callable[[str], None] | None = None,
) -> SqliteStore:
    """The store in *folder*, which is made if there is none, with the last *keep_games*
    finished games (0: all of them).

    *on_write* is for crash tests: called with a word at every boundary of a write, where
    the process may be killed. Raises StoreError, in one line for people: another host
    uses it, it cannot be written, it is damaged, a newer Parlour wrote it.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(cannot_write(folder, error)) from error
    lock = HostLock(folder)
    try:
        return SqliteStore(folder / DATABASE, lock, keep_games, on_write or _nothing)
    except BaseException:
        lock.release()
        raise


def _nothing(point: str) -> None:
    pass


class SqliteStore(Store):
    """Keeps a host in *file*, on which it holds *lock*."""

    def __init__(
        self, file: Path, lock: HostLock, keep_games: int, on_write: Callable[[str], None]
    ) -> None:
        self._file = file
        self._lock = lock
        self._keep_games = keep_games
        self._on_write = on_write
        self._closed = False
        self._db = open_writer(file)
        try:
            with told(file):
                self._order = _journal.order(self._db)
                (self._commits,) = self._db.execute("SELECT commits FROM meta").fetchone()
            self.probe()  # SQLite opens what it may only read, and does not say so
            self._reading = open_reading(file)
        except BaseException:
            self._db.close()
            raise
        self._archive = SqliteArchive(self._reading)

    @property
    def archive(self) -> SqliteArchive:
        """The finished games, read on a connection of their own."""
        return self._archive

    def load(self) -> Saved:
        """All that is kept, except finished games."""
        with self._reading.snapshot() as db:
            return _journal.load(db, self._file)

    def commit(self, entries: Sequence[Entry], writes: Sequence[Write]) -> None:
        """Keep it all on the disk. Raises ValueError for what does not fit what is kept."""
        self._check_open()
        if not entries and not writes:
            return
        order = self._order.after(entries, writes)
        alone = not writes and len(entries) <= _journal.ROWS_MAX
        try:
            if alone:
                self._insert(entries)
            else:
                self._transact(entries, writes, order)
        except BaseException as error:
            self._roll_back()
            if isinstance(error, sqlite3.IntegrityError):
                raise ValueError(f"it does not fit what is kept: {error}") from error
            if not isinstance(error, FAILURES):
                raise
            if not self._landed(entries[-1] if alone else None):
                raise failure(error, self._file) from error
        self._order = order
        if not alone:
            self._commits += 1
        self._on_write("after commit")

    def probe(self) -> None:
        """Write something that means nothing."""
        self._check_open()
        with told(self._file):
            self._roll_back()
            # Other bytes each time: SQLite does not write what is there already.
            self._db.execute("UPDATE meta SET pad = randomblob(?)", (PROBE_BYTES,))

    def close(self) -> None:
        """Write the log into the file, and let another host in."""
        if self._closed:
            return
        self._closed = True
        self._reading.close()
        with suppress(sqlite3.Error):  # what is in the log stays there, and is as good
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        self._db.close()
        self._lock.release()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError(CLOSED)

    def _insert(self, entries: Sequence[Entry]) -> None:
        """Most commits: one statement, which is a transaction of its own (see _journal)."""
        self._on_write("before begin")
        _journal.insert(self._db, entries)

    def _transact(self, entries: Sequence[Entry], writes: Sequence[Write], order: Order) -> None:
        db, on_write = self._db, self._on_write
        on_write("before begin")
        db.execute("BEGIN IMMEDIATE")
        on_write("after begin")
        _journal.insert(db, entries)
        on_write("after entries")
        for write in writes:
            carry_out(db, write, order, self._keep_games)
            on_write("after write")
        db.execute(
            "UPDATE meta SET commits = ?, last_table = ?, last_note = ?",
            (self._commits + 1, order.last_table, order.last_note),
        )
        on_write("before commit")
        db.execute("COMMIT")

    def _roll_back(self) -> None:
        if self._db.in_transaction:
            with suppress(sqlite3.Error):  # then it is tried again before the next write
                self._db.execute("ROLLBACK")

    def _landed(self, last: Entry | None) -> bool:
        """Is it kept although SQLite raised? Its last entry is there, or the count of commits."""
        try:
            if last is not None:
                return _journal.has(self._db, last)
            (commits,) = self._db.execute("SELECT commits FROM meta").fetchone()
        except sqlite3.Error:
            return False
        return bool(commits == self._commits + 1)
