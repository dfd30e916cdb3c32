"""What a copy of the data does not hold: nothing in it brings anybody in."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.accounts.ways_back import code_hash
from parlour.store.sqlite import open_store
from parlour_kit.host import Host
from tests.house.scene import GAMES, known, nameless, ok


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


@pytest.mark.parametrize("typed", ["AB3S5V", "ab-3s-5v", "ab3s5v"])
def test_dashes_and_capitals_of_a_code_do_not_matter(typed: str) -> None:
    """On paper they are lost soon."""
    assert code_hash(typed) == code_hash("ab3s5v")
