"""Law: whenever a host dies, its connections go on in the next one as if nothing had happened.

Each line is answered once, each stream has each number once, and what is said is heard once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

import pytest

from parlour.api import AnyGame
from parlour.core.limits import Limits
from parlour.lexicons import load_english
from parlour_kit.host import Client
from parlour_password import PASSWORD
from parlour_probe import PROBE
from tests.games.hunt.game import HUNT
from tests.games.open_hunt import OPEN_HUNT
from tests.house.cutting import HUNTING, JOINING, PLAYERS, Script, guessing, probing
from tests.house.outliving import Outliving

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
