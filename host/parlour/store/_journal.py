"""The journal as rows: put entries in, and read everything kept of a host back."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from parlour.core.persistence import Entry, Saved, SavedPlayer
from parlour.store import _shelves
from parlour.store._errors import damaged
from parlour.store._interface import NOTHING_KNOWN, Known, StoreError
from parlour.store._marks import check
from parlour.store._order import Order

ROWS_MAX: Final = 512
"""The most entries in one statement, with five values each. SQLite takes 32,766 values."""

NO_ROW: Final = [None] * 5
"""A placeholder, where a statement has room for more entries than there are."""

_encode: Final = msgspec.json.Encoder().encode
_heard: Final = msgspec.json.Decoder(tuple[int, ...])
_ignored: Final = msgspec.json.Decoder(tuple[str, ...])


def insert(db: sqlite3.Connection, entries: Sequence[Entry]) -> None:
    """Add *entries*, in one statement if they are not very many.

    Each call of SQLite releases the interpreter and then waits until the host's thread releases
    it again, which takes longer than the call. So we make few calls, not simple ones.
    """
    for first in range(0, len(entries), ROWS_MAX):
        chunk = entries[first : first + ROWS_MAX]
        values: list[int | bytes | None] = []
        for entry in chunk:
            heard = _encode(entry.heard)
            marked = row_mark(entry.table, entry.seq, entry.body, heard)
            values += (entry.table, entry.seq, entry.body, heard, marked)
        rows = places(len(chunk))
        values += NO_ROW * (rows - len(chunk))
        db.execute(insertion(rows), values)


def row_mark(table: int, seq: int, body: bytes, heard: bytes) -> int:
    """Return a row's checksum (CRC-32). SQLite notices a broken page, but not a changed byte."""
    return zlib.crc32(b"%d %d %b %b" % (table, seq, heard, body))


def places(entries: int) -> int:
    """Return how many rows the statement for so many entries holds: the next power of two."""
    return 1 << (entries - 1).bit_length()


@cache
def insertion(rows: int) -> str:
    """Return the statement that adds at most *rows* rows. It skips rows without a table.

    SQLite keeps 0.7 KiB for each row of a statement that it has prepared. With a statement for
    every number of entries, a busy hour left 5 MiB behind, spread over memory that could not be
    freed.
    """
    row = "(?, ?, ?, ?, ?)"
    return (
        "INSERT INTO journal (tbl, seq, body, heard, mark)"
        f" SELECT * FROM (VALUES {', '.join([row] * rows)}) WHERE column1 IS NOT NULL"
    )


def has(db: sqlite3.Connection, entry: Entry) -> bool:
    query = "SELECT 1 FROM journal WHERE tbl = ? AND seq = ?"
    return db.execute(query, (entry.table, entry.seq)).fetchone() is not None


def order(db: sqlite3.Connection, file: Path) -> Order:
    """Return the order of the journal: the last number of each table."""
    last = dict(db.execute("SELECT tbl, max(seq) FROM journal GROUP BY tbl").fetchall())
    found = numbers(db, file)
    table, note = found.last_table, found.last_note
    return Order(last, last_table=max(table, *last, 0), last_note=max(note, last.get(0, 0)))


class Numbers(NamedTuple):
    """The row of `meta`."""

    commits: int
    last_table: int
    last_note: int
    last_record: int
    last_player: int
    games: int


def numbers(db: sqlite3.Connection, file: Path) -> Numbers:
    """Return the row of `meta`. Raises StoreError if it was changed."""
    *found, marked = db.execute(
        "SELECT commits, last_table, last_note, last_record, last_player, games, mark FROM meta"
    ).fetchone()
    check(file, marked, *found)
    return Numbers(*found)


