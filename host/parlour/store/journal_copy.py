"""What a process has read of a journal, so that one that it forks need not read it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from parlour.core.persistence import Entry
from parlour.store import _journal
from parlour.store._connect import DATABASE, open_reading
from parlour.store._interface import Known

SURPLUS: Final = 2
"""The copy may have so many times as many entries as the journal, which drops old ones."""


class JournalCopy:
    """Entries of the journal in *folder*, which others write."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / DATABASE
        self._log = folder / f"{DATABASE}-wal"
        self._known: dict[int, Known] = {}
        self._last = 0
        self._most = 1_000

    @property
    def known(self) -> Mapping[int, Known]:
        """The entries by their rows, for `Store.load`. Some may be gone from the journal."""
        return self._known

    def written(self) -> tuple[int, int] | None:
        """Return something that changes with each commit. None: nothing was ever written."""
        try:
            found = self._log.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size

    def read(self, most: int) -> Sequence[Entry]:
        """Return the next entries, in order, but not more than about *most*.

        Raises StoreError. No connection stays open: the process may be forked afterwards.
        """
        reading = open_reading(self._file)
        try:
            with reading.snapshot() as db:
                found = _journal.after(db, self._file, self._last, most)
                if len(self._known) + len(found) > self._most:
                    rows = _journal.rows(db)
                    self._known = {row: self._known[row] for row in self._known.keys() & rows}
                    self._most = SURPLUS * len(rows) + most
        finally:
            reading.close()
        self._known.update(found)
        self._last = max(found, default=self._last)
        return [each.entry for each in found.values()]

    def tables(self) -> frozenset[int]:
        """Return the tables of all entries in the copy."""
        return frozenset(each.entry.table for each in self._known.values())
