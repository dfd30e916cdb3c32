"""Sitting down at a game that is being played."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from parlour.api import AnyGame, Context, Seat, Step
from parlour.engine import record as r
from parlour_kit.host import Client, Host
from tests.games.hunt.rules import HuntRules
from tests.games.hunt.state import Event, State
from tests.games.hunt.views import HuntViews, View
from tests.games.open_hunt import OPEN_HUNT, OpenRules
from tests.house.operating import done
from tests.house.operating import refused as declined
from tests.house.scene import Party, archived, ask, new_host, ok, refused

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


def test_a_seat_that_cannot_be_is_not_free_though_the_game_offers_it() -> None:
    """One that is out of range, and two where somebody sits. A frozen game cannot be joined by
    anybody.
    """

    class Picky(OpenRules):
        def free(self, state: State) -> tuple[Seat, ...]:
            return (Seat(7), Seat(2), Seat(1))

    other = open_party(game=replace(OPEN_HUNT, rules=Picky()))
    assert refused(other.host.program("zoe"), "join 1") == "already_started"
    other["bob"].send("/leave yes")
    other.hide(3)
    assert other.state == "over"
    party = open_party()
    party.room.add(r.Faulted(at=0))
    assert refused(party.host.program("cy"), "join 1") == "already_started"
    assert refused(party["ann"], "/bot") == "already_started"


# --- when the plugin fails ----------------------------------------------------------------


class NoJoined(OpenRules):
    """Offers seats, and fails when somebody sits down."""

    def joined(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        raise ValueError(SECRET)


class NoFree(OpenRules):
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
            "The game has failed, so nobody can join it now. It continues as it was."
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
    class Forgetful(HuntRules):
        def free(self, state: State) -> tuple[Seat, ...]:
            return (Seat(4),)

    party = open_party(game=replace(OPEN_HUNT, rules=Forgetful()))
    assert refused(party.host.program("cy"), "join 1") == "game_fault"
    (report,) = party.host.reports
    assert "NotImplementedError" in report.text


# --- afterwards ---------------------------------------------------------------------------


def miss_until_dee(party: Party) -> None:
    """All who have the turn before Dee try a number that nobody has hidden."""
    table = party.room.table
    while (who := table.name(table.last_match.state.turn)) != "dee":
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
    ok(party["bob"], "/say goodbye", "/leave yes")
    came(party, "dee")
    miss_until_dee(party)
    ok(party["dee"], "try ann 3")
    miss_until_dee(party)
    ok(party["dee"], "try cy 5")
    assert party.state == "over"
    return party


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
    assert "Table 1 still needs" in declined(host, "player remove bob")
    ok(party["ann"], "/leave yes")
    ok(party["dee"], "/leave yes")
    assert "Table 1 still needs that name." in declined(host, "player remove dee")
    ok(party["cy"], "/leave yes")
    assert not host.house.tables.rooms
    done(host, "player remove dee")
    done(host, "player remove bob")
    game = archived(host)
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
    game = archived(host)
    assert game.names == {1: "ann", 2: "bob", 3: "cy"}


def far_guest(party: Party, name: str, address: str) -> Client:
    """Somebody from that address, which is not near."""
    client = party.host.connect(near=False, address=address)
    client.send("HELLO 1 text")
    ok(client, f"name {name}")
    return client


def returned(party: Party) -> list[list[str]]:
    """What Ann was told of people who may have come back."""
    notices = [body for _, body in party["ann"].events("notice")]
    return [body["text"] for body in notices if body["kind"] == "returned"]


def test_who_left_and_comes_back_under_another_name_is_told_of() -> None:
    """Behind one router it may be somebody else, so the others decide. Near, it tells nothing."""
    party = open_party("ann", "bob", "cy")
    one = far_guest(party, "dee", "203.0.113.5")
    ok(one, "join 1", "/leave yes", "join 1", "/leave yes")
    ok(far_guest(party, "eve", "203.0.113.9"), "join 1", "/leave yes")
    ok(far_guest(party, "fay", "203.0.113.5"), "join 1")
    ok(party["cy"], "/leave yes")
    ok(party.host.program("cyd"), "join 1")
    assert returned(party) == [["fay comes from the same address as dee, who left this game."]]
    party = open_party()
    ok(far_guest(party, "dee", "203.0.113.5"), "join 1", "/leave yes", "join 1")
    ok(far_guest(party, "fay", "203.0.113.5"), "join 1")
    assert returned(party) == []
