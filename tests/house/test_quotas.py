"""Quotas: how much one player, or one place, may have; talk has a bound, moves have none."""

from __future__ import annotations

from parlour.house.effects import Kept, Lost
from parlour.testing.host import Client, Host
from tests.house.scene import Party, ask, new_host, ok, refused, why_not

SCHOOL = "203.0.113.5"


def far(host: Host, name: str = "", address: str = SCHOOL) -> Client:
    """A program that comes from far away."""
    client = host.connect(near=False, address=address)
    client.send("HELLO 1")
    if name:
        ok(client, f"name {name}")
    return client


# --- tables ------------------------------------------------------------------------------


def test_a_table_that_never_began_closes_when_nobody_sits_there() -> None:
    """At once: a guest who opens one table after the other has one."""
    host = new_host()
    ann = host.program("ann")
    for number in range(1, 41):
        ok(ann, "new hunt")
        assert list(host.house.tables.rooms) == [number]
    ok(ann, "bot", "leave")
    assert not host.house.tables.rooms


def test_its_watchers_are_told_that_it_is_closed() -> None:
    host = new_host()
    ann, bob = host.program("ann"), host.person("bob")
    ok(ann, "new hunt")
    bob.send("watch 1")
    ok(ann, "leave")
    assert bob.take()[-1] == "Table 1 is closed (empty)."
    assert not host.house.tables.rooms


def test_a_table_where_a_game_was_played_stays_for_a_while() -> None:
    party = Party("ann", "bob", host=new_host(empty_table_s=60))
    party["ann"].send("/leave")
    party["bob"].send("/leave")
    assert party.host.house.tables.rooms
    party.host.wait(61)
    assert not party.host.house.tables.rooms


def leave_behind(host: Host, ann: Client, other: Client) -> None:
    """Ann opens a table that stays when she has left: another player sits there, and is away."""
    ok(ann, "new hunt")
    ok(other, f"join {max(host.house.tables.rooms)}")
    other.lose()
    ok(ann, "leave")


def test_one_player_cannot_open_all_tables_by_leaving_them_to_others() -> None:
    """Near ones neither; when a table goes, there is room again."""
    host = new_host(tables_per_player=3, deserted_table_s=100)
    ann = host.program("ann")
    for number in range(3):
        leave_behind(host, ann, host.program(f"p{number}"))
    assert why_not(ann, "new hunt") == ("3 tables that you opened are open: that is the most.")
    ok(host.program("bob"), "new hunt")
    host.wait(101)
    ok(ann, "new hunt")


def test_one_place_cannot_open_all_tables() -> None:
    """However many names it has; other places still can."""
    host = new_host(tables_per_address=2)
    for number in range(2):
        ok(far(host, f"p{number}"), "new hunt")
    assert refused(far(host, "late"), "new hunt") == "too_many"
    ok(far(host, "other", "198.51.100.7"), "new hunt")
    for number in range(60):
        ok(host.program(f"near-{number}"), "new hunt")


def test_a_class_of_thirty_behind_one_router_comes_in_and_opens_its_tables() -> None:
    """All at the same moment, with the limits as they are."""
    host = new_host()
    lines = [far(host) for _ in range(30)]
    for number, line in enumerate(lines):
        ok(line, f"name pupil-{number}", "new hunt")
    assert len(host.house.tables.rooms) == 30


def test_tables_count_for_who_opened_them_after_a_restart_too() -> None:
    """Who sat down first did."""
    host = new_host(tables_per_player=2)
    ann = host.program("ann")
    for number in range(2):
        leave_behind(host, ann, host.program(f"p{number}"))
    code = host.house.people.register.by_key["ann"].code
    host.restart()
    ann = host.connect()
    ann.send("HELLO 1")
    ok(ann, f"resume {code}")
    assert refused(ann, "new hunt") == "too_many"


# --- names ---------------------------------------------------------------------------------