def load(
    db: sqlite3.Connection,
    file: Path,
    known: Mapping[int, Known] = NOTHING_KNOWN,
    *,
    checked: bool = False,
) -> Saved:
    """Return everything kept, except finished games. Raises StoreError for a changed row.

    *known*: see `Store.load`. *checked*: see `_connect.open_writer`.
    """
    last, found = order(db, file), numbers(db, file)
    journal = tuple(_entries_again(db, file, known) if known else _entries(db, file))
    if not checked:
        _check_hearers(db, file, journal)
    return Saved(
        journal=journal,
        clocks=dict(_clocks(db, file)),
        players=tuple(_players(db, file)),
        rows=_shelves.load(db, file),
        last_table=last.last_table,
        last_record=found.last_record,
        last_player=found.last_player,
        last_note=last.last_note,
    )


def _entries(db: sqlite3.Connection, file: Path) -> Iterator[Entry]:
    rows = db.execute("SELECT tbl, seq, body, heard, mark FROM journal ORDER BY id")
    for row in rows:
        yield _entry(file, *row)


def _entry(file: Path, table: int, seq: int, body: bytes, heard: bytes, marked: int) -> Entry:
    if row_mark(table, seq, body, heard) != marked:
        raise StoreError(damaged(file))
    return Entry(table, seq, body, _heard.decode(heard))


def _entries_again(
    db: sqlite3.Connection, file: Path, known: Mapping[int, Known]
) -> Iterator[Entry]:
    """Yield all entries, and read only those that are not *known*.

    A row that was dropped may have given its number to another one. The checksum tells.
    """
    every = "SELECT id, tbl, seq, mark FROM journal ORDER BY id"
    for row, table, seq, marked in db.execute(every):
        found = known.get(row)
        old = None if found is None or found.mark != marked else found.entry
        if old is not None and old.table == table and old.seq == seq:
            yield old
        else:
            query = "SELECT body, heard FROM journal WHERE id = ?"
            body, heard = db.execute(query, (row,)).fetchone()
            yield _entry(file, table, seq, body, heard, marked)


def after(db: sqlite3.Connection, file: Path, last: int, most: int) -> dict[int, Known]:
    """Return the entries after row *last*, at most *most*, by row in order."""
    query = "SELECT id, tbl, seq, body, heard, mark FROM journal WHERE id > ? ORDER BY id LIMIT ?"
    return {
        row: Known(_entry(file, *rest), rest[-1]) for row, *rest in db.execute(query, (last, most))
    }


def rows(db: sqlite3.Connection) -> frozenset[int]:
    """Return the rows of all entries."""
    return frozenset(row for (row,) in db.execute("SELECT id FROM journal"))


def _check_hearers(db: sqlite3.Connection, file: Path, journal: Sequence[Entry]) -> None:
    """Raise StoreError unless `hearer` lists all who heard a note, with their numbers."""
    heard = {
        (player, entry.seq, first)
        for entry in journal
        if entry.table == 0
        for player, first in zip(entry.heard[::3], entry.heard[1::3], strict=True)
    }
    if not heard.issuperset(db.execute("SELECT player, note, last FROM hearer")):
        raise StoreError(damaged(file))


def _clocks(db: sqlite3.Connection, file: Path) -> Iterator[tuple[int, int]]:
    for table, ms, marked in db.execute("SELECT tbl, ms, mark FROM clock"):
        check(file, marked, table, ms)
        yield table, ms


def _players(db: sqlite3.Connection, file: Path) -> Iterator[SavedPlayer]:
    rows = db.execute(
        "SELECT seq, seq_mark, mark, number, name, key, tokens, codes, password, ignored, resumed"
        " FROM player ORDER BY number"
    )
    for seq, seq_mark, marked, *row in rows:
        check(file, marked, *row)
        number, name, key, tokens, codes, password, ignored, resumed = row
        check(file, seq_mark, number, seq)
        others = _ignored.decode(ignored)
        ways = tuple(tokens.split()), tuple(codes.split())
        yield SavedPlayer(number, name, key, *ways, seq, password, others, resumed)
