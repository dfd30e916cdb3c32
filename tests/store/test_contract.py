"""What every store does, in memory, on a disk and in a database, and the model (`test_law`) too.

Here is what the law does not try: everything else it holds for any sequence of commits.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import msgspec
import pytest
from msgspec.structs import replace

from parlour.core.persistence import (
    Clocks,
    Entry,
    PlayerGone,
    Renamed,
    Saved,
    TableGone,
    Write,
)
from parlour.core.shelves import Shelf
from parlour.store import Store, StoreError, _notes
from parlour.store.memory import MemoryStore
from parlour.store.sqlite import open_store
from parlour.tables.erasure import without_name
from tests import postgres
from tests.store import model
from tests.store.samples import entry, finished, player, record_of, said

Open: TypeAlias = Callable[[int], Store]


@pytest.fixture(params=["memory", "sqlite", "postgresql", "model"])
def open_fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    """Opens a store that keeps so many games (0: all)."""
    if request.param == "memory":
        return MemoryStore
    if request.param == "model":
        return model.PlainStore

    def on_disk(keep: int) -> Store:
        store: Store
        if request.param == "postgresql":
            url, house = request.getfixturevalue("database").url(), request.node.name
            store = postgres.open_store(url, tmp_path / "data", house, keep_games=keep)
        else:
            store = open_store(tmp_path / "data", keep_games=keep)
        request.addfinalizer(store.close)
        return store

    return on_disk


@pytest.fixture
def store(open_fresh: Open) -> Store:
    """A store that keeps everything."""
    return open_fresh(0)


# --- a commit in doubt ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("entries", "writes"),
    [
        pytest.param([entry(1, 3)], [], id="an entry"),
        pytest.param([entry(1, 3), entry(0, 1)], [], id="entries"),
        pytest.param([entry(1, 3)], [Clocks(((1, 5),))], id="more than entries"),
        pytest.param([], [TableGone(1)], id="no entry"),
    ],
)
def test_a_commit_has_a_name_before_it_begins(
    store: Store, entries: list[Entry], writes: list[Write]
) -> None:
    """By which the next host finds out whether it was kept, if this one dies in it."""
    store.commit([entry(1, 0), entry(1, 1)], [])
    store.commit([entry(1, 2)], [player(1, "Ann")])
    key = store.commit_key(entries, writes)
    assert not store.kept(key)
    store.commit(entries, writes)
    assert store.kept(key)
    assert store.commit_key([], [Clocks(((1, 6),))]) != key


# --- the journal ----------------------------------------------------------------------


def test_a_fresh_store_holds_nothing(store: Store) -> None:
    """And says so with zeros."""
    assert store.load() == Saved()
    assert list(store.archive.recent(10)) == []
    assert store.archive.get("g1") is None


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param([entry(1, 3)], id="gap"),
        pytest.param([entry(1, 1)], id="twice"),
        pytest.param([entry(1, 2), entry(1, 2)], id="twice in one commit"),
        pytest.param([entry(5, 1)], id="a table begins with 0"),
        pytest.param([entry(0, 2)], id="notes begin with 1"),
        pytest.param([entry(2, 0)], id="a closed table's number"),
        pytest.param([entry(4, 0), entry(3, 0)], id="the number of no table is given later"),
    ],
)
def test_an_entry_out_of_order_is_a_mistake_and_nothing_is_kept(
    store: Store, wrong: list[Entry]
) -> None:
    """A record with a gap would be no record."""
    store.commit([*record_of(1, 2), *record_of(2, 1)], [TableGone(2)])
    before = store.load()
    with pytest.raises(ValueError, match="table"):
        store.commit([entry(1, 2), *wrong] if wrong[0].table != 1 else wrong, [Clocks(((1, 5),))])
    assert store.load() == before
    store.commit([entry(1, 2)], ())


def test_the_oldest_notes_go_and_streams_keep_their_place(
    open_fresh: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numbers go on, tables are not touched, and how far each player had come is known. A note
    that only one player heard goes with them, so the next that is too old is the one behind it.
    """
    monkeypatch.setattr(model, "NOTES_KEPT", 3)
    monkeypatch.setattr(_notes, "NOTES_KEPT", 3)
    monkeypatch.setattr(_notes, "NOTES_SLACK", 1)
    store = open_fresh(0)
    store.commit((), [player(7), player(8, seq=4), player(9)])
    notes = [entry(0, seq, (7, seq + 10, 2)) for seq in range(1, 6)]
    store.commit([*notes, *record_of(1, 5)], ())
    saved = store.load()
    assert saved.journal == (*notes[2:], *record_of(1, 5))
    assert saved.last_note == 5
    assert saved.players == (player(7, seq=12), player(8, seq=4), player(9))
    store.commit([entry(0, 6, (9, 1, 2))], ())
    assert [kept.seq for kept in store.load().journal if kept.table == 0] == [4, 5, 6]
    assert store.load().players == (player(7, seq=13), player(8, seq=4), player(9))
    store.commit((), [PlayerGone(9)])
    store.commit([entry(0, 7), entry(0, 8), entry(0, 9)], ())
    assert [kept.seq for kept in store.load().journal if kept.table == 0] == [7, 8, 9]
    assert store.load().players == (player(7, seq=15), player(8, seq=4))


