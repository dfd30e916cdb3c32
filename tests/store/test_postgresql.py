"""The store in a database: the log, its fence, lost answers, and who owns the house."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import pytest

from parlour.store import Fenced, StoreError, _body, postgresql
from parlour.store._body import Commit
from parlour.store._commit_log import LAG, CommitLog, check_url
from parlour.store._connect import open_writer
from parlour.store._ownership import Node, session_name
from parlour.store.postgresql import open_postgresql
from parlour.store.sqlite import open_store
from tests import postgres
from tests.proxy import Proxy
from tests.store.child import script
from tests.store.samples import entry, finished, player, record_of

ROOT = Path(__file__).parents[2]
OPENING = _body.encode(Commit((), ()))


# --- bodies ---------------------------------------------------------------------------


def test_a_body_is_read_as_it_was_written() -> None:
    """Every kind of write, and entries with their hearers."""
    for entries, writes in script():
        assert _body.decode(_body.encode(Commit(entries, writes))) == (entries, writes)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        pytest.param(b"\x02\x92\x90\x90", "newer", id="a later form"),
        pytest.param(b"\x01\x92\x90\x91\x92\xa3Odd\xc4\x02{}", "newer.*Odd", id="a later kind"),
        pytest.param(b"", "damaged", id="nothing"),
        pytest.param(OPENING[:-1], "damaged", id="cut off"),
        pytest.param(OPENING + b"\x00", "damaged", id="more than a body"),
    ],
)
def test_a_body_is_read_strictly(body: bytes, said: str) -> None:
    with pytest.raises(StoreError, match=rf"(?i){said}"):
        _body.decode(body)


def test_a_commit_that_is_too_long_is_refused(
    tmp_path: Path, database: postgres.Server, house: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It keeps nothing; the next one can be kept."""
    monkeypatch.setattr(_body, "BODY_MAX", 1_000)
    store = postgres.open_store(database.url(), tmp_path, house)
    with pytest.raises(StoreError, match="too long: at most 1,000"):
        store.commit(record_of(1, 100), ())
    store.commit(record_of(1, 1), ())
    assert store.load().journal == (entry(1, 0),)
    store.close()


# --- the URL --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:secret@db/parlour",
        "postgresql://db/parlour?password=secret",
        "postgresql://ann:secret@[db/parlour",
        "mysql://ann:secret@db/parlour",
    ],
)
def test_a_url_with_a_password_is_refused_and_not_repeated(url: str) -> None:
    """Command lines and configs are read by others."""
    with pytest.raises(StoreError) as error:
        check_url(url)
    assert "secret" not in error.value.text
    check_url("postgresql://ann@db,other/parlour?passfile=/etc/parlour/password")


# --- the fence ------------------------------------------------------------------------


@pytest.fixture
def log(database: postgres.Server, house: str) -> Generator[CommitLog]:
    log = CommitLog(database.url(), house, "test")
    log.prepare()
    yield log
    log.close()


def test_a_number_is_appended_once(log: CommitLog) -> None:
    """A writer that repeats a commit has it once; another writer, or another body, is kept out."""
    log.append(1, OPENING, "a")
    log.append(1, OPENING, "a")
    for body, writer in ((OPENING, "b"), (OPENING + b"x", "a")):
        with pytest.raises(Fenced):
            log.append(1, body, writer)
    assert [row.writer for row in log.after(0)] == ["a"]


def test_a_number_that_is_free_again_is_not_appended(log: CommitLog) -> None:
    """A writer that slept while thousands of commits came and went finds no place for its own."""
    for n in range(1, LAG + 5):
        log.append(n, OPENING, "b")
    with pytest.raises(Fenced):
        log.keep_snapshot(LAG + 4, [b"snapshot"], "b")
    assert log.row(3) is not None
    log.claim("node", "here", LAG + 4, "b")
    log.keep_snapshot(LAG + 4, [b"snapshot"], "b")
    assert log.row(3) is None
    for n in (1, 2, 3, LAG + 6):
        with pytest.raises(Fenced):
            log.append(n, OPENING, "a")
    log.append(LAG + 5, OPENING, "b")


