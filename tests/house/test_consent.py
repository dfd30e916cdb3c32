"""What takes everybody's consent: ending, pausing, going on."""

from __future__ import annotations

from typing import Any

from parlour.tables.presence import AWAY_TOLD_S
from parlour_kit.host import Client
from tests.house.scene import Party, new_host, ok


def proposed(client: Client) -> list[dict[str, Any]]:
    """What they have been told of proposals since, but for the table."""
    told = [body for _, body in client.events("notice") if body["kind"] == "proposed"]
    return [{key: body[key] for key in body if key not in {"kind", "table"}} for body in told]


def three() -> Party:
    """Ann, Bob and Cy play, and Wat watches."""
    names = ("ann", "bob", "cy")
    return Party(*names, programs=(*names, "wat"), watchers=("wat",))


def test_the_end_of_a_table_ends_its_proposals() -> None:
    host = new_host(adjourned_per_player=0, adjourn_after_s=5, deserted_table_s=5, proposal_s=100)
    party = Party("ann", "bob", host=host)
    party["ann"].send("/propose abort")
    party["ann"].lose()
    party["bob"].lose()
    host.wait(20)
    assert not host.house.tables.rooms
    host.wait(1000)
    assert not host.reports


def test_everybody_is_told_their_part_in_a_proposal() -> None:
    """So a page knows which buttons to show: watchers have no say."""
    party = three()
    ok(party["ann"], "/propose pause")
    parts = {name: proposed(client)[0].get("part") for name, client in party.clients.items()}
    assert parts == {"ann": "author", "bob": "asked", "cy": "asked", "wat": None}


def test_who_comes_back_is_told_what_is_proposed_and_can_answer() -> None:
    """A page that is loaded again has read nothing of before. Others learn nothing of it."""
    party = three()
    ok(party["ann"], "/propose abort")
    before = proposed(party["bob"])
    party["bob"].lose()
    party.host.wait(AWAY_TOLD_S - 1)
    party.come_back("bob", "lobby")
    assert proposed(party["bob"]) == before
    assert len(proposed(party["cy"])) == 1
    ok(party["bob"], "/accept 1")
    party["bob"].lose()
    party.come_back("bob", "lobby")
    assert [body.get("part") for body in proposed(party["bob"])] == [None]
    ok(party["cy"], "/accept 1")
    assert party.state == "over"


def test_who_comes_back_with_the_number_of_an_event_is_told_once() -> None:
    """The events that they missed have it. Its author comes back as its author."""
    party = three()
    ok(party["ann"], "/propose pause")
    party["bob"].lose()
    party.come_back("bob", "lobby", seq=0)
    assert [body["part"] for body in proposed(party["bob"])] == ["asked"]
    party = three()
    ok(party["ann"], "/propose pause")
    party["ann"].lose()
    party.come_back("ann", "lobby")
    assert [body["part"] for body in proposed(party["ann"])] == ["author"]


def test_a_proposal_about_a_player_is_told_again_with_the_time_that_is_left() -> None:
    """Whom it is about, and has come back, is there."""
    party = three()
    ok(party["ann"], "/propose remove cy")
    party.host.wait(20)
    party["bob"].lose()
    party.come_back("bob", "lobby")
    ((told,),) = [body["text"][1:] for body in proposed(party["bob"])]
    assert told == "cy: to keep your seat, type /decline 1 within 40 s."


def test_a_phone_that_is_locked_has_not_agreed() -> None:
    """It is asked until the others read that its player is disconnected. Who says goodbye has
    no say.
    """
    party = Party("ann", "bob", programs=("ann", "bob"))
    ok(party["ann"], "/propose abort")
    party["bob"].lose()
    party.host.wait(AWAY_TOLD_S - 1)
    assert party.state == "playing"
    party.host.wait(1)
    assert party.state == "over"
    party = Party("ann", "bob", programs=("ann", "bob"))
    ok(party["ann"], "/propose abort")
    party["bob"].send("/quit")
    assert party.state == "over"
