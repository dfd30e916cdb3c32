"""Nobody outside a private table can read, ask or notice that somebody plays there.

Bob and Cy play at a private table, or have just left it. Whoever does not sit there must read the
same in both cases, to the byte. What they may find out is listed in docs/protocol.md, chapter 5.
"""

from __future__ import annotations

import pytest

from parlour.catalogue import COMMANDS
from parlour_kit.host import Client
from tests.house.scene import Party, ask, nameless, new_host, ok, why_not

ASKED = [command.verb for command in COMMANDS if command.where != "operator"]
RESTS = ("", "bob", "1", "1 bob", "bob hello", "hunt")
OUTSIDE = ("zoe", "pro", "amy", "wat", "pam")
"""A person, a program that follows the lobby, Bob's friend, a watcher elsewhere, the owner of a
party."""


class Evening:
    """Table 1 is private. Gus and Hal play at table 2, which is public."""

    def __init__(self, *, playing: bool) -> None:
        host = self.host = new_host(flood_burst=10_000, reports=1_000, reports_per_address=1_000)
        self.readers = {"zoe": host.person("zoe"), "pro": host.program("pro", "lobby")}
        self.readers |= {name: host.program(name) for name in ("amy", "wat", "pam")}
        bob = self.bob = host.program("bob")
        for client in (bob, self.readers["amy"]):
            ok(client, "register open sesame")
        ok(bob, "friend amy")
        ok(self.readers["amy"], "friend bob")
        self.private = Party("cy", host=host, options="private=on", programs=("cy",), start=False)
        word = self.private.room.table.word
        ok(bob, f"join 1 {word}")
        ok(self.private["cy"], "start")
        if not playing:
            ok(self.private["cy"], "/leave yes")
            ok(bob, "leave yes")
            host.wait(1_000)
            assert 1 not in host.house.tables.rooms
        else:
            host.wait(1_000)
        Party("gus", "hal", host=host)
        ok(self.readers["wat"], "watch 2")
        ok(self.readers["pam"], "party new hunt")

    def ask(self, verb: str) -> list[bytes]:
        """What everybody outside reads when each of them has typed it."""
        for name in OUTSIDE:
            for rest in RESTS:
                request = "" if name == "zoe" else "#1 "
                self.readers[name].send(f"{request}{verb} {rest}")
        self.host.wait(15)
        return [client.data for client in self.readers.values()]


@pytest.mark.sweep
def test_every_command_tells_the_same() -> None:
    one, other = Evening(playing=True), Evening(playing=False)
    for verb in ASKED:
        assert one.ask(verb) == other.ask(verb), verb
    for evening in (one, other):
        evening.bob.lose()
        evening.private["cy"].lose()
    for verb in ASKED:
        assert one.ask(verb) == other.ask(verb), verb


def test_a_stranger_who_takes_a_players_name_reads_no_table() -> None:
    """From the same address and from another; also the program's refusal."""
    read: list[list[str]] = []
    for playing in (True, False):
        evening = Evening(playing=playing)
        evening.private["cy"].lose()
        lines: list[str] = []
        for line in ("name cy", "name cy open sesame", "name CY", "resume cy", "cy"):
            lines += nameless(evening.host).send(f"#1 {line}")
            far = evening.host.connect(near=False, address="203.0.113.9")
            lines += far.send(line)
        read.append(lines)
    assert read[0] == read[1]
    assert not any("table" in line for line in read[0] if "tables" not in line)


def test_at_a_public_table_the_seat_is_named() -> None:
    """It is in the list of tables as well."""
    party = Party("ann", "bob")
    party["bob"].lose()
    text = why_not(nameless(party.host), "name bob")
    assert "their seat at table 1 is kept" in text


# --- parties ---------------------------------------------------------------------------------


def member(*, private: bool) -> tuple[Party, Client]:
    """Ann and Bob sit at table 1 and have signed up for a party of Pam's."""
    option = "private=on" if private else ""
    party = Party("ann", "bob", options=option, programs=("ann", "bob"), start=False)
    if private:
        invited = ask(party["ann"], "invite").text.split()
        ok(party["bob"], f"join 1 {invited[invited.index('join') + 2]}")
    pam = party.host.program("pam")
    ok(pam, "party new hunt", "party join 1")
    ok(party["bob"], "party join 1")
    pam.take()
    return party, pam


def test_a_member_of_a_party_plays_at_no_private_table() -> None:
    """Otherwise the next round would begin without them, though no list shows them at a table."""
    party, pam = member(private=True)
    text = "bob is in party 1, so can't play at a private table. First: party leave"
    assert why_not(party["ann"], "start") == text
    party["bob"].send("#1 ready")
    party["ann"].send("#1 ready")
    assert party.state == "open"
    assert pam.take() == []
    ok(party["bob"], "party leave")
    ok(party["ann"], "start")
    assert why_not(party["bob"], "/party join 1") == (
        "You are playing at a private table. First finish the game, or leave it."
    )
    party, _pam = member(private=False)
    ok(party["ann"], "start")


def test_a_member_of_a_party_does_not_come_back_to_a_private_table() -> None:
    """Neither by coming back to the host nor by `join`, until they leave the party."""
    party, _pam = member(private=True)
    ok(party["bob"], "party leave")
    ok(party["ann"], "start", "/propose adjourn")
    ok(party["bob"], "/accept", "party join 1")
    assert "party leave" in why_not(party["bob"], "join 1")
    party["bob"].lose()
    back = party.come_back("bob", program=True)
    assert [body["table"] for _, body in back.events("welcome")] == [None]
    ok(back, "party leave", "join 1")
