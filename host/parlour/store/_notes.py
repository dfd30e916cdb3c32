"""Keep notes (entries of table 0) as long as anyone who heard them may resume.

The table `hearer` records who heard which note, and its number in their stream.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Final

import msgspec

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


def forget(db: sqlite3.Connection, players: Sequence[int]) -> None:
    """Drop the notes that only *players* heard, because they will not resume."""
    gone = msgspec.json.encode(players).decode()
    db.execute(
        """DELETE FROM journal WHERE tbl = 0
           AND seq IN (
               SELECT note FROM hearer WHERE player IN (SELECT value FROM json_each(:gone))
           )
           AND NOT EXISTS (
               SELECT 1 FROM hearer
               WHERE note = seq AND player NOT IN (SELECT value FROM json_each(:gone))
           )""",
        {"gone": gone},
    )
    db.execute("DELETE FROM hearer WHERE player IN (SELECT value FROM json_each(?))", (gone,))


def prune(db: sqlite3.Connection, oldest: int) -> None:
    """Drop the notes up to number *oldest*, but remember how far the streams had come.

    The `+` keeps SQLite from reading all hearers in the order of the players.
    """
    db.execute(
        """UPDATE player SET
               seq = max(seq, dropped.last), seq_mark = mark(number, max(seq, dropped.last))
           FROM (
               SELECT player, max(last) AS last FROM hearer WHERE note <= ? GROUP BY +player
           ) AS dropped WHERE number = dropped.player""",
        (oldest,),
    )
    db.execute("DELETE FROM hearer WHERE note <= ?", (oldest,))
    db.execute("DELETE FROM journal WHERE tbl = 0 AND seq <= ?", (oldest,))
