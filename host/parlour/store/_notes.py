"""Keep notes (entries of table 0) as long as anyone who heard them may resume.

The table `hearer` records who heard which note, and its number in their stream.
"""

from __future__ import annotations

import sqlite3
from typing import Final

import msgspec

from parlour.store._journal import row_mark

NOTES_KEPT: Final = 50_000
"""Enough for more than a hundred players to read 400 events each after they resume
(`Limits.backlog_events`). They take ten megabytes."""
NOTES_SLACK: Final = 1_000
"""Notes beyond that number before we drop the oldest, so that this happens seldom and for many
at once."""

TABLES: Final = (
    """CREATE TABLE hearer (
        player INTEGER NOT NULL,
        note INTEGER NOT NULL,
        last INTEGER NOT NULL,
        PRIMARY KEY (player, note)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX hearer_by_note ON hearer (note)",
)
TRIGGER: Final = """
    CREATE TRIGGER note_heard AFTER INSERT ON journal WHEN new.tbl = 0 BEGIN
        INSERT OR REPLACE INTO hearer (player, note, last)
        SELECT value, new.seq, first FROM (
            SELECT key, value, lead(value) OVER (ORDER BY key) AS first
            FROM json_each(CAST(new.heard AS TEXT))
        ) WHERE key % 3 = 0;
    END
"""
"""It uses the first two of the three numbers of `Entry.heard`. A note is one event."""

_triples: Final = msgspec.json.Decoder(tuple[int, ...]).decode
_encode: Final = msgspec.json.Encoder().encode


def forget(db: sqlite3.Connection, player: int) -> None:
    """Drop the notes that only *player* heard, because they will not resume."""
    db.execute(
        """DELETE FROM journal WHERE tbl = 0
           AND seq IN (SELECT note FROM hearer WHERE player = :gone)
           AND NOT EXISTS (SELECT 1 FROM hearer WHERE note = seq AND player <> :gone)""",
        {"gone": player},
    )
    db.execute("DELETE FROM hearer WHERE player = ?", (player,))


def prune(db: sqlite3.Connection, oldest: int) -> None:
    """Drop the notes up to number *oldest*, but remember how far the streams had come."""
    db.execute(
        """UPDATE player SET
               seq = max(seq, dropped.last), seq_mark = mark(number, max(seq, dropped.last))
           FROM (
               SELECT player, max(last) AS last FROM hearer WHERE note <= ? GROUP BY player
           ) AS dropped WHERE number = dropped.player""",
        (oldest,),
    )
    db.execute("DELETE FROM hearer WHERE note <= ?", (oldest,))
    db.execute("DELETE FROM journal WHERE tbl = 0 AND seq <= ?", (oldest,))


LOBBY: Final = b'{"name":"table",'
"""The beginning of a note about a table in the lobby. We no longer keep these notes."""


def sort_out(db: sqlite3.Connection) -> None:
    """Keep only those notes of an older host that a known player may ask for."""
    db.execute(
        "UPDATE meta SET last_note ="
        " max(last_note, (SELECT coalesce(max(seq), 0) FROM journal WHERE tbl = 0))"
    )
    known = {number for (number,) in db.execute("SELECT number FROM player WHERE code <> ''")}
    reached: dict[int, int] = {}
    rows = db.execute("SELECT id FROM journal WHERE tbl = 0 ORDER BY seq").fetchall()
    for (row,) in rows:
        query = "SELECT seq, body, heard FROM journal WHERE id = ?"
        seq, body, heard = db.execute(query, (row,)).fetchone()
        flat = iter(_triples(heard))
        kept: list[int] = []
        for number, first, packed in zip(flat, flat, flat, strict=True):
            if number in known:
                reached[number] = first
                kept += (number, first, packed)
        if not kept or body.startswith(LOBBY):
            db.execute("DELETE FROM journal WHERE id = ?", (row,))
            continue
        less = _encode(kept)
        values = (less, row_mark(0, seq, body, less), row)
        db.execute("UPDATE journal SET heard = ?, mark = ? WHERE id = ?", values)
        pairs = zip(kept[::3], kept[1::3], strict=True)
        db.executemany(
            "INSERT OR REPLACE INTO hearer (player, note, last) VALUES (?, ?, ?)",
            [(number, seq, first) for number, first in pairs],
        )
    db.executemany(
        "UPDATE player SET seq = max(seq, ?) WHERE number = ?",
        [(first, number) for number, first in reached.items()],
    )
