"""Quotas: how much one player, or one place, may have; talk has a bound, moves have none."""

from __future__ import annotations

from parlour.core.effects import Connected, ConnId, Kept
from parlour.core.limits import LineLimits
from parlour_kit.host import WALL, Client, Host
from tests.games.quiet import QUIET
from tests.house.scene import Party, ask, nameless, new_host, ok, refused, why_not

SCHOOL = "203.0.113.5"


def far(host: Host, name: str = "") -> Client:
    client = nameless(host, near=False, address=SCHOOL)
    if name:
        ok(client, f"name {name}")
    return client


# --- tables ------------------------------------------------------------------------------


def test_thirty_three_behind_one_router_mistype_their_passwords_and_get_in() -> None:
    """With a classmate who does nothing but guess theirs."""
    host = new_host()
    for number in range(33):
        line = far(host, f"pupil-{number}")
        ok(line, f"register secret of {number}")
        line.lose()
    host.restart()
    for number in range(33):
        mallory = far(host)
        assert refused(mallory, f"name pupil-{number} guess {number}") == "bad_password"
        mallory.lose()
    for number in range(33):
        line = far(host)
        assert refused(line, f"name pupil-{number} secret off {number}") == "bad_password"
        ok(line, f"name pupil-{number} secret of {number}")


def test_nobody_closes_the_door_by_silence() -> None:
    """Not to others at the same address, whose newcomers take the place of the oldest, and not to
    anybody else.
    """
    host = new_host(nameless=64, nameless_per_address=20)
    silent = [host.connect() for _ in range(100)]
    assert [client.closed for client in silent] == [True] * 68 + [False] * 32
    assert silent[0].take()[-2] == (
        "Disconnected: you gave no name yet, and others wait to come in."
    )
    assert any("Hello ann." in line for line in host.connect().send("ann"))
    more = [host.connect(near=False, address=SCHOOL) for _ in range(50)]
    assert sum(not client.closed for client in more) == 16
    assert any("Hello bob." in line for line in more[-1].send("bob"))
    last = [host.connect(near=False, address=f"198.51.100.{number}") for number in range(40)]
    assert any("Hello cy." in line for line in last[0].send("cy"))
    assert sum(client.closed for client in last) > 0
    assert last[-1].take() == [
        "Too many connections here have not given a name yet. Try again in a minute.",
        "If nc does not end now, press Ctrl-C.",
    ]


def test_one_address_leaves_half_of_all_connections_and_tables_to_others() -> None:
    host = new_host(connections=20, tables=6)
    inside = [host.program(f"p{number}") for number in range(10)]
    assert not any(client.closed for client in inside)
    assert host.connect().closed
    outside = far(host, "far")
    for client in inside[:3]:
        ok(client, "new hunt")
    assert why_not(inside[3], "new hunt") == (
        "3 open tables are from your address, which is the limit. To join one: tables"
    )
    ok(outside, "new hunt")


def test_who_was_refused_takes_no_place_even_if_they_never_hang_up() -> None:
    """Passwords from one address leave room for those of others."""
    host = new_host(connections=3)
    host.program("ann")
    for number in range(100, 150):
        host.house.tick([Connected(ConnId(number), "192.0.2.9", near=False)], host.now, WALL)
    assert not host.connect(near=False, address="192.0.2.10").closed
    host = new_host(password_jobs=4)
    host.run_jobs = False
    here = [host.program(f"p{number}") for number in range(3)]
    there = far(host, "far")
    assert here[0].send("#1 register open sesame") == []
    assert here[1].send("#1 register open sesame") == []
    assert refused(here[2], "register open sesame") == "too_many"
    assert there.send("#1 register open sesame") == []


# --- talk ---------------------------------------------------------------------------------------


def test_one_player_cannot_talk_without_end() -> None:
    """They are told when they may go on; others may talk, and moves go on."""
    host = new_host(near_factor=1, talk_burst=1200, flood_burst=100)
    party = Party("ann", "bob", options="rated=off", host=host, programs=("ann", "bob"))
    ann, bob = party["ann"], party["bob"]
    ok(ann, "/say " + "x" * 900, "/say " + "x" * 900)
    answer = ask(ann, "/say more")
    assert answer.code == "too_many"
    assert answer.text.startswith("You have said too much. Wait ")
    assert answer.body["retry_ms"] > 1000
    assert ask(ann, "/tell bob psst").code == "too_many"
    ok(bob, "/say hm")
    ok(ann, "/hide 5")
    host.wait(answer.body["retry_ms"] / 1000 + 5)
    ok(ann, "/say so")


