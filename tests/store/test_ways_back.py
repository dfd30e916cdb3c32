"""What a copy of the data does not hold: nothing in it brings anybody in."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from parlour.house.people.ways_back import code_hash, token_hash
from parlour.house.persistence import PlayerGone
from parlour.language import FORM
from parlour.store._schema import STEPS, upgrade
from parlour.store.reader import open_reader
from parlour.store.sqlite import open_store
from parlour.testing.host import Host
from parlour.wire.encoding import read_kept
from parlour.wire.names import name_key
from tests.house.scene import GAMES, ask, known, nameless, ok, refused
from tests.store import older
from tests.store.samples import player


def contents(folder: Path) -> bytes:
    """Everything in the files of a host."""
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


def new_host(folder: Path, seed: int = 1) -> Host:
    """A host that keeps what it keeps in *folder*."""
    return Host(GAMES, store=open_store(folder), seed=seed)


def test_no_token_and_no_code_is_in_the_files_of_a_host(tmp_path: Path) -> None:
    """Neither of a guest nor of an account, given at first, again or after a start."""
    host = new_host(tmp_path)
    ways: list[str] = []

    def note(name: str) -> None:
        found = known(host, name)
        ways.extend((found.token, found.code, found.code.replace("-", "")))

    ann, bob = host.program("ann"), host.person("bob")
    note("ann")
    note("bob")
    ok(ann, "register correct horse", "register another secret")
    note("ann")
    bob.lose()
    back = host.connect()
    back.send(f"resume {ways[4]}", "who")
    note("bob")
    assert len(set(ways)) == 11, "Bob's token is what it was"
    host.kept.close()
    host = new_host(tmp_path, seed=2)
    again = nameless(host)
    body = ok(again, "name ann another secret").body
    ways += [body["token"], body["code"]]
    assert body["token"] not in ways[:-2]
    assert ok(again, "who").word == "ok"
    host.kept.close()
    data = contents(tmp_path).lower()
    assert b"correct horse" not in data
    assert b"another secret" not in data
    assert not [way for way in ways if way.encode() in data]


def test_an_older_file_is_brought_on_and_nothing_brings_anybody_in_any_more(
    tmp_path: Path,
) -> None:
    """The old ways back are in no file, not even in its free places; their hashes count."""
    older.make(tmp_path)
    assert older.TOKEN.encode() in contents(tmp_path)
    store = open_store(tmp_path)
    saved = store.load()
    for live in (True, False):
        data = contents(tmp_path)
        for secret in (older.TOKEN, older.CODE, "f" * 32, "e" * 32, "cccccc", "dddddd"):
            assert secret.encode() not in data, (secret, live)
        if live:
            store.close()
    ann, bob, coco, twin = saved.players
    assert (ann.tokens, ann.codes) == ((token_hash(older.TOKEN),), (code_hash(older.CODE),))
    assert (bob.tokens, bob.codes) == ((token_hash("f" * 32),), ())
    assert (coco.key, twin.key) == ("coco", twin.name), "both are there, under two keys"
    assert [barred.who for barred in saved.barred] == [name_key("\u0434\u0430\u043d")]
    assert saved.clocks == {7: 700}
    welcome, notice = (read_kept(entry.body).event for entry in saved.journal)
    assert list(welcome.lines(FORM)) == ["Type games or help."]
    assert list(notice.lines(FORM)) == ["No welcome here."]
    with open_reader(tmp_path) as reader:
        assert [act.what for act in reader.acts(9)] == ["announce"]


def test_a_host_that_is_killed_before_the_old_bytes_are_gone_sees_to_it_again(
    tmp_path: Path,
) -> None:
    """The file has the version before until they are."""
    older.make(tmp_path)
    with closing(sqlite3.connect(tmp_path / "parlour.db", isolation_level=None)) as db:
        upgrade(db, 1, STEPS[:2])
        assert db.execute("PRAGMA user_version").fetchone() == (2,)
    open_store(tmp_path).close()
    assert older.TOKEN.encode() not in contents(tmp_path)


def test_players_of_an_older_host_come_back_with_what_they_were_given(tmp_path: Path) -> None:
    """The short code once: then they have a long one. Two names that look alike stay two."""
    older.make(tmp_path)
    host = new_host(tmp_path)
    back = host.connect()
    hello = back.send(f"resume {older.CODE.upper()}")[0]
    assert hello.startswith("Hello ann. If you are disconnected, type: resume ")
    assert len(hello.rpartition(" ")[2]) == 17
    back.send("who")
    back.lose()
    line = nameless(host)
    assert refused(line, f"resume {older.CODE}") == "bad_password"
    assert ok(line, f"resume {older.TOKEN}").body["name"] == "ann"
    for name, token in (("coco", "e" * 32), ("\u0441\u043e\u0441\u043e", "d" * 32)):
        line = nameless(host)
        assert ok(line, f"resume {token}").body["name"] == name
        found = known(host, name)
        assert found.name == name
    line = nameless(host)
    answer = ask(line, "name c\u03bfco")
    assert answer.code == "bad_name"
    assert refused(line, "name Coco") == "name_taken"
    host.kept.close()


def test_what_is_removed_is_gone_from_the_file(tmp_path: Path) -> None:
    """`secure_delete` is on, on every connection that writes; and stays on."""
    store = open_store(tmp_path)
    db = store._db  # pyright: ignore[reportPrivateUsage]
    assert db.execute("PRAGMA secure_delete").fetchone() == (1,)
    many = [player(number, f"Plughman{number}") for number in range(1, 400)]
    store.commit((), many)
    store.commit((), [PlayerGone(gone.number) for gone in many])
    store.close()
    assert b"plughman" not in contents(tmp_path).lower()


@pytest.mark.parametrize("typed", ["AB3S5V", "ab-3s-5v", "ab3s5v"])
def test_dashes_and_capitals_of_a_code_do_not_matter(typed: str) -> None:
    """On paper they are lost soon."""
    assert code_hash(typed) == code_hash("ab3s5v")
