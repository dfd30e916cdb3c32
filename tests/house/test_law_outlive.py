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
from parlour_boggle import BOGGLE
from parlour_kit.host import Client, Host
from parlour_password import PASSWORD
from parlour_probe import PROBE
from tests.games.hunt.game import HUNT
from tests.games.open_hunt import OPEN_HUNT
from tests.house.crowd import CAPABILITIES, Crowd, Step
from tests.house.cutting import HUNTING, JOINING, PLAYERS, Script, guessing, probing
from tests.house.outliving import Outliving
from tests.house.scene import GAMES, Words
from tests.sizes import sized

VOICES: Final = {"ann": "", "bob": "HELLO 1 text", "cy": "HELLO 1 text view"}
"""A person and two programs. After a death one with scenes may be sent again what it has seen."""
APART: Final = re.compile(
    rb"^(?:The host stopped for a moment and goes on\. .*|L'h.*te s'est arr.*t.* un instant .*"
    rb'|\* - notice \{"kind":"storing".*)\r?\n',
    re.MULTILINE,
)
VARIES: Final = re.compile(
    rb'"(?:due_ms|left_ms|bank_ms|ended_s|at_ms)":[0-9]+|[-0-9]{10} [0-9:]{5} UTC|\([0-9]+ s\)'
)
"""Up to two seconds of a clock may be given back."""


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


@pytest.mark.sweep
@pytest.mark.parametrize("first", sized(range(0, 8, 3), range(8)))
def test_whenever_it_dies_all_read_the_same(first: int) -> None:
    _read, count = calm("hunt")
    assert count > 80
    for at in range(1 + first, count + 1, 8):
        check("hunt", range(at, at + 1))


@pytest.mark.sweep
@pytest.mark.parametrize("game", ["open", "probe", "password"])
def test_the_same_holds_for_real_games(game: str) -> None:
    _read, count = calm(game)
    for at in range(1, count + 1, max(1, count // sized(6, 25))):
        check(game, range(at, at + 1))


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("game", "every"),
    sized(
        [("hunt", 2), ("open", 3), ("probe", 7), ("password", 3)],
        [(game, every) for game in ("hunt", "open", "probe", "password") for every in (2, 3, 7)],
    ),
)
def test_it_may_die_again_and_again(game: str, every: int) -> None:
    """At every second or third boundary it does not get ahead, and dies at the same few again and
    again: two hundred deaths show that as well as thousands do.
    """
    check(game, range(every, 400, every))


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
@pytest.mark.parametrize("seed", sized([1, 5, 9], [*range(24)]))
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


# --- an evening with everything -----------------------------------------------------------------

FOUR: Final = ("ann", "bob", "cy", "dee")
EVENING: Final[Script] = (
    ("ann", "register correct horse"),
    ("ann", "party new hunt rounds=2 top=4 seconds=600"),
    *((name, "party join 1") for name in FOUR),
    ("wat", "party watch 1"),
    ("ann", "party start"),
    *((name, "/hide 2") for name in FOUR),
    ("wat", "watch 1"),
    ("bob", "say a party"),
    *(
        (name, f"try {other} 2")
        for name in ["ann", "bob", "cy", "dee"]
        for other in ("ann", "bob")
    ),
    *((name, f"try {other} 2") for name in ["ann", "bob", "cy", "dee"] for other in ("cy", "dee")),
    ("", "40"),
    *((name, f"/hide {at}") for at, name in enumerate(FOUR, 1)),
    ("ann", "party leave"),
    ("", "180"),
    ("wat", "who"),
    *((name, "/leave yes") for name in FOUR),
    ("ann", "new boggle max_rounds=1 seconds=60"),
    ("bob", "join 3"),
    ("wat", "watch 3"),
    ("ann", "start"),
    *((name, word) for word in ("cat", "tone", "zzz", "rest") for name in ("ann", "bob")),
    ("wat", "look 3"),
    ("", "300"),
    ("ann", "/leave"),
    ("bob", "/leave"),
    ("wat", "history"),
    ("wat", "replay g1"),
    ("dee", "seek hunt players=2 seconds=600"),
    ("wat", "join 4"),
    ("dee", "/hide 1"),
    ("wat", "say soon over"),
    ("wat", "/leave yes"),
    ("dee", "leave"),
    ("cy", "friend ann"),
    ("ann", "friend cy"),
    ("ann", "friends"),
    ("cy", "name ann wrong"),
    ("ann", "set lang fr"),
    ("ann", "aide"),
    ("dee", "quit"),
)
"""A party whose tables close, Boggle, a seek, a replay, an account."""
ASKS_SIZE: Final = b"\xff\xfd\x1f"
SAYS_NO_SIZE: Final = b"\xff\xfc\x1f"
"""Without it the host waits a second before it answers the first line, unless it dies then."""
NEWS: Final = re.compile(
    rb"^Table [0-9]+: .*(?:, opened by |, a table of party ).*\r?\n(?:  .*join [0-9]+\r?\n)?",
    re.MULTILINE,
)
"""News of the lobby, which anybody may miss."""
EVENING_VOICES: Final = {**VOICES, "dee": "", "wat": "HELLO 1 text view"}


def spend(dies_at: range) -> tuple[dict[str, list[str]], Outliving]:
    """Spend that evening on a host that dies at these boundaries. Return what all have read."""
    games: Mapping[str, AnyGame] = {"hunt": HUNT, "boggle": BOGGLE}
    host = Outliving(games, {"en": load_english()}, Limits(password_cost=1, bot_pause_ms=0))
    host.dies = lambda: host.boundaries in dies_at
    clients: dict[str, Client] = {}

    def hears(name: str, data: bytes) -> None:
        host.tick([Received(clients[name].conn, data, host.now)])

    for name, hello in EVENING_VOICES.items():
        clients[name] = host.connect()
        if name == "dee":
            hears(name, b"name dee\r\0")
            hears(name, SAYS_NO_SIZE)
        else:
            clients[name].send(*filter(None, [hello]), f"name {name}")
    for number, (name, line) in enumerate(EVENING):
        if not name:
            host.wait(float(line))
        elif name == "dee":
            hears(name, line.encode() + b"\r\0")
        else:
            ask = f"#{number} " if EVENING_VOICES[name] else ""
            clients[name].send(ask + line)
    host.settle()
    read = {
        name: NEWS.sub(b"", APART.sub(b"", client.data.replace(ASKS_SIZE, b"")))
        for name, client in clients.items()
    }
    told = {name: VARIES.sub(b"", one).decode(errors="replace") for name, one in read.items()}
    return {name: one.splitlines() for name, one in told.items()}, host


@cache
def quiet_evening() -> tuple[dict[str, list[str]], int]:
    read, host = spend(range(0))
    return read, host.boundaries


def check_evening(dies_at: range) -> None:
    read, host = spend(dies_at)
    wanted, _count = quiet_evening()
    for name in EVENING_VOICES:
        assert read[name] == wanted[name], name
    assert host.deaths


@pytest.mark.sweep
@pytest.mark.parametrize("part", sized([3], range(8)))
def test_a_whole_evening_goes_on(part: int) -> None:
    """With parties, watchers, telnet, passwords and a long answer."""
    _read, count = quiet_evening()
    for at in range(1 + part, count + 1, 24):
        check_evening(range(at, at + 1))


@pytest.mark.sweep
@pytest.mark.parametrize("every", sized([7], [3, 7]))
def test_an_evening_goes_on_again_and_again(every: int) -> None:
    check_evening(range(every, 1_000, every))
