"""Checksums of rows. SQLite notices a broken page, but not a changed byte in one.

Every row has a mark (CRC-32) of its contents, which we compare when we read the row. Journal rows
have a mark in another form (`_journal.row_mark`), because there are so many. A row that is missing
or doubled shows in the pages and the indexes (`_schema.is_sound`).
"""

from __future__ import annotations

import sqlite3
import zlib
from pathlib import Path

from parlour.store._errors import damaged
from parlour.store._interface import StoreError


def mark(*values: object) -> int:
    """Return the mark of a row with these columns: numbers, texts, bytes, None."""
    return zlib.crc32(repr(values).encode("utf-8", "surrogatepass"))


def check(file: Path, marked: int, *values: object) -> None:
    """Raise StoreError unless *values* match the mark written with them."""
    if mark(*values) != marked:
        raise StoreError(damaged(file))


def teach(db: sqlite3.Connection) -> None:
    """Let statements of *db* use `mark`."""
    db.create_function("mark", -1, mark, deterministic=True)
