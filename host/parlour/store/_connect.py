"""Connections to `parlour.db`: one that writes, and others that read at the same time."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock
from typing import Final

from parlour.store._errors import damaged, empty, told
from parlour.store._interface import CLOSED, StoreError
from parlour.store._lock import cannot_write
from parlour.store._schema import STEPS, check, is_ours, is_sound, upgrade

DATABASE: Final = "parlour.db"
"""The file in the folder. SQLite puts two more next to it while it is open."""

NEW: Final = ".new"
"""The suffix of a file until it is complete."""

BUSY_S: Final = 2.0
"""Seconds to wait for a lock of another program (a shell on the file, a backup). Players wait
just as long."""

SQLITE_MIN: Final = (3, 37)
"""The first version with strict tables."""

STATEMENTS: Final = 64
"""Prepared statements to keep: more than there are, including those for commits of many sizes."""

LOG_BYTES: Final = 16 * 1024 * 1024
"""The size to cut the log to after it was longer, for instance while a backup was read."""


def open_writer(file: Path, *, checked: bool = False) -> sqlite3.Connection:
    """Open the connection that writes. Make *file*, or upgrade it to the current version.

    *checked*: a process before this one has looked for damage, so we need not do it again.
    """
    with told(file):
        if not file.exists():
            _make(file)
        db = _connect(file, "mode=rw")
        try:
            version = check(db, file)
            if version == 0:
                raise StoreError(empty(file))
            _set(db)
            upgrade(db, version)
            if not checked and not (is_sound(db) and is_ours(db)):
                raise StoreError(damaged(file))
        except BaseException:
            db.close()
            raise
    return db


def _set(db: sqlite3.Connection) -> None:
    for setting in (
        "journal_mode = WAL",
        "synchronous = FULL",  # every commit is on the disk when it returns
        "foreign_keys = ON",
        "secure_delete = ON",  # removed data is gone from the file, too
        "cell_size_check = ON",
        f"journal_size_limit = {LOG_BYTES}",
    ):
        db.execute(f"PRAGMA {setting}").fetchall()


def open_in_memory() -> sqlite3.Connection:
    """Open a new database that nobody else can see, and that ends with its connection."""
    db = _connect_to(":memory:")
    db.execute("PRAGMA foreign_keys = ON")
    upgrade(db, 0)
    return db


def open_reading(file: Path) -> Reading:
    """Open a connection that reads *file*, which must exist and have the current version."""
    if not file.is_file():
        raise StoreError(f"There is no {file}. Name the folder of a host with --data.")
    with told(file):
        db = _connect_to_read(file)
        try:
            version = check(db, file)
        except BaseException:
            db.close()
            raise
    if version == 0:
        db.close()
        raise StoreError(empty(file))
    if version < len(STEPS):
        db.close()
        raise StoreError(
            f"{file} has version {version}, and {len(STEPS)} is needed: start the host once."
        )
    return Reading(db, file)


class Reading:
    """A connection that any thread may read with, one at a time. It sees only committed data."""

    def __init__(self, db: sqlite3.Connection, file: Path) -> None:
        self.file = file
        self._db: sqlite3.Connection | None = db
        self.turn = Lock()
        """Held while somebody reads."""

    @contextmanager
    def snapshot(self) -> Generator[sqlite3.Connection]:
        """Show the block one unchanging state of the file.

        Raises StoreError for anything that goes wrong in it.
        """
        with self.turn, told(self.file):
            db = self._db
            if db is None:
                raise StoreError(CLOSED)
            db.execute("BEGIN")
            try:
                yield db
            finally:
                db.execute("ROLLBACK")

    def close(self) -> None:
        """Let nobody read from now on. A current reader finishes first. May be called twice."""
        with self.turn:
            if self._db is not None:
                self._db.close()
            self._db = None


def to_disk(folder: Path) -> None:
    """Flush the names in *folder* to the disk. Raises OSError."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def _make(file: Path) -> None:
    """Make a new *file* that nobody else can read.

    It gets its name only when it is complete. So a host that is killed meanwhile starts over, and
    we never mistake an empty file for a new one.
    """
    part = file.with_name(file.name + NEW)
    try:
        for left in file.parent.glob(part.name + "*"):
            left.unlink()
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        with closing(_connect(part, "mode=rw")) as db:
            _set(db)
            upgrade(db, 0)
        part.rename(file)
        to_disk(file.parent)
    except OSError as error:
        raise StoreError(cannot_write(file.parent, error)) from error


def _connect(file: Path, mode: str) -> sqlite3.Connection:
    return _connect_to(f"{file.absolute().as_uri()}?{mode}")


def _connect_to(uri: str) -> sqlite3.Connection:
    if sqlite3.sqlite_version_info < SQLITE_MIN:
        wanted = ".".join(map(str, SQLITE_MIN))
        raise StoreError(
            f"SQLite {wanted} or later is needed; this Python has {sqlite3.sqlite_version}."
        )
    return sqlite3.connect(
        uri,
        uri=True,
        timeout=BUSY_S,
        isolation_level=None,  # transactions begin where we say so
        check_same_thread=False,
        cached_statements=STATEMENTS,
    )


def _connect_to_read(file: Path) -> sqlite3.Connection:
    db = _connect(file, "mode=ro")
    try:
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError as error:
        db.close()
        if error.sqlite_errorcode != sqlite3.SQLITE_READONLY_DIRECTORY:
            raise
        # No host runs here, and none can: this is a backup on a read-only medium.
        db = _connect(file, "immutable=1")
    return db
