"""What is run, in which order, and what came of it.

Every run has a fresh server. Rounds are interleaved (each contestant once, then each
once more), so that a machine that is busy for a while slows all of them alike, and
the median of the rounds is what counts.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from types import MappingProxyType
from typing import TypeVar

import msgspec

from tools.bench.archive import Archive, ask_history, commit_ms, fill, place
from tools.bench.load import Job, What
from tools.bench.memory import Memory
from tools.bench.people import FORGET_S, Cycles, Soak
from tools.bench.seating import Dialect
from tools.bench.servers import AWAY_S, CHECKOUT, Kind, running
from tools.bench.stats import Result

T = TypeVar("T")

HALF_TRIALS = 3
"""Short runs to find the rate at which the server uses half of its core."""
HALF_NEAR = 0.03
"""How close to one half is close enough."""
FORGOTTEN_S = int(FORGET_S) - 3
"""How long the host of the compressed hour remembers players who left."""
BEFORE = " *"
"""A mark after the name of each contestant from the other checkout."""
RUN_S = 300
"""The longest a single run may take, with its set-up."""
DISTURBED = 0.10
"""A run counts as disturbed if one side waited for its core for this share of the time."""


class LoadFailed(Exception):
    """The load generator gave up."""


@dataclass(frozen=True)
class Contestant:
    """A server, and what is played on it."""

    label: str
    kind: Kind
    what: What
    dialect: Dialect
    checkout: Path | None = None


CONTESTANTS: Mapping[str, Contestant] = MappingProxyType(
    {
        "idiom": Contestant("(a) bare, idiom", "idiom", "talk", "bare"),
        "selector": Contestant("(b) bare, selector", "selector", "talk", "bare"),
        "talk": Contestant("talk, persons", "parlour", "talk", "person"),
        "talk-program": Contestant("talk, programs", "parlour", "talk", "program"),
        "probe": Contestant("Probe", "parlour", "probe", "program"),
        "probe-text": Contestant("Probe, text", "parlour", "probe", "text"),
    }
)
JOURNAL: Mapping[str, Contestant] = MappingProxyType(
    {
        "ephemeral": Contestant("--ephemeral", "parlour", "probe", "program"),
        "durable": Contestant("with the journal", "durable", "probe", "program"),
    }
)
"""What the journal costs: the same load against a host without it and one with it."""
EXTRAS = ("journal", "memory", "startup", "lobby", "churn", "soak")
"""Scenarios that are not a race."""


@dataclass(frozen=True)
class Sizes:
    """How much of everything."""

    tables: int = 100
    seconds: float = 3.0
    rounds: int = 3
    warm_s: float = 0.5
    connections: int = 5_000
    """Idle ones, for their memory."""
    memory_tables: int = 500
    memory_moves: int = 30
    """Moves at each of those tables after the words are hidden: the middle of a game."""
    starts: int = 5
    """Starts of which the median is the start-up time."""
    archive_moves: int = 100_000
    """In the finished games of the host with a long archive."""
    lobby: int = 1_000
    """People who sit idle in the lobby."""
    gone: int = 20_000
    """Guests who have come and gone."""
    guests: int = 12_000
    """Of the compressed hour: a class of two hundred that comes sixty times."""
    cycles_s: float = 8.0
    """How long tables open and close meanwhile."""
    repeats: int = 12
    """How many disturbed runs may be repeated, in all."""


class Race(msgspec.Struct, frozen=True):
    """The rounds of one contestant in one loop. `rate` is None for the closed loop."""

    rate: float | None
    rounds: list[Result]

    def mid(self, of: Callable[[Result], float]) -> float:
        """The median over the rounds."""
        return median(of(result) for result in self.rounds)


class Journal(msgspec.Struct):
    """The host with the journal and without it, in the same minutes on the same disk."""

    closed: dict[str, Race] = {}
    open: dict[str, Race] = {}
    """Both at the same rate: half of what the one with the journal can do."""
    commit_ms: list[float] = []
    """The disk's own time for a commit, before each round."""
    restart_s: list[float] = []
    """Starts of a host that was killed with all tables in play."""
    archive: Archive | None = None


class Rest(msgspec.Struct):
    """A host after a compressed hour."""

    soak: Soak
    mib: float
    """Size of its data directory then."""
    fresh_s: list[float]
    """Start-up times with an empty data directory."""
    again_s: list[float]
    """Start-up times with this data directory."""


