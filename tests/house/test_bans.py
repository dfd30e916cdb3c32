"""Bans and mutes: by name, by address, by network; what the barred read, and a restart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.house.effects import Connected, ConnId
from parlour.house.people import bans
from parlour.house.people.bans import Bans
from parlour.house.persistence import Ban, Unban
from parlour.testing.host import Client
from parlour.wire.names import name_key
from tests.house.operating import acts, done, lose, mend, refused, request, rows, writes
from tests.house.scene import Party, new_host, ok, why_not
from tests.house.scene import refused as code_of

BARRED = "You are barred from this host: spam. Its operator can tell more."
NAME_BARRED = "That name cannot be used here: the operator of this host has barred it."
MUTED = "You cannot talk on this host for now: its operator has muted you."


def shut_out(client: Client, text: str) -> bool:
    """Was the line closed with that line?"""
    return client.closed and client.data.decode().splitlines()[-1] == text


def test_who_is_banned_loses_his_line_and_cannot_come_back() -> None:
    """Neither by his name, nor by one that looks like it, nor with his code; others can."""
    host = new_host()
    party = Party("ann", "bob", host=host)
    player = host.house.people.find("bob")
    assert player is not None
    assert done(host, "player ban Bob: spam") == "Bob is barred. One line was closed."
    assert shut_out(party["bob"], BARRED)
    assert party["ann"].take() == ["bob has lost the line; seat 2 is kept."]
    again = host.connect()
    assert NAME_BARRED in again.send("b0b")
    assert NAME_BARRED in again.send(f"resume {player.code}")
    assert NAME_BARRED in again.send(f"resume {player.token} {player.seq}")
    assert not again.closed
    assert again.send("bobby")[0].startswith("Hello bobby")


def test_a_program_reads_a_code_it_knows() -> None:
    """The list of goodbyes is closed: `bad_lines` says that trying again is no use."""
    host = new_host()
    pro = host.program("pro")
    done(host, "player ban pro: spam")
    assert pro.take()[-1] == f'! bad_lines {{"text":["{BARRED}"]}}'
    other = host.connect()
    other.send("HELLO 1 text")
    assert code_of(other, "name pro") == "unavailable"


def test_an_address_is_banned_with_all_its_lines() -> None:
    """Also those that have no name yet; the reason is read by whoever comes from there."""
    host = new_host()
    first, second = (host.connect(address="203.0.113.7") for _ in range(2))
    first.send("ann")
    other = host.connect(address="203.0.113.8")
    assert done(host, "player ban 203.0.113.7") == "203.0.113.7 is barred. 2 lines were closed."
    text = "Your address is barred from this host. Its operator can tell more."
    assert shut_out(first, text)
    assert shut_out(second, text)
    assert not other.closed
    assert shut_out(host.connect(address="203.0.113.7"), text)
    done(host, "player unban 203.0.113.7")
    assert not host.connect(address="203.0.113.7").closed


@pytest.mark.parametrize(
    ("who", "inside", "outside"),
    [
        ("203.0.113.0/24", "203.0.113.200", "203.0.114.1"),
        ("203.0.113.9/24", "203.0.113.200", "203.0.114.1"),
        ("2001:db8:1::/48", "2001:db8:1:2::3", "2001:db8:2::1"),
        ("2001:DB8::1", "2001:db8::1", "2001:db8::2"),
    ],
)
def test_a_network_is_banned(who: str, inside: str, outside: str) -> None:
    """As an operator may write it; other networks, and lines of another sort, are not."""
    host = new_host()
    done(host, f"player ban {who}")
    assert host.connect(address=inside).closed
    for address in (outside, "127.0.0.1", "no address"):
        assert not host.connect(address=address).closed


def test_a_ban_of_an_address_is_no_mute_of_it() -> None:
    """Each kind counts for itself."""
    host = new_host()
    ann = host.program("ann")
    done(host, "player mute 127.0.0.0/8")
    done(host, "player ban 203.0.113.7")
    assert why_not(ann, "tell ann hello") == MUTED
    assert not host.connect().closed
    done(host, "player unmute 127.0.0.0/8")
    ok(ann, "tell ann hello")


def test_who_is_muted_plays_and_cannot_talk() -> None:
    """At his table, in private, or among watchers; others can, also to him."""
    host = new_host()
    party = Party("ann", "bob", host=host, programs=("ann", "bob", "wat"), watchers=("wat",))
    assert done(host, "player mute bob") == "bob is muted."
    assert done(host, "player mute wat") == "wat is muted."
    for name, line in (("bob", "/say hi"), ("bob", "/tell ann hi"), ("wat", "say hi")):
        assert why_not(party[name], line) == MUTED
        assert code_of(party[name], line) == "unavailable"
    assert not any("hi" in line for line in party["ann"].take())
    ok(party["bob"], "5")
    ok(party["ann"], "/say hello", "/tell bob hello")
    assert len([line for line in party["bob"].take() if "hello" in line]) == 2
    done(host, "player unmute bob")
    ok(party["bob"], "/say hi")


@pytest.mark.parametrize(
    ("who", "why"),
    [
        ("x", "That is neither an address nor a name. A name has 2 to 20 characters"),
        ("x y", "That is neither an address nor a name. A name is one word"),
        ("host", "That is neither an address nor a name. That name is kept"),
        ("1.2.3", "'1.2.3' is neither a name nor an address."),
        ("10.0.0.0/33", "'10.0.0.0/33' is neither a name nor an address."),
        ("\N{SNOWMAN}:", "'\\u2603:' is neither a name nor an address."),
    ],
)
def test_only_a_name_or_an_address_can_be_barred(who: str, why: str) -> None:
    """Anything else is refused with one line, to bar and to unbar."""
    host = new_host()
    for do in ("ban", "mute", "unban", "unmute"):
        assert refused(host, f"player {do} {who}").startswith(why)
        assert refused(host, f"player {do}").startswith(f"Whom? player {do} WHO")
    assert not writes(host)
    assert len(acts(host)) == 4


def test_who_is_not_barred_cannot_be_let_in() -> None:
    """A ban is no mute."""
    host = new_host()
    done(host, "player ban bob")
    assert refused(host, "player unmute bob") == "bob is not muted; see: parlour player list"
    assert refused(host, "player unban ann") == "ann is not barred; see: parlour player list"


def test_bars_outlast_the_host_and_are_listed() -> None:
    """As the operator wrote them; the last reason counts."""
    host = new_host()
    done(host, "player ban Bob: rude")
    done(host, "player ban Bob: spam")
    done(host, "player mute 10.0.0.0/8:  loud")
    done(host, "player mute cy")
    done(host, "player unmute CY")
    host.restart()
    assert host.connect().send("bob")[-1] == NAME_BARRED
    since_s = int(host.house.out.wall)
    assert rows(host, "player barred") == [
        {"kind": "ban", "who": "Bob", "since_s": since_s, "why": "spam"},
        {"kind": "mute", "who": "10.0.0.0/8", "since_s": since_s, "why": "loud"},
    ]
    assert [type(write) for write in writes(host)] == [Ban] * 4 + [Unban]
    assert len(acts(host)) == 5


def test_what_could_not_be_stored_bars_nobody() -> None:
    """And what was barred before is barred as before."""
    host = new_host()
    done(host, "player ban bob: old")
    done(host, "player mute 10.0.0.7")
    lose(
        host,
        request(host, "player ban bob: new"),
        request(host, "player unmute 10.0.0.7"),
        request(host, "player ban cy"),
    )
    mend(host)
    assert [(b.shown, b.why) for b in host.house.people.bans] == [("bob", "old"), ("10.0.0.7", "")]


def test_a_line_that_is_closing_is_not_closed_twice() -> None:
    """A stopping host has said its goodbyes."""
    host = new_host(login_s=10)
    host.house.tick([Connected(ConnId(99), "203.0.113.7", near=False)], host.now, 0.0)
    effects = host.house.tick([], host.now + 10, 0.0)
    assert effects.closes == [99]
    assert done(host, "player ban 203.0.113.7") == "203.0.113.7 is barred."


@given(st.text(max_size=30))
def test_whatever_is_typed_is_a_key_or_refused(text: str) -> None:
    """And what it is stays what it is when it is read again: names and networks alike."""
    try:
        who = bans.subject(text)
    except ValueError as wrong:
        who, said = None, str(wrong)
    else:
        said = ""
    assert (who is None) == bool(said)
    assert "\n" not in said
    if who is None:
        return
    kept = Bans()
    barred = Ban("ban", who, text, 0, "")
    kept.put(barred)
    assert kept.get("ban", who) is barred
    assert list(kept) == [barred]
    assert who == name_key(text) or bans.subject(who) == who
    kept.take("ban", who)
    assert not list(kept)


def test_a_line_of_another_sort_comes_from_no_network() -> None:
    """Whether anything is barred or not."""
    kept = Bans()
    assert kept.of("ban", "bob", "somewhere") is None
    kept.put(Ban("ban", "0.0.0.0/0", "0.0.0.0/0", 0, ""))
    assert kept.of("ban", "bob", "somewhere") is None
