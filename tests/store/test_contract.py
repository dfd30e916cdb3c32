"""What every store does, in memory and on a disk, and the model of the law too."""

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
    GameGone,
    PlayerGone,
    Renamed,
    Saved,
    Streams,
    TableGone,
    Write,
)
from parlour.core.shelves import Shelf
from parlour.store import Store, StoreError, _notes
from parlour.store._games import listed
from parlour.store.memory import MemoryStore
from parlour.store.sqlite import open_store
from parlour.tables.erasure import without_name
from tests.store import model
from tests.store.samples import entry, finished, player, record_of, said

Open: TypeAlias = Callable[[int], Store]


@pytest.fixture(params=["memory", "sqlite", "model"])
def open_fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    """Opens a store that keeps so many games (0: all)."""
    if request.param == "memory":
        return MemoryStore
    if request.param == "model":
        return model.PlainStore

    def on_disk(keep: int) -> Store:
        store = open_store(tmp_path / "data", keep_games=keep)
        request.addfinalizer(store.close)
        return store

    return on_disk


@pytest.fixture
def store(open_fresh: Open) -> Store:
    """A store that keeps everything."""
    return open_fresh(0)


# --- the journal ----------------------------------------------------------------------


def test_a_fresh_store_holds_nothing(store: Store) -> None:
    """And says so with zeros."""
    assert store.load() == Saved()
    assert list(store.archive.recent(10)) == []
    assert store.archive.get("g1") is None


def test_entries_come_back_in_the_order_in_which_they_happened(store: Store) -> None:
    """Over all tables and the notes, with who heard of them."""
    first = [entry(1, 0), entry(2, 0), entry(0, 1, (7, 1, 2))]
    second = [entry(1, 1, (7, 2, 5, 8, 900_000_000_000, 3)), entry(0, 2)]
    store.commit(first, ())
    store.commit(second, ())
    assert store.load().journal == (*first, *second)


def test_a_body_is_any_bytes(store: Store) -> None:
    """Nothing is read into it."""
    odd = [Entry(1, 0, bytes(range(256))), Entry(1, 1, b""), Entry(1, 2, b"\n\n")]
    store.commit(odd, ())
    assert store.load().journal == tuple(odd)


def test_a_commit_of_thousands_is_one_commit(store: Store) -> None:
    """However many statements it takes."""
    entries = [*record_of(1, 1700), *record_of(2, 3)]
    store.commit(entries, ())
    assert store.load().journal == tuple(entries)


def test_a_commit_of_nothing_is_fine(store: Store) -> None:
    """And changes nothing."""
    store.commit((), ())
    assert store.load() == Saved()


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


def test_a_closed_table_leaves_nothing_but_its_number(store: Store) -> None:
    """Its entries and its clock go, those of others stay."""
    store.commit([*record_of(1, 2), *record_of(9, 2)], [Clocks(((1, 50), (9, 60)))])
    store.commit([entry(9, 2)], [TableGone(9)])
    saved = store.load()
    assert saved.journal == tuple(record_of(1, 2))
    assert saved.clocks == {1: 50}
    assert saved.last_table == 9


def test_clocks_are_as_last_written(store: Store) -> None:
    """Each table's own."""
    store.commit(record_of(1, 1), [Clocks(((1, 5), (2, 6)))])
    store.commit((), [Clocks(((1, 7),)), Clocks(())])
    assert store.load().clocks == {1: 7, 2: 6}


