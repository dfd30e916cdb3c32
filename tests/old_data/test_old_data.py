"""A data directory of an earlier version opens, loses nothing, and its games go on."""

from __future__ import annotations

import lzma
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.peer import Peer, peer
from tests.e2e.serving import PATIENCE_S, Serving, serving

FIRST: Final = Path(__file__).parent / "first"


def unpack(folder: Path) -> Path:
    """A copy of `first` as its host left it, in *folder*."""
    data = folder / "data"
    data.mkdir(mode=0o700)
    for packed in FIRST.glob("*.xz"):
        (data / packed.stem).write_bytes(lzma.decompress(packed.read_bytes()))
    return data


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpack(tmp_path_factory.mktemp("old"))


@pytest.fixture(scope="module")
def host(data: Path) -> Iterator[Serving]:
    with serving("", "--data", str(data)) as host:
        yield host
        assert " error: " not in host.stop()


def parlour(*args: str) -> str:
    """What a command of the owner prints."""
    done = subprocess.run(
        (sys.executable, "-m", "parlour", *args),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def until(line: Peer, part: str) -> str:
    """Read on to the first line that has *part*; return it."""
    while part not in (read := line.read()):
        pass
    return read


def test_a_game_of_probe_goes_on_where_it_stood(host: Serving) -> None:
    with peer(host.port) as ann, peer(host.port) as bob, peer(host.port) as cy:
        ann.send("name ann open sesame 1")
        bob.send("resume 6mnqwa")
        cy.send("resume 9fxkxt")
        for line, rack in ((ann, "H  A  R  B  O  R"), (bob, "W  I  N  D"), (cy, "Q  U  I  L  T")):
            line.send("look")
            until(line, rack)
        ann.send("ask bob d")
        until(bob, "asks you for a D")
        bob.send("show 4")
        assert until(ann, "bob shows a D").startswith("bob shows a D at space 4")
        assert until(cy, "bob shows a D").startswith("bob shows a D at space 4")


def test_a_list_of_boggle_is_whole(host: Serving) -> None:
    with peer(host.port) as fay, peer(host.port) as gus:
        fay.send("name fay trust no one 2")
        gus.send("resume q4mgur")
        for line, count in ((fay, 5), (gus, 2)):
            line.send("/look")
            until(line, f"Your list ({count})")


def test_who_talked_at_an_open_table_sits_there_still(host: Serving) -> None:
    with peer(host.port) as hal:
        hal.send("resume 2ct7hj")
        hal.send("tables")
        assert "hal" in until(hal, "Table 6")


def test_the_owner_finds_everything(host: Serving, data: Path) -> None:
    where = ("--data", str(data))
    tables = parlour("table", "list", *where).splitlines()
    states = {line.split()[0]: line.split()[2] for line in tables if line[:1].isdigit()}
    # 1 and 2 were left by everybody; whether they are still there is a question of time.
    assert {number: states[number] for number in "34567"} == {
        "3": "playing",
        "4": "playing",
        "5": "playing",
        "6": "open",
        "7": "held",
    }
    players = parlour("player", "list", *where)
    assert all(name in players for name in ("mallory", "192.0.2.7", "zoe"))
    assert "announce Tea at five" in parlour("audit", *where)
    assert "ann 15, bob 0, sharp-1 0 (aborted)" in parlour("history", *where)


@pytest.mark.parametrize("record", ["g1", "g2"])
def test_a_finished_game_is_exported_as_it_was(data: Path, host: Serving, record: str) -> None:
    del host  # only so that the data is open, or was
    exported = parlour("export", record, "--data", str(data))
    assert exported == (FIRST / f"{record}.jsonl").read_text("utf-8")


def test_an_exported_game_is_verified() -> None:
    assert "good" in parlour("verify", str(FIRST / "g1.jsonl"))
