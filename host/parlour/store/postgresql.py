"""The store in a PostgreSQL database, for a house that outlives its machine.

The database holds a log of commits. `parlour.db` in the node's folder is a cache of it
(`_cache`): loading, the archive, checks and migrations are those of the one store on a disk.

A commit is checked and written in the cache, then appended to the log, then committed in the
cache. The log decides: a commit that was appended is kept, also if this process dies before its
cache has it; the next start reads it from the log.

Nodes with the same URL share the house. One owns it (`_ownership`); the others are standbys, which
follow the log and take the house when the owner is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Final

from parlour.core.persistence import Entry, Saved, Write
from parlour.store import _body
from parlour.store._archive import SqliteArchive
from parlour.store._body import Commit
from parlour.store._cache import Cache
from parlour.store._commit_log import CommitLog, check_url
from parlour.store._interface import CLOSED, NOTHING_KNOWN, Fenced, Known, Store, StoreError
from parlour.store._lock import HostLock, lock_folder
from parlour.store._ownership import BEAT_S, Follower, Node
from parlour.store.sqlite import nothing

__all__ = ["Node", "PostgreSQLStore", "open_postgresql", "wait_for_house"]

HOUSE: Final = "house"
"""The name of the house. Another house has a database of its own."""
SNAPSHOT_BYTES: Final = 4 * 1024 * 1024
"""The least bytes of commits between two snapshots, so that a small house seldom makes any."""
SILENT_S: Final = 3.0
"""A standby says each second that it follows. After this time it counts as gone."""
ENDING_S: Final = 5.0
"""Seconds to wait for our threads at the end. The database may hang."""


def open_postgresql(
    url: str,
    folder: Path,
    *,
    node: Node,
    house: str = HOUSE,
    keep_games: int = 0,
    on_wait: Callable[[str], None] = nothing,
    on_lost: Callable[[str], None] = nothing,
    on_write: Callable[[str], None] = nothing,
    lock: HostLock | None = None,
    checked: bool = False,
) -> PostgreSQLStore:
    """Own *house* in the database at *url*, with its cache in *folder*, and open it.

    While another node owns it, this one waits as a standby, for as long as that takes. It calls
    *on_wait* once, with a sentence for people. *on_lost* is called on another thread if another
    node takes the house later. *on_write* is for crash tests, as for `sqlite.open_store`.

    *lock*: that of *folder*, if this process has it already. *checked*: a process before this one
    has looked for damage in the cache.

    Raises StoreError, in one line for people, if the database or the folder cannot be used.
    """
    check_url(url)
    lock = lock or lock_folder(folder)
    follower = Follower(
        url, folder, house, node, keep_games=keep_games, on_write=on_write, checked=checked
    )
    try:
        follower.take(on_wait)
        log, cache = follower.owned()
        return PostgreSQLStore(
            url, log, cache, node, on_lost=on_lost, on_write=on_write, release=lock.release
        )
    except BaseException:
        follower.close()
        lock.release()
        raise


def wait_for_house(
    url: str,
    folder: Path,
    *,
    node: Node,
    house: str = HOUSE,
    keep_games: int = 0,
    on_wait: Callable[[str], None],
) -> None:
    """Return when *node* may open the house, which it should then do at once.

    It is for a process that opens the store in another one. The arguments are those of
    `open_postgresql`. The caller has the lock of *folder*. Raises StoreError.
    """
    check_url(url)
    follower = Follower(url, folder, house, node, keep_games=keep_games, on_write=nothing)
    try:
        follower.take(on_wait)
        follower.claim()
    finally:
        follower.close()


@dataclass
class _Due:
    """When the next snapshot is due."""

    snapshot_bytes: int
    since: int

    def now(self) -> bool:
        return self.since > max(SNAPSHOT_BYTES, self.snapshot_bytes)


class PostgreSQLStore(Store):
    """Keeps a house in the *log* that *node* owns. *cache* is at its end."""

    def __init__(
        self,
        url: str,
        log: CommitLog,
        cache: Cache,
        node: Node,
        *,
        on_lost: Callable[[str], None] = nothing,
        on_write: Callable[[str], None] = nothing,
        release: Callable[[], None] = nothing,
    ) -> None:
        self._url, self._log, self._cache, self._node = url, log, cache, node
        self._on_lost, self._on_write, self._release = on_lost, on_write, release
        self._turn = Lock()
        """Held while the log's own connection or the cache's writer is used."""
        self._lost: StoreError | None = None
        self._ended = Event()
        self._due = _Due(*log.weight())
        self._standbys = 0
        self._snapshot: Thread | None = None
        cache.append = self._append
        self._beats = Thread(target=self._beat, name="parlour-beats", daemon=True)
        self._beats.start()

    @property
    def size(self) -> int:
        return self._cache.size

    @property
    def archive(self) -> SqliteArchive:
        return self._cache.archive

    def figures(self) -> Mapping[str, float]:
        return {"standbys": self._standbys}

    def load(self, known: Mapping[int, Known] = NOTHING_KNOWN) -> Saved:
        return self._cache.load(known)

    def commit(self, entries: Sequence[Entry], writes: Sequence[Write]) -> None:
        """Keep it all. Raises ValueError for what contradicts the kept data."""
        with self._turn:
            self._check()
            self._connect()
            self._cache.commit(entries, writes)
        if self._due.now() and self._snapshot is None:
            self._snapshot = Thread(
                target=self._try_snapshot, name="parlour-snapshot", daemon=True
            )
            self._snapshot.start()

    def commit_key(self, entries: Sequence[Entry], writes: Sequence[Write]) -> tuple[int, int]:
        """Name it by its writer and its number in the log."""
        return int(self._node.writer, 16), self._cache.n + 1

    def kept(self, key: tuple[int, int]) -> bool:
        writer, n = key
        with self._turn:
            self._check()
            self._connect()
            row = self._log.row(n)
        return row is not None and int(row.writer, 16) == writer

    def probe(self) -> None:
        """Find out whether the database answers, and whether the house is still ours."""
        with self._turn:
            self._check()
            self._connect()
            self._log.probe()

    def close(self) -> None:
        """Let another node have the house."""
        if self._ended.is_set():
            return
        self._ended.set()
        with suppress(RuntimeError):  # this is that thread
            self._beats.join(ENDING_S)
        if (snapshot := self._snapshot) is not None:
            snapshot.join(ENDING_S)
        self._log.close()
        self._cache.close()
        self._release()

    def _check(self) -> None:
        if self._ended.is_set():
            raise StoreError(CLOSED)
        if self._lost is not None:
            raise self._lost

    # --- the log ---------------------------------------------------------------------

    def _append(self, n: int, commit: Commit) -> str:
        body = _body.encode(commit)
        self._on_write("before append")
        try:
            self._log.append(n, body, self._node.writer)
        except StoreError as error:
            if isinstance(error, Fenced):
                self._lose(error)
            self._log.close()  # whatever was on its way: the next call asks on a new one
            raise
        self._on_write("after append")
        self._due.since += len(body)
        return self._node.writer

    def _connect(self) -> None:
        """Connect again if the connection was lost, and see that the house is still ours."""
        if not self._log.broken:
            return
        log = CommitLog(self._url, self._log.house, self._node.name)
        try:
            if not log.lock():
                if log.holder() == self._node.name:  # the database has not noticed the loss
                    log.terminate(self._node.name)
                if not log.lock():
                    raise Fenced()
            if not log.still_owns(self._node.writer, self._cache.n):
                raise Fenced()
        except BaseException as error:
            log.close()
            if isinstance(error, Fenced):
                self._lose(error)
            raise
        self._log = log

    def _lose(self, error: StoreError) -> None:
        if self._lost is None:
            self._lost = error
            self._on_lost(error.text)

    # --- beside it -------------------------------------------------------------------

    def _beat(self) -> None:
        """Say that this node is there, until it is not the owner any more."""
        log: CommitLog | None = None
        while not (self._ended.wait(BEAT_S) or self._lost is not None):
            try:
                if log is None or log.broken:
                    log = CommitLog(self._url, self._log.house, f"{self._node.name} beat")
                if not log.still_owns(self._node.writer, self._cache.n):
                    raise Fenced()
                self._standbys = log.standbys(SILENT_S)
                self._look_after_log()
            except Fenced as error:
                self._lose(error)
            except StoreError:
                continue  # the database is away: commits fail, and say so
        if log is not None:
            log.close()

    def _look_after_log(self) -> None:
        """Notice a lost connection while nothing is stored: with it, the lock is free."""
        if self._turn.acquire(blocking=False):
            try:
                if not self._ended.is_set():
                    self._connect()
                    self._log.probe()
            finally:
                self._turn.release()

    def _try_snapshot(self) -> None:
        with suppress(StoreError):  # the log has everything; we try again when it has grown
            self.keep_snapshot()
        self._snapshot = None

    def keep_snapshot(self) -> None:
        """Make a snapshot, and drop the commits behind it. Any thread may call this."""
        before = self._due.since
        try:
            log = CommitLog(self._url, self._log.house, f"{self._node.name} snapshot")
            try:
                with self._cache.copied() as (n, parts):
                    log.keep_snapshot(n, parts, self._node.writer)
                self._due.snapshot_bytes = log.weight()[0]
            finally:
                log.close()
        finally:
            self._due.since -= before
