"""`python -m tests.crash.storm [--kills N] [--upgrades N] [--tables N]`: kill workers, and count.

A host as people start it, a hundred tables of all games, talk by nc, telnet, programs and the
terminal client, parties, watchers, accounts, newcomers. Its worker is killed at random moments:
from outside, and by a game that ends the process, loops, never lets another thread run, takes all
memory or breaks the interpreter. Everything that everybody sends is numbered, and each of them
checks what they read: no connection is cut, every request has one answer, every line is heard
once and in order, no event is missing or told twice. What was found is printed, and the exit code
is 1.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.crash.storm.killing import FORKER, WAYS
from tests.crash.storm.trial import NOISE, Plan, Result, run


def main() -> int:
    """Run it, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.crash.storm", description=__doc__)
    parser.add_argument("--kills", type=int, default=500, metavar="N")
    parser.add_argument("--upgrades", type=int, default=0, metavar="N", help="to changed code")
    parser.add_argument("--tables", type=int, default=100, metavar="N")
    parser.add_argument("--idle", type=int, default=0, metavar="N", help="idle connections")
    parser.add_argument("--seconds", type=float, default=0.0, metavar="S", help="at least")
    parser.add_argument("--seed", default="1", help="another one: other moments")
    parser.add_argument("--think", type=float, default=0.6, metavar="S", help="between two lines")
    parser.add_argument("--most", type=float, default=2.0, metavar="S", help="between two deaths")
    parser.add_argument("--newcomers", type=float, default=10.0, metavar="N", help="each second")
    parser.add_argument(
        "--way", action="append", choices=sorted({*WAYS, FORKER}), help="only these deaths"
    )
    parser.add_argument("--serve", action="append", default=[], metavar="ARG", help="for the host")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="keep data and log there")
    given = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    plan = Plan(
        tables=given.tables,
        kills=given.kills,
        upgrades=given.upgrades,
        seconds=given.seconds,
        seed=given.seed,
        think_s=given.think,
        most_s=given.most,
        idle=given.idle,
        newcomers_s=given.newcomers,
        ways=given.way or WAYS,
        arguments=given.serve,
    )
    with tempfile.TemporaryDirectory(prefix="parlour-storm-") as own:
        folder: Path = given.folder or Path(own)
        folder.mkdir(parents=True, exist_ok=True)
        result = run(plan, folder)
    for line in report(result):
        print(line)  # noqa: T201 - it is a command
    return 1 if result.found else 0


def report(result: Result) -> Iterator[str]:
    """The table."""
    counts = result.counts
    deaths = sum(number for name, number in counts.items() if name.startswith("deaths: "))
    yield f"{deaths} deaths, {counts.get('upgrades', 0)} upgrades, {result.seconds:.0f} s"
    yield ""
    yield f"{'seconds to the next answer':<36}{'number':>7}{'p50':>8}{'p99':>8}{'max':>8}"
    for name, took in sorted(result.took.items()):
        yield row(name, took)
    if result.attached:
        yield row("to the last idle connection", result.attached)
    yield ""
    read = {name: number for name, number in counts.items() if name.startswith("read: ")}
    for name in sorted(counts.keys() - read.keys()):
        yield f"{name:<44}{counts[name]:>10}"
    for name in sorted(read, key=lambda each: -read[each])[:NOISE]:
        yield f"{name:<68}{read[name]:>8}"
    yield ""
    yield f"violations: {len(result.found)}"
    yield from result.found[:20]


def row(name: str, took: Sequence[float]) -> str:
    """Percentiles of *took*."""
    ordered = sorted(took)
    p50, p99 = (ordered[min(len(ordered) - 1, int(len(ordered) * q))] for q in (0.5, 0.99))
    return f"{name:<36}{len(ordered):>7}{p50:>8.3f}{p99:>8.3f}{ordered[-1]:>8.3f}"


if __name__ == "__main__":
    sys.exit(main())
