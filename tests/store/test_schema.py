"""Whose file it is, which version it has, and how an older one becomes one of today."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import json

from parlour.house.persistence import Entry, PlayerGone
from parlour.store import StoreError
from parlour.store._journal import row_mark
from parlour.store._schema import STEPS, check, upgrade
from parlour.store.reader import open_reader
from parlour.store.sqlite import open_store

NEXT = (*STEPS, ("CREATE TABLE more (x)", "INSERT INTO more VALUES (1)"))
"""A version that does not exist yet."""
BROKEN = (*NEXT, ("CREATE TABLE other (x)", "CREATE TABLE more (x)"))
"""And one with a step that cannot be taken."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the database is to be."""
    return tmp_path / "parlour.db"


@pytest.fixture
def db(file: Path) -> Generator[sqlite3.Connection]:
    """A new database."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        yield connection


def test_a_new_file_becomes_one_of_today(db: sqlite3.Connection, file: Path) -> None:
    """It says whose it is, and its version."""
    assert check(db, file) == 0
    upgrade(db, 0)
    assert check(db, file) == len(STEPS)
    assert db.execute("PRAGMA application_id").fetchone() == (int.from_bytes(b"PARL"),)


def test_an_older_file_is_brought_on_and_keeps_what_is_in_it(
    db: sqlite3.Connection, file: Path
) -> None:
    """Only the steps it has not had are taken."""
    upgrade(db, 0)
    db.execute("INSERT INTO act VALUES (1, 5, 'announce', 'done', 0)")
    upgrade(db, check(db, file, NEXT), NEXT)
    assert check(db, file, NEXT) == len(NEXT)
    assert db.execute("SELECT what, x FROM act, more").fetchall() == [("announce", 1)]
    upgrade(db, check(db, file, NEXT), NEXT)
    assert db.execute("SELECT count(*) FROM more").fetchone() == (1,)


def test_a_step_that_fails_leaves_the_version_before_it(
    db: sqlite3.Connection, file: Path
) -> None:
    """Whole: the next host begins there again."""
    with pytest.raises(sqlite3.OperationalError, match="more"):
        upgrade(db, 0, BROKEN)
    assert check(db, file, BROKEN) == len(NEXT)
    assert not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'other'").fetchall()
    assert not db.in_transaction


def test_a_file_of_a_newer_parlour_is_left_alone(tmp_path: Path) -> None:
    """Host and tools say which version it has, and which they know."""
    open_store(tmp_path).close()
    file = tmp_path / "parlour.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        upgrade(db, len(STEPS), NEXT)
    before = file.read_bytes()
    text = (
        f"{file} has version {len(NEXT)} and this Parlour knows {len(STEPS)}: "
        "a newer one wrote it. Start that, or give another place with --data."
    )
    for opened in (open_store, open_reader):
        with pytest.raises(StoreError) as error:
            opened(tmp_path)
        assert error.value.text == text
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "made_by", ["CREATE TABLE x (y)", "PRAGMA application_id = 7", "PRAGMA user_version = 1"]
)
def test_a_file_of_another_program_is_left_alone(tmp_path: Path, made_by: str) -> None:
    """Even if it has our name."""
    file = tmp_path / "parlour.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute(made_by)
    before = file.read_bytes()
    with pytest.raises(StoreError) as error:
        open_store(tmp_path)
    assert error.value.text == (
        f"{file} belongs to another program. Give another folder with --data."
    )
    assert file.read_bytes() == before


def test_a_tool_does_not_change_an_older_file(tmp_path: Path) -> None:
    """It asks for the host, which does."""
    file = tmp_path / "parlour.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        upgrade(db, 0, STEPS[:1])
    before = file.read_bytes()
    with pytest.raises(StoreError, match=r"has version 1, and \d+ is needed: start the host once"):
        open_reader(tmp_path)
    assert file.read_bytes() == before
    open_store(tmp_path).close()
    open_reader(tmp_path).close()


def test_notes_of_an_older_host_stay_only_for_those_who_may_ask(tmp_path: Path) -> None:
    """Lobby news and what was told to players who are gone do not; no number is given twice."""
    file = tmp_path / "parlour.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        upgrade(db, 0, STEPS[:1])
        query = (
            "INSERT INTO player (number, name, key, token, code, seq, password, ignored, resumed)"
            " VALUES (?, ?, ?, ?, ?, 0, NULL, CAST('[]' AS BLOB), 0)"
        )
        db.executemany(query, [(1, "Ann", "ann", "t1", "c1"), (3, "Cid", "cid", "t3", "")])
        news = b'{"name":"table","data":{},"said":[]}'
        tell = b'{"name":"told","data":{},"said":[]}'
        notes = [
            Entry(0, 1, tell, (2, 1, 2)),  # a guest who is gone
            Entry(0, 2, tell, (2, 2, 2, 1, 1, 2, 3, 1, 2)),  # he, Ann, and an account asleep
            Entry(0, 3, news, (2, 3, 2, 1, 2, 2)),
            Entry(0, 4, tell, (2, 4, 2)),
        ]
        for note in notes:
            heard = json.encode(note.heard)
            values = (note.seq, note.body, heard, row_mark(0, note.seq, note.body, heard))
            db.execute(
                "INSERT INTO journal (tbl, seq, body, heard, mark) VALUES (0, ?, ?, ?, ?)", values
            )
    store = open_store(tmp_path)
    saved = store.load()
    assert saved.journal == (Entry(0, 2, tell, (1, 1, 2)),)
    assert saved.last_note == 4
    assert [player.seq for player in saved.players] == [2, 0]
    store.commit([Entry(0, 5, tell, (1, 3, 2))], ())
    store.commit((), [PlayerGone(1)])
    assert store.load().journal == ()
    store.close()
