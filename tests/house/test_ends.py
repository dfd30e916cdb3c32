"""Nothing is held after it is over: rooms, sessions, players and their timers."""

from __future__ import annotations

import gc
from collections.abc import Generator
from weakref import ref

import pytest

from parlour.accounts.accounts import forget
from parlour_kit.host import Host
from tests.games.quiet import QUIET
from tests.house.operating import done
from tests.house.scene import GAMES, Party, known, new_host


@pytest.fixture
def uncollected() -> Generator[None]:
    """The collector stands still, and nothing waits for it."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def ours_unreachable() -> list[str]:
    """What the collector finds of ours. The tools of the tests may leave cycles of their own."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    gc.set_debug(0)
    kinds = [f"{type(found).__module__}.{type(found).__name__}" for found in gc.garbage]
    gc.garbage.clear()
    return [kind for kind in kinds if kind.startswith("parlour")]


def evening(host: Host, number: int) -> None:
    """A game with a bot, a watcher, a proposal, somebody who drops, a replay, and its end."""
    names = [f"{name}{number}" for name in ("ann", "bob", "wat")]
    party = Party(*names[:2], host=host, watchers=names[2:], options="seconds=30", start=False)
    ann, bob, wat = (party[name] for name in names)
    ann.send("bot", "start", "3")
    bob.send("/propose pause", "4")
    host.wait(31)
    wat.send(f"tell {names[0]} hello", "look", "why ant")
    bob.lose()
    host.wait(90)
    bob = host.connect()
    player = known(host, names[1])
    bob.send(f"resume {player.code}")
    room = next(iter(host.house.tables.rooms.values()))
    ann.send("/propose abort", "/leave yes")
    bob.send("/leave yes")
    wat.send("quit")
    host.wait(1)
    ann.send("history", f"replay {room.table.record} 2x")
    ann.lose()
    bob.lose()
    host.connect().lose()
    host.connect().send_raw(b"half a line")
    host.wait(host.limits.away_s + host.limits.login_s + 1)


@pytest.mark.sweep
def test_a_room_that_is_closed_is_gone_without_the_collector(uncollected: None) -> None:
    host = new_host(adjourned_per_player=0, adjourn_after_s=5, deserted_table_s=20)
    party = Party("ann", "bob", host=host, options="seconds=30", watchers=("wat",))
    party["ann"].send("/bot", "3", "/propose pause")
    room = ref(party.room)
    for name in ("ann", "bob", "wat"):
        party[name].lose()
    host.wait(21)
    assert not host.house.tables.rooms
    assert room() is None


def test_a_table_is_closed_whose_game_ends_after_everybody_has_gone() -> None:
    """Before it would be adjourned. A bot and the clock bring it to its end. One that failed
    cannot be adjourned, and nobody is there to end it.
    """
    host = new_host(adjourn_after_s=30, deserted_table_s=60)
    party = Party("ann", host=host, options="seconds=5 top=2", start=False)
    party["ann"].send("bot", "start")
    party["ann"].lose()
    host.wait(29)
    assert party.state == "over"
    host.wait(2)
    assert host.house.tables.rooms, "they may come back and look"
    host.wait(60)
    assert not host.house.tables.rooms
    assert host.reports == []
    host = new_host(adjourn_after_s=30, deserted_table_s=60)
    party = Party("ann", "bob", game="brittle", host=host, options="seconds=9")
    party["ann"].send("/snap time_up")
    for name in ("ann", "bob"):
        party[name].lose()
    host.wait(29)
    assert party.state == "frozen"
    host.wait(62)
    assert not host.house.tables.rooms


def test_a_guest_who_is_known_has_one_alarm() -> None:
    """What was due while they had no name is not kept beside it."""
    host = new_host()
    before = len(host.house.out.timers)
    ann = host.connect()
    assert len(host.house.out.timers) == before + 1
    ann.send("name ann")
    session = next(iter(host.house.people.sessions.values()))
    assert list(session.alarms) == ["idle"]
    assert sum(item.action is not None for item in session.alarms.values()) == 1
    host.wait(host.limits.login_s + 1)
    assert not session.closing


@pytest.mark.sweep
def test_an_evening_leaves_no_cycle_and_nothing_due(uncollected: None) -> None:
    """After everybody has gone the host is as it was; the collector has nothing to find."""
    host = new_host({**GAMES, "quiet": QUIET})
    evening(host, 1)
    gc.collect()
    for number in (2, 3):
        evening(host, number)
    assert ours_unreachable() == []
    house = host.house
    assert not house.people.sessions
    assert not house.tables.rooms
    assert not house.people.register.by_key
    assert not house.tables.news.followers
    assert house.out.timers.next_due is None


def test_what_was_due_for_a_connection_ends_with_it() -> None:
    """Its login, its idleness, its waiting lines, a replay that is being shown."""
    host = new_host(flood_burst=2, flood_per_s=1, near_factor=1)
    before = len(host.house.out.timers)
    nameless = host.connect()
    ann = host.person("ann")
    ann.send_raw(b"ping\n" * 10)
    session = next(s for s in host.house.people.sessions.values() if s.player is not None)
    assert set(session.alarms) >= {"idle", "drain"}
    nameless.lose()
    ann.lose()
    host.wait(host.limits.away_s)
    assert not session.alarms
    assert host.house.out.timers.next_due is None
    assert len(host.house.out.timers) == before


def test_who_comes_back_is_not_forgotten_and_leaves_no_timer_behind() -> None:
    """However often; the time counts from the last time."""
    host = new_host(away_s=10, idle_s=0)
    client = host.person("ann")
    player = known(host, "ann")
    for _ in range(5):
        client.lose()
        host.wait(6)
        client = host.connect()
        client.send(f"resume {player.code}")
    assert host.house.people.find("ann") is player
    assert player.away_timer is None
    client.lose()
    host.wait(9)
    assert host.house.people.find("ann") is player
    host.wait(1)
    assert host.house.people.find("ann") is None
    assert host.house.out.timers.next_due is None


def test_a_player_who_is_removed_or_forgotten_leaves_nothing_due() -> None:
    host = new_host(idle_s=0)
    for name in ("ann", "bob"):
        host.person(name).lose()
    ann, bob = (host.house.people.find(name) for name in ("ann", "bob"))
    assert ann is not None
    assert bob is not None
    assert done(host, "player remove ann")
    forget(host.house.people, bob)
    host.wait(3)  # the clocks of tables are looked at for a while
    assert host.house.out.timers.next_due is None
    before = len(host.writes)
    forget(host.house.people, bob)
    assert len(host.writes) == before
