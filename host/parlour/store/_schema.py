"""The tables of `parlour.db`, and the migrations of an older file.

A file says which program owns it (`application_id`) and which version of the tables it has
(`user_version`). Every step upgrades it by one version, in a transaction of its own. A
host that is killed on the way continues from there when it starts again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final, TypeAlias

from parlour.store import _notes
from parlour.store._interface import StoreError
from parlour.store._older import teach

APPLICATION_ID: Final = 0x5041524C
"""`PARL` in the head of the file, for us and for the program `file`."""

NEEDED: Final = (
    *("meta", "journal", "hearer", "clock", "player"),
    *("barred", "act", "rating", "party", "report", "friend"),
)
"""Tables that a host needs. The finished games are not among them: a host runs
without them, and a damaged game shows when it is read."""

GAMES: Final = ("game", "game_name")
"""The finished games."""

Step: TypeAlias = Sequence[str | Callable[[sqlite3.Connection], None]]
"""Statements, and functions for what no statement can do, that upgrade the tables by one
version."""

STEPS: Final[Sequence[Step]] = (
    (
        f"PRAGMA application_id = {APPLICATION_ID}",
        # One row: facts that we need even after the rows that show them are gone.
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
        # `heard` is JSON, `mark` a checksum of the row (see _journal.row_mark).
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
        # In the order in which they ended. `entries` is last and long, so that reading only the
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
        # Everybody whose name appears in a game, including those who only chatted there.
        """CREATE TABLE game_name (
            key TEXT NOT NULL,
            played INTEGER NOT NULL,
            game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
            PRIMARY KEY (key, played, game)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX game_name_by_game ON game_name (game)",
    ),
    (*_notes.TABLES, _notes.sort_out, _notes.TRIGGER),
    (
        # Tokens (a list, separated by spaces) and codes are kept as hashes.
        "UPDATE player SET token = token_hash(token),"
        " code = CASE code WHEN '' THEN '' ELSE code_hash(code) END",
        """UPDATE journal SET body = without_code(body),
            mark = row_mark(tbl, seq, without_code(body), heard)
        WHERE tbl = 0 AND instr(body, CAST('"welcome"' AS BLOB))""",
        # Names are compared by more look-alikes. Names that were different stay different.
        "UPDATE OR IGNORE player SET key = name_key(name)",
        "UPDATE OR IGNORE game_name SET key = name_key(key) WHERE key GLOB '*[^ -~]*'",
        "UPDATE OR IGNORE barred SET who = name_key(who) WHERE who GLOB '*[^ -~]*'",
        # A mark for every row. `seq` of a player has its own, because it is written alone.
        "ALTER TABLE meta ADD COLUMN mark INTEGER NOT NULL DEFAULT 0",
        "UPDATE meta SET mark = mark(commits, last_table, last_note, last_record, last_player)",
        "ALTER TABLE clock ADD COLUMN mark INTEGER NOT NULL DEFAULT 0",
        "UPDATE clock SET mark = mark(tbl, ms)",
        "ALTER TABLE player ADD COLUMN mark INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE player ADD COLUMN seq_mark INTEGER NOT NULL DEFAULT 0",
        "UPDATE player SET seq_mark = mark(number, seq), mark ="
        " mark(number, name, key, token, code, password, ignored, resumed)",
        "ALTER TABLE barred ADD COLUMN mark INTEGER NOT NULL DEFAULT 0",
        "UPDATE barred SET mark = mark(kind, who, shown, since_s, why)",
        "ALTER TABLE act ADD COLUMN mark INTEGER NOT NULL DEFAULT 0",
        "UPDATE act SET mark = mark(at_s, what, outcome)",
        "ALTER TABLE game ADD COLUMN mark INTEGER NOT NULL DEFAULT 0",
        "UPDATE game SET mark = mark(number, record, game, summary)",
    ),
    # The tokens and codes stored until now disappear from the free space of all pages, too.
    ("VACUUM",),
    (
        """CREATE TABLE rating (
            ladder TEXT NOT NULL,
            player INTEGER NOT NULL,
            mu REAL NOT NULL,
            sigma REAL NOT NULL,
            games INTEGER NOT NULL,
            mark INTEGER NOT NULL,
            PRIMARY KEY (ladder, player)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX rating_by_player ON rating (player)",
    ),
    (
        """CREATE TABLE party (
            number INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            body BLOB NOT NULL,
            mark INTEGER NOT NULL,
            PRIMARY KEY (number, seq)
        ) STRICT, WITHOUT ROWID""",
    ),
    (
        # Bans and mutes may end by themselves. 0: they do not.
        "ALTER TABLE barred ADD COLUMN until_s INTEGER NOT NULL DEFAULT 0",
        "UPDATE barred SET mark = mark(kind, who, shown, since_s, why, until_s)",
        """CREATE TABLE report (
            number INTEGER PRIMARY KEY,
            at_s INTEGER NOT NULL,
            name TEXT NOT NULL,
            player INTEGER NOT NULL,
            about TEXT NOT NULL,
            why TEXT NOT NULL,
            tbl INTEGER NOT NULL,
            done_s INTEGER NOT NULL,
            mark INTEGER NOT NULL
        ) STRICT""",
    ),
    (
        """CREATE TABLE friend (
            id INTEGER PRIMARY KEY,
            player INTEGER NOT NULL,
            other INTEGER NOT NULL,
            mark INTEGER NOT NULL,
            UNIQUE (player, other)
        ) STRICT""",
        "CREATE INDEX friend_by_other ON friend (other)",
    ),
)
"""The steps. We only ever add to them: a file of version n has had the first n."""


def check(db: sqlite3.Connection, file: Path, steps: Sequence[Step] = STEPS) -> int:
    """Return the version of the tables in *file*, or 0 if it is new.

    It changes nothing. Raises StoreError if the file is not ours, or a newer Parlour wrote it.
    """
    application = _number(db, "PRAGMA application_id")
    version = _number(db, "PRAGMA user_version")
    if application != APPLICATION_ID and (
        application or version or _number(db, "SELECT count(*) FROM sqlite_master")
    ):
        raise StoreError(f"{file} belongs to another program. Give another folder with --data.")
    if version > len(steps):
        raise StoreError(
            f"{file} has version {version} and this Parlour knows {len(steps)}: "
            "a newer one wrote it. Start that, or give another place with --data."
        )
    return version


def upgrade(db: sqlite3.Connection, version: int, steps: Sequence[Step] = STEPS) -> None:
    """Upgrade the tables from *version* to the newest. The connection is in autocommit mode.

    After that, its statements can use our functions.
    """
    teach(db)
    for number, step in enumerate(steps[version:], version + 1):
        if step == ("VACUUM",):  # not possible in a transaction; repeated if interrupted
            db.execute("VACUUM")
            db.execute(f"PRAGMA user_version = {number}")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            continue
        db.execute("BEGIN IMMEDIATE")
        try:
            for change in step:
                if isinstance(change, str):
                    db.execute(change)
                else:
                    change(db)
            db.execute(f"PRAGMA user_version = {number}")
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise


def is_sound(db: sqlite3.Connection, tables: Sequence[str] = NEEDED) -> bool:
    """Check that the pages of *tables* are intact and agree with their indexes.

    This takes 0.17 s for 300,000 entries, and 0.05 s for a thousand finished games (11 MB).
    """
    return all(_verdict(db, f"integrity_check({table})") == "ok" for table in tables)


def is_ours(db: sqlite3.Connection) -> bool:
    """Check that the file declares the tables as we do. A changed byte there would show late."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        upgrade(fresh, 0)
        return _tables(fresh) == _tables(db)


def _tables(db: sqlite3.Connection) -> list[tuple[str, str, str, str | None]]:
    return db.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"
    ).fetchall()


def _verdict(db: sqlite3.Connection, pragma: str) -> str:
    return str(db.execute(f"PRAGMA {pragma}").fetchone()[0])


def _number(db: sqlite3.Connection, query: str) -> int:
    (number,) = db.execute(query).fetchone()
    return int(number)
