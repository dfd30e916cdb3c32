"""Finished games as rows."""

from __future__ import annotations

import sqlite3
import zlib
from typing import Any, Final

import msgspec

from parlour.core.persistence import Finished, Played, Renamed
from parlour.store._marks import mark
from parlour.tables.archive import seats_of
from parlour.tables.erasure import others_in, without_name
from parlour.wire.names import name_key

_summary: Final = msgspec.json.Decoder(Played)


def played(summary: bytes) -> Played:
    """Return a game from the column `summary`. Raises msgspec.DecodeError if that is damaged."""
    return _summary.decode(summary)


def finished(summary: bytes, entries: bytes) -> Finished:
    """Return a game from its two columns.

    Raises msgspec.DecodeError or zlib.error if they are damaged.
    """
    lines = zlib.decompress(entries)
    bodies = tuple(lines.split(b"\n")) if lines else ()
    return Finished(**_shown(played(summary)), entries=bodies)


def _shown(game: Played) -> dict[str, Any]:
    """Return the fields of *game* that a list shows, by name."""
    return {name: getattr(game, name) for name in Played.__struct_fields__}


def listed(game: Played) -> Played:
    """Return *game* as a list shows it: without its record."""
    return Played(**_shown(game))


def add(db: sqlite3.Connection, game: Finished, keep: int) -> None:
    """Keep a game and, with *keep*, at most that many."""
    cursor = db.execute(
        "INSERT INTO game (number, record, game, summary, mark, entries)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (game.number, game.record, game.game, *_columns(game)),
    )
    assert cursor.lastrowid is not None, "a row was inserted"
    _add_names(db, cursor.lastrowid, game)
    query = "UPDATE meta SET last_record = max(last_record, ?), games = games + 1"
    db.execute(query, (game.number,))
    (games,) = db.execute("SELECT games FROM meta").fetchone()
    for _ in range(games - keep if keep else 0):
        db.execute("DELETE FROM game WHERE id = (SELECT min(id) FROM game)")
        db.execute("UPDATE meta SET games = games - 1")


def remove(db: sqlite3.Connection, record: str) -> None:
    """Remove a game, if it is kept."""
    found = db.execute("DELETE FROM game WHERE record = ?", (record,)).rowcount
    db.execute("UPDATE meta SET games = games - ?", (found,))


def rename(db: sqlite3.Connection, renamed: Renamed) -> None:
    """Replace a name in every game that contains it."""
    ids = db.execute(
        "SELECT DISTINCT game FROM game_name WHERE key = ?", (name_key(renamed.name),)
    ).fetchall()
    for (row,) in ids:
        columns = db.execute("SELECT summary, entries FROM game WHERE id = ?", (row,)).fetchone()
        new = without_name(finished(*columns), renamed.name, renamed.by)
        query = "UPDATE game SET summary = ?, mark = ?, entries = ? WHERE id = ?"
        db.execute(query, (*_columns(new), row))
        db.execute("DELETE FROM game_name WHERE game = ?", (row,))
        _add_names(db, row, new)


def _columns(game: Finished) -> tuple[bytes, int, bytes]:
    """Return the last three columns. Compressed data has a checksum, so entries need no mark."""
    summary = msgspec.json.encode(listed(game))
    marked = mark(game.number, game.record, game.game, summary)
    return summary, marked, zlib.compress(b"\n".join(game.entries))


def _add_names(db: sqlite3.Connection, row: int, game: Finished) -> None:
    names = dict.fromkeys(seats_of(game), 1)
    names.update(dict.fromkeys(others_in(game), 0))
    if names:
        values = [value for key, did in names.items() for value in (key, did, row)]
        marks = ", ".join(["(?, ?, ?)"] * len(names))
        db.execute(f"INSERT INTO game_name (key, played, game) VALUES {marks}", values)