# --- lost on the way ------------------------------------------------------------------


@pytest.mark.parametrize("lost", ["request", "answer"])
def test_a_commit_that_is_lost_on_the_way_is_kept_once(
    tmp_path: Path, database: postgres.Server, house: str, lost: str
) -> None:
    """The store cannot know, says so, and finds out when it is asked again."""
    path = f"{database.folder}/.s.PGSQL.{database.port}"
    proxy = Proxy(path, b"time_up")
    url = (
        f"postgresql://parlour@127.0.0.1:{proxy.port}/postgres?sslmode=disable&gssencmode=disable"
    )
    store = postgres.open_store(url, tmp_path / "a", house)
    store.commit(record_of(1, 3), ())
    proxy.cut = "request" if lost == "request" else "answer"
    with pytest.raises(StoreError) as error:
        store.commit([entry(1, 3)], [player(1)])
    assert error.value.passing
    assert len(store.load().journal) == 3
    store.probe()
    store.commit([entry(1, 3)], [player(1)])
    store.commit([entry(1, 4)], ())
    kept = store.load()
    assert kept.journal == tuple(record_of(1, 5))
    store.close()
    proxy.close()
    other = postgres.open_store(database.url(), tmp_path / "b", house, node="a")
    assert other.load() == kept
    other.close()


# --- the cache ------------------------------------------------------------------------


def test_a_house_moves_into_a_database_with_all_it_has(
    tmp_path: Path, database: postgres.Server, house: str
) -> None:
    """From the folder of its host. A second folder with a house of its own is left alone."""
    for name in ("one", "two"):
        plain = open_store(tmp_path / name)
        plain.commit(record_of(1, 3), [player(1, name), finished(1)])
        before = plain.load()
        plain.close()
        if name == "one":
            store = postgres.open_store(database.url(), tmp_path / name, house)
            kept = store.load()
            assert kept == before
            store.commit([entry(1, 3)], ())
            store.close()
    with pytest.raises(StoreError, match="is a house of its own"):
        postgres.open_store(database.url(), tmp_path / "two", house)
    store = postgres.open_store(database.url(), tmp_path / "three", house)
    assert store.load().journal == tuple(record_of(1, 4))
    assert store.archive.get("g1") == finished(1)
    store.close()
    plain = open_store(tmp_path / "two")
    assert plain.load() == before
    plain.close()


def test_a_cache_whose_making_was_cut_off_is_made_again(
    tmp_path: Path, database: postgres.Server, house: str
) -> None:
    """It looks like the store of a host of its own, but nothing was ever stored in it."""
    store = postgres.open_store(database.url(), tmp_path / "one", house)
    store.commit(record_of(1, 1), ())
    store.close()
    (tmp_path / "two").mkdir()
    open_writer(tmp_path / "two" / "parlour.db").close()
    store = postgres.open_store(database.url(), tmp_path / "two", house)
    assert store.load().journal == (entry(1, 0),)
    store.close()


def test_an_empty_database_is_not_taken_for_the_house(
    tmp_path: Path, database: postgres.Server, house: str
) -> None:
    """Nothing of the cache is lost if the database is the wrong one."""
    store = postgres.open_store(database.url(), tmp_path, house)
    store.commit(record_of(1, 3), ())
    store.close()
    with CommitLog(database.url(), house, "test")._db as db:  # pyright: ignore[reportPrivateUsage]
        db.execute("DELETE FROM parlour.log WHERE house = %s", (house,))
        db.execute("DELETE FROM parlour.snapshot WHERE house = %s", (house,))
    with pytest.raises(StoreError, match="The database is empty, but"):
        postgres.open_store(database.url(), tmp_path, house)
    assert (tmp_path / "parlour.db").exists()


