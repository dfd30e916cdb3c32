"""Sitting down at a game that is being played."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from parlour.api import AnyGame, Context, Seat, Step
from parlour.engine import record as r
from parlour.testing.host import Client, Host
from tests.games.hunt.rules import HuntRules
from tests.games.hunt.state import Event, State
from tests.games.hunt.views import HuntViews, View
from tests.games.open_hunt import OPEN_HUNT, OpenRules
from tests.house.operating import done
from tests.house.operating import refused as declined
from tests.house.scene import Party, ask, events, names, new_host, ok, refused, why_not

SECRET = "the number is 13"


def open_party(*players: str, game: AnyGame = OPEN_HUNT, **about: Any) -> Party:
    """A game that is being played and can be joined; ann, bob and cy are programs."""
    host = new_host({"hunt": game})
    people = players or ("ann", "bob")
    programs = ("ann", "bob", "cy", "wat")
    return Party(*people, host=host, programs=programs, **about)


def came(party: Party, name: str, line: str = "join 1") -> Client:
    """Somebody, a program that asks for views, comes to the host and sits down."""
    client = party.clients[name] = party.host.program(name, "view")
    ok(client, line)
    return client


def told(client: Client) -> list[tuple[str, Any]]:
    """The events among what has arrived: name, and what is of interest."""
    return [
        (name, body.get("change") or body.get("data") or body.get("seat"))
        for _, name, body in events(client.take())
    ]


# --- sitting down -----------------------------------------------------------------------


def test_who_joins_takes_the_first_seat_that_the_game_offers() -> None:
    """Everybody hears it; he gets what he has missed: the position and his prompt."""
    party = open_party(watchers=("wat",))
    zoe = party.host.program("zoe", "lobby")
    party.hide(3)
    party.host.wait(1)
    cy = party.host.program("cy", "view")
    zoe.take()
    answer = ok(cy, "join 1")
    assert (answer.body["table"], answer.body["seat"]) == (1, 3)
    assert answer.body["text"] == [
        "Table 1: Hunt. You sit at seat 3.",
        "With you: ann and bob. The game is being played; to see it: /look",
    ]
    heard = events(cy.data.decode().splitlines())
    assert [name for _, name, _ in heard[1:]] == ["seat", "hunt.turn", "scores", "prompt", "view"]
    assert heard[-2][2]["bare"] == "hide"
    assert heard[-1][2]["view"]["me"] == 3
    sat = ("seat", "sat")
    assert told(party["ann"]) == [sat, ("hunt.turn", {"seat": 1}), ("scores", None)]
    assert told(party["wat"])[:1] == [sat]
    party.host.wait(1)
    assert [body["seats"] for _, name, body in events(zoe.take()) if name == "table"] == [
        ["ann", "bob", "cy", None]
    ]
    ok(cy, "5")
    ok(party["bob"], "/hide 4")
    ok(party["ann"], "try cy 9")
    assert party.room.table.last_match.prompts.keys() == {1, 2, 3}


def test_a_person_reads_what_he_can_do() -> None:
    """His prompt at once; how to see the game, whatever lines without a slash mean."""
    party = open_party()
    dee = party.host.person("dee")
    assert dee.send("join 1") == [
        "Table 1: Hunt. You sit at seat 3.",
        "With you: ann and bob. The game is being played; to see it: /look",
        "ann is to try.",
        "Hide a number from 1 to 20. (60 s)",
    ]


def test_a_seat_may_be_named_among_those_that_are_free() -> None:
    """The refusals name them."""
    party = open_party("ann", "bob", "cy")
    party.hide(3, 4, 5)
    ok(party["bob"], "/leave")
    dee = party.host.program("dee")
    assert why_not(dee, "join 1 1") == "Seat 1 is taken; free are: 2, 4"
    assert why_not(dee, "join 1 9") == "9 is no seat; free are: 2, 4"
    assert ok(dee, "join 1 4").body["seat"] == 4
    eve = party.host.program("eve")
    assert refused(eve, "join 1 4") == "table_full"
    ok(eve, "join 1")
    assert party.room.table.name(Seat(2)) == "eve"
    assert "has begun; to look on: watch 1" in why_not(party.host.program("fay"), "join 1")


def test_an_empty_seat_that_the_game_does_not_offer_is_not_free() -> None:
    """Here: once a number was found."""
    party = open_party("ann", "bob", "cy", "dee")
    party.hide(3, 4, 5, 6)
    party["dee"].send("/leave")
    zoe = party.host.program("zoe")
    text = ok(zoe, "tables").items[0]["text"][0]
    assert text == "Table 1: Hunt, playing: ann, bob and cy (join 1, watch 1)"

    class Picky(OpenRules):
        def free(self, state: State) -> tuple[Seat, ...]:
            return (Seat(7), Seat(2), Seat(1))

    ok(party["ann"], "try bob 4")
    assert refused(zoe, "join 1") == "already_started"
    assert ok(zoe, "tables").items[0]["text"][0].endswith("(watch 1)")
    other = open_party(game=replace(OPEN_HUNT, rules=Picky()))
    assert refused(other.host.program("zoe"), "join 1") == "already_started"
    other["bob"].send("/leave")
    other.hide(3)
    assert other.state == "over"


def test_a_watcher_who_joins_is_a_watcher_no_more() -> None:
    """He hears each event once, and the talk of watchers no longer."""
    party = open_party(watchers=("wat",))
    ok(party["wat"], "join 1")
    assert party.room.watchers == {}
    assert names(party["wat"].take()).count("seat") == 0, "it came with the answer"
    seats = [n for n in names(party["wat"].data.decode().splitlines()) if n == "seat"]
    assert seats == ["seat"]
    ok(party["wat"], "/say hello")
    assert party.room.seated[Seat(3)].name == "wat"


def test_who_sits_at_an_open_table_gets_up_from_there() -> None:
    """But not from a game."""
    party = open_party()
    cy = party.host.program("cy")
    ok(cy, "new hunt")
    came(party, "dee")
    ok(cy, "join 1")
    assert 2 not in party.host.house.tables.rooms, "nobody sits there any more, and no game began"
    other = Party("eve", "fay", host=party.host, programs=("eve",))
    assert other.state == "playing"
    party["bob"].send("/leave")
    assert "You are playing at table 3" in why_not(other["eve"], "/join 1")


def test_a_paused_game_can_be_joined_and_a_frozen_one_cannot() -> None:
    """Table time stands still all the while."""
    party = open_party()
    ok(party["ann"], "/propose pause")
    ok(party["bob"], "/accept")
    party.host.wait(100)
    cy = came(party, "cy")
    assert (party.state, party.room.at) == ("paused", 0)
    ok(cy, "/propose resume")
    ok(party["ann"], "/accept")
    ok(party["bob"], "/accept")
    assert party.state == "playing"
    party = open_party()
    party.room.add(r.Faulted(at=0))
    assert refused(party.host.program("cy"), "join 1") == "already_started"
    assert refused(party["ann"], "/bot") == "already_started"


def test_who_comes_later_is_not_asked_for_consent_to_what_was_proposed_before() -> None:
    """To whatever is proposed after that he is."""
    party = open_party()
    ok(party["ann"], "/propose pause")
    cy = came(party, "cy")
    assert "not needed" in why_not(cy, "/accept 1")
    ok(party["bob"], "/accept")
    assert party.state == "paused"
    ok(party["bob"], "/propose resume")
    ok(party["ann"], "/accept")
    assert party.state == "paused"
    ok(cy, "/accept")
    assert party.state == "playing"


# --- substitutes --------------------------------------------------------------------------


def test_a_substitute_knows_what_his_seat_knows_and_nothing_else() -> None:
    """He is asked what the seat is asked, anew; the names change with him."""
    party = open_party("ann", "bob", "cy")
    party.hide(3, 4, 5)
    ok(party["ann"], "try bob 9")
    ok(party["bob"], "/leave")
    assert party.room.table.names[Seat(2)] == "bob"
    dee = came(party, "dee")
    view = ok(dee, "/look").body["view"]
    assert (view["me"], view["mine"]) == (2, 4)
    ok(party["cy"], "try dee 9")
    assert "cy tries 9 on you: lower." in dee.data.decode()
    assert refused(party["ann"], "try bob 4") == "malformed_move"


def test_who_has_held_a_seat_can_come_back_to_that_one_only() -> None:
    """He knows what it knew."""
    party = open_party("ann", "bob", "cy")
    party.hide(3, 4, 5)
    ok(party["bob"], "/leave")
    assert why_not(party["bob"], "join 1 4") == "Seat 4 is not free; free are: 2"
    came(party, "dee")
    assert why_not(party["bob"], "join 1") == (
        "You have left the game at table 1; to look on: watch 1"
    )
    ok(party["dee"], "/leave")
    ok(party["bob"], "join 1")
    assert party.room.table.name(Seat(2)) == "bob"


def test_the_seat_of_a_bot_can_be_taken_by_a_person_and_the_other_way_round() -> None:
    """Nobody thinks for a person, and the new bot begins with what it sees."""
    party = open_party("ann", "bob", start=False)
    ok(party["ann"], "bot", "start")
    party.hide(3, 4)
    ok(party["ann"], "/kick plodder-1")
    cy = came(party, "cy")
    assert party.room.table.last_match.bots == {}
    ok(party["ann"], "try bob 9")
    ok(party["bob"], "try ann 9")
    party.host.wait(5)
    assert party.room.table.last_match.state.turn == 3
    ok(cy, "/leave")
    ok(party["ann"], "/bot")
    assert party.room.table.name(Seat(3)) == "plodder-1"
    ok(party["ann"], "try bob 10")
    ok(party["bob"], "try ann 9")
    party.host.wait(5)
    assert party.room.table.last_match.state.turn == 1, "the bot has tried"
    assert not party.host.reports


# --- bots ---------------------------------------------------------------------------------


def test_the_host_of_the_table_may_let_a_bot_join() -> None:
    """He alone, for it plays against all; it has a name of its own."""
    party = open_party()
    zoe = party.host.program("zoe", "lobby")
    zoe.take()
    assert refused(party["bob"], "/bot") == "not_host"
    ok(party["ann"], "/bot")
    assert "plodder-1 (a bot, plodder) sits down at seat 3." in party["bob"].data.decode()
    party.host.wait(1)
    assert names(zoe.take()) == ["table"]
    assert Seat(3) in party.room.table.last_match.state.numbers
    ok(party["ann"], "/kick plodder-1")
    assert ask(party["ann"], "/bot genius").code == "usage"
    ok(party["ann"], "/bot plodder")
    assert party.room.table.name(Seat(3)) == "plodder-2"
    ok(party["ann"], "/bot")
    assert refused(party["ann"], "/bot") == "already_started"


# --- when the plugin fails ----------------------------------------------------------------


class NoJoined(OpenRules):
    """Offers seats, and fails when somebody sits down."""

    def joined(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        raise ValueError(SECRET)


class NoFree(OpenRules):
    """Fails when it is asked for seats."""

    def free(self, state: State) -> tuple[Seat, ...]:
        raise ValueError(SECRET)


class NoView(HuntViews):
    """Fails over the view of who has just come."""

    def look(self, state: State, viewer: Any) -> View:
        if viewer == 3:
            raise ValueError(SECRET)
        return super().look(state, viewer)


BROKEN: dict[str, AnyGame] = {
    "joined": replace(OPEN_HUNT, rules=NoJoined()),
    "free": replace(OPEN_HUNT, rules=NoFree()),
    "view": replace(OPEN_HUNT, views=NoView()),
}


@pytest.mark.parametrize("part", BROKEN)
def test_if_the_games_program_fails_nobody_has_sat_down(part: str) -> None:
    """The game goes on as it was, who watched still does, and the log knows of it."""
    party = open_party(game=BROKEN[part])
    party.clients["wat"] = party.host.program("wat", "view")
    zoe = party.host.program("zoe", "view")
    ok(party["wat"], "watch 1")
    before, length = party.room.table, len(party.room.record)
    for client in (party["wat"], zoe):
        answer = ask(client, "join 1")
        assert answer.code == "game_fault"
        assert answer.text == (
            "The game's program failed: nobody can join it now. It goes on as it was."
        )
    assert refused(party["ann"], "/bot") == "game_fault"
    assert (party.room.table, len(party.room.record)) == (before, length)
    assert list(party.room.watchers) == ["wat"]
    assert list(party.room.seated) == [1, 2]
    assert ok(zoe, "tables").items[0]["state"] == "playing"
    ok(zoe, "new hunt")
    assert {report.fields["table"] for report in party.host.reports} == {1}
    assert all(SECRET not in report.text for report in party.host.reports)
    ok(party["ann"], "/hide 4")


def test_a_game_that_offers_seats_must_say_what_becomes_of_them() -> None:
    """Its author reads so in the log."""

    class Forgetful(HuntRules):
        def free(self, state: State) -> tuple[Seat, ...]:
            return (Seat(4),)

    party = open_party(game=replace(OPEN_HUNT, rules=Forgetful()))
    assert refused(party.host.program("cy"), "join 1") == "game_fault"
    (report,) = party.host.reports
    assert "NotImplementedError" in report.text


# --- afterwards ---------------------------------------------------------------------------


def miss_until(party: Party, name: str) -> None:
    """All who have the turn before *name* try a number that nobody has hidden."""
    table = party.room.table
    while (who := table.name(table.last_match.state.turn)) != name:
        active = table.last_match.state.active
        other = next(table.name(seat) for seat in active if table.name(seat) != who)
        ok(party[who], f"try {other} 9")
        table = party.room.table


def finished(**options: Any) -> Party:
    """Ann and bob began; cy came, bob left, dee took his seat and won."""
    party = open_party("ann", "bob", watchers=("wat",), **options)
    party.hide(3, 4)
    came(party, "cy")
    ok(party["cy"], "5")
    ok(party["bob"], "/say goodbye", "/leave")
    came(party, "dee")
    miss_until(party, "dee")
    ok(party["dee"], "try ann 3")
    miss_until(party, "dee")
    ok(party["dee"], "try cy 5")
    assert party.state == "over"
    return party


def test_all_who_played_play_again() -> None:
    """Whoever came in between is a player like the others."""
    party = finished()
    ok(party["ann"], "rematch")
    ok(party["cy"], "rematch")
    assert party.state == "over"
    ok(party["dee"], "rematch")
    assert party.state == "playing"
    assert party.room.table.last_match.seats == (1, 2, 3)


def test_history_names_who_held_the_seats_in_the_end_and_finds_all_who_played() -> None:
    """Also who has left his seat to another."""
    party = finished()
    row = ok(party["ann"], "history").items[0]
    assert [(each["name"], each["points"]) for each in row["scores"]] == [
        ("ann", 0),
        ("dee", 2),
        ("cy", 0),
    ]
    for name in ("ann", "bob", "CY", "dee"):
        assert [each["record"] for each in ok(party["ann"], f"history {name}").items] == ["g1"]
    assert not ok(party["ann"], "history wat").items


def test_a_game_is_shown_again_to_each_as_he_saw_it() -> None:
    """Before somebody sat down at a seat that nobody had held, as the watchers saw it."""
    party = finished(options="watch=off")
    assert refused(party["wat"], "replay g1") == "unavailable"
    cy = ok(party["cy"], "replay g1")
    own = [(item["event"], item["data"].get("seat")) for item in cy.items]
    assert own.index(("seat", 3)) > own.index(("hunt.hid", None))
    secrets = [item["data"]["data"] for item in cy.items if item["event"] == "hunt.hid"]
    assert [hid["number"] for hid in secrets] == [None, None, 5]
    for name in ("bob", "dee"):
        shown = ok(party[name], "replay g1").items
        hid = [item["data"]["data"] for item in shown if item["event"] == "hunt.hid"]
        assert [each["number"] for each in hid] == [None, 4, None]
    assert ok(party["ann"], "replay g1 bob").items == ok(party["ann"], "replay g1 2").items


def test_a_newcomers_data_are_removed_from_the_game() -> None:
    """Once it is over and its table is gone; an option that named another stays what it is."""
    party = finished(options="first=bob")
    host = party.host
    assert "table 1" in declined(host, "remove", name="bob")
    for name in ("ann", "cy", "dee"):
        ok(party[name], "/leave")
    assert "stands in the record of table 1" in declined(host, "remove", name="dee")
    host.wait(10_000)
    assert not host.house.tables.rooms
    done(host, "remove", name="dee")
    done(host, "remove", name="bob")
    game = host.archive.get("g1")
    assert game is not None
    assert all(word not in body for word in (b"dee", b"bob") for body in game.entries)
    players = r.players(game.entries)
    assert [seat for seat, _ in players] == [1, 2, 3, 2]
    assert game.names == {1: "ann", 2: players[-1][1], 3: "cy"}
    assert game.options["first"] == "seat2"


def test_a_held_table_knows_its_newcomers() -> None:
    """Who sits there, of whom the game is, if it is ended."""
    party = open_party()
    came(party, "cy")
    party.hide(3, 4)
    host: Host = party.host
    host.games = {"hunt": replace(OPEN_HUNT, version="2")}
    host.restart()
    ann = party.come_back("ann", program=True)
    assert ok(ann, "tables").items[0]["seats"] == ["ann", "bob", "cy", None]
    ok(ann, "end 1")
    game = host.archive.get("g1")
    assert game is not None
    assert game.names == {1: "ann", 2: "bob", 3: "cy"}
