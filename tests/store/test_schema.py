"""Whose file it is, which version it has, and how a later version changes the tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import pytest

from parlour.store import StoreError, _connect, _schema
from parlour.store._schema import STEPS, check, upgrade
from parlour.store.reader import open_reader
from parlour.store.sqlite import open_store


def fill(db: sqlite3.Connection) -> None:
    """Do what no statement can do."""
    db.execute("INSERT INTO more VALUES (?)", (len("x"),))


NEXT = (*STEPS, ("CREATE TABLE more (x)", fill))
"""A version that does not exist yet."""
BROKEN = (*NEXT, ("CREATE TABLE other (x)", "CREATE TABLE more (x)"))
"""And one with a step that cannot be taken."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the database is to be."""
    return tmp_path / "parlour.db"


@pytest.fixture
def db(file: Path) -> Generator[sqlite3.Connection]:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        yield connection


def test_a_new_file_becomes_one_of_today(db: sqlite3.Connection, file: Path) -> None:
    """It says whose it is, and its version."""
    assert check(db, file) == 0
    upgrade(db, 0)
    assert check(db, file) == len(STEPS)
    assert db.execute("PRAGMA application_id").fetchone() == (int.from_bytes(b"PRLR"),)


def test_an_older_file_is_brought_on_and_keeps_what_is_in_it(
    db: sqlite3.Connection, file: Path
) -> None:
    """Only the steps it has not had are taken."""
    upgrade(db, 0)
    db.execute("INSERT INTO clock VALUES (1, 5, 0)")
    upgrade(db, check(db, file, NEXT), NEXT)
    assert check(db, file, NEXT) == len(NEXT)
    assert db.execute("SELECT ms, x FROM clock, more").fetchall() == [(5, 1)]
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


def test_a_tool_does_not_change_an_older_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It asks for the host, which does."""
    open_store(tmp_path).close()
    file = tmp_path / "parlour.db"
    before = file.read_bytes()
    for module in (_connect, _schema):
        monkeypatch.setattr(module, "STEPS", NEXT)
    with pytest.raises(StoreError, match=r"has version 1, and 2 is needed: start the host once"):
        open_reader(tmp_path)
    assert file.read_bytes() == before
