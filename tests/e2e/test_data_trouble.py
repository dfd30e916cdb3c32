"""What is wrong with the data directory is said in one clear line; what was kept stays kept."""

from __future__ import annotations

import resource
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.peer import GREETED, Peer, pair, peer
from tests.e2e.serving import PATIENCE_S, Serving, command, serving, words
from tests.warm import ran

WAITS: Final = (
    "The host cannot store anything now. All clocks are stopped, and nothing is",
    "  lost. What you type now is done when the host continues.",
)
GOES_ON: Final = "The host continues. Play on."


@contextmanager
def host_on(data: Path) -> Generator[Serving]:
    """A host that keeps everything in *data*."""
    with serving("", "--data", str(data), folder=data.parent) as host:
        yield host


def refuses(data: Path, *, guarded: bool) -> str:
    """What a host says that does not start on *data*, with a keeper or in one process."""
    done = (
        subprocess.run(
            command("--data", str(data)),
            cwd=data.parents[1],
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        if guarded
        else ran(*words("--data", str(data), "--unguarded"))
    )
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    return line


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data directory of a host that has stopped; ann was there and has said something."""
    folder = tmp_path / "data"
    with host_on(folder) as host:
        with pair(host.port) as two:
            two.talk()
        assert " error: " not in host.stop()
    return folder


def test_damaged_data_are_named_and_not_spoilt_further(data: Path) -> None:
    """The head of the file, and one letter in the record of a table.

    A host on what was there before knows the table, and that ann sat there.
    """
    file = data / "parlour.db"
    good = file.read_bytes()
    for broken, guarded in ((b"SQLite format 3", False), (b'"kind":"opened"', True)):
        assert broken in good
        file.write_bytes(good.replace(broken, broken.swapcase()))
        assert refuses(data, guarded=guarded) == (
            f"{file} is damaged. Move it away, put a backup in its place, and start again."
        )
    file.write_bytes(good)
    with host_on(data) as host:
        with peer(host.port) as line:
            line.reads("Parlour on kitchen-pc: 3 games, 0 tables open.", *GREETED)
            line.send("ann")
            line.reads(
                "ann is taken. Choose another name, such as ann2. If that is you: resume CODE"
            )
        assert " error: " not in host.stop()


# --- no room ----------------------------------------------------------------------------


def limit(host: Serving, size: int) -> None:
    """No file of the host can grow beyond *size*, as if the disk were full."""
    _, hard = resource.prlimit(host.worker, resource.RLIMIT_FSIZE)
    resource.prlimit(host.worker, resource.RLIMIT_FSIZE, (size, hard))


def test_what_cannot_be_stored_waits_until_there_is_room(data: Path) -> None:
    """Nobody hears what is not stored; what was heard is there after a restart."""
    with host_on(data) as host, peer(host.port) as cy, peer(host.port) as dan:
        way_back = comes_in(cy, "cy")
        comes_in(dan, "dan")
        tells(cy, dan, "one")
        limit(host, (data / "parlour.db-wal").stat().st_size)
        cy.send("tell dan into the void")
        cy.reads(*WAITS)
        dan.reads(*WAITS)
        dan.send("ping")
        dan.reads("pong")
        dan.send("tell cy I wait")
        dan.send("ping")
        with peer(host.port) as eve:
            assert eve.read().startswith("Parlour on ")
            eve.reads(*WAITS, *GREETED)
            eve.send("eve")
            limit(host, resource.RLIM_INFINITY)
            for line in (cy, dan):
                line.reads(GOES_ON, "cy to dan: into the void")
            dan.reads("dan to cy: I wait", "pong")
            cy.reads("dan to cy: I wait")
            eve.reads(GOES_ON)
            eve.reads("Hello eve.")
            assert eve.read().startswith("If you are disconnected")
        host.die()
        log = host.log.read_text("utf-8")
    assert log.count("Nothing can be stored: The disk failed at") == 1
    assert log.count("The store works again after ") == 1
    with host_on(data) as host, peer(host.port) as cy:
        assert cy.read().startswith("Parlour on ")
        cy.reads(*GREETED)
        cy.send(f"resume {way_back} 0")
        cy.reads("Hello cy.")
        assert cy.read().startswith("If you are disconnected")
        assert cy.read().startswith("Type ")
        cy.reads("cy to dan: one", "cy to dan: into the void", "dan to cy: I wait")


def comes_in(who: Peer, name: str) -> str:
    """Give a name; the code for the way back."""
    assert who.read().startswith("Parlour on ")
    who.reads(*GREETED)
    who.send(name)
    assert who.read() == f"Hello {name}."
    way_back = who.read()
    assert who.read().startswith("Type ")
    return way_back.rpartition(" ")[2]


def tells(one: Peer, other: Peer, what: str) -> None:
    """Say something that both hear, and nothing else in between."""
    one.send(f"tell dan {what}")
    for listener in (one, other):
        listener.reads(f"cy to dan: {what}")
