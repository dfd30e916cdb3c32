"""Who owns a house in a database: the standby's side.

The owner's session holds the lock of the house, and its node says twice a second that it is there.
A standby asks ten times a second and follows the log meanwhile. It takes the house

* when the lock is free for a moment: the owner's process is gone. The owner's own node takes it at
  once, so a process that is started again there is quicker than any standby;
* when the owner has said nothing for three seconds: its machine is gone, or frozen. The
  standby ends the owner's session, which frees the lock.

It counts its own questions, each answered, and looks at no clock. So a database that was frozen
itself makes no node take a house from another.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Final, NamedTuple

from parlour.store import _body, _cache
from parlour.store._body import Commit
from parlour.store._cache import Cache
from parlour.store._commit_log import Beat, CommitLog
from parlour.store._interface import Fenced, StoreError

BEAT_S: Final = 0.5
"""Seconds between two signs of life of an owner."""
ASK_S: Final = 0.1
"""Seconds between two questions of a standby."""
FREE_ASKED: Final = 3
"""So often the lock must be found free: time for a process that starts again on the node."""
SILENT_ASKED: Final = 30
"""So often the owner must be found silent. It is six signs of life that did not come."""
NOTED_ASKED: Final = 10
"""A standby says that it is there each so many questions."""


class Node(NamedTuple):
    """This process as one of those that share a house."""

    id: str
    """The node, for people, and after the last blank what tells it from others with that name. It
    is the same when its process starts again, and no other node has it."""
    address: str
    """Where people reach it."""
    writer: str
    """A number of 64 bits, as hexadecimal digits, that no other process ever has."""

    @property
    def name(self) -> str:
        """The name of our sessions in the database."""
        return session_name(self.writer)


def session_name(writer: str) -> str:
    """Return what the database calls the sessions of *writer*."""
    return f"parlour {writer}"


def _name(node: str) -> str:
    return node.rpartition(" ")[0] or node


class Follower:
    """A node that follows the log of *house* until it owns it."""

    def __init__(
        self,
        url: str,
        folder: Path,
        house: str,
        node: Node,
        *,
        keep_games: int,
        on_write: Callable[[str], None],
        checked: bool = False,
    ) -> None:
        self._url, self._folder, self._house, self._node = url, folder, house, node
        self._keep_games, self._on_write, self._checked = keep_games, on_write, checked
        self._log: CommitLog | None = None
        self._cache: Cache | None = None
        self._free = self._silent = self._asked = 0
        self._patience = FREE_ASKED
        self._beat = Beat()

    def take(self, on_wait: Callable[[str], None]) -> None:
        """Return when this node has the lock. *on_wait*: called once if it has to wait.

        Raises StoreError if the database cannot be used at first, or ever.
        """
        log = self._connect()
        last = log.beat()
        session = session_name(last.writer)
        if last.node == self._node.id and log.holder() == session:
            # Of a process of this node, which is dead: we have its folder. The database is still
            # busy with its last commit, or has not noticed.
            log.terminate(session)
        if self._may_have(log) and log.lock():
            return
        on_wait(
            f"{_name(last.node) or 'Another node'} has this house. This node is its standby: "
            "it does not listen until it takes over."
        )
        pause = Event()
        while not self._ask():
            pause.wait(ASK_S)

    def _connect(self) -> CommitLog:
        if self._log is None or self._log.broken:
            self._log = CommitLog(self._url, self._house, self._node.name)
            self._log.prepare()
        return self._log

    def _ask(self) -> bool:
        """Follow the log, and return whether this node has the lock now."""
        try:
            log = self._connect()
            if self._asked % NOTED_ASKED == 0:
                log.wait_here(self._node.id, self._node.address, self._n)
            self._asked += 1
            self._follow(log, adopt=False)
            if self._may_have(log) and log.lock():
                return True
            if self._silent >= SILENT_ASKED and (holder := log.holder()) is not None:
                log.terminate(holder)
                return log.lock()
        except StoreError as error:
            if not error.passing:
                raise
            # The database is away. When it is back, so is the owner, and gets the time for it.
            self._patience, self._free, self._silent = SILENT_ASKED, 0, 0
            if self._log is not None:
                self._log.close()
        return False

    def _may_have(self, log: CommitLog) -> bool:
        """Look who is there, and return whether this node may try to lock."""
        beat = log.beat()
        self._silent = self._silent + 1 if beat == self._beat else 0
        if self._silent == 0 and self._beat.seen:
            self._patience = FREE_ASKED  # it lives
        self._beat = beat
        self._free = self._free + 1 if log.holder() is None else 0
        return bool(self._free) and (
            beat.node in ("", self._node.id) or self._free > self._patience
        )

    @property
    def _n(self) -> int:
        return 0 if self._cache is None else self._cache.n

    def claim(self) -> CommitLog:
        """Say that this node owns the house. It has the lock."""
        log, node = self._connect(), self._node
        log.claim(node.id, node.address, self._n, node.writer)
        return log

    # --- the cache -------------------------------------------------------------------

    def owned(self) -> tuple[CommitLog, Cache]:
        """Return the log and its cache. This node has the lock.

        It begins with a commit of its own, which keeps nothing: from then on no commit of an
        earlier owner can be appended, wherever it has been for so long.
        """
        log, node = self.claim(), self._node
        opening = _body.encode(Commit((), ()))
        while True:
            cache = self._follow(log, adopt=log.is_new())
            if log.is_new():
                with cache.copied() as (n, parts):
                    log.keep_snapshot(n, parts, node.writer)
            try:
                log.append(cache.n + 1, opening, node.writer)
            except Fenced:
                continue  # the last commit of the owner before us arrived just now
            cache.pass_by(cache.n + 1, node.writer)
            return log, cache

    def _follow(self, log: CommitLog, *, adopt: bool) -> Cache:
        """Bring the cache to the end of the log."""
        if self._cache is None:
            self._cache = _cache.open_cache(
                self._folder,
                self._house,
                adopt=adopt,
                keep_games=self._keep_games,
                on_write=self._on_write,
                checked=self._checked,
            )
        cache = self._cache
        if cache is None or not self._belongs(cache, log):
            cache = self._restored(log)
        for row in log.after(cache.n):
            cache.follow(row.n, _body.decode(row.body), row.writer)
        return cache

    def _belongs(self, cache: Cache, log: CommitLog) -> bool:
        """Check whether what comes next in *log* is what comes next in *cache*.

        A cache that has what the log has not is set aside. Raises StoreError if the database is
        empty, because it may be the wrong one.
        """
        if log.is_new():
            if cache.n:
                raise StoreError(
                    f"The database is empty, but {self._folder} has {cache.n:,} commits of a "
                    "house. See docs/cluster.md, Restore a backup."
                )
            return True
        row = log.row(cache.n)
        if row is not None and row.writer == cache.mark.writer:
            return True
        if cache.n and (row is not None or cache.n > log.last()):
            cache.close()
            self._cache = None
            _cache.set_aside(self._folder)
        return False

    def _restored(self, log: CommitLog) -> Cache:
        """Return a new cache, made from the latest snapshot."""
        if self._cache is not None:
            self._cache.close()
            self._cache = None
        _cache.restore(self._folder, self._house, log.snapshot())
        self._cache = _cache.open_cache(
            self._folder,
            self._house,
            adopt=False,
            keep_games=self._keep_games,
            on_write=self._on_write,
        )
        if self._cache is None:
            raise StoreError("The snapshot in the database is damaged.")
        return self._cache

    def close(self) -> None:
        """Stop. Another node may have the house."""
        if self._log is not None:
            self._log.close()
        if self._cache is not None:
            self._cache.close()
