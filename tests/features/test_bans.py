"""Bans and mutes: by name, by address, by network; what the barred read, and a restart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.effects import Connected, ConnId
from parlour.features.moderation import state as bans
from parlour.features.moderation.state import SHELF, Ban, Bans
from parlour.wire.names import name_key
from tests.games.parley import PARLEY
from tests.house.operating import acts, done, refused, rows, rows_in, writes
from tests.house.scene import new_host, ok, why_not

NAME_BARRED = "The operator has banned that name. Choose another one."
MUTED = "You can't talk for now: the operator has muted you."


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


@pytest.mark.parametrize(
    ("who", "why"),
    [
        ("x", "That is not an address or a name. A name has 2 to 20 characters"),
        ("host", "That is not an address or a name. That name is reserved"),
        ("1.2.3", "'1.2.3' is not a name or an address."),
        ("10.0.0.0/33", "'10.0.0.0/33' is not a name or an address."),
        ("\N{SNOWMAN}:", "'\\u2603:' is not a name or an address."),
    ],
)
def test_only_a_name_or_an_address_can_be_barred(who: str, why: str) -> None:
    """Anything else is refused with one line, to bar and to unbar."""
    host = new_host()
    for do in ("ban", "mute", "unban", "unmute"):
        assert refused(host, f"player {do} {who}").startswith(why)
        assert refused(host, f"player {do}").startswith(f"Who? player {do} WHO")
    assert not writes(host)
    assert len(acts(host)) == 4


@pytest.mark.parametrize("do", ["ban", "mute"])
def test_a_name_with_a_space_is_refused_as_one(do: str) -> None:
    """A reason may follow, so the host can't know that it is a word too many."""
    why = "That is not an address or a name. Names can't contain spaces"
    assert refused(new_host(), f"player {do} x y").startswith(why)


def test_bars_outlast_the_host_and_are_listed() -> None:
    """As the operator wrote them; the last reason counts. One that ends while the host is down
    is gone, from the store too.
    """
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
        {"kind": "ban", "who": "Bob", "since_s": since_s, "until_s": None, "why": "spam"},
        {"kind": "mute", "who": "10.0.0.0/8", "since_s": since_s, "until_s": None, "why": "loud"},
    ]
    assert len(rows_in(writes(host), SHELF)) == 4
    assert writes(host)[4:] == [SHELF.dropped("mute", "cy")]
    assert len(acts(host)) == 5
    host = new_host()
    done(host, "player mute bob for 60s: loud")
    done(host, "player ban cy for 2m")
    host.now += 60
    host.restart()
    assert [row["who"] for row in rows(host, "player barred")] == ["cy"]
    assert writes(host)[-1] == SHELF.dropped("mute", "bob")
    assert [ban.who for ban in SHELF.read(host.kept.load())] == ["cy"]
    host.program("ann")
    ok(host.program("bob"), "tell ann hello")


def test_a_line_that_is_closing_is_not_closed_twice() -> None:
    """A stopping host has said its goodbyes."""
    host = new_host(login_s=10)
    host.house.tick([Connected(ConnId(99), "203.0.113.7", near=False)], host.now, 0.0)
    effects = host.house.tick([], host.now + 10, 0.0)
    assert effects.closes == [99]
    assert done(host, "player ban 203.0.113.7") == "203.0.113.7 is banned."


def test_a_muted_player_makes_up_no_word_that_all_can_read() -> None:
    """An option may be such a word, and a channel of the game is talk. The other options are
    theirs to set.
    """
    host = new_host({"parley": PARLEY})
    bob = host.program("bob")
    done(host, "player mute bob")
    for line in ("new parley motto=shout", "seek parley motto=shout", "party new parley motto=oh"):
        assert why_not(bob, line) == MUTED
    ok(bob, "new parley motto=none rated=off")
    assert why_not(bob, "options motto=shout") == MUTED
    ok(bob, "options watch=off")
    done(host, "player unmute bob")
    ok(bob, "options motto=shout")
    host = new_host({"parley": PARLEY})
    ann, bob = host.program("ann"), host.program("bob")
    ok(ann, "new parley")
    ok(bob, "join 1")
    ok(ann, "start")
    done(host, "player mute bob for 10m")
    assert why_not(bob, "/team hello").startswith("You can't talk for 10 min")


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


@pytest.mark.parametrize(
    "text",
    ["::ffff:192.0.2.7", "::ffff:c000:207", "::ffff:192.0.2.0/120", "192.0.2.9/24"],
)
def test_an_address_is_banned_however_other_programs_write_it(text: str) -> None:
    """As one that peers have: a ban that nobody matches would be a promise not kept."""
    host = new_host()
    bob = host.connect(near=False, address="192.0.2.7")
    assert done(host, f"player ban {text}") == f"{text} is banned. 1 connection was closed."
    assert bob.closed
    done(host, f"player unban {text}")
    assert rows(host, "player barred") == []


def test_the_name_of_an_interface_is_no_part_of_an_address() -> None:
    """A line of another sort comes from no network, whether anything is barred or not."""
    host = new_host()
    bob = host.connect(address="fe80::1")
    assert done(host, "player ban fe80::1%eth0").endswith("1 connection was closed.")
    assert bob.closed
    kept = Bans()
    assert kept.of("ban", "bob", "somewhere") is None
    kept.put(Ban("ban", "0.0.0.0/0", "0.0.0.0/0", 0, ""))
    assert kept.of("ban", "bob", "somewhere") is None


# --- bans that nobody means -------------------------------------------------------------

HERE = "this computer itself, with everybody who comes over a tunnel or a proxy on it"


@pytest.mark.parametrize(
    ("who", "whom"),
    [
        ("0.0.0.0/0", "everybody at 4,294,967,296 addresses"),
        ("2000::/3", f"everybody at {2**125:,} addresses"),
        ("127.0.0.1", HERE),
        ("::1", HERE),
        ("::ffff:127.0.0.1", HERE),
        ("::ffff:0:0/96", "everybody at 4,294,967,296 addresses"),
        ("192.0.2.0/24", "everybody who is connected now (2 connections)"),
    ],
)
def test_a_ban_of_everybody_must_be_confirmed(who: str, whom: str) -> None:
    """A slip of the finger must not end the evening."""
    host = new_host()
    people = [host.connect(near=False, address=f"192.0.2.{n}") for n in (1, 2)]
    host.connect(near=False, address="192.0.2.3").lose()
    no = refused(host, f"player ban {who}: spam")
    assert no == (
        f"That would keep out {whom}. To confirm: player ban {who} yes (after parlour: --yes)"
    )
    assert not any(person.closed for person in people)
    assert done(host, f"player mute {who}").startswith(f"{who} is muted")
    assert done(host, f"player ban {who} yes for 10m: spam").startswith(
        f"{who} is banned for 10 min."
    )
    assert rows(host, "player barred")[-1]["why"] == "spam"


def test_a_ban_of_one_of_several_needs_no_word() -> None:
    """Nor one of somebody who is alone here."""
    host = new_host()
    host.connect(near=False, address="192.0.2.1")
    assert done(host, "player ban 192.0.2.1").endswith("1 connection was closed.")
    host.connect(near=False, address="192.0.2.2")
    host.connect(near=False, address="no address")
    host.connect(near=False, address="192.0.2.3")
    assert done(host, "player ban 192.0.2.2").endswith("1 connection was closed.")
    assert done(host, "player ban bob") == "bob is banned."
