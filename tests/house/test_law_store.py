"""Law: what could not be stored has not happened."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import pytest

from parlour.engine import record as r
from parlour.house.limits import Limits
from parlour.house.sessions import Source
from parlour.house.tables.rooms import Room
from parlour.lexicons import load_english
from parlour.testing.host import Host
from parlour.testing.rebuild import Checked
from parlour_probe import PROBE
from tests.house.crowd import CAPABILITIES, Crowd
from tests.house.scene import GAMES, Words
from tests.house.shaky import NO_DISK, Shaky
from tests.house.test_law_restart import check_room, restart

LEXICONS: Final = {"en": Words()}
READING: Final = {"history", "/history", "replay", "/replay"}
"""What is answered from the archive, now or later, whatever becomes of the tables."""


def shaky_crowd(seed: int) -> tuple[Crowd, Shaky]:
    """A random session on a host that is going to fail, and checks itself at every entry."""
    limits = Limits(bot_pause_ms=300, proposal_s=30, away_s=200, empty_table_s=20)
    host = Shaky(GAMES, LEXICONS, limits, seed, house_type=Checked)
    return Crowd(seed, host), host


def state(host: Host) -> dict[str, Any]:
    """Everything of a house that what happens can change."""
    house = host.house
    return {
        "rooms": {
            number: (
                (room.table, list(room.record), room.started),
                {seat: player.name for seat, player in room.seated.items()},
                sorted(room.watchers),
            )
            for number, room in house.tables.rooms.items()
        },
        "players": {
            player.key: (
                (player.number, player.name, player.token, player.code, player.password),
                (player.seat, player.room and player.room.table.number),
                (sorted(player.watching), sorted(player.ignored)),
                (player.seq, player.resumed, log(player.log.since(player.seq))),
                player.session and player.session.conn,
            )
            for player in house.people.register.by_key.values()
        },
        "notes": house.out.notes,
        "archive": [finished.record for finished in host.archive.recent(1000)],
    }


def log(items: Any) -> list[Any]:
    """The items of a log, to compare."""
    return [item if isinstance(item, Source) else id(item) for item in items or ()]


def answers(crowd: Crowd, since: dict[str, int]) -> Counter[str]:
    """How often each request was answered, by its id."""
    found: Counter[str] = Counter()
    for name, client in crowd.clients.items():
        for line in client.data[since[name] :].decode().splitlines():
            if line.startswith("#") and line.split(" ")[1] in {"ok", "no"}:
                found[line.split(" ", 1)[0]] += 1
    return found


def lose_some(crowd: Crowd, host: Shaky, steps: int) -> int:
    """Some steps happen behind a commit that fails; how many entries were lost.

    Nobody comes or goes meanwhile: whoever has lost his line has lost it all the same.
    """
    before = state(host)
    read = {name: len(client.data) for name, client in crowd.clients.items()}
    host.stuck = True
    typed = [crowd.type(name, f"/tell {name} first") for name in here(crowd)[:1]]
    for _ in range(steps):
        if crowd.rng.random() < 0.1:
            host.wait(crowd.rng.choice((0.5, 3, 9, 25)))
        typed += [crowd.type(name) for name in crowd.rng.sample(here(crowd), 1)]
    entries = sum(len(effects.entries) for effects in host.lost)
    assert {name: len(client.data) for name, client in crowd.clients.items()} == read
    host.fail()
    assert state(host) == before
    requests = [step for step in typed if step.name in CAPABILITIES]
    assert answers(crowd, read) == {step.line.split(" ")[0]: 1 for step in requests}
    # What is read from the archive is answered, and so are the lines that waited behind it.
    readers = {step.name for step in requests if READING & {*step.line.split()}}
    for name, client in crowd.clients.items():
        for line in client.data[read[name] :].decode().splitlines():
            assert not line.startswith("* "), "nothing is told of what has not happened"
            if line.startswith("#") and line.split(" ")[1] == "no" and name not in readers:
                assert '"code":"unavailable","retry":true' in line, line
                assert name == "cy" or f'["Not now: {NO_DISK} Nothing is lost' in line
    return entries


def here(crowd: Crowd) -> list[str]:
    """Those who have a line."""
    return [name for name, client in crowd.clients.items() if not client.closed]


def tables(host: Host) -> dict[int, Any]:
    """What all tables are."""
    return {number: room.table for number, room in host.house.tables.rooms.items()}


@pytest.mark.parametrize("seed", range(200, 212))
def test_a_host_whose_store_fails_is_where_it_was_and_plays_on(seed: int) -> None:
    """Again and again in one session; every request is answered, once."""
    crowd, host = shaky_crowd(seed)
    lost = 0
    for _ in range(10):
        for _ in crowd.play(20):
            pass
        lost += lose_some(crowd, host, crowd.rng.randrange(12) if here(crowd) else 0)
        before = tables(host)
        for name in here(crowd)[1:3]:
            crowd.type(name)
            crowd.clients[name].lose()
        host.wait(crowd.rng.choice((0, 5, 50)))
        for player in host.house.people.register.by_key.values():
            host.connect().send(f"resume {player.token}")
        assert tables(host) == before, "nothing happens at any table"
        if crowd.rng.random() < 0.3:  # it fails once more at once
            host.stuck = True
            host.recover()
            host.fail()
            assert tables(host) == before
        host.recover()
        crowd.come_back()
    assert lost > 10
    assert not [report for report in host.reports if "failed" in report.text]
    check_journal(host)


def check_journal(host: Host) -> None:
    """What is kept makes the same host once more."""
    before = host.house.tables.rooms
    restart(host)
    assert host.house.tables.rooms.keys() == before.keys()
    for number, room in host.house.tables.rooms.items():
        check_room(before[number], room)


def test_people_read_one_line_for_each_thing_that_was_not_done() -> None:
    """And then that it works again."""
    crowd, host = shaky_crowd(1)
    dee = crowd.clients["dee"]
    host.stuck = True
    assert crowd.type("dee", "new hunt").lines == []
    assert crowd.type("dee", "options").lines == []
    host.fail()
    no = f"Not now: {NO_DISK} Nothing is lost; try again soon."
    assert dee.take() == [no, no]
    assert dee.send("new hunt") == [no]
    assert dee.send("tables") == ["No table is open. To open one: new hunt"]
    assert host.connect().send("eve") == [no]
    host.recover()
    assert dee.take() == ["The host can store again: play on."]
    assert dee.send("new hunt")[0] == "Table 2: Hunt, 2 to 4 players. You sit at seat 1."


def test_the_clock_stands_where_it_stood_when_the_first_lost_thing_happened() -> None:
    """Not where it was at the last entry before, and not where it was when the store failed."""
    crowd, host = shaky_crowd(1)
    ann, bob = crowd.clients["ann"], crowd.clients["bob"]
    ann.send("new hunt seconds=60")
    bob.send("join 1")
    ann.send("start")
    host.wait(20)
    host.stuck = True
    ann.send("#1 /hide 3")
    host.wait(7)
    host.fail()
    host.wait(500)
    host.recover()
    room = host.house.tables.rooms[1]
    assert room.left_ms() == 40_000
    assert room.table.match is not None
    assert not room.table.match.state.numbers
    host.wait(10)
    assert room.left_ms() == 30_000


def test_a_deadline_whose_passing_could_not_be_stored_passes_when_it_can_be() -> None:
    """Exactly once."""
    crowd, host = shaky_crowd(1)
    ann, bob = crowd.clients["ann"], crowd.clients["bob"]
    ann.send("new hunt seconds=60")
    bob.send("join 1")
    ann.send("start")
    host.wait(59)
    host.stuck = True
    host.wait(2)
    host.fail()
    room = host.house.tables.rooms[1]
    assert room.table.match is not None
    assert room.table.match.state.hiding
    host.recover()
    assert not room.table.match.state.hiding
    kinds = [r.decode(entry.body) for entry in host.entries if entry.table == 1]
    assert sum(isinstance(entry, r.TimeUp) for entry in kinds) == 1


def bot_asked(room: Room) -> bool:
    """Does the game wait for a bot?"""
    match = room.table.last_match
    return any(asked.prompt.urgent for seat, asked in match.prompts.items() if seat in match.bots)


def test_a_bot_whose_move_was_lost_thinks_again() -> None:
    """After its usual pause; here bots wait for nobody but the store."""
    limits = Limits(bot_pause_ms=100)
    host = Shaky({"probe": PROBE}, {"en": load_english()}, limits, house_type=Checked)
    ann = host.program("ann")
    ann.send("new probe turn_seconds=5 choice_seconds=5 hide_seconds=5", "bot novice")
    ann.send("bot sharp", "start")
    room = host.house.tables.rooms[1]
    for turn in range(20):
        while not bot_asked(room):
            host.wait(0.5)
        host.stuck = True
        host.wait((0.05, 0.15, 0.25)[turn % 3])
        host.fail()
        host.recover()
        match = room.table.last_match
        assert bot_asked(room)
        host.wait(0.1)
        assert room.table.last_match.steps > match.steps
    host.wait(10_000)
    assert [finished.reason for finished in host.archive.recent(5)] == ["finished"]
    assert not host.reports


def test_a_start_that_could_not_be_stored_is_one_when_it_can_be() -> None:
    """Nobody has agreed to anything because the power failed, and then the disk."""
    crowd, host = shaky_crowd(1)
    ann, bob = crowd.clients["ann"], crowd.clients["bob"]
    ann.send("new hunt seconds=60")
    bob.send("join 1")
    ann.send("start")
    host.wait(20)
    ann.send("#1 /propose abort")
    host.stuck = True
    host.restart()
    host.fail()
    host.wait(100)
    host.recover()
    room = host.house.tables.rooms[1]
    assert (room.table.state, [*room.table.proposals]) == ("playing", [1])
    assert all(chair.away for chair in room.table.chairs.values())
    kinds = [type(r.decode(body)) for body in room.record]
    assert (kinds.count(r.Restarted), kinds.count(r.Presence)) == (1, 0)
    crowd.come_back()
    assert room.left_ms() == 40_000
    host.wait(10)
    assert room.left_ms() == 30_000


def test_what_was_due_and_could_not_be_stored_is_due_again() -> None:
    """A proposal that lapsed, a table that nobody came back to."""
    crowd, host = shaky_crowd(1)
    ann, bob = crowd.clients["ann"], crowd.clients["bob"]
    ann.send("new hunt seconds=600")
    bob.send("join 1")
    ann.send("start", "#1 /propose pause")
    host.stuck = True
    host.wait(30)
    host.fail()
    room = host.house.tables.rooms[1]
    assert room.table.proposals
    host.recover()
    host.wait(30)
    assert not room.table.proposals
    for client in (ann, bob):
        client.lose()
    host.stuck = True
    host.wait(1800)
    host.fail()
    assert [*host.house.tables.rooms] == [1]
    host.recover()
    host.wait(1800)
    assert not host.house.tables.rooms
