"""Options that name a word list: chosen, on the record, told to all, held when it is another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from parlour.api import SPECTATOR, AnyGame, Lexicon
from parlour.engine import record as r
from parlour.engine.options import allowed, own_options
from parlour.engine.table import RecordFault
from parlour.tables.archive import replay
from tests.games.quiet import DECK, QUIET
from tests.house.operating import ask as operate
from tests.house.scene import (
    GAMES,
    LISTS,
    Edited,
    Family,
    Party,
    Words,
    events,
    held,
    new_host,
    ok,
    refused,
    why_not,
)

ALL: Mapping[str, AnyGame] = {**GAMES, "quiet": QUIET}


def quiet(options: str = "deck=family", *, start: bool = True) -> Party:
    """Ann and Bob at a table, programs."""
    host = new_host(ALL, LISTS)
    programs = ("ann", "bob")
    return Party(
        *programs, host=host, game="quiet", options=options, programs=programs, start=start
    )


def entries(party: Party, kind: type[Any]) -> list[Any]:
    """The entries of that kind on the record of the table."""
    return [entry for entry in party.record if isinstance(entry, kind)]


# --- chosen ---------------------------------------------------------------------------------


def test_such_an_option_is_one_of_its_words_or_of_the_lists_of_the_host() -> None:
    """The words first; a list that is called like one of them cannot be chosen."""
    (deck, *_) = own_options(QUIET, dict.fromkeys(("fr", "en", "hard"), Words()))
    assert allowed(deck) == "easy, hard, en or fr"
    party = quiet("", start=False)
    row = ok(party["ann"], "options").items[0]
    assert row["text"] == ["deck=easy: whose words are counted [easy, hard, en or family]"]
    assert why_not(party["ann"], "options deck=club") == (
        "deck=club is not allowed. Use easy, hard, en or family."
    )
    assert refused(party["ann"], "new quiet deck=club") == "bad_option"
    rows = {row["game"]: row for row in ok(party["ann"], "games").items}
    assert rows["quiet"]["options"][0] == {
        "name": "deck",
        "type": "choice",
        "default": "easy",
        "choices": ["easy", "hard", "en", "family"],
        "about": "whose words are counted",
    }
    assert "deck=easy seconds=60" in ok(party["ann"], "help quiet").text


@pytest.mark.parametrize(
    ("options", "top"), [("", 9), ("deck=HARD", 90), ("deck=Family", 3), ("deck=en", 3)]
)
def test_the_list_that_is_named_reaches_the_rules(options: str, top: int) -> None:
    """And in every step, not only in the first."""
    party = quiet(options)
    match = party.room.table.match
    assert match is not None
    assert match.state.top == top
    party.hide(1, 2)
    assert party.room.table.last_match.lists == match.lists == dict(party.room.table.lists)
    assert set(match.lists) == ({"deck"} if top == 3 else set())


# --- on the record --------------------------------------------------------------------------


def test_the_record_names_each_list_with_its_hash() -> None:
    """When the table is opened and when a game begins; the option says which list it is."""
    party = quiet("")
    (opened,), (started,) = entries(party, r.Opened), entries(party, r.Started)
    assert (opened.lists, started.lists) == ({}, {})
    assert b"lists" not in b"".join(party.room.record)
    party = quiet("deck=family")
    (opened,), (started,) = entries(party, r.Opened), entries(party, r.Started)
    assert opened.lists == started.lists == {"deck": Family.hash}
    assert started.options["deck"] == "family"
    assert r.decode(r.encode(started)) == started


def test_everybody_is_told_of_it_when_the_game_begins_and_in_the_list_of_games() -> None:
    """A program; who reads the options of the table knows its name."""
    party = quiet("deck=family", start=False)
    (begun,) = [body for _, name, body in events(party["ann"].send("/start")) if name == "started"]
    assert begun["lists"] == {"deck": Family.hash}
    assert (begun["options"]["deck"], begun["lexicon"]) == ("family", None)
    ok(party["ann"], "/options", "/propose abort")
    ok(party["bob"], "/accept")
    ok(party["ann"], "options deck=easy")
    (begun,) = [body for _, name, body in events(party["ann"].send("/start")) if name == "started"]
    assert "lists" not in begun
    ok(party["ann"], "/propose abort")
    ok(party["bob"], "/accept")
    easy, family = ok(party["bob"], "history").items
    assert "lists" not in easy
    assert family["lists"] == {"deck": Family.hash}
    games = [party.host.archive.get(name) for name in ("g1", "g2")]
    assert [dict(game.lists) for game in games if game] == [{"deck": Family.hash}, {}]


@pytest.mark.parametrize(
    ("options", "lexicons", "whole"),
    [
        ("deck=family", LISTS, True),
        ("deck=family", {"family": Edited()}, False),
        ("deck=family", {}, False),
        ("deck=easy", {}, True),
    ],
)
def test_a_replay_needs_the_list_of_then(
    options: str, lexicons: Mapping[str, Lexicon], whole: bool
) -> None:
    """Another edition could rule otherwise."""
    party = quiet(options)
    party.hide(1, 2)
    ok(party["ann"], "/propose abort")
    ok(party["bob"], "/accept")
    game = party.host.archive.get("g1")
    assert game is not None
    if whole:
        assert len(list(replay(game, SPECTATOR, ALL, lexicons))) > 5
        return
    with pytest.raises(RecordFault, match="the word list family is not the one it was played"):
        list(replay(game, SPECTATOR, ALL, lexicons))


# --- when it is another one -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("lexicons", "why"),
    [
        ({"family": Edited()}, "the word list family is not the one it was played with"),
        ({"en": Words()}, "the word list family is not here"),
    ],
)
@pytest.mark.parametrize("start", [True, False])
def test_a_table_whose_list_is_another_one_is_held(
    lexicons: Mapping[str, Lexicon], why: str, start: bool
) -> None:
    party = quiet(start=start)
    host = party.restart(lexicons=lexicons)
    assert held(host.house)[1] == why
    shown = operate(host, "table show 1")
    assert (shown["lists"], shown["options"][DECK.name]) == ({"deck": Family.hash}, "family")


def test_its_host_lets_it_go_on_under_the_list_of_today() -> None:
    """The record says so, and what ruled last is what counts from then on. Without the list it
    can be ended.
    """
    party = quiet()
    party.hide(1)
    party.restart(lexicons={"family": Edited()})
    ann = party.come_back("ann", program=True)
    ok(ann, "continue 1")
    (continued,) = entries(party, r.Continued)
    assert continued.lists == {"deck": Edited.hash}
    lists = party.room.table.last_match.lists
    assert lists["deck"].hash == Edited.hash
    party.restart(lexicons={"family": Edited()})
    assert not held(party.host.house)
    assert operate(party.host, "table show 1")["lists"] == {"deck": Edited.hash}
    party = quiet()
    party.restart(lexicons={})
    ann = party.come_back("ann", program=True)
    assert "the word list family is not here" in why_not(ann, "continue 1")
    ok(ann, "end 1")


def test_a_list_that_was_chosen_and_not_used_yet_may_have_any_edition() -> None:
    """No game has been played with it; one that has gone holds the table all the same."""
    party = quiet("", start=False)
    ok(party["ann"], "options deck=family")
    party.restart(lexicons={"family": Edited()})
    assert party.room.table.options["deck"] == "family"
    host = party.restart(lexicons={})
    assert held(host.house)[1] == "the word list family is not here"
    assert operate(host, "table show 1")["lists"] == {"deck": None}


def test_a_list_that_was_used_counts_also_after_other_options_were_changed() -> None:
    """What is changed for the next game is not the list."""
    party = quiet()
    ok(party["ann"], "/propose abort")
    ok(party["bob"], "/accept")
    ok(party["ann"], "options answers=cold")
    host = party.restart(lexicons={"family": Edited()})
    assert held(host.house)[1] == "the word list family is not the one it was played with"


def test_a_game_that_has_got_such_an_option_holds_its_older_tables_for_its_version() -> None:
    """Their records know nothing of it. A table whose game is gone is held for that."""
    older = replace(QUIET, options=QUIET.options[1:])
    party = Party("ann", "bob", host=new_host({"quiet": older}, LISTS), game="quiet", start=False)
    host = party.restart({"quiet": replace(QUIET, version="2")}, LISTS)
    assert "version" in held(host.house)[1]
    party = quiet()
    party.restart(GAMES)
    assert held(party.host.house)[1] == "the game quiet is not here"
