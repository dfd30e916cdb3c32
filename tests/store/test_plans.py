"""What a commit costs does not grow with what is kept: no statement scans a table that grows."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final, get_args

import pytest
from msgspec.structs import replace

from parlour.core.persistence import (
    Clocks,
    GameGone,
    PlayerGone,
    Renamed,
    RowDropped,
    RowKept,
    Streams,
    TableGone,
    Write,
)
from parlour.store import _notes
from parlour.store.sqlite import SqliteStore, open_store
from tests.store.samples import entry, finished, player, record_of, said

GROWING: Final = ("journal", "hearer", "clock", "player", "kept", "game", "game_name")

WRITES: Final[tuple[Write, ...]] = (
    player(3),
    replace(player(4), codes=()),
    Streams(((1, 9),)),
    Clocks(((1, 40), (2, 50))),
    finished(5, happened=[said("Wat", "hi")]),
    Renamed("Ann", "gone-1"),
    GameGone("g5"),
    RowKept("friend", "[1,2]", b"{}"),
    RowDropped("friend", "[1,2]"),
    TableGone(1),
    PlayerGone(2),
)

Traced = Callable[[Path], tuple[SqliteStore, list[str]]]


@pytest.fixture
def traced(monkeypatch: pytest.MonkeyPatch) -> Traced:
    """Opens a store that keeps two games, and lists the statements of all its connections."""

    def opened(folder: Path) -> tuple[SqliteStore, list[str]]:
        seen: list[str] = []
        connect: Callable[..., sqlite3.Connection] = sqlite3.connect

        def traced_connect(*args: object, **options: object) -> sqlite3.Connection:
            db = connect(*args, **options)
            db.set_trace_callback(seen.append)
            return db

        with monkeypatch.context() as patch:
            patch.setattr(sqlite3, "connect", traced_connect)
            store = open_store(folder, keep_games=2)
        seen.clear()
        return store, seen

    return opened


def scans(folder: Path, statements: list[str]) -> list[str]:
    """The steps of *statements* that go through a whole table that grows, or sort what it has."""
    found: list[str] = []
    wanted = [one for one in statements if re.match(r"\s*(SELECT|INSERT|UPDATE|DELETE)", one)]
    assert wanted
    with closing(sqlite3.connect(folder / "parlour.db", isolation_level=None)) as db:
        db.create_function("mark", -1, lambda *_: 0, deterministic=True)
        for statement in dict.fromkeys(wanted):
            for *_, step in db.execute(f"EXPLAIN QUERY PLAN {statement}"):
                if (
                    re.match(rf"SCAN ({'|'.join(GROWING)})\b", step)
                    or "B-TREE FOR ORDER BY" in step
                ):
                    found.append(f"{step}: {statement}")
    return found


def test_every_kind_of_write_is_among_those_that_are_looked_at() -> None:
    """A new one needs a look, too."""
    assert {type(write) for write in WRITES} == set(get_args(Write))


def test_no_commit_scans_a_table_that_grows(
    tmp_path: Path, traced: Traced, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of whatever it has; dropping the oldest notes and games included."""
    monkeypatch.setattr(_notes, "NOTES_KEPT", 1)
    monkeypatch.setattr(_notes, "NOTES_SLACK", 1)
    store, seen = traced(tmp_path)
    store.commit(record_of(1, 2), [player(1, "Ann"), player(2, "Bob")])
    for write in WRITES:
        store.commit([entry(2, WRITES.index(write))], [write])
    store.commit([entry(0, 1, (1, 1, 2)), entry(0, 2), entry(0, 3)], ())
    store.probe()
    steps = scans(tmp_path, seen)
    store.close()
    assert any("DELETE FROM hearer WHERE note" in one for one in seen), "notes were dropped"
    assert steps == []


def test_no_question_about_finished_games_scans_them(tmp_path: Path, traced: Traced) -> None:
    """The newest few are read from the end, in the order in which they are kept."""
    store, seen = traced(tmp_path)
    store.archive.get("g1")
    store.archive.recent(9, player="ann")
    store.archive.recent(9, game="hunt")
    store.archive.recent(9, player="ann", game="hunt")
    assert scans(tmp_path, seen) == []
    seen.clear()
    store.archive.recent(9)
    (only,) = scans(tmp_path, seen)
    assert only.startswith("SCAN game:")
    assert only.endswith("ORDER BY game.id DESC LIMIT 9")
    store.close()


def test_the_finder_finds_a_scan(tmp_path: Path) -> None:
    """Such as that of a feature's rows by what is in them."""
    open_store(tmp_path).close()
    assert len(scans(tmp_path, ["DELETE FROM kept WHERE row = x'00'"])) == 1
    assert len(scans(tmp_path, ["SELECT * FROM game ORDER BY game"])) == 1
    assert not scans(tmp_path, ["SELECT * FROM meta"])
