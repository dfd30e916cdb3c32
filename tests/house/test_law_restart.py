"""Law: a host that is killed at any moment and started again is the host it was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as changed
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from parlour.candidates import random_line
from parlour.core.limits import Limits
from parlour.core.sessions import Player
from parlour.engine import record as r
from parlour.engine.match import Match
from parlour.engine.table import Table, everybody_away
from parlour.lexicons import load_english
from parlour.tables import suspension
from parlour.tables.keeping import CLOCK_EVERY_S
from parlour.tables.rooms import Room
from parlour_kit.host import Host
from parlour_probe import PROBE
from tests.house.crowd import Crowd
from tests.house.scene import Words, ask, events, nameless, new_host
from tests.sizes import sized

LEXICONS: Final = {"en": Words()}
ALL_BELOW: Final = sized(8, 24)
"""Streams up to this long are asked for after every event, longer ones after so many."""


def restart(host: Host) -> None:
    """Kill it and start it again; the bots of a table where nobody was here wait, too."""
    host.run_jobs = False
    host.restart()


def as_away(table: Table) -> Table:
    """The table with nobody on the line: a restart changes nothing else."""
    return replace(table, chairs=everybody_away(table.chairs))


def check_room(host: Host, before: Room, after: Room) -> None:
    """The same table, record, people and, but for what was not written down, time."""
    waits = before.table.state == "adjourned"
    if waits:  # without its game, until somebody needs it
        assert after.table.absent
        suspension.recall_game(host.house.tables, after)
    assert as_away(after.table) == as_away(before.table)
    entries = [r.decode(body) for body in after.record[len(before.record) :]]
    anybody = as_away(before.table) != before.table
    assert [type(entry) for entry in entries] == [r.Restarted] * anybody
    assert after.record[: len(before.record)] == before.record
    assert after.started == before.started
    names = {seat: player.name for seat, player in before.seated.items()}
    seated = {seat: player.name for seat, player in after.seated.items()}
    assert seated == ({} if waits else names)
    assert 0 <= before.at - after.at <= CLOCK_EVERY_S * 1000
    assert not after.watchers


def about(player: Player) -> dict[str, Any]:
    """What belongs to a player, with or without a line. Nobody is back at an adjourned table."""
    room, seat = player.room, player.seat
    if room is not None and room.table.state == "adjourned":
        room = seat = None
    return {
        **{name: getattr(player, name) for name in ("number", "name", "key", "token", "code")},
        **{name: getattr(player, name) for name in ("password", "seq", "ignored")},
        "seat": seat,
        "table": room.table.number if room is not None else None,
    }


def check_house(before: Host, after: Host) -> None:
    """The same tables and the same people, and the same numbers for what comes next."""
    old, new = before.house, after.house
    assert old.tables.rooms.keys() == new.tables.rooms.keys()
    for number, room in old.tables.rooms.items():
        check_room(after, room, new.tables.rooms[number])
    players = {key: about(player) for key, player in old.people.register.by_key.items()}
    assert {key: about(player) for key, player in new.people.register.by_key.items()} == players
    assert new.tables.last_table == old.tables.last_table
    assert new.tables.last_record == old.tables.last_record
    assert new.people.last_number == old.people.last_number


def missed(host: Host, name: str, seq: int, until: int) -> Sequence[str]:
    """What a program reads that comes back as *name* after event *seq*, up to event *until*."""
    player = host.house.people.register.by_key[name]
    player.resumed = 0  # here everybody may ask for everything again and again
    client = nameless(host)
    answer = ask(client, f"resume {player.token} {seq}")
    if answer.word == "no":
        return [str(answer.code)]
    lines = client.data.decode().splitlines()
    return [line for line in lines if line.startswith("* ")][: until - seq]


def text(host: Host, name: str, seq: int) -> list[str]:
    """What a person reads in place of that."""
    player = host.house.people.register.by_key[name]
    player.resumed = 0
    return host.connect().send(f"resume {player.token} {seq}")


def said(lines: Sequence[str]) -> list[str]:
    """What a person reads of events, as programs find it in `text`."""
    return [line for _, _, body in events(lines) for line in body["text"]]


def check_streams(before: Host, after: Host, rng: Random) -> int:
    """Everybody's events come again as they were, in both voices; how many were compared."""
    compared = 0
    lengths = {key: player.seq for key, player in after.house.people.register.by_key.items()}
    for name, length in lengths.items():
        seqs: Sequence[int] = range(length + 1)
        if length > ALL_BELOW:
            seqs = sorted(rng.sample(seqs, ALL_BELOW))
        for seq in seqs:
            lines = missed(before, name, seq, length)
            assert missed(after, name, seq, length) == lines, (name, seq)
            if lines == ["unavailable"]:
                continue
            compared += len(lines)
            if seq % 7 == 0:
                words = said(lines)
                assert text(after, name, seq)[: len(words)] == words, (name, seq)
    return compared


