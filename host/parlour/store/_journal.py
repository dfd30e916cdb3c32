"""The journal as rows: entries in, and all that is kept of a host out again."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from parlour.house.effects import Entry
from parlour.house.saved import Barred, Saved, SavedPlayer
from parlour.store._interface import StoreError
from parlour.store._order import Order
from parlour.store._story import damaged

ROWS_MAX: Final = 500
"""Entries in one statement, of five values each; SQLite takes 32,766 values."""

_encode: Final = msgspec.json.Encoder().encode
_heard: Final = msgspec.json.Decoder(tuple[int, ...])
_ignored: Final = msgspec.json.Decoder(tuple[str, ...])


def insert(db: sqlite3.Connection, entries: Sequence[Entry]) -> None:
    """Add *entries*, in one statement if they are not very many.

    Each call of SQLite gives the interpreter away and has to wait until the host's
    thread lets go of it, which takes longer than the call: so few calls, not simple ones.
    """
    for first in range(0, len(entries), ROWS_MAX):
        chunk = entries[first : first + ROWS_MAX]
        values: list[int | bytes] = []
        for entry in chunk:
            heard = _encode(entry.heard)
            values += (entry.table, entry.seq, entry.body, heard, mark(entry, heard))
        db.execute(_insertion(len(chunk)), values)


def mark(entry: Entry, heard: bytes) -> int:
    """A check of a row (CRC-32): SQLite notices a broken page, but not a changed byte in one."""
    return zlib.crc32(b"%d %d %b %b" % (entry.table, entry.seq, heard, entry.body))


@cache
def _insertion(rows: int) -> str:
    row = "(?, ?, ?, ?, ?)"
    return f"INSERT INTO journal (tbl, seq, body, heard, mark) VALUES {', '.join([row] * rows)}"


def has(db: sqlite3.Connection, entry: Entry) -> bool:
    """Is *entry* kept?"""
    query = "SELECT 1 FROM journal WHERE tbl = ? AND seq = ?"
    return db.execute(query, (entry.table, entry.seq)).fetchone() is not None


def order(db: sqlite3.Connection) -> Order:
    """What number each table has come to."""
    last = dict(db.execute("SELECT tbl, max(seq) FROM journal GROUP BY tbl").fetchall())
    table, note = db.execute("SELECT last_table, last_note FROM meta").fetchone()
    return Order(last, last_table=max(table, *last, 0), last_note=max(note, last.get(0, 0)))


def load(db: sqlite3.Connection, file: Path) -> Saved:
    """All that is kept, except finished games. Raises StoreError for a row that was changed."""
    numbers = order(db)
    record, player = db.execute("SELECT last_record, last_player FROM meta").fetchone()
    return Saved(
        journal=tuple(_entries(db, file)),
        clocks=dict(db.execute("SELECT tbl, ms FROM clock").fetchall()),
        players=tuple(_players(db)),
        barred=tuple(_barred(db)),
        last_table=numbers.last_table,
        last_record=record,
        last_player=player,
        last_note=numbers.last_note,
    )


def _entries(db: sqlite3.Connection, file: Path) -> Iterator[Entry]:
    rows = db.execute("SELECT tbl, seq, body, heard, mark FROM journal ORDER BY id")
    for table, seq, body, heard, marked in rows:
        entry = Entry(table, seq, body, _heard.decode(heard))
        if mark(entry, heard) != marked:
            raise StoreError(damaged(file))
        yield entry


def _players(db: sqlite3.Connection) -> Iterator[SavedPlayer]:
    rows = db.execute(
        "SELECT number, name, key, token, code, seq, password, ignored, resumed"
        " FROM player ORDER BY number"
    )
    for number, name, key, token, code, seq, password, ignored, resumed in rows:
        others = _ignored.decode(ignored)
        yield SavedPlayer(number, name, key, token, code, seq, password, others, resumed)


def _barred(db: sqlite3.Connection) -> Iterator[Barred]:
    for row in db.execute("SELECT kind, who, shown, since_s, why FROM barred ORDER BY id"):
        yield Barred(*row)
