"""The whole trial: a host, everybody who plays there, deaths or upgrades, and what came of it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from tests.crash.storm.floor import Floor, Wire, now
from tests.crash.storm.games import Games
from tests.crash.storm.killing import WAYS, Killer
from tests.crash.storm.program import (
    Field,
    Newcomer,
    Opener,
    Organizer,
    Reader,
    Registrar,
    Tallier,
)
from tests.crash.storm.talk import Table, talk_table
from tests.crash.storm.upgrading import Upgrader, copy_of
from tests.e2e.serving import Serving, serving

ROOT: Final = Path(__file__).parents[3]
CONFIG: Final = """
[limits]
connections = 20000
tables = 5000
tables_per_player = 5000
near_factor = 1000000
bot_pause_ms = 0
away_s = 60
party_pause_s = 1
password_cost = 12
finished_games = 500
registers_per_address = 100000
accounts = 100000
"""
PLUGINS: Final = ("--plugin", "tests.crash.storm.doom", "--plugin", "tests.e2e.hunting")
WARM_S: Final = 3.0
DRAIN_S: Final = 60.0
"""In that time all that was sent is answered and heard."""
TALK_SHARE, TALLY_SHARE, GAME_SHARE = 0.2, 0.15, 0.5
DIED: Final = "The worker died: "
DELAYED: Final = "delay=2"
"""For the tables of random games: their watchers hear later, and miss nothing all the same."""
NOISE: Final = 14
"""How many of the other lines that people read are shown, the most frequent ones."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How much of everything."""

    tables: int = 100
    kills: int = 0
    upgrades: int = 0
    seconds: float = 0.0
    """Without kills: how long it runs."""
    seed: str = "1"
    think_s: float = 0.6
    """How long people and programs think between two lines, on average."""
    most_s: float = 2.0
    """The longest time between an answer and the next death."""
    idle: int = 0
    newcomers_s: float = 10.0
    """Newcomers each second."""
    tools: int = 4
    """Tables with nc and telnet."""
    screens: int = 1
    """Tables with the terminal client."""
    ways: Sequence[str] = WAYS
    arguments: Sequence[str] = ()
    """More for the command line of the host."""


@dataclass
class Result:
    """What came of it."""

    found: list[str]
    counts: dict[str, int]
    took: dict[str, list[float]]
    attached: list[float] = field(default_factory=list[float])
    """Seconds from a death until the last of all idle connections has read that it goes on."""
    log: str = ""
    seconds: float = 0.0


class Idle:
    """Connections that do nothing but read."""

    def __init__(self, field: Field, number: int) -> None:
        self._field = field
        self._left: set[int] = set()
        self._since = 0.0
        self.took: list[float] = []
        self._wires = [self._one(index) for index in range(number)]

    def _one(self, index: int) -> Wire:
        def hear(data: bytes) -> None:
            if not data:
                self._field.wrong(f"idle {index}", "the connection was cut")
            if index in self._left:
                self._left.discard(index)
                if not self._left:
                    self.took.append(now() - self._since)

        wire = Wire(self._field.floor, self._field.port, hear)
        wire.send(f"idler{index}\n".encode())
        return wire

    def died(self) -> None:
        """Count from now on, unless some have not heard of the death before."""
        if not self._left:
            self._since, self._left = now(), set(range(len(self._wires)))


class Trial:
    """One host, and everybody there."""

    def __init__(self, plan: Plan, host: Serving, opened: ExitStack) -> None:
        self._plan, self._host = plan, host
        rng = Random(plan.seed)
        self._field = Field(Floor(), host.port, rng, plan.think_s)
        self._tables: list[Table] = []
        self._opened = opened
        opened.callback(self._field.floor.close)
        self.killer = Killer(
            self._field, host.process.pid, plan.kills, most_s=plan.most_s, ways=plan.ways
        )

    def run(self, root: Path, data: Path) -> Result:
        """All of it, but for the host's end."""
        begun = now()
        floor, plan = self._field.floor, self._plan
        games, idle = self._come()
        self.killer.on_death = idle.died
        end = begun + WARM_S + plan.seconds
        upgrader = Upgrader(self._field, plan.upgrades, root, data) if plan.upgrades else None
        while now() < end or not self.killer.done or (upgrader and not upgrader.done):
            floor.step()
        self._field.ending = True
        end = now() + DRAIN_S
        while now() < end and not self._quiet:
            floor.step()
        for table in self._tables:
            for missing in table.missing:
                self._field.wrong("talk", missing)
        counts = self._field.counts
        if counts["counted right"] != counts["talliers"]:
            self._field.wrong(
                "tally", f"{counts['counted right']} of {counts['talliers']} compared"
            )
        took = dict(self.killer.took) | ({} if upgrader is None else upgrader.took)
        all_counts = counts + games.figures.counts
        return Result(self._field.found, all_counts, took, idle.took, seconds=now() - begun)

    def _come(self) -> tuple[Games, Idle]:
        """Everybody connects."""
        plan, field = self._plan, self._field
        idle = Idle(field, plan.idle)
        games = Games(field, max(1, round(plan.tables * GAME_SHARE)), options=(DELAYED,))
        for number in range(max(1, round(plan.tables * TALK_SHARE))):
            self._tables.append(
                talk_table(
                    field,
                    self._opened,
                    people=3,
                    tools=number < plan.tools,
                    screen=number < plan.screens,
                )
            )
        for _ in range(max(1, round(plan.tables * TALLY_SHARE))):
            Tallier(field, field.name("tally"))
        for _ in range(max(1, plan.tables // 10)):
            Opener(field, field.name("open"))
        for _ in range(max(1, plan.tables // 25)):
            Reader(field, field.name("read"))
            Registrar(field, field.name("reg"))
        for _ in range(max(1, plan.tables // 50)):
            Organizer(field, field.name("host"))
        if plan.newcomers_s:
            self._newcomer()
        return games, idle

    def _newcomer(self) -> None:
        if not self._field.ending:
            Newcomer(self._field, self._field.name("new"))
            self._field.counts["newcomers"] += 1
            self._field.floor.after(1 / self._plan.newcomers_s, self._newcomer)

    @property
    def _quiet(self) -> bool:
        counts = self._field.counts
        return (
            not any(table.missing for table in self._tables)
            and counts["counted right"] >= counts["talliers"]
            and counts["newcomers served"] == counts["newcomers"]
        )


def run(plan: Plan, folder: Path, root: Path = ROOT) -> Result:
    """Run *plan*; the host keeps its data in *folder* and comes from *root*."""
    data = folder / "data"
    if plan.upgrades:
        root = copy_of(root, folder / "code")
    with ExitStack() as opened:
        arguments = (*PLUGINS, "--data", str(data), *plan.arguments)
        with serving(CONFIG, *arguments, folder=root, guarded=True) as host:
            try:
                result = Trial(plan, host, opened).run(root, data)
                code, result.log = host.end()
            finally:
                (folder / "log").write_text(host.log.read_text("utf-8"), "utf-8")
        if code:
            result.found.append(f"the host ended with {code}")
        result.counts["workers that died"] = result.log.count(DIED)
        check = [sys.executable, "-m", "parlour", "check", "--data", str(data)]
        checked = subprocess.run(check, capture_output=True, text=True)
        if checked.returncode:
            result.found.append(f"parlour check: {checked.stdout}{checked.stderr}")
    return result