def twins(seed: int, steps: int) -> tuple[Host, Host]:
    """Two hosts where the same crowd has done the same: one to kill, one to compare it with."""
    hosts = [new_host(lexicons=LEXICONS, seed=seed, proposal_s=30) for _ in range(2)]
    for host in hosts:
        for _ in Crowd(seed, host).play(steps):
            pass
    whole, killed = hosts
    return whole, killed


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sized(range(100, 102), range(100, 108)))
def test_after_any_session_everything_is_there_again(seed: int) -> None:
    """Tables, records, seats, prompts, clocks, people, and every stream after every event."""
    rng = Random(seed)
    whole, killed = twins(seed, steps=rng.randrange(40, 220))
    restart(killed)
    check_house(whole, killed)
    assert check_streams(whole, killed, rng) > 50
    assert not killed.reports


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sized(range(103, 104), range(100, 106)))
def test_after_any_session_a_table_that_was_suspended_and_got_its_game_back_is_the_same(
    seed: int,
) -> None:
    """However often it was, and for whatever reason: position, people, and every stream."""
    rng = Random(seed)
    whole, killed = twins(seed, steps=rng.randrange(40, 220))
    games = killed.games
    for other in ({}, {name: changed(game, version="0") for name, game in games.items()}, games):
        killed.games = other
        restart(killed)
        for room in rooms(killed):
            if room.table.state != "adjourned":
                assert (room.table.state == "held") == (other is not games)
    for room in rooms(whole):
        if room.table.state == "adjourned":
            suspension.recall_game(
                killed.house.tables, killed.house.tables.rooms[room.table.number]
            )
        before, after = room.table, killed.house.tables.rooms[room.table.number].table
        match = at_time_of(before, after)
        assert as_away(after) == replace(as_away(before), match=match, version=after.version)
        assert {**room.seated}.keys() == {**killed.house.tables.rooms[before.number].seated}.keys()
    players = whole.house.people.register.by_key.items()
    for name, length in {name: player.seq for name, player in players}.items():
        for seq in sorted(rng.sample(range(length + 1), min(length + 1, ALL_BELOW))):
            lines = missed(whole, name, seq, length)
            assert missed(killed, name, seq, length) == lines, (name, seq)


def rooms(host: Host) -> list[Room]:
    return list(host.house.tables.rooms.values())


def at_time_of(before: Table, after: Table) -> Match | None:
    """The match as it was, at the time to which the clock had come."""
    if before.match is None or after.match is None:
        return before.match
    return replace(before.match, now=after.match.now)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sized(range(1), range(3)))
def test_a_game_of_probe_is_there_again_after_every_move(seed: int) -> None:
    """With bots, secrets, a deadline and the memories of all."""
    limits = Limits(bot_pause_ms=100)
    host = Host({"probe": PROBE}, {"en": load_english()}, limits, seed)
    ann = host.program("ann")
    ann.send("new probe turn_seconds=30", "bot novice", "bot medium", "start")
    rng, moves = Random(seed), 0
    while host.house.tables.rooms[1].table.playing and moves < 60:
        room = host.house.tables.rooms[1]
        match = room.table.match
        assert match is not None
        opened = match.prompts.get(next(iter(room.seated)))
        if opened is not None and opened.prompt.urgent:
            moves += 1
            verb, rest = random_line(opened.prompt, room.table.names, rng)
            ann.send(f"@{opened.number} /{verb} {rest}")
        host.wait(rng.choice((0.2, 1, 8)))
        if moves % 3 == seed:
            before = host.house.tables.rooms[1]
            restart(host)
            check_room(host, before, host.house.tables.rooms[1])
            host.run_jobs = True
            ann = host.connect()
            ann.send("HELLO 1 text", f"resume {host.house.people.register.by_key['ann'].token}")
    assert moves > 20
    assert not host.reports


def test_what_is_not_kept_any_more_is_refused_and_not_made_up() -> None:
    """Tables that are gone leave a gap in a stream; nothing before it comes again."""
    host = new_host(lexicons=LEXICONS)
    ann, bob = host.program("ann"), host.program("bob")
    ann.send("new hunt", "leave")
    bob.send("tell ann hello")
    host.wait(10)
    bob.send("tell ann where is your table?")
    length = host.house.people.register.by_key["ann"].seq
    live = [missed(host, "ann", seq, length) for seq in range(length + 1)]
    host.restart()
    assert [missed(host, "ann", seq, length) for seq in range(length + 1)] == live
    assert live[0] == ["unavailable"]
    assert "where is your table?" in live[-2][0]
