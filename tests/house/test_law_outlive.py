"""Law: whenever a host dies, its connections go on in the next one as if nothing had happened.

Each line is answered once, each stream has each number once, and what is said is heard once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Final

import pytest
from msgspec.structs import replace

from parlour.api import AnyGame
from parlour.core.cards import Noted
from parlour.core.effects import ConnId, HouseEvent, Received
from parlour.core.limits import Limits
from parlour.engine.table import Table
from parlour.lexicons import load_english
from parlour_kit.host import Client, Host
from parlour_password import PASSWORD
from parlour_probe import PROBE
from tests.games.hunt.game import HUNT
from tests.games.open_hunt import OPEN_HUNT
from tests.house.crowd import CAPABILITIES, Crowd, Step
from tests.house.cutting import HUNTING, JOINING, PLAYERS, Script, guessing, probing
from tests.house.outliving import Outliving
from tests.house.scene import GAMES, Words

VOICES: Final = {"ann": "", "bob": "HELLO 1 text", "cy": "HELLO 1 text view"}
"""A person and two programs. After a death one with scenes may be sent again what it has seen."""
APART: Final = re.compile(
    rb"^(?:The host stopped for a moment and goes on\. .*"
    rb'|\* - notice \{"kind":"storing".*)\r?\n',
    re.MULTILINE,
)
VARIES: Final = re.compile(
    rb"[a-z2-9]{5}-[a-z2-9]{5}-[a-z2-9]{5}|[0-9a-f]{32}"
    rb'|"(?:due_ms|left_ms|bank_ms)":[0-9]+|\([0-9]+ s\)'
)
"""Ways back, and times: up to two seconds of a clock may be given back."""


def host_of(game: str) -> Outliving:
    games: dict[str, Mapping[str, AnyGame]] = {
        "probe": {"probe": PROBE},
        "password": {"password": PASSWORD},
        "hunt": {"hunt": HUNT},
        "open": {"hunt": OPEN_HUNT},
    }
    lexicons = {"en": load_english()} if game in {"probe", "password"} else {}
    limits = Limits(backlog_events=10_000, password_cost=1)
    return Outliving(games[game], lexicons, limits)


@cache
def script(game: str) -> Script:
    match game:
        case "probe":
            return probing(8)
        case "password":
            return guessing(2)
        case "open":
            return JOINING
        case _:
            return HUNTING


def play(game: str, dies_at: range) -> tuple[dict[str, bytes], Outliving]:
    """Play that evening on a host that dies at these boundaries. Return what all have read."""
    host = host_of(game)
    host.dies = lambda: host.boundaries in dies_at
    clients: dict[str, Client] = {}
    for name in PLAYERS:
        clients[name] = host.connect()
        clients[name].send(*filter(None, [VOICES[name]]), f"name {name}")
    for name, line in script(game):
        if name:
            clients[name].send(line)
        else:
            host.wait(float(line))
    host.settle()
    return {name: VARIES.sub(b"", APART.sub(b"", clients[name].data)) for name in PLAYERS}, host


@cache
def calm(game: str) -> tuple[dict[str, bytes], int]:
    read, host = play(game, range(0))
    return read, host.boundaries


def check(game: str, dies_at: range) -> None:
    read, host = play(game, dies_at)
    wanted, _count = calm(game)
    for name in PLAYERS:
        assert read[name].decode().splitlines() == wanted[name].decode().splitlines(), name
    assert host.deaths
    assert not host.reports


@pytest.mark.parametrize("first", range(8))
def test_whenever_it_dies_all_read_the_same(first: int) -> None:
    _read, count = calm("hunt")
    assert count > 80
    for at in range(1 + first, count + 1, 8):
        check("hunt", range(at, at + 1))


@pytest.mark.sweep
@pytest.mark.parametrize("game", ["open", "probe", "password"])
def test_the_same_holds_for_real_games(game: str) -> None:
    _read, count = calm(game)
    for at in range(1, count + 1, max(1, count // 25)):
        check(game, range(at, at + 1))


@pytest.mark.parametrize("game", ["hunt", "open", "probe", "password"])
@pytest.mark.parametrize("every", [2, 3, 7])
def test_it_may_die_again_and_again(game: str, every: int) -> None:
    check(game, range(every, 10_000, every))


# --- any session ----------------------------------------------------------------------------


class Cutting(Outliving):
    """Gets bytes in pieces, stores late, and dies, all at random."""

    def __init__(self, seed: int, *, deadly: float) -> None:
        limits = Limits(bot_pause_ms=0, password_cost=1, proposal_s=30)
        super().__init__(GAMES, {"en": Words()}, limits, seed)
        self.rng = Random(-seed)
        self.dies = lambda: self.rng.random() < deadly
        self.waits = lambda: self.rng.random() < 0.3

    def tick(self, events: Sequence[HouseEvent]) -> None:
        """Cut what comes in two, now and then, and die between them or not."""
        if len(events) == 1 and isinstance(events[0], Received) and self.rng.random() < 0.3:
            conn, data = events[0].conn, events[0].data
            at = self.rng.randrange(len(data))
            super().tick([Received(conn, data[:at], self.now)])
            if self.clients[conn].closed:
                return
            events = [Received(conn, data[at:], self.now)]
        super().tick(events)


class Talking(Crowd):
    """Says nothing twice, and keeps every connection there ever was."""

    def __init__(self, seed: int, host: Host) -> None:
        self.all: list[tuple[str, Client, list[str]]] = []
        super().__init__(seed, host)

    def enter(self, name: str, line: str) -> Client:
        """Keep the connection."""
        client = super().enter(name, line)
        self.all.append((name, client, []))
        return client

    def line_of(self, name: str) -> str:
        """Say something that was not said before."""
        line = super().line_of(name)
        return f"{line} {self.asked}" if line in {"/say hi", "say hello"} else line

    def type(self, name: str, line: str | None = None) -> Step:
        """Note what was asked."""
        step = super().type(name, line)
        next(typed for _n, client, typed in self.all if client is self.clients[name]).append(
            step.line
        )
        return step


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(24))
def test_in_any_session_each_line_is_answered_once(seed: int) -> None:
    """By programs' ids; their streams have each number once; what was said is heard once."""
    host = Cutting(seed, deadly=(0.02, 0.1, 0.3)[seed % 3])
    crowd = Talking(seed, host)
    for _ in crowd.play(200):
        pass
    host.settle()
    talk = 0
    for name, client, typed in crowd.all:
        if name in CAPABILITIES:
            talk += check_program(client, typed)
    assert host.deaths > 3
    assert talk >= 0
    assert not [report for report in host.reports if report.level == "error"]
    check_same_after_death(host)


