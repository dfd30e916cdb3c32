"""How far a table has come: its record, and where to begin to fold it again.

A process that plays nothing can follow the tables of a house (`Followed`). One that it forks then
goes on with them, and folds only what has happened since.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Protocol

from parlour.api import AnyGame, Lexicon
from parlour.core.persistence import Entry
from parlour.engine import record as r
from parlour.engine.folding import fold
from parlour.engine.opening import open_table
from parlour.engine.ruling import rules_of
from parlour.engine.table import Table

BASE_EVERY: Final = 64
"""Entries between two bases. Resuming replays at most this many entries, in addition to those
that the player missed."""
BASES: Final = 8
"""The number of recent bases to keep, besides those of the opening and of the last start. Most
resumes need no older one."""


class Kept(Protocol):
    """What `keep` changes."""

    table: Table
    record: list[bytes]
    bases: list[tuple[int, Table]]
    """Starting points for a rebuild: the number of an entry and the table before it."""
    started: int
    """The number of the entry that began the last game."""


def keep(course: Kept, entry: r.Entry, body: bytes, table: Table) -> int:
    """Append *entry* to the record, and set the table's new value. Returns its number."""
    index = len(course.record)
    if index == 1:
        course.bases = [(1, course.table)]
    elif isinstance(entry, r.Started):
        course.started = index
        course.bases[1:] = [(index, course.table)]
    elif index and index - course.bases[-1][0] >= BASE_EVERY:
        course.bases.append((index, course.table))
        del course.bases[2:-BASES]
    course.record.append(body)
    course.table = table
    return index


class Course:
    """A table that nobody is at yet."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.record: list[bytes] = []
        self.bases: list[tuple[int, Table]] = []
        self.started = 0

    def goes_with(self, bodies: Sequence[bytes], lexicons: Mapping[str, Lexicon]) -> bool:
        """Check whether it is the beginning of the record *bodies*, with these word lists."""
        return self.table.lexicons == lexicons and self.record == bodies[: len(self.record)]


NO_TABLES: Final[Mapping[int, Course]] = MappingProxyType({})


class Followed:
    """The tables of a house that another process plays."""

    def __init__(self, games: Mapping[str, AnyGame], lexicons: Mapping[str, Lexicon]) -> None:
        self._games, self._lexicons = games, lexicons
        self.tables: dict[int, Course] = {}

    def add(self, entry: Entry) -> None:
        """Fold the next entry of a table. A table that cannot be followed is left out."""
        course = self.tables.pop(entry.table, None)
        try:
            found = r.decode(entry.body)
            if isinstance(found, r.Opened):
                lexicons = rules_of(self._games, [found]).lexicons(self._lexicons)
                table = open_table(found, self._games, lexicons)
                course = Course(table)
            elif course is None or len(course.record) != entry.seq:
                return
            else:
                table = fold(course.table, found)[0]
            keep(course, found, entry.body, table)
        except Exception:  # noqa: BLE001 - the process that plays finds out, and says why
            return
        self.tables[entry.table] = course

    def forget_others(self, tables: Collection[int]) -> None:
        """Forget all tables but these."""
        self.tables = {number: self.tables[number] for number in self.tables.keys() & tables}