class Outcome(msgspec.Struct):
    """Everything that was measured, by name of contestant or kind of server."""

    closed: dict[str, Race] = {}
    open: dict[str, Race] = {}
    startup_s: dict[str, list[float]] = {}
    idle: dict[str, Memory] = {}
    lobby: Memory | None = None
    """As many programs as in `tables`, but all except one table's are idle in the lobby."""
    tables: Memory | None = None
    journal: Journal | None = None
    cycles: dict[str, list[Cycles]] = {}
    soaks: dict[str, Rest] = {}


class Bench:
    """Run a plan, and report progress through *say*.

    `outcome` fills as runs finish.
    """

    def __init__(
        self,
        sizes: Sizes,
        names: Sequence[str],
        where: tuple[int | None, int | None],
        say: Callable[[str], None],
        against: Path | None = None,
    ) -> None:
        """With *against*, another checkout, measure its host and ours in turn."""
        self._server_core, self._load_core = where
        self._sizes = sizes
        self._names = names
        self._racing = {name: CONTESTANTS[name] for name in names if name in CONTESTANTS}
        racing = self._racing or CONTESTANTS
        self._sides: dict[str, Path | None] = {"parlour": None}
        if against is not None:
            self._sides["parlour" + BEFORE] = against
            for name, who in list(self._racing.items()):
                if who.kind == "parlour":
                    self._racing[name + BEFORE] = replace(who, checkout=against)
        self._kinds: list[Kind] = list(
            dict.fromkeys(contestant.kind for contestant in racing.values())
        )
        self._say = say
        self._repeats = sizes.repeats
        self.outcome = Outcome()

    def run(self) -> None:
        """Run everything. Raises LoadFailed, ServerFailed."""
        self.outcome.closed = self._race(dict.fromkeys(self._racing))
        halves = {name: self._half(name, race) for name, race in self.outcome.closed.items()}
        self.outcome.open = self._race(halves)
        if "journal" in self._names:
            with place() as folder:
                self.outcome.journal = self._journal(Journal(), folder)
        if "startup" in self._names:
            self.outcome.startup_s = self._starts()
        if "memory" in self._names:
            self._memory(self.outcome)
        self._come_and_go()

    def _half(self, name: str, closed: Race) -> float:
        """Return the rate at which the server uses half of its core.

        This is more than half of the full rate, because moves cost less when many come at once.
        """
        who, most = self._racing[name], closed.mid(lambda run: run.moves_s)
        rate = most / 2
        for trial in range(HALF_TRIALS):
            self._say(f"half of the core, trial {trial + 1}: {name}")
            run = self._load(who, Result, who.what, who.dialect, self._sizes.tables, rate)
            if abs(run.server_cpu - 0.5) < HALF_NEAR or not run.server_cpu:
                break
            rate = min(rate * 0.5 / run.server_cpu, 0.95 * most)
        return rate

    def _come_and_go(self) -> None:
        """Measure a full lobby, a stream of guests, and a compressed hour, each host in turn."""
        sizes = self._sizes
        wanted: dict[str, tuple[What, int]] = {}
        if "lobby" in self._names:
            wanted |= {"empty lobby": ("full", 0), "full lobby": ("full", sizes.lobby)}
        if "churn" in self._names:
            wanted["guests gone"] = ("churn", sizes.gone)
        for about, (what, count) in wanted.items():
            for side, checkout in self._sides.items():
                self._say(f"{about}: {side}")
                who = Contestant(side, "parlour", what, "person", checkout)
                found = self._load(who, Cycles, what, "person", count, seconds=sizes.cycles_s)
                self.outcome.cycles.setdefault(side, []).append(found)
        if "soak" in self._names:
            for side, checkout in self._sides.items():
                self._say(f"a compressed hour: {side}")
                self.outcome.soaks[side] = self._soak(side, checkout)

    def _soak(self, side: str, checkout: Path | None) -> Rest:
        who = Contestant(side, "durable", "soak", "person", checkout)
        with place() as folder:
            kept, count = folder / "soaked", self._sizes.guests
            found = self._load(who, Soak, "soak", "person", count, data=kept, away_s=FORGOTTEN_S)
            mib = sum(file.stat().st_size for file in kept.iterdir()) / 2**20
            again = [self._start(kept, checkout) for _ in range(self._sizes.starts)]
            fresh = [
                self._start(folder / f"fresh{number}", checkout)
                for number in range(self._sizes.starts)
            ]
        return Rest(found, mib, fresh, again)

    def _race(
        self,
        rates: Mapping[str, float | None],
        before_round: Callable[[], None] = lambda: None,
    ) -> dict[str, Race]:
        races = {name: Race(rate, []) for name, rate in rates.items()}
        for number in range(self._sizes.rounds):
            before_round()
            for name, race in races.items():
                loop = "closed loop" if race.rate is None else "open loop"
                self._say(f"{loop}, round {number + 1} of {self._sizes.rounds}: {name}")
                who = self._racing.get(name) or JOURNAL[name]
                race.rounds.append(self._lap(who, race.rate))
        return races

    def _journal(self, journal: Journal, folder: Path) -> Journal:
        """Measure what the journal costs, and how a host starts that has much to read."""

        def measure_disk() -> None:
            journal.commit_ms.append(commit_ms(folder))

        journal.closed = self._race(dict.fromkeys(JOURNAL), measure_disk)
        rate = journal.closed["durable"].mid(lambda run: run.moves_s) / 2
        journal.open = self._race(dict.fromkeys(JOURNAL, rate), measure_disk)
        self._say("starts with all tables in play")
        played = folder / "played"
        durable = JOURNAL["durable"]
        self._load(durable, Memory, "tables", "program", self._sizes.tables, data=played)
        journal.restart_s = [self._start(played) for _ in range(self._sizes.starts)]
        self._say(f"an archive of {self._sizes.archive_moves:,} moves")
        kept = folder / "archive"
        games, moves = fill(kept, self._sizes.archive_moves)
        mib = sum(file.stat().st_size for file in kept.iterdir()) / 2**20
        starts = [self._start(kept) for _ in range(self._sizes.starts)]
        with running("durable", self._server_core, kept) as server:
            times = ask_history(server.port)
        journal.archive = Archive(games, moves, mib, starts, times)
        return journal

    def _start(self, data: Path, checkout: Path | None = None) -> float:
        with running("durable", self._server_core, data, checkout=checkout) as server:
            return server.started_s

    def _lap(self, who: Contestant, rate: float | None) -> Result:
        """Run once; if other work disturbed it, run again and keep the less disturbed one."""
        tables = self._sizes.tables
        result = self._load(who, Result, who.what, who.dialect, tables, rate)
        if result.waited < DISTURBED or not self._repeats:
            return result
        self._repeats -= 1
        self._say(f"  once more: other work took {100 * result.waited:.0f} % of a core")
        again = self._load(who, Result, who.what, who.dialect, tables, rate)
        return min(result, again, key=lambda run: run.waited)

    def _starts(self) -> dict[str, list[float]]:
        times: dict[str, list[float]] = {kind: [] for kind in self._kinds}
        self._say(f"{self._sizes.starts} starts of each server")
        for _ in range(self._sizes.starts):
            for kind in self._kinds:
                with running(kind, self._server_core) as server:
                    times[kind].append(server.started_s)
        return times

    def _memory(self, outcome: Outcome) -> None:
        sizes = self._sizes
        for kind in self._kinds:
            self._say(f"memory of idle connections: {kind}")
            dialect: Dialect = "person" if kind == "parlour" else "bare"
            who = Contestant(kind, kind, "idle", dialect)
            outcome.idle[kind] = self._load(who, Memory, "idle", dialect, sizes.connections)
        if "parlour" in self._kinds:
            self._say("memory of tables of Probe")
            count = sizes.memory_tables
            who = Contestant("parlour", "parlour", "tables", "program")
            outcome.lobby = self._load(who, Memory, "lobby", "program", count)
            outcome.tables = self._load(who, Memory, "tables", "program", count)

    def _load(
        self,
        who: Contestant,
        result: type[T],
        what: What,
        dialect: Dialect,
        count: int,
        rate: float | None = None,
        data: Path | None = None,
        *,
        seconds: float | None = None,
        away_s: int = AWAY_S,
    ) -> T:
        """Run the load generator against a fresh server. Raises LoadFailed.

        A durable server keeps everything in *data*, or else in a temporary directory.
        """
        kind, core, checkout = who.kind, self._server_core, who.checkout
        with (
            place() if kind == "durable" and data is None else nullcontext(data) as kept,
            running(kind, core, kept, checkout=checkout, away_s=away_s) as server,
        ):
            job = Job(
                what=what,
                dialect=dialect,
                count=count,
                port=server.port,
                server=server.pid,
                core=self._load_core,
                warm_s=self._sizes.warm_s,
                seconds=self._sizes.seconds if seconds is None else seconds,
                rate=rate,
                moves=self._sizes.memory_moves,
            )
            try:
                done = subprocess.run(
                    [sys.executable, "-m", "tools.bench.load", msgspec.json.encode(job).decode()],
                    capture_output=True,
                    text=True,
                    timeout=RUN_S,
                    cwd=CHECKOUT,
                )
            except subprocess.TimeoutExpired:
                raise LoadFailed(f"{kind}, {what}: not done after {RUN_S} s") from None
        if done.returncode:
            raise LoadFailed(f"{kind}, {what}: {done.stderr.strip()}")
        return msgspec.json.decode(done.stdout, type=result)