def check_program(client: Client, typed: list[str]) -> int:
    """Return how much talk the program has heard of its own."""
    lines = client.data.decode().splitlines()
    finals = Counter(
        found[1] for line in lines if (found := re.match(r"#(r[0-9]+) (?:ok|no) ", line))
    )
    assert set(finals.values()) <= {1}
    for line in typed if not client.closed else typed[:-1]:
        assert finals[line[1:].split()[0]] == 1, line
    numbers = [int(found[1]) for line in lines if (found := re.match(r"\* ([0-9]+) ", line))]
    assert numbers == [*range(numbers[0], numbers[0] + len(numbers))] if numbers else True
    talk = 0
    for line in typed:
        found = re.match(r"#(r[0-9]+) /say (hi [0-9]+)$", line)
        if found is not None and f"#{found[1]} ok" in client.data.decode():
            talk += 1
            assert sum(f'"what":"{found[2]}"' in one for one in lines) == 1, line
    return talk


def check_same_after_death(host: Outliving) -> None:
    """Nothing is another one after one more death: tables, who is where, what is noted."""
    host.dies = lambda: False
    host.tick([])  # bots have thought
    host.run_jobs = False
    before, noted = host.house, notes(host)
    lost = {
        number
        for number, room in before.tables.rooms.items()
        for player in room.seated.values()
        if player.session is None
    }
    host.die()
    assert notes(host) == noted
    for number, room in before.tables.rooms.items():
        after = host.house.tables.rooms[number]
        if number not in lost and room.table.state != "adjourned":
            assert without_time(after.table) == without_time(room.table)
            assert after.record == room.record
        assert {*after.watchers} == {*room.watchers}
        assert {s: p.name for s, p in after.seated.items()} == {
            s: p.name for s, p in room.seated.items()
        }
    for key, player in before.people.register.by_key.items():
        again = host.house.people.register.by_key[key]
        assert (again.seq, again.session is None) == (player.seq, player.session is None)
        assert (again.seat, again.token) == (player.seat, player.token)


def notes(host: Outliving) -> dict[ConnId, Noted]:
    sessions = host.house.people.sessions.items()
    return {conn: replace(one.noted, pages=False, used=0) for conn, one in sessions}


def without_time(table: Table) -> Table:
    match = table.match
    return replace(table, match=None if match is None else replace(match, now=0))
