"""Read a store from outside, even while a host is running, and back it up."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from typing import Final

from parlour.core.persistence import Saved
from parlour.core.shelves import R, Shelf
from parlour.store import _journal, _shelves
from parlour.store._archive import SqliteArchive
from parlour.store._connect import DATABASE, open_reading, to_disk
from parlour.store._errors import damaged, told
from parlour.store._interface import StoreError
from parlour.store._lock import cannot_write
from parlour.store._log_mark import mark_of
from parlour.store._schema import GAMES, NEEDED, is_ours, is_sound

_PART: Final = ".part"
"""The suffix of a backup until it is complete."""


def open_reader(folder: Path) -> StoreReader:
    """Open what is kept in *folder* for reading. Raises StoreError if nothing can be read."""
    return StoreReader(folder)


class StoreReader:
    """Reads what a host keeps, as of the last commit, and changes nothing."""

    def __init__(self, folder: Path) -> None:
        self._reading = open_reading(folder / DATABASE)
        self.archive: Final = SqliteArchive(self._reading)

    def load(self) -> Saved:
        """Return everything kept, except finished games. Raises StoreError."""
        with self._reading.snapshot() as db:
            return _journal.load(db, self._reading.file)

    def rows(self, shelf: Shelf[R]) -> list[R]:
        """Return the rows of *shelf* as `Shelf.read` does, without anything else of the host.

        Raises StoreError.
        """
        with self._reading.snapshot() as db:
            found = _shelves.load(db, self._reading.file, shelf.name)
        return shelf.decoded(found.get(shelf.name, ()))

    def check(self) -> Sequence[str]:
        """Read everything kept, and return the finished games that are damaged.

        Raises StoreError if something that a host needs is damaged.
        """
        file, bad = self._reading.file, list[str]()
        with self._reading.snapshot() as db:
            if not (is_ours(db) and is_sound(db, (*NEEDED, *GAMES))):
                raise StoreError(damaged(file))
            records = [record for (record,) in db.execute("SELECT record FROM game ORDER BY id")]
        self.load()
        for record in records:
            try:
                self.archive.get(record)
            except StoreError:
                bad.append(record)
        return bad

    def copy_to(self, file: Path) -> None:
        """Make *file* a complete copy as of the last commit. Raises StoreError.

        We copy in one step, because a copy in several steps restarts whenever the host commits.
        The host runs on meanwhile, and its log grows until the copy is finished.
        """
        with self._reading.snapshot() as db, told(file), closing(_new(file)) as copy:
            db.backup(copy)
            sound = _is_sound(copy)
            if sound and mark_of(copy) is not None:  # it is a house of its own from now on
                copy.execute("UPDATE meta SET pad = NULL")
        if not sound:
            raise StoreError(damaged(self._reading.file))

    def close(self) -> None:
        """Read nothing from now on. May be called twice."""
        self._reading.close()

    def __enter__(self) -> StoreReader:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


BACKED_UP: Final = "backed-up"
"""A file of the data directory: it was written when the last copy was made."""


def back_up(folder: Path, target: Path) -> None:
    """Make *target* a folder with a complete copy of what is kept in *folder*.

    You can use the copy for a host with `--data`. The host may run meanwhile.
    Raises StoreError, also if *target* contains something: this never overwrites anything.
    """
    with open_reader(folder) as reader:
        file = target / DATABASE
        part = target / (DATABASE + _PART)
        try:
            if target.exists() and (not target.is_dir() or any(target.iterdir())):
                raise StoreError(f"There is something at {target} already. Name a new folder.")
            if not target.absolute().parent.is_dir():
                # A disk that is not mounted: the copy would fill the one that should be saved.
                parent = target.absolute().parent
                raise StoreError(
                    f"There is no folder {parent}. Is its disk there? Else make it first."
                )
            target.mkdir(mode=0o700, exist_ok=True)
            os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except OSError as error:
            raise StoreError(f"Cannot write {part}: {error.strerror or error}.") from error
        try:
            reader.copy_to(part)
            part.rename(file)
            to_disk(target)
            with suppress(OSError):  # a copy made by another user is a copy, too
                (folder / BACKED_UP).touch(mode=0o600)
        except BaseException as error:
            for left in target.glob(part.name + "*"):
                left.unlink()
            if isinstance(error, OSError):
                raise StoreError(cannot_write(target, error)) from error
            raise


def _new(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file, isolation_level=None)


def _is_sound(db: sqlite3.Connection) -> bool:
    try:
        (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError:
        return False
    return bool(verdict == "ok")
