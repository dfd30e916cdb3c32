"""The store on a disk: what outlives the host, and what can be read beside it."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from parlour.accounts.audit import SHELF, AuditEntry
from parlour.core.persistence import Clocks, Entry, Finished, PlayerGone, Renamed, TableGone
from parlour.store import StoreError, _journal
from parlour.store.reader import open_reader
from parlour.store.sqlite import MEASURE_EVERY, SqliteStore, open_store
from tests.store.samples import entry, finished, player, record_of, said


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A place that is not there yet."""
    return tmp_path / "deep" / "data"


ANNOUNCED, DRAINED = AuditEntry(5, 1, "announce", "done"), AuditEntry(6, 2, "drain", "begun")


def filled(folder: Path) -> SqliteStore:
    """A store with a bit of everything."""
    store = open_store(folder)
    store.commit(record_of(1, 3), [player(1, "Ann"), finished(1), SHELF.kept(ANNOUNCED)])
    return store


def test_only_the_owner_can_look_into_the_folder(folder: Path, tmp_path: Path) -> None:
    """There are tokens and seeds in it. A folder that is there is left as it is: its owner may
    have their reasons. Of a closed store all is in one file; beside it only the lock's stays.
    """
    store = filled(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert set(modes) == {"parlour.db", "parlour.db-shm", "parlour.db-wal", "host.lock"}
    assert set(modes.values()) == {0o600}
    assert (folder / "host.lock").read_text() == f"{os.getpid()}\n"
    store.close()
    assert {path.name for path in folder.iterdir()} == {"parlour.db", "host.lock"}
    tmp_path.chmod(0o750)
    open_store(tmp_path).close()
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o750


def test_commits_of_all_sizes_share_a_few_statements(folder: Path) -> None:
    """SQLite keeps what it has prepared, so there is no statement for each number of entries."""
    _journal.insertion.cache_clear()
    with closing(open_store(folder)) as store:
        kept: list[Entry] = []
        for size in (*range(1, 20), 33, 64, 70, 200, 300, 2 * _journal.ROWS_MAX + 5):
            batch = [entry(1, len(kept) + each) for each in range(size)]
            store.commit(batch, [])
            kept += batch
        assert store.load().journal == tuple(kept), "and a place without an entry adds nothing"
    assert _journal.insertion.cache_info().currsize <= 10


def test_the_next_host_finds_everything(folder: Path) -> None:
    """And goes on where it stood."""
    store = filled(folder)
    before = store.load()
    store.close()
    store = open_store(folder)
    assert store.load() == before
    assert store.archive.get("g1") == finished(1)
    store.commit([entry(1, 3)], ())
    with pytest.raises(ValueError, match="in place of 4"):
        store.commit([entry(1, 3)], ())
    store.close()


def test_a_path_may_have_any_characters(tmp_path: Path) -> None:
    """Those of a URI, too."""
    folder = tmp_path / "a b?mode=ro#50%25&\u00e9"
    filled(folder).close()
    with open_reader(folder) as reader:
        assert reader.load().journal == tuple(record_of(1, 3))
    assert (folder / "parlour.db").is_file()


def test_the_archive_is_read_by_many_threads_while_the_host_writes(folder: Path) -> None:
    """Each sees whole games, and as many as were committed."""
    store = open_store(folder)

    def look(_: int) -> tuple[int, Finished | None]:
        return len(store.archive.recent(1000)), store.archive.get("g1")

    store.commit((), [finished(1)])
    with ThreadPoolExecutor(4) as pool:
        seen = pool.map(look, range(200))
        for number in range(2, 100):
            store.commit([entry(0, number - 1)], [finished(number)])
        results = list(seen)
    assert all(1 <= count <= 99 for count, _ in results)
    assert all(game == finished(1) for _, game in results)
    assert len(store.archive.recent(1000)) == 99
    store.close()
    with pytest.raises(StoreError, match=r"^The store is closed\.$"):
        store.archive.recent(1)


def test_a_tool_reads_while_the_host_writes(folder: Path) -> None:
    """What is committed, at once."""
    store = filled(folder)
    with open_reader(folder) as reader:
        store.commit([entry(1, 3)], [finished(2), SHELF.kept(DRAINED)])
        assert reader.load() == store.load()
        assert [game.record for game in reader.archive.recent(9)] == ["g2", "g1"]
        assert reader.rows(SHELF) == [ANNOUNCED, DRAINED]
        store.close()
        assert len(reader.load().journal) == 4
    with pytest.raises(StoreError, match=r"^The store is closed\.$"):
        reader.load()


def test_a_tool_says_what_it_did_not_find(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"^There is no .*parlour\.db\. Name the folder"):
        open_reader(tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()


def test_what_was_removed_is_gone_from_the_file(folder: Path) -> None:
    """Not only from what can be asked: nobody digs it out of the free space. Players, names in
    games and in their index, games that make room for others. `secure_delete` is on, and stays on.
    """
    store = open_store(folder, keep_games=40)
    db = store._db  # pyright: ignore[reportPrivateUsage]
    assert db.execute("PRAGMA secure_delete").fetchone() == (1,)
    many = [player(number, f"Plughman{number}") for number in range(1, 400)]
    store.commit((), many)
    store.commit((), [PlayerGone(gone.number) for gone in many])
    talk = [said("Wat", "xyzzy-secret")]
    store.commit((), [finished(n, ("Plughman", "Bob"), happened=talk) for n in range(1, 30)])
    store.commit((), [Renamed("Plughman", "gone-1"), Renamed("Wat", "gone-2")])
    store.commit(
        (), [finished(30, ("Plughwoman",)), *(finished(n, ("Al",)) for n in range(31, 72))]
    )
    store.close()
    data = (folder / "parlour.db").read_bytes().lower()
    assert b'"al"' in data
    assert b"plugh" not in data


def test_points_of_a_write_are_told_in_order(folder: Path) -> None:
    """So that a crash test can stop at each."""
    points: list[str] = []
    store = open_store(folder, on_write=points.append)
    store.commit(record_of(1, 2), ())
    assert points == ["before begin", "after commit"]
    points.clear()
    store.commit([entry(1, 2)], [player(1), player(2), Clocks(((1, 5),))])
    assert points == [
        "before begin",
        "after begin",
        "after entries",
        "after write",
        "after write",
        "before commit",
        "after commit",
    ]
    store.close()


def test_a_failure_at_any_point_changes_nothing(folder: Path) -> None:
    """Whatever it is; the next commit works."""
    fail_at = ""

    def fail(point: str) -> None:
        if point == fail_at:
            raise RuntimeError(point)

    store = open_store(folder, on_write=fail)
    store.commit(record_of(1, 1), [player(1)])
    before = store.load()
    for fail_at in (
        "before begin",
        "after begin",
        "after entries",
        "after write",
        "before commit",
    ):
        with pytest.raises(RuntimeError, match=fail_at):
            store.commit([entry(1, 1)], [player(2)])
        assert store.load() == before
    fail_at = ""
    store.commit([entry(1, 1)], [player(2)])
    assert store.load().players == (player(1), player(2))
    store.close()


def test_what_landed_counts_as_kept_even_if_sqlite_said_it_failed(folder: Path) -> None:
    """Otherwise players would be told that a move is lost which comes back after a start."""

    def commit_early(point: str) -> None:
        if point == "before commit":
            store._db.execute("COMMIT")  # pyright: ignore[reportPrivateUsage]

    store = open_store(folder, on_write=commit_early)
    store.commit(record_of(1, 1), [player(1)])
    store.commit([entry(1, 1)], [player(2)])
    assert store.load().journal == tuple(record_of(1, 2))
    store.close()


def test_an_entry_that_landed_counts_as_kept_even_if_sqlite_said_it_failed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that come alone are looked for themselves."""
    insert = _journal.insert

    def land_and_fail(db: sqlite3.Connection, entries: Sequence[Entry]) -> None:
        insert(db, entries)
        raise sqlite3.OperationalError("disk I/O error")

    def fail(db: sqlite3.Connection, entries: Sequence[Entry]) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    store = open_store(folder)
    monkeypatch.setattr(_journal, "insert", land_and_fail)
    store.commit(record_of(1, 2), ())
    monkeypatch.setattr(_journal, "insert", fail)
    with pytest.raises(StoreError, match=r"disk I/O error"):
        store.commit([entry(1, 2)], ())
    monkeypatch.undo()
    store.commit([entry(1, 2)], ())
    assert store.load().journal == tuple(record_of(1, 3))
    store.close()


def test_the_store_tells_about_how_much_it_keeps(folder: Path) -> None:
    """What is free in the file does not count."""
    with closing(open_store(folder)) as store:
        before = store.size
        assert before > 0
        store.commit([Entry(1, 0, b"x" * 500_000)], [])
        for number in range(MEASURE_EVERY):
            store.commit([entry(1, number + 1)], [])
        much = store.size
        assert much > before + 500_000
        for _ in range(MEASURE_EVERY):
            store.commit([], [TableGone(1)])
        assert store.size < much - 400_000