def test_one_table_cannot_talk_without_end_and_its_watchers_are_counted_by_themselves() -> None:
    """Or players would learn from their own refusals how much the watchers say."""
    host = new_host(near_factor=1, table_talk_burst=1200, flood_burst=100)
    party = Party(
        "ann",
        "bob",
        options="rated=off",
        host=host,
        programs=("ann", "bob", "wat"),
        watchers=("wat",),
    )
    ann, bob, wat = party["ann"], party["bob"], party["wat"]
    ok(wat, "say " + "x" * 900, "say " + "x" * 900)
    assert why_not(wat, "say more").startswith("This table has said too much. Wait ")
    ok(ann, "/say " + "x" * 900)
    ok(bob, "/say " + "x" * 900)
    assert refused(ann, "/say more") == "too_many"
    ok(ann, "/tell bob psst")


def test_when_very_much_is_kept_talk_is_refused_and_moves_go_on() -> None:
    party = Party("ann", "bob", host=new_host(data_bytes=1000), programs=("ann", "bob"))
    ann = party["ann"]
    party.host.tick([Kept(999)])
    ok(ann, "/say hm")
    party.host.tick([Kept(1000)])
    assert why_not(ann, "/say hm") == (
        "The host has no space left for talk, so your line was not sent. Games continue."
    )
    assert refused(ann, "/tell bob hm") == "unavailable"
    ok(ann, "/hide 5")
    party.host.tick([Kept(10)])
    ok(ann, "/say hm")


def test_far_players_may_say_less_than_near_ones() -> None:
    host = new_host(talk_burst=1200, flood_burst=100)
    near, away = host.program("near"), far(host, "away")
    host.program("dan")
    for client in (near, away):
        ok(client, "tell dan " + "x" * 900, "tell dan " + "x" * 900)
    assert refused(away, "tell dan more") == "too_many"
    ok(near, "tell dan more")


def test_a_table_whose_opener_is_forgotten_counts_for_nobody_after_a_restart() -> None:
    host = new_host(away_s=10)
    ann, bob = host.program("ann"), host.program("bob")
    ok(ann, "new hunt")
    ok(bob, "join 1")
    ok(ann, "leave")
    ann.lose()
    host.wait(11)
    code = host.house.people.register.by_key["bob"].code
    host.restart()
    assert not host.house.tables.opened.players
    bob = nameless(host)
    ok(bob, f"resume {code}", "leave")
    assert not host.house.tables.rooms


# --- proposals -----------------------------------------------------------------------------


def test_a_player_may_propose_six_times_and_then_once_a_minute() -> None:
    """Each is one line for everybody at the table. The others have their own six."""
    party = Party("ann", "bob", programs=("ann", "bob"))
    for _ in range(6):
        ok(party["ann"], "/propose pause", "/decline")
    text = "You have proposed enough for now. Wait 60 s, then say it again."
    assert why_not(party["ann"], "/propose pause") == text
    ok(party["bob"], "/propose pause", "/decline")
    party.host.wait(60)
    ok(party["ann"], "/propose abort", "/decline")
    assert refused(party["ann"], "/propose abort") == "too_many"


def test_who_may_hear_no_talk_reads_of_two_proposals_at_once() -> None:
    """What is proposed, and when, could be a signal (O-W-16)."""
    host = new_host({"quiet": QUIET})
    party = Party("ann", "bob", host=host, game="quiet", programs=("ann", "bob"))
    ok(party["ann"], "/hide 3", "/propose pause", "/decline", "/propose abort", "/decline")
    for _ in range(50):
        assert refused(party["ann"], "/propose abort") == "too_many"
    told = [body["kind"] for _, body in party["bob"].events("notice")]
    assert told == ["proposed", "declined"] * 2


def test_a_silent_line_is_given_up_after_all_questions_went_unanswered() -> None:
    """Two minutes, as they are."""
    assert LineLimits().give_up_s == 120
    assert (
        LineLimits(keepalive_idle_s=10, keepalive_interval_s=5, keepalive_count=2).give_up_s == 20
    )
