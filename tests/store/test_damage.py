"""What goes wrong on disks: one line says what, nothing false is read, and it may get better."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from parlour.accounts import audit
from parlour.core.persistence import Clocks, Entry, Finished, Saved, Write
from parlour.features.moderation import state as bans
from parlour.store import StoreError
from parlour.store import _connect as connect
from parlour.store._errors import damaged, story
from parlour.store.reader import open_reader
from parlour.store.sqlite import SqliteStore, open_store
from tests.store.samples import entry, finished, player, record_of, said

PAGE = 4096
NOBODY = 65534


def fill(folder: Path) -> tuple[Saved, list[Finished | None]]:
    """A store with several pages of everything, closed again; what is in it."""
    store = open_store(folder)
    talk = [said(f"Talker{n}", "blah " * 50) for n in range(20)]
    for number in range(1, 20):
        entries = [Entry(number, seq, b'{"x":"%d"}' % (seq**9)) for seq in range(40)]
        store.commit(entries, [player(number), finished(number, happened=talk)])
    found = everything(store)
    store.close()
    return found


def everything(store: SqliteStore) -> tuple[Saved, list[Finished | None]]:
    """All that can be read."""
    archive = store.archive
    return store.load(), [archive.get(game.record) for game in archive.recent(99)]


def read_or_refused(folder: Path) -> tuple[Saved, list[Finished | None]] | None:
    """What a host finds, or None if it says that the file is damaged."""
    try:
        with closing(open_store(folder)) as store:
            return everything(store)
    except StoreError as error:
        if error.text != damaged(folder / "parlour.db"):
            raise
    return None


def test_what_is_damaged_is_named_with_what_to_do() -> None:
    assert damaged(Path("/data/parlour.db")) == (
        "/data/parlour.db is damaged. Move it away, put a backup in its place, and start again."
    )


# --- broken files ---------------------------------------------------------------------


def zeros(_: random.Random) -> bytes:
    """A page that was never written."""
    return bytes(PAGE)


def noise(rng: random.Random) -> bytes:
    """A page with anything in it."""
    return rng.randbytes(PAGE)


@pytest.mark.parametrize("make", [zeros, noise])
def test_a_broken_page_is_noticed_whichever_it_is(
    tmp_path: Path, make: Callable[[random.Random], bytes]
) -> None:
    """Nothing false is read: what is read is what was written, or it is said to be damaged."""
    whole = fill(tmp_path / "whole")
    data = (tmp_path / "whole" / "parlour.db").read_bytes()
    rng = random.Random(1)
    broken = tmp_path / "broken"
    broken.mkdir()
    refused = 0
    for start in range(0 if make is noise else PAGE, len(data), PAGE):
        with open(broken / "parlour.db", "wb") as file:
            file.write(data[:start] + make(rng) + data[start + PAGE :])
        found = read_or_refused(broken)
        assert found in (None, whole)
        refused += found is None
    assert refused > len(data) // PAGE / 2


def all_answers(folder: Path) -> list[object]:
    """Whatever a host and its tools can ask of what is kept. Raises StoreError for damage."""
    with closing(open_store(folder)) as store:
        archive = store.archive
        answers: list[object] = [everything(store), archive.recent(99, game="hunt")]
        answers += [
            archive.recent(99, player=f"{who}{n}") for who in ("p", "talker") for n in "123"
        ]
    with open_reader(folder) as reader:
        return [*answers, reader.rows(audit.SHELF), reader.check()]


def all_answers_or_none(folder: Path) -> list[object] | None:
    """The same, or None if something of it is said to be damaged."""
    try:
        return all_answers(folder)
    except StoreError as error:
        if error.text != damaged(folder / "parlour.db"):
            raise
    return None


def test_a_changed_byte_is_noticed_in_whatever_page(tmp_path: Path) -> None:
    """Of pages, rows and indexes alike; what is read is what was written, or is refused."""
    fill(tmp_path / "whole")
    with closing(open_store(tmp_path / "whole")) as store:
        acts = [audit.AuditEntry(5, n, f"announce tea {n}", "done") for n in range(60)]
        kept = [bans.Ban("ban", f"x{number}", "X", 1, "why") for number in range(30)]
        rows = [*map(audit.SHELF.kept, acts), *map(bans.SHELF.kept, kept)]
        store.commit((), [*rows, Clocks(tuple((n, n * 100) for n in range(1, 20)))])
    whole = all_answers(tmp_path / "whole")
    data = (tmp_path / "whole" / "parlour.db").read_bytes()
    rng, refused = random.Random(1), 0
    broken = tmp_path / "broken"
    starts = range(0, len(data), 3 * PAGE)
    for start in starts:
        changed = bytearray(data)
        changed[start + rng.randrange(PAGE)] ^= 1 << rng.randrange(8)
        shutil.rmtree(broken, ignore_errors=True)
        broken.mkdir()
        (broken / "parlour.db").write_bytes(changed)
        answers = all_answers_or_none(broken)
        assert answers in (None, whole)
        refused += answers is None
    assert refused > len(starts) / 4, "the others hit free places"


def test_the_tables_must_be_what_they_are(tmp_path: Path) -> None:
    """A changed byte there says something else of rows that nobody looks at for long."""
    open_store(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / "parlour.db", isolation_level=None)) as db:
        db.execute("DROP INDEX game_by_game")
        db.execute("CREATE INDEX game_by_game ON game (game)")
    assert why_not(tmp_path) == damaged(tmp_path / "parlour.db")


def test_finished_games_that_may_be_missing_are_all_refused_and_the_host_starts(
    tmp_path: Path,
) -> None:
    """An index of theirs is broken: nobody is told that there is no such game."""
    store = open_store(tmp_path)
    store.commit(record_of(1, 1), [finished(number) for number in range(1, 9)])
    store.close()
    file = tmp_path / "parlour.db"
    data = file.read_bytes()
    assert data.count(b"g7") > 1
    at = data.rindex(b"g7", 0, data.index(b'"record":"g7"'))
    file.write_bytes(data[:at] + b"g9" + data[at + 2 :])
    with closing(open_store(tmp_path)) as store:
        assert store.load().journal == tuple(record_of(1, 1))
        for ask in (lambda: store.archive.get("g7"), lambda: store.archive.recent(9)):
            with pytest.raises(StoreError, match="is damaged"):
                ask()


# --- files that are not there yet ---------------------------------------------------------


def test_an_empty_file_is_no_new_house(tmp_path: Path) -> None:
    """Something cut it off: one line says so, and what to do."""
    file = tmp_path / "parlour.db"
    text = (
        f"{file} is empty: it was cut off, or never written. Put a backup in its place; "
        "to start fresh, move it away."
    )
    for content in (b"", bytes(PAGE)[:0]):
        file.write_bytes(content)
        assert why_not(tmp_path) == text
        with pytest.raises(StoreError) as error:
            open_reader(tmp_path)
        assert error.value.text == text
        assert file.read_bytes() == content
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA journal_mode = WAL")
    assert why_not(tmp_path) == text, "a page without tables is as empty"


def test_a_host_that_is_killed_while_it_makes_its_file_makes_it_again(tmp_path: Path) -> None:
    """What it had begun has another name."""
    for left in ("parlour.db.new", "parlour.db.new-wal", "parlour.db.new-shm"):
        (tmp_path / left).write_bytes(b"half")
    open_store(tmp_path).close()
    assert {file.name for file in tmp_path.iterdir()} == {"parlour.db", "host.lock"}
    assert (tmp_path / "parlour.db").stat().st_mode & 0o777 == 0o600


def test_who_heard_a_note_must_be_what_the_note_says(tmp_path: Path) -> None:
    """Otherwise it could go while somebody may still ask for it."""
    store = open_store(tmp_path)
    store.commit([entry(0, 1, (7, 1, 2))], [player(7)])
    store.close()
    with closing(sqlite3.connect(tmp_path / "parlour.db", isolation_level=None)) as db:
        db.execute("UPDATE hearer SET last = 2")
    assert read_or_refused(tmp_path) is None


def test_a_changed_byte_in_an_entry_is_noticed(tmp_path: Path) -> None:
    """SQLite does not see it; the host would play on from something false."""
    store = open_store(tmp_path)
    store.commit([Entry(1, 0, b'{"letter":"E"}', (7, 1, 2))], ())
    store.close()
    file = tmp_path / "parlour.db"
    data = file.read_bytes()
    for changed in (data.replace(b'"E"', b'"F"'), data.replace(b"[7,1,2]", b"[7,1,3]")):
        assert changed != data
        file.write_bytes(changed)
        assert read_or_refused(tmp_path) is None
        with open_reader(tmp_path) as reader, pytest.raises(StoreError, match="is damaged"):
            reader.load()


def test_a_broken_game_shows_when_it_is_read_and_the_host_starts(tmp_path: Path) -> None:
    """Everybody plays on; the other games can be read."""
    store = open_store(tmp_path)
    store.commit(record_of(1, 1), [finished(1), finished(2)])
    store.close()
    with closing(sqlite3.connect(tmp_path / "parlour.db", isolation_level=None)) as db:
        db.execute("UPDATE game SET entries = substr(entries, 1, 20) WHERE number = 1")
        db.execute("UPDATE game SET summary = x'7b' WHERE number = 1")
    with closing(open_store(tmp_path)) as store:
        assert store.load().journal == tuple(record_of(1, 1))
        with pytest.raises(StoreError, match="is damaged"):
            store.archive.get("g1")
        assert store.archive.get("g2") == finished(2)
        store.commit([entry(1, 1)], ())


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    """Somebody may still need it."""
    content = b"no database at all\n" * 100
    (tmp_path / "parlour.db").write_bytes(content)
    assert read_or_refused(tmp_path) is None
    assert (tmp_path / "parlour.db").read_bytes() == content


def test_a_file_that_was_cut_off_is_noticed(tmp_path: Path) -> None:
    """Wherever, but for free pages at its end, which nobody needs."""
    whole = fill(tmp_path)
    file = tmp_path / "parlour.db"
    data = file.read_bytes()
    with closing(sqlite3.connect(file)) as db:
        (free,) = db.execute("PRAGMA freelist_count").fetchone()
    for size in range(PAGE // 2, len(data), 7 * PAGE + 100):
        file.write_bytes(data[:size])
        found = read_or_refused(tmp_path)
        assert found is None or (found == whole and size > len(data) - free * PAGE)
    file.write_bytes(data)
    assert read_or_refused(tmp_path) == whole


# --- places that cannot be written ------------------------------------------------------


@contextmanager
def common_place() -> Generator[Path]:
    """A folder that everybody can look into, and this process is nobody in particular.

    Root can write anywhere, so tests of what cannot be written do not run as root.
    """
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    root = os.geteuid() == 0
    try:
        if root:
            os.chown(folder, NOBODY, NOBODY)
            os.seteuid(NOBODY)
        yield folder
    finally:
        if root:
            os.seteuid(0)
        for path in folder.rglob("*"):
            path.chmod(0o700)
        shutil.rmtree(folder)


def why_not(folder: Path) -> str:
    """Why a host cannot use *folder*."""
    with pytest.raises(StoreError) as error:
        open_store(folder)
    return error.value.text


def test_a_folder_that_cannot_be_written_is_named() -> None:
    """Whether it is there or would have to be made."""
    with common_place() as place:
        (place / "data").mkdir(mode=0o500)
        assert why_not(place / "data") == (
            f"Cannot write in {place}/data: Permission denied. "
            "Put that right, or give another place with --data."
        )
        assert why_not(place / "data" / "deep").startswith(f"Cannot write in {place}/data/deep: ")


def test_a_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("mine")
    assert why_not(tmp_path / "data").startswith(f"Cannot write in {tmp_path}/data: File exists.")
    assert (tmp_path / "data").read_text() == "mine"


def test_a_file_that_cannot_be_written_is_named() -> None:
    """In a folder that can."""
    with common_place() as place:
        open_store(place).close()
        (place / "parlour.db").chmod(0o400)
        assert why_not(place) == (
            f"{place}/parlour.db cannot be written: it or its folder is read-only."
        )


def test_a_file_that_cannot_be_read_is_named() -> None:
    """By the host and by tools."""
    with common_place() as place:
        open_store(place).close()
        (place / "parlour.db").chmod(0o000)
        text = f"{place}/parlour.db cannot be opened."
        assert why_not(place) == text
        with pytest.raises(StoreError) as error:
            open_reader(place)
        assert error.value.text == text


def test_a_backup_on_a_medium_that_cannot_be_written_can_be_read() -> None:
    """Nobody can write there, so nobody does while it is read."""
    with common_place() as place:
        store = open_store(place)
        store.commit(record_of(1, 2), [finished(1)])
        store.close()
        (place / "parlour.db").chmod(0o400)
        place.chmod(0o500)
        with open_reader(place) as reader:
            assert reader.load().journal == tuple(record_of(1, 2))
            assert reader.archive.get("g1") == finished(1)


# --- trouble that passes --------------------------------------------------------------


def test_a_file_that_another_program_locks_is_named_and_used_again_when_it_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A shell on the file, for instance."""
    monkeypatch.setattr(connect, "BUSY_S", 0.0)
    store = open_store(tmp_path)
    store.commit(record_of(1, 1), ())
    text = f"{tmp_path}/parlour.db is locked by another program."
    with closing(sqlite3.connect(tmp_path / "parlour.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert refusal(store, entry(1, 1)) == text
        assert refusal(store, entry(1, 1), player(1)) == text
        with pytest.raises(StoreError, match=r"is locked by another program\.$"):
            store.probe()
        assert store.load().journal == tuple(record_of(1, 1)), "reading goes on"
        other.execute("ROLLBACK")
    store.probe()
    store.commit([entry(1, 1)], [player(1)])
    assert store.load().journal == tuple(record_of(1, 2))
    store.close()


def refusal(store: SqliteStore, new: Entry, *writes: Write) -> str | None:
    """Why *new* cannot be kept, or None if it was."""
    try:
        store.commit([new], writes)
    except StoreError as error:
        return error.text
    return None


def full(tmp_path: Path) -> sqlite3.Error:
    """What SQLite raises when there is no room left."""
    with closing(sqlite3.connect(tmp_path / "small.db", isolation_level=None)) as db:
        db.execute("CREATE TABLE t (x)")
        db.execute("PRAGMA max_page_count = 3")
        with pytest.raises(sqlite3.Error) as error:
            db.execute("INSERT INTO t VALUES (zeroblob(100000))")
    return error.value


def test_a_full_disk_is_called_that(tmp_path: Path) -> None:
    assert story(full(tmp_path), tmp_path / "parlour.db") == "The disk is full."


def raised(code: int) -> sqlite3.Error:
    """What SQLite raises with that code."""
    error = sqlite3.OperationalError("odd")
    error.sqlite_errorcode = code
    return error


def test_a_failing_disk_is_called_that(tmp_path: Path) -> None:
    """Unless it fails because it is full, which SQLite does not say everywhere."""
    error = raised(sqlite3.SQLITE_IOERR_SHMSIZE)
    for file in (tmp_path / "parlour.db", tmp_path / "gone" / "parlour.db"):
        assert story(error, file) == f"The disk failed at {file} (input/output error)."
    with small_disk(tmp_path / "disk") as disk:
        (disk / "ballast").write_bytes(bytes(shutil.disk_usage(disk).free))
        assert story(error, disk / "parlour.db") == "The disk is full."


def test_whatever_else_sqlite_says_is_passed_on(tmp_path: Path) -> None:
    """With the file it is about."""
    file = tmp_path / "parlour.db"
    for error in (sqlite3.OperationalError("odd"), raised(sqlite3.SQLITE_NOMEM)):
        assert story(error, file) == f"{file} failed: odd."


def test_a_python_with_too_old_a_sqlite_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It could not read the tables, and would call them damaged."""
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    assert why_not(tmp_path).startswith("SQLite 3.37 or later is needed; this Python has ")


@contextmanager
def small_disk(folder: Path) -> Generator[Path]:
    """A disk of 1 MB; skips the test where none can be mounted."""
    folder.mkdir()
    mount = shutil.which("mount")
    if mount is None or os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    command = [mount, "-t", "tmpfs", "-o", "size=1m", "parlour-test", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


ROOM = 300_000
"""Bytes that are free before the disk is filled. Whatever the tables of a new store take, the last
commit fails at the same place."""


@pytest.mark.parametrize("size", [100, 3_000, 15_000])
def test_a_host_on_a_full_disk_goes_on_when_there_is_room(tmp_path: Path, size: int) -> None:
    """With all that it said it kept, and nothing that it refused."""
    with small_disk(tmp_path / "disk") as disk:
        ballast = disk / "ballast"
        with closing(open_store(disk / "data")) as store:
            ballast.write_bytes(bytes(shutil.disk_usage(disk).free - ROOM))
            seq = 0
            while (why := refusal(store, Entry(1, seq, bytes(size)))) is None:
                seq += 1
            assert why == "The disk is full."
            rest = disk / "rest"
            rest.write_bytes(bytes(shutil.disk_usage(disk).free))
            with pytest.raises(StoreError, match=r"^The disk is full\.$"):
                store.probe()
            assert len(store.load().journal) == seq
            ballast.unlink()
            rest.unlink()
            store.probe()
            store.commit([entry(1, seq)], [player(1)])
        with closing(open_store(disk / "data")) as again:
            assert len(again.load().journal) == seq + 1


def test_a_host_does_not_start_on_a_full_disk(tmp_path: Path) -> None:
    """It says why, and does when there is room."""
    with small_disk(tmp_path / "disk") as disk:
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(shutil.disk_usage(disk).free))
        assert "No space left on device" in why_not(disk / "data")
        ballast.unlink()
        open_store(disk / "data").close()
        ballast.write_bytes(bytes(shutil.disk_usage(disk).free))
        assert why_not(disk / "data") == (
            f"The disk is full: nothing can be written in {disk}/data. "
            "Make room there, or give another place with --data."
        )
        ballast.unlink()
        open_store(disk / "data").close()
