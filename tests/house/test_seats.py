"""Tables and seats: opening, sitting down, getting up, and who is the host of the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.hunt.game import HUNT
from tests.house.scene import Party, ask, events, names, new_host, ok, refused, why_not


def test_who_opens_a_table_sits_at_its_first_seat_and_is_its_host() -> None:
    """The lobby hears of it, once as new and then of each change."""
    host = new_host()
    ann, zoe = host.program("ann"), host.program("zoe", "lobby")
    assert ok(ann, "new hunt top=5").body["seat"] == 1
    ((_, name, body),) = events(zoe.take())
    assert (name, body["change"], body["host"], body["state"]) == (
        "table",
        "opened",
        "ann",
        "open",
    )
    ok(ann, "bot")
    host.wait(1)
    ((_, _, body),) = events(zoe.take())
    assert (body["change"], body["seats"]) == ("changed", ["ann", "plodder-1", None, None])


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("new", "usage"),
        ("new chess", "no_such_game"),
        ("new hunt top", "bad_option"),
        ("new hunt topp=4", "bad_option"),
        ("new hunt lexicon=en", "bad_option"),
    ],
)
def test_a_table_that_cannot_be_is_refused(line: str, code: str) -> None:
    """And none is opened."""
    client = new_host().program("ann")
    assert refused(client, line) == code
    assert not client.host.house.tables.rooms


def test_there_is_room_for_so_many_tables() -> None:
    """In all."""
    host = new_host(tables=1)
    host.person("ann").send("new hunt")
    assert refused(host.program("bob"), "new hunt") == "too_many"


def test_who_joins_gets_the_first_free_seat_or_the_one_he_names() -> None:
    """By its number or as `seat3`."""
    host = new_host()
    host.person("ann").send("new hunt")
    bob, cy, dee = (host.program(name) for name in ("bob", "cy", "dee"))
    assert ok(bob, "join 1").body["seat"] == 2
    assert ok(cy, "join table1 4").body["seat"] == 4
    assert ok(dee, "join 1 Seat3").body["seat"] == 3
    assert list(host.house.tables.rooms[1].table.chairs) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("join", "usage"),
        ("join 1 2 3", "usage"),
        ("join x", "usage"),
        ("join \u00b2", "usage"),
        ("join 1234567890", "usage"),
        ("join 7", "no_such_table"),
        ("join 1 0", "usage"),
        ("join 1 5", "usage"),
        ("join 1 x", "usage"),
        ("join 1 \u00b2", "usage"),
        ("join 1 1", "table_full"),
        ("join 1 0001", "table_full"),
    ],
)
def test_a_seat_that_cannot_be_taken_is_refused(line: str, code: str) -> None:
    """Whatever was typed for a number."""
    host = new_host()
    host.person("ann").send("new hunt")
    client = host.program("bob")
    assert refused(client, line) == code
    assert list(host.house.tables.rooms[1].table.chairs) == [1]


def test_a_full_table_takes_nobody() -> None:
    """He may look on."""
    party = Party("ann", "bob", start=False)
    party["ann"].send("bot", "bot")
    assert "watch 1" in why_not(party.host.program("zoe"), "join 1")
    assert refused(party.host.program("ann2"), "join 1") == "table_full"


def test_a_game_that_has_begun_takes_nobody_until_it_is_over() -> None:
    """Then there are free seats again; a newcomer sees the last game as a watcher does."""
    party = Party("ann", "bob", programs=("ann", "bob"))
    cy = party.host.program("cy")
    assert refused(cy, "join 1") == "already_started"
    party.hide(3, 4)
    ok(party["ann"], "try bob 4")
    assert party.state == "over"
    assert ok(cy, "join 1").body["seat"] == 3
    assert ok(cy, "look").body["view"]["me"] is None
    ok(party["bob"], "/leave")
    assert ok(party.host.program("dee"), "join 1 2").body["seat"] == 2
    assert ok(party["ann"], "look").body["view"]["mine"] == 3


def test_one_sits_at_one_table_only() -> None:
    """Sitting down elsewhere gets one up, unless a game is on."""
    host = new_host()
    party = Party("ann", "bob", host=host, programs=("bob",), start=False)
    zoe = host.program("zoe")
    ok(zoe, "new hunt")
    assert refused(party["bob"], "join 1") == "usage"
    ok(party["bob"], "join 2")
    assert list(host.house.tables.rooms[1].table.chairs) == [1]
    ok(party["bob"], "join 1")
    party["ann"].send("start")
    assert refused(party["bob"], "/join 2") == "already_started"
    assert refused(party["bob"], "/new hunt") == "already_started"
    assert list(host.house.tables.rooms[1].table.chairs) == [1, 2]


# --- getting up ------------------------------------------------------------------------


def test_the_host_hands_his_table_over_when_he_leaves() -> None:
    """To the first person; he alone may start and kick."""
    party = Party("ann", "bob", "cy", programs=("ann", "bob", "cy"), start=False)
    assert refused(party["bob"], "start") == "not_host"
    assert refused(party["bob"], "kick ann") == "not_host"
    assert refused(party["bob"], "options top=5") == "not_host"
    ok(party["ann"], "leave")
    assert [body["change"] for _, name, body in events(party["bob"].take()) if name == "seat"] == [
        "left",
        "host",
    ]
    ok(party["bob"], "start")


def test_leaving_a_game_is_for_the_rules_to_judge() -> None:
    """Here who leaves is out, and the last one wins."""
    party = Party("ann", "bob", "cy", programs=("ann", "bob", "cy"))
    ok(party["cy"], "/leave")
    assert party.state == "playing"
    ok(party["bob"], "/leave")
    assert party.state == "over"
    assert names(party["ann"].take())[-1] == "over"


def test_the_last_person_to_leave_ends_the_game() -> None:
    """Also if bots are left; and nobody is the host."""
    party = Party("ann", start=False, programs=("ann",))
    ok(party["ann"], "bot", "bot", "start", "/leave")
    assert party.room.table.match is not None
    assert party.room.table.match.ended == "deserted"
    assert party.room.table.host_name is None
    assert ok(party["ann"], "tables").items[0]["host"] is None


def test_one_leaves_while_the_game_is_paused() -> None:
    """Table time stands still all the while."""
    party = Party("ann", "bob", "cy")
    party["ann"].send("/propose pause")
    party["bob"].send("/accept")
    party["cy"].send("/accept")
    assert party.state == "paused"
    at = party.room.at
    party.host.wait(50)
    party["cy"].send("leave")
    assert (party.state, party.room.at) == ("paused", at)
    party["bob"].send("leave")
    assert party.state == "over"


def test_who_is_nowhere_cannot_leave() -> None:
    """Nor can he leave a table where he is not."""
    client = new_host().program("ann")
    assert refused(client, "leave") == "not_at_table"
    assert refused(client, "leave 1") == "not_at_table"
    ok(client, "new hunt")
    assert refused(client, "leave 2") == "not_at_table"
    assert refused(client, "leave x") == "usage"
    ok(client, "leave 1")


# --- asking others to leave -----------------------------------------------------------------


@pytest.mark.parametrize("who", ["bob", "BOB", "2", "seat2"])
def test_the_host_may_free_a_seat_before_the_game(who: str) -> None:
    """By name or seat; whoever sat there is told."""
    party = Party("ann", "bob", programs=("ann", "bob"), start=False)
    ok(party["ann"], f"kick {who}")
    ((_, name, body),) = [event for event in events(party["bob"].take()) if event[1] == "seat"]
    assert (name, body["change"]) == ("seat", "kicked")
    assert list(party.room.table.chairs) == [1]


@pytest.mark.parametrize("who", ["", "zoe", "5", "\u00b2", "seat9"])
def test_nobody_else_can_be_asked_to_leave(who: str) -> None:
    """The answer says who sits there."""
    party = Party("ann", "bob", programs=("ann",), start=False)
    assert "ann (seat 1), bob (seat 2)" in why_not(party["ann"], f"kick {who}")


def test_the_host_cannot_ask_himself_to_leave() -> None:
    """He can leave."""
    party = Party("ann", programs=("ann",), start=False)
    assert "leave" in why_not(party["ann"], "kick ann")


def test_in_a_game_only_bots_and_absent_players_can_be_asked_to_leave() -> None:
    """A player who comes back later is in the lobby."""
    party = Party("ann", "bob", "cy", programs=("ann", "bob", "cy"), start=False)
    ok(party["ann"], "bot", "start")
    assert refused(party["ann"], "/kick bob") == "already_started"
    ok(party["ann"], "/kick plodder-1")
    party["bob"].lose()
    ok(party["ann"], "/kick bob")
    assert list(party.room.table.chairs) == [1, 3]
    bob = party.come_back("bob", program=True, seq=0)
    assert '"change":"kicked"' in bob.data.decode()
    assert refused(bob, "say hi") == "not_at_table"


def test_a_player_kicked_while_he_is_away_is_forgotten_after_a_while() -> None:
    """As anybody in the lobby without a line."""
    host = new_host(away_s=100)
    party = Party("ann", "bob", host=host, start=False)
    party["bob"].lose()
    host.wait(500)
    assert host.house.people.find("bob") is not None
    party["ann"].send("kick bob")
    host.wait(100)
    assert host.house.people.find("bob") is None


# --- bots ------------------------------------------------------------------------------------


def test_a_bot_takes_the_first_free_seat_and_a_name_of_its_own() -> None:
    """Its kind and the next free number."""
    party = Party("ann", programs=("ann",), start=False)
    ok(party["ann"], "bot", "bot Plodder")
    assert [chair.name for chair in party.room.table.chairs.values()][1:] == [
        "plodder-1",
        "plodder-2",
    ]
    ok(party["ann"], "kick plodder-1", "bot")
    assert sorted(chair.name for chair in party.room.table.chairs.values()) == [
        "ann",
        "plodder-1",
        "plodder-2",
    ]
    assert ask(party["ann"], "bot genius").code == "usage"
    ok(party["ann"], "bot")
    assert refused(party["ann"], "bot") == "table_full"


def test_a_game_without_bots_has_none() -> None:
    """And says so."""
    client = new_host({"hunt": replace(HUNT, bots=())}).program("ann")
    ok(client, "new hunt")
    assert refused(client, "bot") == "unavailable"


@pytest.mark.parametrize("line", ["bot", "ready", "start", "options top=5", "rematch"])
def test_a_running_game_is_not_arranged_anew(line: str) -> None:
    """Wait until it is over."""
    party = Party("ann", "bob", programs=("ann",))
    assert refused(party["ann"], f"/{line}") == "already_started"


@pytest.mark.parametrize(
    "line", ["bot", "kick ann", "ready", "start", "rematch", "propose abort", "accept", "decline"]
)
def test_who_sits_nowhere_arranges_nothing(line: str) -> None:
    """Whether he watches or not."""
    party = Party("ann", "bob", watchers=("wat",), programs=("wat",))
    zoe = party.host.program("zoe")
    assert refused(zoe, line) == "not_at_table"
    assert refused(party["wat"], line) == "not_at_table"


# --- tables that nobody needs ----------------------------------------------------------------


def test_a_table_that_nobody_sits_at_goes_away() -> None:
    """Its watchers are told, and nobody is waited for."""
    host = new_host(empty_table_s=60)
    party = Party("ann", "bob", host=host, watchers=("wat",), programs=("ann", "wat"))
    ok(party["ann"], "/leave")
    party["bob"].send("/leave")
    host.wait(59)
    assert party.number in host.house.tables.rooms
    party["wat"].take()
    host.wait(1)
    assert not host.house.tables.rooms
    told = [
        (name, body.get("kind") or body["change"]) for _, name, body in events(party["wat"].take())
    ]
    assert told == [("notice", "table_gone")]
    assert refused(party["wat"], "look") == "not_at_table"


def test_a_table_stays_if_somebody_sits_down_in_time() -> None:
    """The time counts anew when he leaves."""
    host = new_host(empty_table_s=60)
    party = Party("ann", "bob", host=host)
    party["ann"].send("/leave")
    party["bob"].send("/leave")
    host.wait(50)
    party["ann"].send("join 1")
    host.wait(500)
    assert party.number in host.house.tables.rooms
    party["ann"].send("leave")
    host.wait(59)
    assert party.number in host.house.tables.rooms


def test_a_table_whose_players_have_all_dropped_waits_longer_and_its_game_is_deserted() -> None:
    """The players are free then, and forgotten after a while."""
    host = new_host(deserted_table_s=600, away_s=100)
    party = Party("ann", "bob", host=host, options="seconds=600")
    zoe = host.person("zoe")
    zoe.send("watch 1")
    party["ann"].lose()
    host.wait(550)
    party["bob"].lose()
    host.wait(550)
    assert party.number in host.house.tables.rooms
    host.wait(50)
    assert not host.house.tables.rooms
    (finished,) = host.archive.recent(5)
    assert finished.reason == "deserted"
    assert "nobody is left" in "\n".join(zoe.take())
    assert host.house.people.find("bob") is not None
    host.wait(100)
    assert host.house.people.find("bob") is None


def test_a_table_without_a_game_can_be_deserted_as_well() -> None:
    """Its players have just never begun."""
    host = new_host(deserted_table_s=600)
    party = Party("ann", "bob", host=host, start=False)
    party["ann"].lose()
    party["bob"].lose()
    host.wait(600)
    assert not host.house.tables.rooms
    assert not host.archive.recent(5)
    assert not host.reports


def test_while_the_host_is_away_the_first_who_is_present_stands_in_for_him() -> None:
    """A table does not wait for a host who has lost the line; he is host again when back."""
    host = new_host()
    ann, bob = host.person("ann"), host.person("bob")
    ann.send("new hunt")
    bob.send("join 1")
    assert bob.send("options watch=off") == ["Only the host of the table can do that: ann."]
    player = host.house.people.find("ann")
    assert player is not None
    ann.lose()
    assert bob.send("options watch=off") == ["The options of table 1 are changed: watch=off"]
    ann = host.connect()
    ann.send(f"resume {player.code}")
    assert bob.send("options watch=on") == ["Only the host of the table can do that: ann."]
    assert ann.send("options watch=on") == ["The options of table 1 are changed: watch=on"]
