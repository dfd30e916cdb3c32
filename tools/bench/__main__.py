"""`python -m tools.bench`: run the benchmark and print what came of it."""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import msgspec

from tools.bench.plan import CONTESTANTS, EXTRAS, Bench, LoadFailed, Sizes
from tools.bench.process import cores, pin, raise_open_files
from tools.bench.report import goals, report
from tools.bench.servers import ServerFailed

QUICK = Sizes(
    tables=20,
    seconds=0.5,
    rounds=1,
    warm_s=0.2,
    connections=400,
    memory_tables=40,
    memory_moves=10,
    starts=1,
    archive_moves=2_000,
    repeats=1,
    lobby=50,
    gone=200,
    guests=400,
    cycles_s=1.0,
)
"""Enough to see that everything runs; the figures mean little."""
MOST_TABLES = 2_500
MOST_SECONDS = 20
"""A run stays bounded, whatever is asked for."""
SPARE_FILES = 200
"""Files a server and the load need besides their connections."""


def main(arguments: Sequence[str]) -> int:
    """Run what was asked for; 0 if it ran, whatever the figures are."""
    options = parser().parse_args(arguments)
    names = options.scenario or [*CONTESTANTS, *EXTRAS]
    sizes = sizes_for(options)
    server_core, load_core = cores()
    pin(0, load_core)  # this process too keeps off the server's core
    print(
        f"{sizes.tables} tables of four; medians of {sizes.rounds} x {sizes.seconds:g} s;"
        f" Python {platform.python_version()}, trio {version('trio')}"
    )
    where = "one core" if server_core is None else f"core {server_core}, load on core {load_core}"
    print(f"Server on {where}; what is measured: tools/bench/README.md\n")
    begun = time.perf_counter()
    bench = Bench(sizes, names, (server_core, load_core), say, options.against)
    status = 0
    try:
        bench.run()
    except (LoadFailed, ServerFailed) as error:
        status = 1
        say("\n".join((f"The benchmark stopped: {error}", *getattr(error, "__notes__", ()))))
    for line in report(bench.outcome, sizes):
        print(line)
    say(f"took {time.perf_counter() - begun:.0f} s")
    if options.json:
        found = {"sizes": sizes, "outcome": bench.outcome, "goals": goals(bench.outcome)}
        options.json.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
    return status


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    made.add_argument("--quick", action="store_true", help="one short round of few tables")
    made.add_argument("--tables", type=natural, metavar="N", help="tables of four")
    made.add_argument("--seconds", type=positive, metavar="S", help="time of each run")
    made.add_argument(
        "--against",
        type=checkout,
        metavar="DIR",
        help="measure the host of this other checkout too, in turn with ours",
    )
    made.add_argument("--json", type=Path, metavar="FILE", help="also write all figures here")
    made.add_argument(
        "scenario",
        nargs="*",
        type=scenario,
        metavar="scenario",
        help=f"what to run, all by default: {', '.join((*CONTESTANTS, *EXTRAS))}",
    )
    return made


def sizes_for(options: argparse.Namespace) -> Sizes:
    """How much of everything, within what the system allows."""
    sizes = QUICK if options.quick else Sizes()
    room = max(4, (raise_open_files() - SPARE_FILES) // 4 * 4)
    tables = min(options.tables or sizes.tables, room // 4)
    return replace(
        sizes,
        tables=tables,
        seconds=options.seconds or sizes.seconds,
        connections=min(sizes.connections, room),
        memory_tables=max(2, min(sizes.memory_tables, room // 4)),
    )


def scenario(text: str) -> str:
    """The name of something to run."""
    if text not in (*CONTESTANTS, *EXTRAS):
        known = ", ".join((*CONTESTANTS, *EXTRAS))
        raise argparse.ArgumentTypeError(f"there is no {text}; there are: {known}")
    return text


def checkout(text: str) -> Path:
    """A folder with a host in it."""
    folder = Path(text).absolute()
    if not (folder / "host" / "parlour").is_dir():
        raise argparse.ArgumentTypeError(f"{text} is no checkout: there is no host/parlour in it")
    return folder


def natural(text: str) -> int:
    """A number of tables."""
    if not text.isdecimal() or not 1 <= int(text) <= MOST_TABLES:
        raise argparse.ArgumentTypeError(f"a whole number from 1 to {MOST_TABLES}")
    return int(text)


def positive(text: str) -> float:
    """A number of seconds."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"seconds, above 0 and at most {MOST_SECONDS}")
    return seconds


def say(text: str) -> None:
    """Tell how far things are, apart from the report."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