def test_a_cache_with_more_than_the_database_is_set_aside(
    tmp_path: Path, database: postgres.Server, house: str
) -> None:
    """The database was restored from a backup. It decides, and the operator may compare."""
    store = postgres.open_store(database.url(), tmp_path, house)
    store.commit(record_of(1, 3), ())
    store.commit([entry(1, 3)], ())
    store.close()
    with CommitLog(database.url(), house, "test")._db as db:  # pyright: ignore[reportPrivateUsage]
        db.execute("DELETE FROM parlour.log WHERE house = %s AND n = 3", (house,))
    store = postgres.open_store(database.url(), tmp_path, house)
    assert store.load().journal == tuple(record_of(1, 3))
    store.close()
    assert (tmp_path / "parlour.db.ahead").exists()


def test_a_snapshot_is_made_when_the_log_has_grown(
    tmp_path: Path, database: postgres.Server, house: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside the commits. A node without a cache begins with it."""
    monkeypatch.setattr(postgresql, "SNAPSHOT_BYTES", 100)
    store = postgres.open_store(database.url(), tmp_path / "a", house)
    for seq in range(500):
        store.commit([entry(1, seq, (1, 2, 3))], ())
    store.close()
    other = CommitLog(database.url(), house, "test")
    (last, _), *_ = other.snapshot()
    other.close()
    assert last > 1
    store = postgres.open_store(database.url(), tmp_path / "b", house)
    assert len(store.load().journal) == 500
    store.close()


# --- who owns the house ---------------------------------------------------------------


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_standby_takes_the_house_of_a_node_that_is_gone_or_frozen(
    tmp_path: Path, database: postgres.Server, house: str, how: signal.Signals
) -> None:
    """It has all that was said to be kept; the other stores nothing more, and says why."""
    command = [sys.executable, "-m", "tests.store.child", str(tmp_path / "a"), "go-on"]
    with subprocess.Popen(
        [*command, database.url(), house], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as owner:
        assert owner.stdout is not None
        for _ in range(20):
            owner.stdout.readline()
        owner.send_signal(how)
        store = postgres.open_store(database.url(), tmp_path / "b", house, node="b")
        taken = len(store.load().journal)
        store.commit([entry(1, taken)], ())
        owner.send_signal(signal.SIGCONT)
        said = owner.stdout.read().splitlines()
    numbers = [int(line) for line in said if line.isdigit()]
    assert taken >= 20
    assert all(number < taken for number in numbers)
    if how == signal.SIGSTOP:
        assert said[-1].startswith("Another node has this house")
        assert owner.returncode == 0
    assert store.load().journal == tuple(record_of(1, taken + 1))
    store.close()


def test_a_node_ends_the_session_of_its_own_dead_process(
    tmp_path: Path, database: postgres.Server, house: str
) -> None:
    """The database may still be busy with its last commit. No standby may be quicker."""
    dead = CommitLog(database.url(), house, session_name("dead"))
    dead.prepare()
    assert dead.lock()
    dead.claim("a", "here", 0, "dead")
    node = Node("a", "here", "0b" * 8)
    store = open_postgresql(database.url(), tmp_path, node=node, house=house, on_wait=pytest.fail)
    with pytest.raises(StoreError):
        dead.probe()
    dead.close()
    store.close()


def test_an_owner_whose_session_was_ended_goes_on(
    tmp_path: Path, database: postgres.Server, house: str
) -> None:
    """An administrator may do that, or a network: it connects again and keeps the house."""
    store = postgres.open_store(database.url(), tmp_path, house)
    store.commit(record_of(1, 1), ())
    with CommitLog(database.url(), house, "test")._db as db:  # pyright: ignore[reportPrivateUsage]
        db.execute(
            "SELECT pg_terminate_backend(pid, 2000) FROM pg_locks"
            " WHERE locktype = 'advisory' AND granted"
        )
    with suppress(StoreError):  # its other thread may have noticed before
        store.probe()
    store.commit([entry(1, 1)], ())
    assert store.load().journal == tuple(record_of(1, 2))
    store.close()