def test_an_account_that_sleeps_has_no_notes(store: Store) -> None:
    """Who wakes it is shown nothing again; one that is away keeps its notes."""
    store.commit([entry(0, 1, (1, 1, 2, 2, 1, 2)), entry(0, 2, (1, 2, 2))], [player(1), player(2)])
    store.commit((), [replace(player(1), seq=2, password="x")])
    assert len(store.load().journal) == 2
    store.commit((), [replace(player(1), seq=2, password="x", codes=())])
    assert [kept.seq for kept in store.load().journal] == [1]
    store.commit((), [PlayerGone(2)])
    assert store.load().journal == ()


# --- players --------------------------------------------------------------------------


def test_players_are_as_last_written(store: Store) -> None:
    """With everything that belongs to them."""
    ann = replace(player(2, "Ann"), password="scrypt$1", ignored=("bob", "cid"))
    store.commit((), [player(3), ann, player(1)])
    store.commit(
        (), [replace(player(1), name="P1", tokens=("other", "another"), ignored=("ann",))]
    )
    assert store.load().players == (
        replace(player(1), name="P1", tokens=("other", "another"), ignored=("ann",)),
        ann,
        player(3),
    )


def test_two_players_of_one_name_are_a_mistake(store: Store) -> None:
    """Nobody could tell them apart; nothing of that commit is kept."""
    store.commit((), [player(1, "Ann")])
    with pytest.raises(ValueError, match="player"):
        store.commit(record_of(1, 1), [player(2, "Bob"), player(3, "Ann")])
    assert store.load() == Saved(players=(player(1, "Ann"),), last_player=1)


# --- rows of shelves ------------------------------------------------------------------


class Pledge(msgspec.Struct, frozen=True):
    """Something that a feature keeps."""

    who: str
    number: int
    what: str = ""
    worth: float = 0.0


PLEDGES = Shelf("pledge", Pledge, "who", "number")
OTHERS = Shelf("other", Pledge, "who")


def test_rows_come_back_in_the_order_in_which_their_keys_were_first_kept(store: Store) -> None:
    """To the last bit. A row replaces the one with its key, and keeps its place. Those of another
    shelf stay as they are, and those whose players are gone: the store knows nothing of either.
    """
    first = Pledge("b", 12, "\u00e9 \u2028 \x00", 0.1 + 0.2)
    rows = [Pledge("a", 2), Pledge("a", 10), Pledge("b", 1)]
    store.commit((), [PLEDGES.kept(row) for row in (first, *rows)])
    again = replace(rows[0], what="again", worth=1e-9)
    store.commit((), [PLEDGES.kept(again)])
    store.commit((), [player(1), OTHERS.kept(Pledge("p1", 1)), OTHERS.dropped("a"), PlayerGone(1)])
    assert PLEDGES.read(store.load()) == [first, again, *rows[1:]]
    assert OTHERS.read(store.load()) == [Pledge("p1", 1)]


# --- finished games -------------------------------------------------------------------


def test_the_list_can_be_of_one_player_and_of_one_game(store: Store) -> None:
    """A player is found by their key; talking or watching is not playing."""
    talk = [said("Ann", "may I?")]
    store.commit(
        (),
        [
            finished(1, ("Ann", "Bob")),
            finished(2, ("Bob", "Cid"), happened=talk),
            finished(3, ("Cid", "ann"), game="probe"),
        ],
    )
    found = store.archive.recent

    def records(*, player: str | None = None, game: str | None = None) -> list[str]:
        return [shown.record for shown in found(9, player=player, game=game)]

    assert records(player="ann") == ["g3", "g1"]
    assert records(player="bob") == ["g2", "g1"]
    assert records(game="hunt") == ["g2", "g1"]
    assert records(player="ann", game="hunt") == ["g1"]
    assert records(player="zoe") == records(game="chess") == []
    assert [shown.record for shown in found(1, player="ann")] == ["g3"]


def test_a_record_twice_is_a_mistake_and_nothing_is_kept(store: Store) -> None:
    """The first stays as it is."""
    store.commit((), [finished(1)])
    with pytest.raises(ValueError, match="game"):
        store.commit(record_of(1, 1), [finished(1, ("Cid",))])
    assert store.archive.get("g1") == finished(1)
    assert store.load().journal == ()


def test_a_removed_player_is_in_no_game_any_more(store: Store) -> None:
    """Where they played and where they only talked; they are found under what replaced them."""
    games = [
        finished(1, ("Ann", "Bob"), options={"first": "ann"}),
        finished(2, ("Cid", "Bob"), happened=[said("Ann", "hello"), said("Bob", "hi Ann")]),
        finished(3, ("Cid", "Dan")),
    ]
    store.commit((), games)
    store.commit((), [Renamed("ANN", "gone-1")])
    archive = store.archive
    for game in games:
        assert archive.get(game.record) == without_name(game, "Ann", "gone-1")
    assert list(archive.recent(9, player="ann")) == []
    assert [shown.record for shown in archive.recent(9, player="gone-l")] == ["g1"]
    store.commit((), [Renamed("gone-1", "gone-2")])
    second = archive.get("g2")
    assert second is not None
    assert b"gone-2" in second.entries[1]


# --- as a whole -----------------------------------------------------------------------


def test_a_closed_store_keeps_nothing_more(store: Store) -> None:
    """It says so; closing twice is fine."""
    store.close()
    store.close()
    with pytest.raises(StoreError, match=r"^The store is closed\.$"):
        store.commit(record_of(1, 1), ())
    with pytest.raises(StoreError, match=r"^The store is closed\.$"):
        store.probe()
