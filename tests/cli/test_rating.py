"""The ratings of a data directory, compared with its games."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from parlour.core.persistence import Write
from parlour.features.ratings.arithmetic import Rating
from parlour.features.ratings.state import SHELF, SavedRating
from parlour.store.reader import open_reader
from parlour.store.sqlite import open_store
from parlour_kit.host import Host
from tests.cli.test_archiving import DATA, fails, run, says
from tests.e2e.serving import running
from tests.games.hunt.game import HUNT
from tests.house.scene import Party, ok


@pytest.fixture
def kept(folder: Path) -> Path:
    """A data directory where ann has won a rated game against bob."""
    store = open_store(folder / DATA)
    host = Host({"hunt": HUNT}, store=store)
    party = Party("ann", "bob", host=host, programs=("ann", "bob"), start=False)
    ok(party["bob"], "register correct horse")
    ok(party["ann"], "register correct horse", "start")
    party.hide(1, 2)
    ok(party["ann"], "try bob 2")
    store.close()
    return folder / DATA


def spoil(data: Path, *writes: Write) -> None:
    """Change the ratings by hand."""
    with closing(open_store(data)) as store:
        store.commit((), writes)


@pytest.mark.usefixtures("kept")
def test_ratings_that_follow_from_the_games_are_right() -> None:
    """There is nothing to replace either."""
    for options in ((), ("--recompute",)):
        assert says("ratings", *options) == [
            "All ratings are what the finished games make of them."
        ]


def test_wrong_ratings_are_shown_and_replaced(kept: Path) -> None:
    """A rating that is not kept, and one that was changed. That of a name without games stays."""
    with open_reader(kept) as reader:
        before = reader.rows(SHELF)
    spoil(
        kept,
        SHELF.dropped("hunt", 2),
        SHELF.kept(SavedRating("hunt", 1, replace(before[0].rating, mu=10.0))),
    )
    result = run("ratings")
    assert result.exit_code == 1
    head, ann, bob = result.stdout.splitlines()
    assert head.split() == ["LADDER", "PLAYER", "KEPT", "BY", "GAMES"]
    assert ann.split()[:2] == ["hunt", "ann"]
    assert bob.split()[:3] == ["hunt", "bob", "-"]
    assert result.stderr == (
        "These ratings are wrong. To replace them: parlour ratings --recompute\n"
    )
    assert says("ratings", "--recompute")[-1] == "These ratings are replaced."
    with open_reader(kept) as reader:
        assert reader.rows(SHELF) == before
    assert before[0].rating != Rating()


@pytest.mark.usefixtures("kept")
def test_a_running_host_is_stopped_first() -> None:
    """It would not know of the new ratings."""
    with running("--unguarded", "--data", str(DATA)):
        assert "Stop it first: parlour drain" in fails(1, "ratings", "--recompute")


def test_a_damaged_file_is_a_refusal(kept: Path) -> None:
    """In one line."""
    with closing(sqlite3.connect(kept / "parlour.db", isolation_level=None)) as db:
        db.execute("UPDATE kept SET mark = mark + 1 WHERE shelf = 'rating'")
    assert "damaged" in fails(1, "ratings")
