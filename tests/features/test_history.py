"""Finished games: what is listed, what can be shown again, and as whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace as changed

from parlour.api import SPECTATOR, Seat
from parlour.core.persistence import Finished, Played
from parlour.engine import record as r
from parlour.engine.table import RecordFault
from parlour.features.history.commands import HISTORY_ROWS
from parlour.store import StoreError
from parlour.store.memory import MemoryStore
from parlour.tables.archive import Archive, replay, viewer_of
from parlour_kit.host import Client, Host
from tests.games.hunt.game import HUNT
from tests.house.scene import GAMES, Party, Words, ask, new_host, ok, refused, why_not


@cache
def _won() -> Finished:
    game = played().host.archive.get("g1")
    assert game is not None
    return game


def finished(number: int = 1, **changes: Any) -> Finished:
    """A game that Ann won, from a real record."""
    return changed(_won(), number=number, record=f"g{number}", **changes)


def played() -> Party:
    host = new_host({"hunt": replace(HUNT, lexicon="en")}, {"en": Words()})
    party = Party("ann", "bob", host=host, programs=("ann", "bob"), watchers=("wat",))
    party.hide(3, 4)
    ok(party["ann"], "try bob 4")
    return party


def archived(*games: Finished) -> tuple[Client, Client]:
    """A program and a person on a host where these games were played."""
    store = MemoryStore()
    store.commit([], games)
    host = Host({"hunt": replace(HUNT, lexicon="en")}, {"en": Words()}, store=store)
    return host.program("pro"), host.person("ira")


def listed(client: Client, line: str) -> list[str]:
    return [row["record"] for row in ok(client, line).items]


def test_the_games_of_a_player_or_of_one_game_are_listed() -> None:
    """Names that look alike are one; a game counts as one even if it is not here any more. One
    that is here comes before a player of that name, whose games are found by the other
    players.
    """
    names = {Seat(1): "Zo\u00e9", Seat(2): "bob"}
    pro, ira = archived(
        finished(1), finished(2, names=names), finished(3, names=names, game="probe")
    )
    assert listed(pro, "history") == ["g3", "g2", "g1"]
    assert listed(pro, "history zoe") == listed(pro, "history ZO\u00c9") == ["g3", "g2"]
    assert listed(pro, "history B0B") == ["g3", "g2", "g1"]
    assert listed(pro, "history Hunt") == ["g2", "g1"]
    assert listed(pro, "history PROBE") == ["g3"], "it is not installed here"
    assert listed(pro, "history nobody") == []
    assert ira.send("history nobody") == [
        "No finished game matches nobody. Name a player or a game."
    ]
    assert why_not(pro, "history ann bob") == "Too many words: history [PLAYER|GAME]"
    pro, _ = archived(finished(1, game="probe", names={Seat(1): "hunt", Seat(2): "bob"}))
    assert listed(pro, "history hunt") == []
    assert listed(pro, "history bob") == ["g1"]


def test_a_screenful_of_games_is_listed_in_lines_that_fit() -> None:
    """Four players with the longest names there can be, at 79 columns."""
    names = {Seat(seat): f"{'w' * 19}{seat}" for seat in range(1, 5)}
    games = [
        finished(number, names=names, scores=dict.fromkeys(names, 1234), winners=tuple(names))
        for number in range(1, HISTORY_ROWS + 10)
    ]
    pro, ira = archived(*games)
    assert len(listed(pro, "history")) == HISTORY_ROWS
    lines = ira.send("history")
    assert max(map(len, lines)) <= 79
    assert [line[:3] for line in lines if line[0] != " "] == [
        f"g{number}" for number in range(HISTORY_ROWS + 9, 9, -1)
    ]


def test_private_games_of_others_make_the_list_no_shorter() -> None:
    public = [finished(number) for number in range(1, HISTORY_ROWS + 1)]
    private = [
        finished(number, options={"private": True}, players={})
        for number in range(HISTORY_ROWS + 1, 4 * HISTORY_ROWS)
    ]
    pro, _ = archived(*public, *private)
    assert listed(pro, "history") == [f"g{number}" for number in range(HISTORY_ROWS, 0, -1)]


def test_an_archive_that_cannot_be_read_says_so_and_the_line_goes_on() -> None:
    party = played()
    party.host.house.tables.archive = Broken()
    for line in ("history", "replay g1"):
        assert refused(party["ann"], line) == "unavailable"
    errors = [type(report.error) for report in party.host.reports if report.level == "error"]
    assert errors == [StoreError, StoreError]
    ok(party["ann"], "ping")


@pytest.mark.parametrize(
    ("word", "viewer"),
    [
        ("1", 1),
        ("seat2", 2),
        ("SEAT2", 2),
        ("Ann", 1),
        ("B0b", 2),
        ("watcher", SPECTATOR),
        ("watch", SPECTATOR),
        ("0", SPECTATOR),
        ("3", None),
        ("zoe", None),
        ("", None),
    ],
)
def test_a_viewer_is_a_seat_a_player_or_the_watcher(word: str, viewer: object) -> None:
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


def test_a_game_is_shown_with_the_edition_of_the_list_it_was_played_with() -> None:
    """The list of today has other words; the one of then is still here."""
    game = finished()
    here = {"hunt": replace(HUNT, lexicon="en")}
    today, then = Words(), Words()
    today.hash = "6" * 64
    today.earlier = (then,)
    shown, before = (
        [at for at, _ in replay(game, SPECTATOR, here, {"en": words})] for words in (today, then)
    )
    assert shown == before != []


def test_a_game_that_cannot_be_shown_is_refused_with_the_reason() -> None:
    """It is no game, or of another version; or its moves are against the rules that are here:
    a record may come from elsewhere.
    """
    game = changed(finished(), entries=(r.encode(r.TimeUp(at=0)),))
    with pytest.raises(RecordFault, match="does not begin with a start"):
        list(replay(game, SPECTATOR, GAMES, {}))
    party = played()
    party.host.house.tables.games = {"hunt": replace(HUNT, version="2", lexicon="en")}
    answer = ask(party["ann"], "replay g1")
    assert answer.code == "unavailable"
    assert "version 1" in answer.text
    game = finished()
    start, hide, *rest = game.entries
    pro, _ = archived(changed(game, entries=(start, hide, hide, *rest)))
    answer = ask(pro, "replay g1")
    assert (answer.code, answer.body["retry"]) == ("unavailable", True)
    assert answer.text == ("The host can't show g1: entry 2 is against the rules (illegal_move).")


def test_a_private_game_of_which_is_not_known_who_played_is_shown_to_nobody() -> None:
    """It may be imported, and names change hands."""
    party = Party("ann", "bob", options="watch=off", programs=("ann", "bob"))
    party.hide(3, 4)
    ok(party["ann"], "try bob 4")
    (kept,) = (write for write in party.host.writes if isinstance(write, Finished))
    store = MemoryStore()
    store.commit((), [changed(kept, players={})])
    party.host.house.tables.archive = store.archive
    assert why_not(party["ann"], "replay g1") == (
        "g1 was played with watch=off, so only its players can see it. This record does /   "
        "not say who they are. Ask the owner of this host."
    )


class Broken(Archive):
    def recent(
        self, limit: int, *, player: str | None = None, game: str | None = None
    ) -> Sequence[Played]:
        raise StoreError("The disk is gone.")

    def get(self, record: str) -> Finished | None:
        raise StoreError("The disk is gone.")
