"""Beginning: options, readiness, start, and the next game at the same table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.hunt.game import HUNT
from tests.house.scene import Party, Words, ask, events, names, new_host, ok, refused, why_not


def notices(party: Party, name: str) -> list[tuple[str, str]]:
    """The kind and the first line of every notice a program has read since."""
    return [
        (body["kind"], body["text"][0])
        for _, event, body in events(party[name].take())
        if event == "notice"
    ]


def test_the_options_of_a_table_are_listed_with_what_is_allowed() -> None:
    """Anybody at the table may read them, watchers too."""
    party = Party("ann", "bob", watchers=("wat",), programs=("wat",), options="top=5", start=False)
    rows = {row["option"]: row for row in ok(party["wat"], "options").items}
    own = ["top", "seconds", "answers", "cheers", "first"]
    assert list(rows) == [*own, "watch", "absence", "absence_seconds"]
    assert (rows["top"]["value"], rows["top"]["default"], rows["top"]["allowed"]) == (
        5,
        20,
        "2 to 99",
    )
    assert rows["top"]["text"] == ["top=5 (usually 20): the highest number [2 to 99]"]
    assert refused(party["wat"], "options top=6") == "not_host"


def test_the_host_changes_some_options_and_the_others_stay() -> None:
    """All are told what is new, and nobody is ready any more."""
    party = Party("ann", "bob", programs=("ann", "bob"), options="top=5", start=False)
    ok(party["bob"], "ready")
    ok(party["ann"], "options seconds=30 FIRST=bob")
    assert notices(party, "bob") == [
        ("options", "The options of table 1 are changed: seconds=30 first=bob")
    ]
    assert party.room.table.options["top"] == 5
    assert not any(chair.ready for chair in party.room.table.chairs.values())
    ok(party["ann"], "options seconds=30")
    assert notices(party, "bob")[0][1].endswith("are changed: none")


@pytest.mark.parametrize("words", ["top=100", "tops=5", "top=5 top=5", "first=\u200b", "answers="])
def test_a_wrong_option_changes_none(words: str) -> None:
    """Also those beside it."""
    party = Party("ann", programs=("ann",), start=False)
    before = party.room.table
    assert refused(party["ann"], f"options cheers=off {words}") == "bad_option"
    assert party.room.table is before


def test_the_host_may_start_at_once_if_they_are_enough() -> None:
    """Nobody else need be ready."""
    party = Party("ann", programs=("ann",), start=False)
    assert "you sit here alone" in why_not(party["ann"], "start")
    ok(party["ann"], "bot", "start")
    assert party.state == "playing"


def test_too_many_are_not_enough_either() -> None:
    """A game may have fewer seats than sit there in a version to come; it is asked."""
    host = new_host({"hunt": replace(HUNT, seats=range(3, 5))})
    party = Party("ann", "bob", host=host, programs=("ann",), start=False)
    assert "3 to 4 players and 2 sit here" in why_not(party["ann"], "start")


def test_the_game_begins_by_itself_when_all_are_ready() -> None:
    """As soon as they are enough; bots always are."""
    party = Party("ann", "bob", programs=("ann", "bob"), start=False)
    ok(party["ann"], "ready")
    assert party.state == "open"
    ok(party["ann"], "ready off")
    ok(party["bob"], "ready on")
    assert party.state == "open"
    ok(party["ann"], "ready")
    assert party.state == "playing"
    lines = party["bob"].data.decode().splitlines()
    changes = [body["change"] for _, name, body in events(lines) if name == "seat"]
    assert changes == ["sat", "ready", "unready", "ready", "ready"]


def test_ready_is_a_switch_and_said_twice_it_is_said_once() -> None:
    """Other words are refused."""
    party = Party("ann", "bob", programs=("ann", "bob"), start=False)
    ok(party["ann"], "ready", "ready")
    assert names(party["bob"].take()) == ["seat"]
    assert refused(party["ann"], "ready maybe") == "usage"


def test_one_who_is_ready_begins_with_the_bot_he_asks_for() -> None:
    """Nobody else is waited for."""
    party = Party("ann", programs=("ann",), start=False)
    ok(party["ann"], "ready", "bot")
    assert party.state == "playing"


@pytest.mark.parametrize(
    ("options", "says"),
    [("first=zoe", "first=zoe: nobody sits there."), ("top=2", "There must be a number for each")],
)
def test_a_game_that_cannot_begin_under_its_options_says_why(options: str, says: str) -> None:
    """To the host who starts it as a refusal, to all when the last one is ready."""
    party = Party("ann", "bob", "cy", programs=("ann", "bob"), options=options, start=False)
    before = party.room.table
    assert says in why_not(party["ann"], "start")
    assert party.room.table is before
    ok(party["ann"], "ready")
    party["cy"].send("ready")
    assert ask(party["bob"], "ready").word == "ok"
    ((kind, text),) = notices(party, "ann")
    assert (kind, party.state) == ("cannot_begin", "open")
    assert says in text
    ok(party["ann"], "options first=draw top=9")
    ok(party["ann"], "start")
    assert party.state == "playing"


def test_a_game_is_announced_with_its_record_players_and_options() -> None:
    """And the word list that rules, with its hash."""
    host = new_host({"hunt": replace(HUNT, lexicon="en")}, {"en": Words(), "fr": Words()})
    party = Party("ann", "bob", host=host, programs=("bob",), options="lexicon=fr first=Bob")
    ((_, _, body),) = events(
        [x for x in party["bob"].data.decode().splitlines() if " started " in x]
    )
    assert (body["record"], body["lexicon"], body["lexicon_hash"]) == ("g1", "en", Words.hash)
    assert (body["options"]["first"], body["options"]["lexicon"]) == ("Bob", "fr")
    assert [seat["name"] for seat in body["seats"]] == ["ann", "bob"]
    party.hide(1, 2)
    assert party.room.table.match is not None
    assert party.room.table.match.state.turn == 2


def test_after_a_game_all_who_want_another_one_say_so() -> None:
    """The next one begins as a new record, with its prompts counted from 1."""
    party = Party("ann", "bob", programs=("ann", "bob"))
    party.hide(3, 4)
    ok(party["ann"], "try bob 4")
    assert party.state == "over"
    ok(party["ann"], "rematch")
    assert party.state == "over"
    ok(party["bob"], "rematch")
    assert (party.state, party.room.table.record) == ("playing", "g2")
    prompts = [body for _, name, body in events(party["ann"].take()) if name == "prompt"]
    assert [body["prompt"] for body in prompts] == [1]


def test_there_is_no_rematch_before_the_first_game() -> None:
    """One starts it."""
    party = Party("ann", "bob", programs=("ann",), start=False)
    assert refused(party["ann"], "rematch") == "not_started"


def test_the_luck_of_a_table_is_its_own() -> None:
    """Each game has a seed of 256 bits."""
    party = Party("ann", "bob", programs=("ann", "bob"))
    seeds: list[bytes] = []
    for _ in range(2):
        assert party.room.table.match is not None
        seeds.append(party.room.table.match.seed)
        ok(party["ann"], "/propose abort")
        ok(party["bob"], "/accept")
        ok(party["ann"], "/start")
    assert [len(seed) for seed in seeds] == [32, 32]
    assert seeds[0] != seeds[1]
