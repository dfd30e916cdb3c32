"""Finished games: what is listed, what can be shown again, and as whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.api import SPECTATOR, Seat
from parlour.engine import record as r
from parlour.engine.table import RecordFault
from parlour.house.archive import Finished, MemoryArchive, replay, viewer_of
from tests.games.hunt.game import HUNT
from tests.house.scene import GAMES, Party, Words, ask, new_host, ok, refused, why_not


def finished(record: str = "g1") -> Finished:
    """A game that Ann won, from a real record."""
    party = played()
    game = party.host.archive.get("g1")
    assert game is not None
    return replace(game, record=record)


def played() -> Party:
    """A table where a game is over."""
    host = new_host({"hunt": replace(HUNT, lexicon="en")}, {"en": Words()})
    party = Party("ann", "bob", host=host, programs=("ann", "bob"), watchers=("wat",))
    party.hide(3, 4)
    ok(party["ann"], "try bob 4")
    return party


def test_history_lists_finished_games_the_newest_first() -> None:
    """With date, scores and how they ended."""
    party = played()
    ok(party["ann"], "/start", "/propose abort")
    ok(party["bob"], "/accept")
    rows = ok(party["bob"], "history").items
    assert [row["record"] for row in rows] == ["g2", "g1"]
    assert [row["reason"] for row in rows] == ["aborted", "finished"]
    assert rows[1]["winners"] == [1]
    assert rows[1]["scores"][0] == {"seat": 1, "name": "ann", "points": 1}
    assert (rows[1]["lexicon"], rows[1]["lexicon_hash"]) == ("en", Words.hash)
    assert party["wat"].send("history")[0].startswith("g2: hunt, 2026-")
    assert "(aborted)" in party["wat"].send("history")[0]


def test_a_host_without_finished_games_says_so() -> None:
    """In a sentence."""
    assert new_host().person("ann").send("history") == ["No game has been finished here yet."]


def test_without_a_seat_a_game_is_shown_to_each_as_he_saw_it() -> None:
    """To others as the watchers did."""
    party = played()
    own = ok(party["bob"], "replay g1").items
    assert own == ok(party["bob"], "replay G1 2").items
    assert own != ok(party["ann"], "replay g1").items
    zoe = party.host.program("zoe")
    assert ok(zoe, "replay g1").items == ok(zoe, "replay g1 watcher").items


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("replay", "Which game? See: history"),
        ("replay g1 1 2", "Which game? See: history"),
        ("replay g9", "There is no record g9; see: history"),
        ("replay g1 zoe", "As whom? A seat, a player (ann, bob), or watcher."),
        ("replay g1 3", "As whom? A seat, a player (ann, bob), or watcher."),
        ("replay g1 \u00b2", "As whom? A seat, a player (ann, bob), or watcher."),
    ],
)
def test_what_cannot_be_shown_is_refused_with_what_can(line: str, says: str) -> None:
    """A record, a viewer."""
    assert why_not(played()["ann"], line) == says


def test_a_record_close_to_the_one_that_was_typed_is_named() -> None:
    """For programs."""
    assert ask(played()["ann"], "replay g11").body.get("near") == "g1"


@pytest.mark.parametrize(
    ("word", "viewer"),
    [
        ("1", 1),
        ("seat2", 2),
        ("SEAT2", 2),
        ("Ann", 1),
        ("watcher", SPECTATOR),
        ("watch", SPECTATOR),
        ("0", SPECTATOR),
        ("3", None),
        ("zoe", None),
        ("", None),
    ],
)
def test_a_viewer_is_a_seat_a_player_or_the_watcher(word: str, viewer: object) -> None:
    """Whatever else is typed is nobody."""
    assert viewer_of(finished(), word, "zoe") == viewer


def test_a_game_whose_version_or_word_list_is_another_one_is_not_shown() -> None:
    """Its record could mean something else now."""
    game = finished()
    here = {"hunt": replace(HUNT, lexicon="en")}
    assert list(replay(game, SPECTATOR, here, {"en": Words()}))
    other = Words()
    other.hash = "6" * 64
    for games, lexicons, says in (
        ({}, {"en": Words()}, "there is no game hunt here"),
        ({"hunt": replace(HUNT, version="2")}, {"en": Words()}, "version 1"),
        (here, {}, "word list en"),
        (here, {"en": other}, "word list en"),
    ):
        with pytest.raises(RecordFault, match=says):
            list(replay(game, Seat(1), games, lexicons))


def test_a_record_that_does_not_begin_with_a_start_is_not_shown() -> None:
    """It is no game."""
    game = replace(finished(), entries=(r.encode(r.TimeUp(at=0)),))
    with pytest.raises(RecordFault, match="does not begin with a start"):
        list(replay(game, SPECTATOR, GAMES, {}))


def test_a_game_that_cannot_be_shown_is_refused() -> None:
    """With the reason."""
    party = played()
    party.host.house.games = {"hunt": replace(HUNT, version="2", lexicon="en")}
    answer = ask(party["ann"], "replay g1")
    assert answer.code == "unavailable"
    assert "version 1" in answer.text


def test_the_archive_keeps_so_many_games_and_lets_the_oldest_go() -> None:
    """Names of records are never used again."""
    archive = MemoryArchive(2)
    for _ in range(3):
        archive.add(finished(archive.next_record()))
    assert [game.record for game in archive.recent(5)] == ["g3", "g2"]
    assert archive.recent(1)[0].record == "g3"
    assert archive.get("g1") is None
    assert archive.next_record() == "g4"


def test_a_replay_needs_a_name() -> None:
    """As most verbs do."""
    client = new_host().connect()
    client.send("HELLO 1")
    assert refused(client, "replay g1") == "not_logged_in"
