"""Beginning: options, readiness, start, and the next game at the same table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.hunt.game import HUNT
from tests.house.scene import Party, Words, events, new_host, ok, refused, why_not


def test_too_many_are_not_enough_either() -> None:
    """A game may have fewer seats than sit there in a version to come; it is asked."""
    host = new_host({"hunt": replace(HUNT, seats=range(3, 5))})
    party = Party("ann", "bob", host=host, programs=("ann",), start=False)
    assert "3 to 4 players, and there are 2" in why_not(party["ann"], "start")


def test_a_game_is_announced_with_its_record_players_and_options() -> None:
    """And the word list that decides which words count, with its hash."""
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


@pytest.mark.parametrize("value", ["seat5", "5", "seat0", "99", "seat100", "12345678901"])
def test_a_seat_that_the_game_does_not_have_is_refused_at_once(value: str) -> None:
    """Not only when the game is to begin: then nobody knows any more what was typed."""
    host = new_host()
    ann = host.program("ann")
    shown = f"first=seat{value.removeprefix('seat')}"
    text = f"{shown} is not allowed: the seats of Hunt are 1 to 4."
    assert why_not(ann, f"new hunt first={value}") == text
    ok(ann, "new hunt first=4")
    assert why_not(ann, f"options first={value}") == text


def test_only_the_host_of_a_table_is_told_to_start() -> None:
    """The others read what they can do, not what is refused."""
    host = new_host({"hunt": replace(HUNT, seats=range(3, 5))})
    ann, bob = host.person("ann"), host.person("bob")
    assert ann.send("play hunt")[1] == (
        "You need 2 more players. To add a bot: bot - When all are there: start"
    )
    assert bob.send("play hunt")[1] == (
        "You need 1 more player. To add a bot: bot - When you are ready: ready"
    )
    for line in ("hide 3", "rematch"):
        assert ann.send(line)[-1] == "The game has not begun. To begin: start"
        assert bob.send(line) == ["The game has not begun. When you are ready: ready"]


def test_who_says_it_twice_gets_an_answer_twice() -> None:
    party = Party("ann", "bob", start=False)
    assert party["bob"].send("ready") == ["You are ready."]
    assert party["bob"].send("ready") == ["You are ready already."]
    assert party["bob"].send("ready off") == ["You are no longer ready."]
    assert party["bob"].send("ready off") == ["You are not ready."]


def test_a_game_without_bots_has_none() -> None:
    client = new_host({"hunt": replace(HUNT, bots=())}).program("ann")
    ok(client, "new hunt")
    assert refused(client, "bot") == "unavailable"
