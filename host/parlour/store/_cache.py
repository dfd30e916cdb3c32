"""`parlour.db` as the cache of a log of commits: a snapshot, and the commits after it.

The file is written without waiting for the disk, because the log has everything. So it can be
trusted after its process was killed, but not after its machine went down: it knows in which run
of the machine it was written. It also knows which commit is its last, in the same transaction.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

from msgspec.structs import replace

from parlour.core.persistence import Entry, Write
from parlour.store._body import Commit
from parlour.store._connect import DATABASE, open_reading, open_writer
from parlour.store._errors import damaged, told
from parlour.store._interface import StoreError
from parlour.store._lock import cannot_write
from parlour.store._log_mark import Mark, encoded, mark_of
from parlour.store.sqlite import SqliteStore, nothing

BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
"""A text that is another one after each start of the machine."""
PART_BYTES: Final = 1024 * 1024
"""The size of a part of a snapshot, before it is compressed."""
SPEED: Final = 1
"""zlib's level for snapshots: the quickest."""
AHEAD: Final = ".ahead"
"""The suffix of a cache that was set aside."""
COPY: Final = ".copy"
"""The suffix of a file while a snapshot is made from it, or it is made from one."""


def boot() -> str:
    """Return the run of this machine. Empty: it is not known."""
    try:
        return BOOT.read_text("ascii").strip()
    except OSError:
        return ""


class Cache(SqliteStore):
    """The cache in *file*, through *db*. It is at *mark*."""

    ONE_STATEMENT: ClassVar = False

    def __init__(
        self,
        file: Path,
        db: sqlite3.Connection,
        mark: Mark,
        *,
        keep_games: int,
        on_write: Callable[[str], None] = nothing,
        checked: bool = False,
    ) -> None:
        self.mark = mark
        self.append: Callable[[int, Commit], str] | None = None
        """Append a commit to the log, and return who did. None: the log has it."""
        self._next = mark
        db.execute("PRAGMA synchronous = OFF")
        super().__init__(
            file,
            db,
            partial(open_reading, file),
            keep_games=keep_games,
            on_write=on_write,
            checked=checked,
        )

    @property
    def n(self) -> int:
        """The number of the last commit."""
        return self.mark.n

    def commit(self, entries: Sequence[Entry], writes: Sequence[Write]) -> None:
        """Append it to the log and keep it, or neither."""
        super().commit(entries, writes)
        self.mark = self._next

    def follow(self, n: int, commit: Commit, writer: str) -> None:
        """Keep commit *n* of the log, which is the next."""
        assert n == self.n + 1, "the log is followed in order"
        self._next = replace(self.mark, n=n, writer=writer)
        if commit.entries or commit.writes:
            self.commit(*commit)
        else:
            self.pass_by(n, writer)

    def pass_by(self, n: int, writer: str) -> None:
        """Note that commit *n* kept nothing."""
        self._next = replace(self.mark, n=n, writer=writer)
        with told(self._file):
            self._note()
        self.mark = self._next

    def _about_to_commit(self, entries: Sequence[Entry], writes: Sequence[Write]) -> None:
        if self.append is not None:
            n = self.n + 1
            writer = self.append(n, Commit(entries, writes))
            self._next = replace(self.mark, n=n, writer=writer)
        self._note()

    def _note(self) -> None:
        self._db.execute("UPDATE meta SET pad = ?", (encoded(self._next),))

    def _try(self) -> None:
        with told(self._file):
            self._roll_back()
            self._note()

    @contextmanager
    def copied(self) -> Generator[tuple[int, Iterator[bytes]]]:
        """Give the block a snapshot: its last commit, and its compressed parts.

        Any thread may call it while commits go on.
        """
        copy = self._file.with_name(self._file.name + COPY)
        _remove(copy)
        try:
            os.close(os.open(copy, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
            with told(copy), closing(sqlite3.connect(copy, isolation_level=None)) as db:
                with self._reading.snapshot() as ours:
                    ours.backup(db)
                found = mark_of(db)
                db.execute("PRAGMA journal_mode = DELETE").fetchall()
            assert found is not None, "a cache has a mark"
            yield found.n, _packed(copy)
        except OSError as error:
            raise StoreError(cannot_write(copy.parent, error), passing=True) from error
        finally:
            _remove(copy)


def _packed(file: Path) -> Iterator[bytes]:
    with file.open("rb") as bytes_:
        while piece := bytes_.read(PART_BYTES):
            yield zlib.compress(piece, SPEED)


def open_cache(
    folder: Path,
    house: str,
    *,
    adopt: bool,
    keep_games: int,
    on_write: Callable[[str], None],
    checked: bool = False,
) -> Cache | None:
    """Open the cache in *folder*. Returns None if there is none that can be trusted.

    With *adopt*, the store of a host of its own becomes the cache of a new log. Without it,
    such a store is left alone. Raises StoreError then. *checked*: see `_connect.open_writer`.
    """
    file, here = folder / DATABASE, boot()
    if not file.exists():
        return None
    try:
        db = open_writer(file, checked=checked)
    except StoreError as error:
        if error.text == damaged(file):
            return None
        raise
    try:
        with told(file):
            mark, unused = mark_of(db), _is_unused(db)
        if unused:  # we were killed while we made it
            db.close()
            return None
        if mark is None and not adopt:
            raise StoreError(
                f"{file} is a house of its own, and the database has another one. Give this node "
                "an empty folder with --data."
            )
        if mark is None:
            mark = Mark(house, 0, "", here)
        if mark.house == house and mark.boot == here != "":
            return Cache(file, db, mark, keep_games=keep_games, on_write=on_write, checked=checked)
    except BaseException:
        db.close()
        raise
    db.close()
    return None


def _is_unused(db: sqlite3.Connection) -> bool:
    """Check whether nobody has opened that file as a store."""
    (unused,) = db.execute("SELECT pad IS NULL AND commits = 0 FROM meta").fetchone()
    return bool(unused)


def restore(folder: Path, house: str, parts: Iterable[tuple[int, bytes]]) -> None:
    """Make a new cache from a snapshot, in place of what is there. No parts: an empty one."""
    file = folder / DATABASE
    copy = file.with_name(file.name + COPY)
    try:
        _remove(copy)
        last = 0
        fd = os.open(copy, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with open(fd, "wb") as out:
            for last, part in parts:  # noqa: B007 - all parts have the same number
                out.write(zlib.decompress(part))
            whole = out.tell() > 0
        _remove(file)
        if whole:
            copy.rename(file)
        _remove(copy)
    except (OSError, zlib.error) as error:
        if isinstance(error, zlib.error):
            raise StoreError("The snapshot in the database is damaged.") from error
        raise StoreError(cannot_write(folder, error)) from error
    db = open_writer(file)  # makes it if there is no snapshot
    with told(file), closing(db):
        found = mark_of(db)
        mark = Mark(house, last, "" if found is None else found.writer, boot())
        db.execute("UPDATE meta SET pad = ?", (encoded(mark),))


def set_aside(folder: Path) -> None:
    """Move the cache away, for the operator: it has commits that the database does not have."""
    file = folder / DATABASE
    aside = file.with_name(file.name + AHEAD)
    try:
        _remove(aside)
        file.rename(aside)
        _remove(file)
    except OSError as error:
        raise StoreError(cannot_write(folder, error)) from error


def _remove(file: Path) -> None:
    for suffix in ("", "-wal", "-shm", "-journal"):
        file.with_name(file.name + suffix).unlink(missing_ok=True)