def test_one_place_cannot_take_all_names_and_those_who_are_away_count() -> None:
    """Until their names are free again."""
    host = new_host(names_per_address=3, away_s=100)
    for number in range(3):
        far(host, f"p{number}").lose()
    late = far(host)
    assert refused(late, "name late") == "too_many"
    ok(far(host, "other", "198.51.100.7"), "ping")
    host.wait(101)
    ok(late, "name late")
    assert dict(host.house.people.register.places) == {SCHOOL: 1, "198.51.100.7": 1}


# --- connections without a name ------------------------------------------------------------------


def test_one_place_cannot_hold_many_connections_that_say_nothing() -> None:
    """Those with a name do not count."""
    host = new_host(nameless_per_address=2)
    first, second = far(host), far(host)
    third = host.connect(near=False, address=SCHOOL)
    assert third.closed
    assert third.take() == [
        "Too many connections here have not given a name yet. Try again in a minute."
    ]
    ok(first, "name ann")
    fourth = far(host)
    assert not fourth.closed
    second.lose()
    assert not far(host).closed


def test_all_nameless_connections_together_leave_room_for_others() -> None:
    """Near ones count there too."""
    host = new_host(nameless=2)
    first = host.connect()
    host.connect()
    assert host.connect().closed
    first.send("ann")
    assert not host.connect().closed
    host.tick([Lost(first.conn)])


# --- talk ---------------------------------------------------------------------------------------


def test_one_player_cannot_talk_without_end() -> None:
    """They are told when they may go on; others may talk, and moves go on."""
    party = Party(
        "ann",
        "bob",
        host=new_host(near_factor=1, talk_burst=1200, flood_burst=100),
        programs=("ann", "bob"),
    )
    ann, bob = party["ann"], party["bob"]
    ok(ann, "/say " + "x" * 900)
    ok(ann, "/say " + "x" * 900)
    answer = ask(ann, "/say more")
    assert answer.code == "too_many"
    assert answer.text.startswith("Too much has been said by you. Wait ")
    assert answer.body["retry_ms"] > 1000
    assert ask(ann, "/tell bob psst").code == "too_many"
    ok(bob, "/say hm")
    ok(ann, "/hide 5")
    party.host.wait(answer.body["retry_ms"] / 1000 + 5)
    ok(ann, "/say so")


def test_one_table_cannot_talk_without_end_and_its_watchers_are_counted_by_themselves() -> None:
    """Or players would learn from their own refusals how much the watchers say."""
    host = new_host(near_factor=1, table_talk_burst=1200, flood_burst=100)
    party = Party("ann", "bob", host=host, programs=("ann", "bob", "wat"), watchers=("wat",))
    ann, bob, wat = party["ann"], party["bob"], party["wat"]
    ok(wat, "say " + "x" * 900)
    ok(wat, "say " + "x" * 900)
    assert why_not(wat, "say more").startswith("Too much has been said at this table. Wait ")
    ok(ann, "/say " + "x" * 900)
    ok(bob, "/say " + "x" * 900)
    assert refused(ann, "/say more") == "too_many"
    ok(ann, "/tell bob psst")


def test_when_very_much_is_kept_talk_is_refused_and_moves_go_on() -> None:
    """The shell tells how much it is."""
    party = Party("ann", "bob", host=new_host(data_bytes=1000), programs=("ann", "bob"))
    ann = party["ann"]
    party.host.tick([Kept(999)])
    ok(ann, "/say hm")
    party.host.tick([Kept(1000)])
    assert why_not(ann, "/say hm") == (
        "This host has no room left to keep talk. Nothing was said; the games go on."
    )
    assert refused(ann, "/tell bob hm") == "unavailable"
    ok(ann, "/hide 5")
    party.host.tick([Kept(10)])
    ok(ann, "/say hm")


def test_far_players_may_say_less_than_near_ones() -> None:
    host = new_host(talk_burst=1200, flood_burst=100)
    near, away = host.program("near"), far(host, "away")
    for client in (near, away):
        ok(client, "tell near " + "x" * 900, "tell near " + "x" * 900)
    assert refused(away, "tell near more") == "too_many"
    ok(near, "tell near more")


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
    bob = host.connect()
    bob.send("HELLO 1")
    ok(bob, f"resume {code}", "leave")
    assert not host.house.tables.rooms
