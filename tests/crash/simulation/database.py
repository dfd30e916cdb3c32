"""A model of the database that nodes share, as `store._commit_log` uses it."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar, Final

from parlour.store._commit_log import Beat, Row
from parlour.store._interface import Fenced, StoreError
from tests.crash.simulation.turns import Turns

LAG: Final = 40
"""Commits that are kept behind a snapshot."""


@dataclass
class Seen:
    """What is said of a node."""

    address: str
    n: int
    writer: str | None
    beat: int = 0


@dataclass
class Database:
    """What all nodes see."""

    now: ClassVar[Database]
    """That of this run."""
    rng: Random
    turns: Turns
    loses: float = 0.0
    """The share of questions, and of answers, that are lost."""
    rows: dict[int, Row] = field(default_factory=dict[int, Row])
    history: list[Row] = field(default_factory=list[Row])
    """All rows that were ever appended, also those that were dropped."""
    parts: list[tuple[int, bytes]] = field(default_factory=list[tuple[int, bytes]])
    nodes: dict[str, Seen] = field(default_factory=dict[str, Seen])
    sessions: list[Log] = field(default_factory=list["Log"])
    left: list[Log] = field(default_factory=list["Log"])
    """Sessions that a node has left, and the database has not noticed yet."""
    owner: Log | None = None
    """The session that has the lock."""
    beats: int = 0

    def insert(self, row: Row, *, fenced: bool) -> bool:
        """Append *row*, if *fenced* only if it is the next one. Returns whether it is kept."""
        follows = row.n - 1 in self.rows if self.rows else row.n == 1
        if fenced and (row.n in self.rows or not follows):
            return False
        self.rows[row.n] = row
        self.history.append(row)
        return True

    def pause(self) -> None:
        """Let others run between two questions."""
        self.turns.sleep(self.rng.choice((0.0, 0.0, 0.001, 0.01)))

    def lost(self) -> bool:
        """Whether this question, or its answer, is lost."""
        return self.rng.random() < self.loses

    def happen(self) -> None:
        """Let something happen by itself: a node's end is noticed, a late question arrives."""
        for session in [*self.left]:
            if self.rng.random() < 0.05:
                self.left.remove(session)
                self.end(session)
        for session in [*self.sessions]:
            if session.late and self.rng.random() < 0.02:
                self.insert(session.late.pop(0), fenced=session.fenced)

    def end(self, session: Log) -> None:
        """The database ends a session. What was on its way there does not arrive any more."""
        session.ended = True
        if session in self.sessions:
            self.sessions.remove(session)
        if self.owner is session:
            self.owner = None


class Log:
    """A session, with the functions of `CommitLog`, as a node sees it."""

    fenced: ClassVar = True

    def __init__(self, _url: str, house: str, name: str) -> None:
        self.house = house
        self.name = name
        self.ended = self.broken = False
        self.process = Turns.running.process
        self._db = Database.now
        self.late: list[Row] = []
        """Rows on their way here."""
        self._db.pause()
        if self._db.lost():
            raise StoreError("out of reach", passing=True)
        self._db.sessions.append(self)

    def close(self) -> None:
        if not self.broken:
            self.broken = True
            self._db.left.append(self)

    def prepare(self) -> None:
        self._asks()

    def _asks(self) -> None:
        """Ask something. The question may be lost. Then the connection is, too."""
        self._db.pause()
        if self.broken or self.ended or self._db.lost():
            self.close()
            raise StoreError("the connection is lost", passing=True)

    def _answers(self) -> None:
        """Let the answer come. It may be lost."""
        self._db.pause()
        if self.ended or self._db.lost():
            self.close()
            raise StoreError("the answer is lost", passing=True)

    def append(self, n: int, body: bytes, writer: str) -> None:
        row = Row(n, body, writer)
        self.late.append(row)
        self._asks()
        if row not in self.late:  # it has arrived while we were away
            added = row in self._db.history
        else:
            self.late.remove(row)
            added = self._db.insert(row, fenced=self.fenced)
        self._answers()
        if not added and self._db.rows.get(n) != row:
            raise Fenced()

    def row(self, n: int) -> Row | None:
        self._asks()
        return self._db.rows.get(n)

    def after(self, n: int) -> Iterator[Row]:
        self._asks()
        rows = [row for number, row in sorted(self._db.rows.items()) if number > n]
        for expected, row in enumerate(rows, n + 1):
            if row.n != expected:
                raise StoreError(f"Commit {expected} is missing in the database.")
            yield row

    def is_new(self) -> bool:
        self._asks()
        return not (self._db.rows or self._db.parts)

    def last(self) -> int:
        self._asks()
        return max([*self._db.rows, *(n for n, _ in self._db.parts), 0])

    def snapshot(self) -> Generator[tuple[int, bytes]]:
        self._asks()
        yield from self._db.parts

    def keep_snapshot(self, n: int, parts: Iterable[bytes], writer: str) -> None:
        kept = [(n, part) for part in parts]
        self._asks()
        if writer not in (seen.writer for seen in self._db.nodes.values()):
            raise Fenced()
        self._db.parts = kept
        for number in [number for number in self._db.rows if number < n - LAG]:
            del self._db.rows[number]
        self._answers()

    def weight(self) -> tuple[int, int]:
        self._asks()
        return 0, 0  # as if they cost nothing: so there are many

    def lock(self) -> bool:
        self._asks()
        if self._db.owner is None:
            self._db.owner = self
        mine = self._db.owner is self
        self._answers()
        return mine

    def holder(self) -> str | None:
        self._asks()
        return None if self._db.owner is None else self._db.owner.name

    def terminate(self, name: str) -> None:
        self._asks()
        for session in [*self._db.sessions]:
            if session is not self and (session.name + " ").startswith(name + " "):
                self._db.end(session)

    def claim(self, node: str, address: str, n: int, writer: str) -> None:
        self._asks()
        for seen in self._db.nodes.values():
            seen.writer = None
        self._note(node, address, n, writer)

    def wait_here(self, node: str, address: str, n: int) -> None:
        self._asks()
        self._note(node, address, n, None)

    def _note(self, node: str, address: str, n: int, writer: str | None) -> None:
        self._db.beats += 1
        self._db.nodes[node] = Seen(address, n, writer, self._db.beats)

    def still_owns(self, writer: str, n: int) -> bool:
        self._asks()
        found = [seen for seen in self._db.nodes.values() if seen.writer == writer]
        for seen in found:
            self._db.beats += 1
            seen.n, seen.beat = n, self._db.beats
        return bool(found)

    def standbys(self, silent_s: float) -> int:
        self._asks()
        return 0

    def beat(self) -> Beat:
        self._asks()
        for name, seen in self._db.nodes.items():
            if seen.writer is not None:
                return Beat(name, seen.writer, str(seen.beat))
        return Beat()

    def probe(self) -> None:
        self._asks()


class Unfenced(Log):
    """A planted fault: a number may be taken twice."""

    fenced = False


class Hopeful(Log):
    """A planted fault: whose answer is lost is taken for kept."""

    def append(self, n: int, body: bytes, writer: str) -> None:
        try:
            super().append(n, body, writer)
        except StoreError as error:
            if not error.passing:
                raise
