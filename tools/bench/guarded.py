"""`python -m tools.bench.guarded`: what a keeper costs.

The host as people start it, with its journal, in turn guarded by a keeper and with `--unguarded`:

moves      full games of Probe by programs, with and without text, in a closed loop
talk       table talk by people and by programs, in a closed loop
a line     the time of one lone line: `ping`, which needs nothing stored, and table talk
start-up   from the start of the process to the first byte of its first answer
memory     of all its processes with the tables of the Probe games, where shared pages count once

The figures are medians of the rounds, and the last column is guarded divided by unguarded. The
exit code is 0 if it ran, whatever the figures are.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from statistics import median
from typing import Final

import msgspec

from tools.bench.archive import place
from tools.bench.load import Job, What
from tools.bench.plan import RUN_S
from tools.bench.process import cores, descendants, pin, pss_kib, raise_open_files
from tools.bench.seating import Dialect, Guest, SetupFailed
from tools.bench.servers import CHECKOUT, Server, ServerFailed, running
from tools.bench.stats import Result

SIDES: Final[Mapping[str, Sequence[str]]] = {"guarded": (), "unguarded": ("--unguarded",)}
LOADS: Final[Mapping[str, tuple[What, Dialect]]] = {
    "Probe": ("probe", "program"),
    "Probe, text": ("probe", "text"),
    "talk, persons": ("talk", "person"),
    "talk, programs": ("talk", "program"),
}
LINES: Final = 1_000
"""Of each kind of lone line."""
WARM_LINES: Final = 100


class LoadFailed(Exception):
    """The load generator gave up."""


class Bench:
    """Rounds of both hosts in turn. `figures` has a list for each side, by what was measured."""

    def __init__(self, tables: int, seconds: float, sides: Mapping[str, Sequence[str]]) -> None:
        self._tables, self._seconds, self._sides = tables, seconds, sides
        self._server_core, self._load_core = cores()
        self.figures: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))

    def round(self, number: int) -> None:
        """Measure everything once."""
        sides = list(self._sides.items())
        for name, arguments in sides if number % 2 else reversed(sides):
            for load, (what, dialect) in LOADS.items():
                with place() as folder, self._host(arguments, folder / "data") as server:
                    found = self._load(server, what, dialect)
                    self._note(f"{load}, moves/s", name, found.moves_s)
                    self._note(f"{load}, us/move", name, found.server_us_a_move)
                    if what == "probe":
                        pids = (server.main, *descendants(server.main))
                        self._note(f"{load}, MiB", name, pss_kib(pids) / 1024)
            with place() as folder, self._host(arguments, folder / "data") as server:
                self._note("start-up, s", name, server.started_s)
                for request in ("ping", "say well, I pass"):
                    self._note(f"{request}, us", name, lone(server.port, request))

    def _host(self, arguments: Sequence[str], data: Path) -> AbstractContextManager[Server]:
        return running("durable", self._server_core, data, arguments=arguments)

    def _note(self, what: str, side: str, value: float) -> None:
        self.figures[what][side].append(value)
        sys.stderr.write(f"{what:<26}{side:<12}{value:>12.3f}\n")

    def _load(self, server: Server, what: What, dialect: Dialect) -> Result:
        job = Job(
            what=what,
            dialect=dialect,
            count=self._tables,
            port=server.port,
            server=server.pid,
            core=self._load_core,
            seconds=self._seconds,
        )
        done = subprocess.run(
            [sys.executable, "-m", "tools.bench.load", msgspec.json.encode(job).decode()],
            capture_output=True,
            text=True,
            timeout=RUN_S,
            cwd=CHECKOUT,
        )
        if done.returncode:
            raise LoadFailed(f"{what}, {dialect}: {done.stderr.strip()}")
        return msgspec.json.decode(done.stdout, type=Result)


def lone(port: int, request: str) -> float:
    """The median of the microseconds until the answer, on a host that does nothing else."""
    guest = Guest(port, "program", f"lone-{request.split()[0]}")
    guest.new_table()
    guest.settle()
    took: list[float] = []
    for _ in range(WARM_LINES + LINES):
        begun = time.perf_counter()
        guest.ask(request)
        took.append(time.perf_counter() - begun)
    guest.line.sock.close()
    return 1e6 * median(took[WARM_LINES:])


def report(figures: Mapping[str, Mapping[str, Sequence[float]]]) -> Iterator[str]:
    """The table."""
    yield f"{'':<26}{'guarded':>12}{'unguarded':>12}{'ratio':>8}{'spread':>16}"
    for what, found in figures.items():
        middle = {side: median(values) for side, values in found.items()}
        if len(middle) < len(SIDES):
            continue
        ratios = [a / b for a, b in zip(found["guarded"], found["unguarded"], strict=True)]
        spread = f"{min(ratios):.3f} to {max(ratios):.3f}"
        yield (
            f"{what:<26}{middle['guarded']:>12,.2f}{middle['unguarded']:>12,.2f}"
            f"{middle['guarded'] / middle['unguarded']:>8.3f}{spread:>16}"
        )


def main(arguments: Sequence[str]) -> int:
    """Measure, and print the table."""
    made = argparse.ArgumentParser(prog="python -m tools.bench.guarded", description=__doc__)
    made.add_argument("--tables", type=int, default=50, metavar="N", help="of four (50)")
    made.add_argument("--seconds", type=float, default=3.0, metavar="S", help="of a run (3)")
    made.add_argument("--rounds", type=int, default=5, metavar="N", help="of both (5)")
    options = made.parse_args(arguments)
    raise_open_files()
    pin(0, cores()[1])
    bench = Bench(options.tables, options.seconds, SIDES)
    try:
        for number in range(options.rounds):
            bench.round(number)
    except (LoadFailed, ServerFailed, SetupFailed) as error:
        print("\n".join((f"Stopped: {error}", *getattr(error, "__notes__", ()))), file=sys.stderr)
        return 1
    for line in report(bench.figures):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
