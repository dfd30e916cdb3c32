"""The rows of all shelves (`core.shelves`), in one table."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from parlour.core.persistence import RowDropped, RowKept
from parlour.store._marks import check, mark

TABLE: Final = """CREATE TABLE kept (
    id INTEGER PRIMARY KEY,
    shelf TEXT NOT NULL,
    key TEXT NOT NULL,
    row BLOB NOT NULL,
    mark INTEGER NOT NULL,
    UNIQUE (shelf, key)
) STRICT"""

_KEEP: Final = """
    INSERT INTO kept (shelf, key, row, mark) VALUES (?, ?, ?, ?)
    ON CONFLICT (shelf, key) DO UPDATE SET row = excluded.row, mark = excluded.mark
"""


def keep(db: sqlite3.Connection, kept: RowKept) -> None:
    """Add a row, or replace the one with that key in its place."""
    row = (kept.shelf, kept.key, kept.row)
    db.execute(_KEEP, (*row, mark(*row)))


def drop(db: sqlite3.Connection, dropped: RowDropped) -> None:
    """Remove a row, if there is one with that key."""
    query = "DELETE FROM kept WHERE shelf = ? AND key = ?"
    db.execute(query, (dropped.shelf, dropped.key))


def load(
    db: sqlite3.Connection, file: Path, shelf: str | None = None
) -> Mapping[str, Sequence[bytes]]:
    """Return the rows of all shelves, or of one. Raises StoreError for a changed row."""
    which, values = ("", ()) if shelf is None else ("WHERE shelf = ?", (shelf,))
    rows: defaultdict[str, list[bytes]] = defaultdict(list)
    query = f"SELECT shelf, key, row, mark FROM kept {which} ORDER BY id"
    for name, key, row, marked in db.execute(query, values):
        check(file, marked, name, key, row)
        rows[name].append(row)
    return {name: tuple(found) for name, found in rows.items()}
