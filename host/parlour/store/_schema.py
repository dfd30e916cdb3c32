"""The tables of `parlour.db`, and how an older file becomes one of today.

A file says whose it is (`application_id`) and which version of the tables it has
(`user_version`). Every step brings it one version on, in a transaction of its own: a
host that is killed on the way goes on from there when it starts again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeAlias

from parlour.store._interface import StoreError

APPLICATION_ID: Final = 0x5041524C
"""`PARL`: stands in the head of the file, for us and for `file`."""

NEEDED: Final = ("meta", "journal", "clock", "player", "barred", "act")
"""Tables that a host cannot go on without. The finished games are not among them: there may
be a great many, and a damaged one shows when it is read."""

Step: TypeAlias = Sequence[str]
"""Statements that bring the tables from one version to the next."""

STEPS: Final[Sequence[Step]] = (
    (
        f"PRAGMA application_id = {APPLICATION_ID}",
        # One row: what has to be known also after that from which it could be seen is gone.
        """CREATE TABLE meta (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            commits INTEGER NOT NULL,
            last_table INTEGER NOT NULL,
            last_note INTEGER NOT NULL,
            last_record INTEGER NOT NULL,
            last_player INTEGER NOT NULL,
            pad BLOB
        ) STRICT""",
        "INSERT INTO meta VALUES (1, 0, 0, 0, 0, 0, NULL)",
        # `heard` is JSON, `mark` a check of the row (see _journal.mark).
        """CREATE TABLE journal (
            id INTEGER PRIMARY KEY,
            tbl INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            body BLOB NOT NULL,
            heard BLOB NOT NULL,
            mark INTEGER NOT NULL,
            UNIQUE (tbl, seq)
        ) STRICT""",
        "CREATE TABLE clock (tbl INTEGER PRIMARY KEY, ms INTEGER NOT NULL) STRICT",
        """CREATE TABLE player (
            number INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            key TEXT NOT NULL UNIQUE,
            token TEXT NOT NULL,
            code TEXT NOT NULL,
            seq INTEGER NOT NULL,
            password TEXT,
            ignored BLOB NOT NULL,
            resumed INTEGER NOT NULL
        ) STRICT""",
        """CREATE TABLE barred (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            who TEXT NOT NULL,
            shown TEXT NOT NULL,
            since_s INTEGER NOT NULL,
            why TEXT NOT NULL,
            UNIQUE (kind, who)
        ) STRICT""",
        """CREATE TABLE act (
            id INTEGER PRIMARY KEY,
            at_s INTEGER NOT NULL,
            what TEXT NOT NULL,
            outcome TEXT NOT NULL
        ) STRICT""",
        # In the order in which they ended. `entries` is last and long: what reads only the
        # summary reads none of it.
        """CREATE TABLE game (
            id INTEGER PRIMARY KEY,
            number INTEGER NOT NULL UNIQUE,
            record TEXT NOT NULL UNIQUE,
            game TEXT NOT NULL,
            summary BLOB NOT NULL,
            entries BLOB NOT NULL
        ) STRICT""",
        "CREATE INDEX game_by_game ON game (game, id)",
        # Everybody whose name stands in a game, also of those who only talked there.
        """CREATE TABLE game_name (
            key TEXT NOT NULL,
            played INTEGER NOT NULL,
            game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
            PRIMARY KEY (key, played, game)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX game_name_by_game ON game_name (game)",
    ),
)
"""Only ever added to: a file of version n has had the first n of them."""


def check(db: sqlite3.Connection, file: Path, steps: Sequence[Step] = STEPS) -> int:
    """The version of the tables in *file*, 0 if it is new.

    Changes nothing. Raises StoreError if it is not ours, or a newer Parlour wrote it.
    """
    application = _number(db, "PRAGMA application_id")
    version = _number(db, "PRAGMA user_version")
    if application != APPLICATION_ID and (
        application or version or _number(db, "SELECT count(*) FROM sqlite_master")
    ):
        raise StoreError(f"{file} belongs to another program; give another place with --data.")
    if version > len(steps):
        raise StoreError(
            f"{file} has version {version} and this Parlour knows {len(steps)}: "
            "a newer one wrote it. Start that, or give another place with --data."
        )
    return version


def upgrade(db: sqlite3.Connection, version: int, steps: Sequence[Step] = STEPS) -> None:
    """Bring the tables from *version* to the newest. The connection is in autocommit mode."""
    for number, step in enumerate(steps[version:], version + 1):
        db.execute("BEGIN IMMEDIATE")
        try:
            for statement in step:
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {number}")
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise


def is_sound(db: sqlite3.Connection) -> bool:
    """Do the pages of the tables hang together that a host needs? 0.1 s for 300,000 entries."""
    return all(_verdict(db, f"quick_check({table})") == "ok" for table in NEEDED)


def _verdict(db: sqlite3.Connection, pragma: str) -> str:
    return str(db.execute(f"PRAGMA {pragma}").fetchone()[0])


def _number(db: sqlite3.Connection, query: str) -> int:
    (number,) = db.execute(query).fetchone()
    return int(number)