def test_the_oldest_notes_go_and_streams_keep_their_place(
    open_fresh: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numbers go on, tables are not touched, and how far each player had come is known."""
    monkeypatch.setattr(model, "NOTES_KEPT", 3)
    monkeypatch.setattr(_notes, "NOTES_KEPT", 3)
    monkeypatch.setattr(_notes, "NOTES_SLACK", 1)
    store = open_fresh(0)
    store.commit((), [player(7), player(8, seq=4)])
    notes = [entry(0, seq, (7, seq + 10, 2)) for seq in range(1, 6)]
    store.commit([*notes, *record_of(1, 5)], ())
    saved = store.load()
    assert saved.journal == (*notes[2:], *record_of(1, 5))
    assert saved.last_note == 5
    assert saved.players == (player(7, seq=12), player(8, seq=4))
    store.commit([entry(0, 6)], ())
    assert [kept.seq for kept in store.load().journal if kept.table == 0] == [4, 5, 6]
    assert store.load().players == (player(7, seq=13), player(8, seq=4))


def test_the_oldest_notes_go_past_those_that_went_before(
    open_fresh: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second goes with its only hearer, so the next that is too old is the third."""
    monkeypatch.setattr(model, "NOTES_KEPT", 3)
    monkeypatch.setattr(_notes, "NOTES_KEPT", 3)
    monkeypatch.setattr(_notes, "NOTES_SLACK", 1)
    store = open_fresh(0)
    heard = [(7, 1, 2), (8, 1, 2), (7, 2, 2), (7, 3, 2)]
    notes = [entry(0, seq, each) for seq, each in enumerate(heard, 1)]
    store.commit(notes[:3], [player(7), player(8)])
    store.commit((), [PlayerGone(8)])
    store.commit([notes[3], entry(0, 5), entry(0, 6)], ())
    assert [kept.seq for kept in store.load().journal] == [4, 5, 6]
    assert store.load().players == (player(7, seq=2),)


def test_a_note_goes_with_the_last_player_who_heard_it(store: Store) -> None:
    """Nobody can come back for it; its number is not given again, not after a start either."""
    store.commit((), [player(1), player(2)])
    alone, both = entry(0, 1, (1, 1, 2)), entry(0, 2, (1, 2, 2, 2, 1, 2))
    nobody = entry(0, 3)
    store.commit([alone, both, nobody, *record_of(1, 1)], ())
    store.commit((), [PlayerGone(1)])
    assert store.load().journal == (both, nobody, *record_of(1, 1))
    store.commit((), [PlayerGone(2)])
    saved = store.load()
    assert saved.journal == (nobody, *record_of(1, 1))
    assert saved.last_note == 3
    store.commit([entry(0, 4)], ())


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


def test_a_name_is_free_when_its_player_is_gone(store: Store) -> None:
    """In the same commit, too; numbers are never given again."""
    store.commit((), [player(1, "Ann"), player(7, "Bob")])
    store.commit((), [PlayerGone(7), player(8, "Bob"), PlayerGone(8), PlayerGone(99)])
    saved = store.load()
    assert saved.players == (player(1, "Ann"),)
    assert saved.last_player == 8


def test_two_players_of_one_name_are_a_mistake(store: Store) -> None:
    """Nobody could tell them apart; nothing of that commit is kept."""
    store.commit((), [player(1, "Ann")])
    with pytest.raises(ValueError, match="player"):
        store.commit(record_of(1, 1), [player(2, "Bob"), player(3, "Ann")])
    assert store.load() == Saved(players=(player(1, "Ann"),), last_player=1)


def test_streams_say_how_far_a_player_has_come(store: Store) -> None:
    """Those who are gone are passed over."""
    store.commit((), [player(1), player(2, seq=4)])
    store.commit((), [Streams(((1, 12), (3, 5)))])
    assert store.load().players == (player(1, seq=12), player(2, seq=4))


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
    """To the last bit. A row replaces the one with its key, and keeps its place."""
    first = Pledge("b", 12, "\u00e9 \u2028 \x00", 0.1 + 0.2)
    rows = [Pledge("a", 2), Pledge("a", 10), Pledge("b", 1)]
    store.commit((), [PLEDGES.kept(row) for row in (first, *rows)])
    again = replace(rows[0], what="again", worth=1e-9)
    store.commit((), [PLEDGES.kept(again)])
    assert PLEDGES.read(store.load()) == [first, again, *rows[1:]]


def test_a_row_that_is_dropped_is_gone_and_comes_last_when_it_is_kept_again(store: Store) -> None:
    """Those with other keys stay. Nothing happens if there is no such row."""
    rows = [Pledge("a", 1), Pledge("a", 2), Pledge("1", 1)]
    store.commit((), [PLEDGES.kept(row) for row in rows])
    store.commit((), [PLEDGES.dropped("a", 1), PLEDGES.dropped("a", 7), OTHERS.dropped("a")])
    assert PLEDGES.read(store.load()) == rows[1:]
    store.commit((), [PLEDGES.kept(rows[0]), PLEDGES.dropped("1", 1)])
    assert PLEDGES.read(store.load()) == [rows[1], rows[0]]
    store.commit((), [PLEDGES.dropped("a", 1), PLEDGES.dropped("a", 2)])
    assert store.load() == Saved()


def test_shelves_are_apart(store: Store) -> None:
    """A key of one says nothing of another, and the rows of a feature that is gone stay."""
    store.commit((), [PLEDGES.kept(Pledge("a", 1)), OTHERS.kept(Pledge("a", 1, "other"))])
    assert PLEDGES.read(store.load()) == [Pledge("a", 1)]
    assert OTHERS.read(store.load()) == [Pledge("a", 1, "other")]
    store.commit((), [OTHERS.dropped("a")])
    assert list(store.load().rows) == ["pledge"]


def test_rows_outlive_their_players(store: Store) -> None:
    """Their feature drops them: the store does not know what they are about."""
    store.commit((), [player(1), PLEDGES.kept(Pledge("p1", 1))])
    store.commit((), [PlayerGone(1)])
    assert PLEDGES.read(store.load()) == [Pledge("p1", 1)]


# --- finished games -------------------------------------------------------------------


def test_a_finished_game_can_be_had_whole_and_in_the_list(store: Store) -> None:
    """As it was given."""
    game = finished(3, happened=[said("Wat", "ooh \u00e9")])
    store.commit((), [game])
    assert store.archive.get("g3") == game
    assert list(store.archive.recent(1)) == [listed(game)]
    assert store.load().last_record == 3


def test_the_list_has_the_newest_first(store: Store) -> None:
    """By when they ended: g2 may begin before g3 and end after it."""
    for number in (1, 3, 2):
        store.commit((), [finished(number)])
    assert [game.record for game in store.archive.recent(10)] == ["g2", "g3", "g1"]
    assert [game.record for game in store.archive.recent(2)] == ["g2", "g3"]
    assert list(store.archive.recent(0)) == []
    assert store.load().last_record == 3


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


def test_the_oldest_games_go_when_there_are_too_many(open_fresh: Open) -> None:
    """Their numbers are never given again."""
    store = open_fresh(2)
    store.commit((), [finished(number) for number in (1, 2, 3)])
    store.commit((), [finished(4)])
    assert [game.record for game in store.archive.recent(9)] == ["g4", "g3"]
    assert [game.record for game in store.archive.recent(9, player="ann")] == ["g4", "g3"]
    assert store.archive.get("g2") is None
    assert store.load().last_record == 4


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


def test_a_removed_game_is_gone_and_its_number_is_not_given_again(store: Store) -> None:
    store.commit((), [finished(1, ("Ann", "Bob")), finished(2, ("Ann", "Bob"))])
    before = store.load().last_record
    store.commit((), [GameGone("g2"), GameGone("g7")])
    assert store.archive.get("g2") is None
    assert [shown.record for shown in store.archive.recent(9)] == ["g1"]
    assert [shown.record for shown in store.archive.recent(9, player="bob")] == ["g1"]
    assert store.load().last_record == before


# --- as a whole -----------------------------------------------------------------------


def test_writes_are_carried_out_in_their_order(store: Store) -> None:
    """The last word counts."""
    writes: list[Write] = [
        *(player(1, "Ann"), Streams(((1, 5),)), player(1, "Anna", seq=7), Streams(((1, 9),))),
        *(player(2, "Ann", seq=3), Streams(((2, 4),)), player(2, "Bob", seq=5)),
        *(Clocks(((1, 5),)), Clocks(((1, 7), (2, 8)))),
    ]
    store.commit([*record_of(1, 1), *record_of(2, 1)], writes)
    saved = store.load()
    assert saved.players == (player(1, "Anna", seq=9), player(2, "Bob", seq=5))
    assert saved.clocks == {1: 7, 2: 8}


def test_a_probe_changes_nothing(store: Store) -> None:
    """It only finds out."""
    store.commit(record_of(1, 1), [player(1)])
    before = store.load()
    store.probe()
    assert store.load() == before
    store.commit([entry(1, 1)], ())


def test_a_closed_store_keeps_nothing_more(store: Store) -> None:
    """It says so; closing twice is fine."""
    store.close()
    store.close()
    with pytest.raises(StoreError, match=r"^The store is closed\.$"):
        store.commit(record_of(1, 1), ())
    with pytest.raises(StoreError, match=r"^The store is closed\.$"):
        store.probe()
