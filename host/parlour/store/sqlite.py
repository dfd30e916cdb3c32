"""The store on a disk: one SQLite file in the host's own folder.

When a commit has returned, its data survives a killed host and, as far as the disk keeps its
promises, a power failure: the log is written through to the disk every time
(`synchronous=FULL`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

from parlour.core.persistence import Entry, Saved, Write
from parlour.store import _journal, _notes
from parlour.store._archive import SqliteArchive
from parlour.store._connect import DATABASE, Reading, open_reading, open_writer
from parlour.store._errors import FAILURES, at_start, failure, told
from parlour.store._interface import CLOSED, NOTHING_KNOWN, Known, Store, StoreError
from parlour.store._lock import HostLock, lock_folder
from parlour.store._log_mark import mark_of
from parlour.store._order import Next
from parlour.store._schema import GAMES, is_sound
from parlour.store._writes import statements

MEASURE_EVERY: Final = 64
"""Commits between two measurements of how much is kept."""
PROBE_BYTES: Final = 16 * 1024
"""Bytes that a probe writes: more than a commit, so that everybody does not stop and continue on
a disk with room for one last move."""

CHECKED_BYTES: Final = 256 * 1024 * 1024
"""We do not check the finished games in a larger file at the start, which would take
seconds. `parlour check` does it."""


def open_store(
    folder: Path,
    *,
    keep_games: int = 0,
    on_write: Callable[[str], None] | None = None,
    lock: HostLock | None = None,
    checked: bool = False,
) -> SqliteStore:
    """Open the store in *folder*, and make it if there is none.

    It keeps the last *keep_games* finished games (0: all of them). *lock*: that of *folder*, if
    this process has it already. *checked*: see `_connect.open_writer`.

    *on_write* is for crash tests. We call it with a word at every boundary of a write, where
    the test may kill the process. Raises StoreError, in one line for people: another host
    uses it, it cannot be written, it is damaged, a newer Parlour wrote it.
    """
    lock = lock or lock_folder(folder)
    try:
        file = folder / DATABASE
        db = open_writer(file, checked=checked)
        if mark_of(db) is not None:
            db.close()
            raise StoreError(
                f"{file} is a copy of a house in a database. Start the host with --store. "
                "To take the house out of the database: parlour backup."
            )
        return SqliteStore(
            file,
            db,
            partial(open_reading, file),
            keep_games=keep_games,
            on_write=on_write or nothing,
            release=lock.release,
            checked=checked,
        )
    except BaseException as error:
        lock.release()
        if isinstance(error, StoreError):
            raise at_start(error, folder) from error
        raise


def nothing(_point: str = "") -> None:
    """Do nothing."""


class SqliteStore(Store):
    """Keeps a host in a database: *db* writes *file*, and *reading* opens what reads it.

    *turn* is held while *db* is used, if others use it too. *release* is called at the end.
    """

    ONE_STATEMENT: ClassVar = True
    """Most commits are one statement, a transaction of its own."""

    def __init__(
        self,
        file: Path,
        db: sqlite3.Connection,
        reading: Callable[[], Reading],
        *,
        keep_games: int,
        on_write: Callable[[str], None] = nothing,
        release: Callable[[], None] = nothing,
        turn: AbstractContextManager[object] | None = None,
        checked: bool = False,
    ) -> None:
        self._file = file
        self._release = release
        self._turn = turn or nullcontext()
        self._keep_games = keep_games
        self._on_write = on_write
        self._closed = False
        self._in_doubt = False
        """The last commit raised, and we do not know for certain whether it is kept."""
        self._size = self._since_measured = 0
        self._db = db
        self._checked = checked
        try:
            with told(file):
                self._order = _journal.order(self._db, file)
                self._commits = _journal.numbers(self._db, file).commits
                large = self._measure() > CHECKED_BYTES
                sound = large or checked or is_sound(self._db, GAMES)
                oldest = "SELECT coalesce(min(seq), 1) FROM journal WHERE tbl = 0"
                (self._oldest_note,) = self._db.execute(oldest).fetchone()
            self._try()  # SQLite opens a read-only file without saying so
            self._reading = reading()
        except BaseException:
            self._db.close()
            raise
        self._archive = SqliteArchive(self._reading, sound=sound)

    @property
    def archive(self) -> SqliteArchive:
        """The finished games, read on a separate connection."""
        return self._archive

    def load(self, known: Mapping[int, Known] = NOTHING_KNOWN) -> Saved:
        with self._reading.snapshot() as db:
            return _journal.load(db, self._file, known, checked=self._checked)

    def commit(self, entries: Sequence[Entry], writes: Sequence[Write]) -> None:
        """Keep it all. Raises ValueError for what contradicts the kept data."""
        self._check_open()
        if entries or writes:
            with self._turn:
                self._keep(entries, writes)

    def commit_key(self, entries: Sequence[Entry], writes: Sequence[Write]) -> tuple[int, int]:
        """Name it by its last entry. One with other writes counts, so name that by its number."""
        if writes:
            return 0, self._commits + 1
        return entries[-1].table << 1 | 1, entries[-1].seq

    def kept(self, key: tuple[int, int]) -> bool:
        first, second = key
        with told(self._file):
            if first:
                return _journal.has(self._db, Entry(first >> 1, second, b""))
            return self._commits >= second

    def _keep(self, entries: Sequence[Entry], writes: Sequence[Write]) -> None:
        new = self._order.after(entries, writes)
        oldest = new.last_note - _notes.NOTES_KEPT
        prune = oldest - self._oldest_note + 1 >= _notes.NOTES_SLACK
        alone = not writes and not prune and len(entries) <= _journal.ROWS_MAX
        alone = alone and self.ONE_STATEMENT
        last = entries[-1] if alone else None
        try:
            if self._in_doubt and self._is_kept(last):
                pass
            elif alone:
                self._insert(entries)
            else:
                self._transact(entries, writes, new, oldest if prune else 0)
            self._in_doubt = False
        except BaseException as error:
            self._roll_back()
            if isinstance(error, sqlite3.IntegrityError):
                raise ValueError(f"it does not fit what is kept: {error}") from error
            if not isinstance(error, FAILURES):
                raise
            self._in_doubt = True
            if not self._landed(last):
                raise failure(error, self._file) from error
            self._in_doubt = False
        self._order.become(new)
        if not alone:
            self._commits += 1
        if prune:
            self._oldest_note = oldest + 1
        self._since_measured += 1
        if self._since_measured >= MEASURE_EVERY:
            self._measure()
        self._on_write("after commit")

    def probe(self) -> None:
        """Write something without a meaning."""
        self._check_open()
        with self._turn:
            self._try()

    def _try(self) -> None:
        with told(self._file):
            self._roll_back()
            # Other bytes each time, because SQLite does not write unchanged pages.
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
        self._release()

    @property
    def size(self) -> int:
        """The bytes of the file in use, as of a short while ago."""
        return self._size

    def _measure(self) -> int:
        """Measure the size without the free pages of the file, which are used again."""
        self._since_measured = 0
        with suppress(sqlite3.Error):  # then keep the last size
            pages, free, bytes_ = (
                self._db.execute(f"PRAGMA {what}").fetchone()[0]
                for what in ("page_count", "freelist_count", "page_size")
            )
            self._size = (pages - free) * bytes_
        return self._size

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError(CLOSED)

    def _insert(self, entries: Sequence[Entry]) -> None:
        """Do what most commits need: one statement, a transaction of its own (see _journal)."""
        self._on_write("before begin")
        _journal.insert(self._db, entries)

    def _transact(
        self, entries: Sequence[Entry], writes: Sequence[Write], new: Next, prune: int
    ) -> None:
        """Commit everything else. Drop notes up to number *prune*."""
        db, on_write = self._db, self._on_write
        on_write("before begin")
        db.execute("BEGIN IMMEDIATE")
        on_write("after begin")
        _journal.insert(db, entries)
        on_write("after entries")
        for statement in statements(writes, self._keep_games):
            statement(db)
            on_write("after write")
        if prune:
            _notes.prune(db, prune)
        db.execute(
            "UPDATE meta SET commits = ?1, last_table = ?2, last_note = ?3,"
            " mark = mark(?1, ?2, ?3, last_record, last_player, games)",
            (self._commits + 1, new.last_table, new.last_note),
        )
        on_write("before commit")
        self._about_to_commit(entries, writes)
        db.execute("COMMIT")

    def _about_to_commit(self, entries: Sequence[Entry], writes: Sequence[Write]) -> None:
        """Do more in the transaction of this commit. It is rolled back if this raises."""

    def _roll_back(self) -> None:
        if self._db.in_transaction:
            with suppress(sqlite3.Error):  # then we try again before the next write
                self._db.execute("ROLLBACK")

    def _landed(self, last: Entry | None) -> bool:
        """Check whether it is certainly kept although SQLite raised."""
        try:
            return self._is_kept(last)
        except sqlite3.Error:
            return False

    def _is_kept(self, last: Entry | None) -> bool:
        """Check whether the commit is kept: its last entry is there, or it was counted."""
        if last is not None:
            return _journal.has(self._db, last)
        (commits,) = self._db.execute("SELECT commits FROM meta").fetchone()
        return bool(commits == self._commits + 1)
