"""Law: a host that had to wait for its store is, when it goes on, where it would be without.

The same session is played on two hosts. The store of one fails again and again, and time passes
before it works. In the end both have stored the same, and everybody has read the same, but for the
two notices.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import pytest
from msgspec.structs import replace

from parlour.api import AnyGame
from parlour.core.limits import Limits
from parlour.core.persistence import Entry
from parlour.lexicons import load_english
from parlour_kit.host import Host
from parlour_kit.rebuild import Checked
from parlour_probe import PROBE
from tests.house.crowd import NAMES, Crowd
from tests.house.scene import GAMES, Words
from tests.house.shaky import Shaky
from tests.house.test_law_restart import check_room, restart
from tests.sizes import sized

LEXICONS: Final = {"en": Words()}
LIMITS: Final = Limits(bot_pause_ms=250, proposal_s=30, away_s=10**5)
APART: Final = re.compile(
    r"^(?:Parlour on test.*|The disk is full\. .*|  now is .*|  lost\. What .*|  on\."
    r"|The host continues\. .*"
    r'|\* - notice \{"kind":"(?:waiting|storing)".*)\n',
    re.MULTILINE,
)
"""What only those read whose host waits, and how many tables there were then."""
QUICK: Final = re.compile(r"/?(?:help|commands|games|rules|set|ping|who|tables|history|replay)\b")
"""Lines that are answered at once or last, and so not in the order in which they were typed."""


WALL_S: Final = re.compile(rb'"wall_s":[0-9]+')
OF_DAY: Final = re.compile(r'"ended_s":[0-9]+|[-0-9]{10} [0-9:]{5} UTC')


def shaky_crowd(
    seed: int, crowd_type: type[Crowd] = Crowd, games: Mapping[str, AnyGame] = GAMES
) -> tuple[Crowd, Shaky]:
    """A random session on a host that may fail, and checks itself at every entry."""
    host = Shaky(games, LEXICONS, LIMITS, seed, house_type=Checked)
    return crowd_type(seed, host), host


def here(crowd: Crowd) -> list[str]:
    return [name for name, client in crowd.clients.items() if not client.closed]


def read(crowd: Crowd, name: str) -> str:
    """What somebody has read on their last connection, without what belongs to the waiting."""
    return OF_DAY.sub("", APART.sub("", crowd.clients[name].data.decode()))


def lines(crowd: Crowd) -> list[tuple[str, str]]:
    """A line that each of some people is going to type, nobody having typed yet."""
    found = [
        (name, crowd.line_of(name)) for name in crowd.rng.sample(here(crowd), len(here(crowd)))
    ]
    return [(name, line) for name, line in found if not QUICK.match(line)]


def trouble(calm: Crowd, hurt: Crowd, seed: int) -> int:
    """The store of *hurt* fails, and works again later. How many entries had to wait for it."""
    host = hurt.host
    assert isinstance(host, Shaky)
    host.stuck = True
    for _ in range(3):  # no time passes: a commit that is under way does not stop the clocks
        typed = [lines(crowd) for crowd in (calm, hurt)]
        assert typed[0] == typed[1]
        for crowd in (calm, hurt):
            for name, line in typed[0][:2]:
                if not crowd.clients[name].closed:
                    crowd.type(name, line)
    held = sum(len(effects.entries) for effects in host.held)
    host.stuck = bool(host.held)
    if host.held:
        host.fail()
        host.wait((0, 5, 512)[seed % 3])
    typed = [lines(crowd) for crowd in (calm, hurt)]
    assert typed[0] == typed[1]
    for crowd in (calm, hurt):
        known = set(here(crowd))
        for name in [one for one in NAMES if seed % 2 and one not in known][:1]:
            if crowd.host.house.people.find(name) is not None:
                crowd.drop_or_return(name)
        for name in sorted(known)[:1] if not seed % 2 else ():
            crowd.clients[name].lose()
        for name, line in typed[0]:
            if not crowd.clients[name].closed:
                crowd.type(name, line)
    if host.waiting:
        host.wait((0, 1000, 3)[seed % 3])
        host.recover()
    calm.host.wait(0)
    hurt.host.wait(0)
    return held


def check_same(calm: Crowd, hurt: Crowd) -> None:
    """Both hosts have stored the same, and people have read the same."""
    assert timeless(hurt.host) == timeless(calm.host)
    for name in NAMES:
        if hurt.clients[name].closed:  # what had to wait they will read when they are back
            assert {*read(hurt, name).splitlines()} <= {*read(calm, name).splitlines()}, name
        else:
            assert read(hurt, name) == read(calm, name), name


def timeless(host: Host) -> list[Entry]:
    """What is stored, but for the time of day."""
    return [replace(one, body=WALL_S.sub(b"", one.body)) for one in host.entries]


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sized(range(200, 202), range(200, 212)))
def test_a_host_that_waited_for_its_store_is_where_it_would_be(seed: int) -> None:
    assert play_twice(seed) > 10


def play_twice(
    seed: int, crowd_type: type[Crowd] = Crowd, games: Mapping[str, AnyGame] = GAMES
) -> int:
    """A session on two hosts, one of which has to wait; how many entries waited."""
    (calm, _), (hurt, host) = (shaky_crowd(seed, crowd_type, games) for _ in range(2))
    held = 0
    for turn in range(10):
        for crowd in (calm, hurt):
            for _ in crowd.play(20):
                pass
        held += trouble(calm, hurt, seed + turn)
        check_same(calm, hurt)
        for crowd in (calm, hurt):
            crowd.come_back()
    assert not [report for report in host.reports if "failed" in report.text]
    check_journal(host)
    return held


def check_journal(host: Shaky) -> None:
    """What is kept makes the same host once more."""
    before = host.house.tables.rooms
    restart(host)
    assert host.house.tables.rooms.keys() == before.keys()
    for number, room in host.house.tables.rooms.items():
        check_room(host, before[number], room)


@pytest.mark.parametrize("seed", range(220, 226))
def test_of_a_host_that_is_killed_while_it_waits_nobody_has_read_what_is_lost(seed: int) -> None:
    """Every event that was read is kept, and every table that somebody was told of."""
    crowd, host = shaky_crowd(seed)
    for _ in crowd.play(100):
        pass
    host.stuck = True
    for _ in crowd.play(20):
        pass
    host.fail()
    for name, line in lines(crowd):
        crowd.type(name, line)
    assert host.held
    last = {name: last_event(crowd, name) for name in ("ann", "bob", "cy", "wat")}
    restart(host)
    for name, number in last.items():
        player = host.house.people.find(name)
        assert number == 0 or (player is not None and player.seq >= number)
    crowd.come_back()
    for _ in crowd.play(20):
        pass


def last_event(crowd: Crowd, name: str) -> int:
    """The number of the last event that a program has read; 0: none."""
    numbers = re.findall(r"^\* ([0-9]+) ", crowd.clients[name].data.decode(), re.MULTILINE)
    return int(numbers[-1]) if numbers else 0


def test_a_bot_thinks_and_plays_when_the_host_goes_on() -> None:
    """What it has thought meanwhile counts; here bots wait for nobody but the store."""
    host = Shaky({"probe": PROBE}, {"en": load_english()}, LIMITS, house_type=Checked)
    ann = host.program("ann")
    ann.send("new probe turn_seconds=5 choice_seconds=5 hide_seconds=5", "bot novice")
    ann.send("bot sharp", "start")
    for turn in range(20):
        host.wait(0.5)
        host.stuck = True
        host.wait((0.0625, 0.25, 0.5)[turn % 3])
        host.run_jobs = False
        host.fail()
        entries = len(host.entries)
        host.run_jobs = True
        host.wait(64)
        assert len(host.entries) == entries, "nothing happens"
        host.recover()
        host.wait(0.5)
    host.wait(10_000)
    assert [finished.reason for finished in host.archive.recent(5)] == ["finished"]
    assert not host.reports
