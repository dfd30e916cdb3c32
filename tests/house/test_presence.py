"""When the others at a table are told that somebody is disconnected, and that they are back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.core.backlog import source_of
from parlour.tables.presence import AWAY_TOLD_S
from parlour_kit.host import Client
from tests.house.scene import Party, events, known, new_host, ok

GONE = "bob is disconnected. Seat 2 is kept."
SOON = AWAY_TOLD_S - 1
LONG = AWAY_TOLD_S + 1


def seats(client: Client, line: str = "") -> list[tuple[str, str]]:
    """Who has gone and come, as a program reads it now, or after one more line."""
    lines = client.send(line) if line else client.take()
    found: list[dict[str, Any]] = [body for _, name, body in events(lines) if name == "seat"]
    return [(body["name"], body["change"]) for body in found]


def three(options: str = "", *, start: bool = True) -> Party:
    """Ann, Bob and Cy; Ann and a watcher are programs, Cy reads text."""
    party = Party(
        *("ann", "bob", "cy"),
        options=options,
        programs=("ann", "bob", "wat"),
        watchers=("wat",),
        start=start,
    )
    if start:
        party.hide(3, 4, 5)
    party["wat"].take()
    return party


def test_who_is_back_soon_is_never_mentioned() -> None:
    """However often, and to nobody: players and watchers, programs and people."""
    party = three("seconds=600")
    for _ in range(5):
        party["bob"].lose()
        party.host.wait(SOON)
        party.come_back("bob", program=True)
        party.host.wait(SOON)
    for name in ("ann", "cy", "wat"):
        assert party[name].take() == []


def test_after_a_while_all_are_told_and_then_that_they_are_back() -> None:
    """A program that follows the events is never wrong about the table."""
    party = three()
    party["bob"].lose()
    assert not any(at(party["ann"]))
    party.host.wait(LONG)
    assert party["cy"].take() == [GONE]
    for name in ("ann", "wat"):
        assert seats(party[name]) == [("bob", "away")]
    assert at(party["ann"]) == [False, True, False, False]
    party.come_back("bob", program=True)
    assert party["cy"].take() == ["bob is back."]
    for name in ("ann", "wat"):
        assert seats(party[name]) == [("bob", "back")]
    assert not any(at(party["ann"]))


def test_the_player_reads_from_the_record_what_became_of_their_seat() -> None:
    """Their own events are those of an older host."""
    party = three()
    seq = known(party.host, "bob").seq
    party["bob"].lose()
    party.host.wait(LONG)
    lines = party.come_back("bob", program=True, seq=seq).data.decode().splitlines()
    told = [(name, body.get("change")) for _, name, body in events(lines)]
    assert told == [("seat", "away"), ("seat", "back"), ("prompt", None)]


def test_who_says_goodbye_is_told_of_at_once() -> None:
    """They will not be back in a moment. Who gives up the seat meanwhile is told of as before."""
    party = three()
    party["bob"].send("/quit")
    assert party["cy"].take() == [GONE]
    party.host.wait(LONG)
    assert party["cy"].take() == []
    party.come_back("bob")
    assert party["cy"].take() == ["bob is back."]
    party = three(start=False)
    party["bob"].lose()
    ok(party["ann"], "kick bob")
    assert party["cy"].take() == ["The host of the table removed bob from seat 2."]
    party.host.program("dee").send("#1 join 1")
    party["cy"].take()
    party.host.wait(LONG)
    assert party["cy"].take() == []


def at(client: Client) -> list[bool]:
    """Who is away at the table, by seat, as a program is told it when it looks."""
    return ["away" in (seat or {}) for seat in ok(client, "/look").body["at"]["seats"]]


def test_a_game_that_begins_tells_who_is_disconnected() -> None:
    """`started` has said it to programs."""
    party = three(start=False)
    party["bob"].lose()
    assert ("bob", "away") in seats(party["ann"], "#1 start")
    assert GONE in party["cy"].take()
    party.come_back("bob", program=True)
    assert seats(party["ann"]) == [("bob", "back")]


def test_a_closed_table_tells_nothing_more() -> None:
    host = new_host()
    ann, bob, watcher = (host.program(name) for name in ("ann", "bob", "wat"))
    ok(ann, "seek hunt players=3")
    ok(bob, "seek hunt")
    ok(watcher, "watch 1")
    bob.lose()
    ok(ann, "leave")
    assert not host.house.tables.rooms
    watcher.take()
    host.wait(LONG)
    assert watcher.take() == []


def back(party: Party, name: str) -> Sequence[str]:
    return party.come_back(name).data.decode().splitlines()


def test_at_an_adjourned_table_too() -> None:
    """Who waits there and is back soon is not mentioned, and who is missing is not said again."""
    party = three()
    for name, line in (("ann", "#1 /propose adjourn"), ("bob", "#1 accept"), ("cy", "accept")):
        party[name].send(line)
    party["cy"].send("join 1")
    ok(party["bob"], "join 1")
    party["cy"].take()
    party["bob"].lose()
    missing = "Table 1 is adjourned. Not back yet: ann. To continue without them:"
    assert missing in back(party, "bob")
    assert party["cy"].take() == []
    party["bob"].lose()
    party.host.wait(LONG)
    assert party["cy"].take() == [GONE]
    back(party, "bob")
    assert party["cy"].take()[:2] == ["bob is back.", missing]
    party["bob"].send("/leave")
    assert party["cy"].take() == [GONE]


# --- a game that begins by itself ---------------------------------------------------------


def test_a_player_who_seeks_others_keeps_the_seat_for_a_moment() -> None:
    """The game begins when they are back, not without them."""
    host = new_host()
    ann, bob, cy = (host.program(name) for name in ("ann", "bob", "cy"))
    ok(ann, "seek hunt players=3")
    ok(bob, "seek hunt")
    bob.lose()
    ann.take()
    ok(cy, "seek hunt")
    assert ok(ann, "tables").items[0]["state"] == "open"
    line = host.connect()
    line.send("HELLO 1 text", f"#1 resume {known(host, 'bob').token}")
    assert ok(ann, "/tables").items[0]["state"] == "playing"
    assert "away" not in {body.get("change") for _, body in ann.events()}


def test_after_a_while_they_lose_it() -> None:
    """And if they opened the table, it closes."""
    host = new_host()
    ann, bob = host.program("ann"), host.program("bob")
    ok(ann, "seek hunt players=3")
    ok(bob, "seek hunt")
    ann.take()
    bob.lose()
    assert seats(ann) == []
    host.wait(LONG)
    assert seats(ann) == [("bob", "left")]
    ann.lose()
    host.wait(SOON)
    assert host.house.tables.rooms
    host.wait(LONG)
    assert not host.house.tables.rooms


def test_a_game_begins_without_them_once_they_have_lost_it() -> None:
    """If as many have come meanwhile as it seeks. With a goodbye they lose it at once."""
    host = new_host()
    ann, bob, cy, dee = (host.program(name) for name in ("ann", "bob", "cy", "dee"))
    ok(ann, "seek hunt players=3")
    ok(bob, "seek hunt")
    bob.lose()
    ok(cy, "join 1")
    ok(dee, "join 1")
    assert ok(ann, "tables").items[0]["state"] == "open"
    host.wait(LONG)
    (row,) = ok(ann, "/tables").items
    assert (row["state"], row["seats"]) == ("playing", ["ann", None, "cy", "dee"])
    host = new_host()
    ann, bob = host.program("ann"), host.program("bob")
    ok(ann, "seek hunt players=3")
    ok(bob, "seek hunt")
    ann.take()
    bob.send("#1 quit")
    assert seats(ann) == [("bob", "left")]


def test_what_a_host_of_before_told_is_told_again() -> None:
    """Version 0.1 told all at once who was disconnected, from the record."""
    party = three()
    bob = known(party.host, "bob")
    seq = bob.seq
    party["ann"].lose()
    entry = len(party.room.record) - 1
    bob.log.table(source_of(party.number, entry), 1 << 1)
    bob.seq += 1
    party["bob"].lose()
    lines = party.come_back("bob", program=True, seq=seq).data.decode().splitlines()
    told = [(body["name"], body["change"]) for _, name, body in events(lines) if name == "seat"]
    assert told == [("ann", "away"), ("bob", "away"), ("bob", "back")]
