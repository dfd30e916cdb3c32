"""`python -m tools.bench.boggle`: the Boggle solver beside a trie and two packages from PyPI.

    python -m venv /tmp/peers
    /tmp/peers/bin/pip install bogglesolver==0.0.1 pyggle==1.2.0
    python -m tools.bench.boggle --peers /tmp/peers

Random boards of the 1976 cubes with the English list. Every contestant runs in a fresh
process, all on one core, in turn; each does the same boards. Measured are:

ms a board    processor time, mean over the boards; the median of all passes
first pass    the same for the first pass of a fresh process
ready         from the word list being there to the first board solved (processor time)
MB            what Python allocated for it beyond the word list (tracemalloc); and at most,
              while it got ready
RSS           growth of the resident memory beyond the word list, after all passes
differs       on how many boards its words are not those of the trie

The peers get the words as strings, which are there before the measurement begins. Peers
that are not named with --peers are left out. It exits with 0 if all that ran agree with the
trie, pyggle aside: that one does not know words with Qu.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from parlour.lexicons import load_builtin
from parlour_boggle.automaton import playable
from parlour_boggle.dice import DICE, draw
from tools.bench.process import cores, pin

PEERS = ("bogglesolver", "pyggle")
REFERENCE = "trie"
WRONG = ("pyggle",)
"""Known not to find all words."""

MOST_MS, MOST_MB, MOST_READY_MS = 0.5, 20.0, 150.0
TIMES_FASTER, TIMES_SMALLER = 2.0, 4.0
"""The goals, alone and beside the best peer."""


@dataclass(frozen=True)
class Figures:
    """What was measured of one contestant."""

    name: str
    board_ms: float
    first_ms: float
    ready_ms: float
    traced_mb: float
    peak_mb: float
    resident_mb: float
    answers: Sequence[str]


def main(arguments: Sequence[str]) -> int:
    """Run it; 0 if the answers agree."""
    options = parser().parse_args(arguments)
    pin(0, cores()[0])  # the contestants inherit it
    pythons = {"parlour": sys.executable, REFERENCE: sys.executable}
    if options.peers:
        pythons |= dict.fromkeys(PEERS, str(options.peers / "bin" / "python"))
    with tempfile.TemporaryDirectory() as folder:
        found = list(measure(pythons, Path(folder), options.boards, options.rounds))
    for line in report(found, options.boards):
        print(line)
    right = {figures.name: figures.answers for figures in found}[REFERENCE]
    return int(any(f.answers != right for f in found if f.name not in WRONG))


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(
        prog="python -m tools.bench.boggle", description="See tools/bench/boggle.py."
    )
    made.add_argument("--peers", type=Path, metavar="DIR", help="a venv with both packages")
    made.add_argument("--boards", type=int, default=200, metavar="N", help="how many (200)")
    made.add_argument("--rounds", type=int, default=3, metavar="N", help="processes each (3)")
    return made


def measure(pythons: dict[str, str], folder: Path, boards: int, rounds: int) -> Iterator[Figures]:
    """All figures; rounds are interleaved, so that what slows the machine slows all alike."""
    task = {
        "lexicon": "en",
        "words": str(folder / "words"),
        "boards": [draw(DICE["1976"], rng).faces for rng in [Random(1)] for _ in range(boards)],
        "passes": 5,
        "traced": False,
    }
    (folder / "words").write_text("\n".join(sorted(playable(load_builtin("en")))))
    (folder / "timed").write_text(json.dumps(task))
    (folder / "traced").write_text(json.dumps({**task, "traced": True}))
    timed: dict[str, list[Any]] = {name: [] for name in pythons}
    for _ in range(rounds):
        for name, python in pythons.items():
            timed[name].append(run(python, name, folder / "timed"))
    for name, python in pythons.items():
        yield figures_of(name, timed[name], run(python, name, folder / "traced"))


def run(python: str, name: str, task: Path) -> Any:
    """One process of one contestant."""
    command = [python, str(Path(__file__).with_name("solving.py")), name, str(task)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, env=dict(os.environ))
    return json.loads(done.stdout)


def figures_of(name: str, timed: Sequence[Any], traced: Any) -> Figures:
    """The figures of one contestant from all its runs."""
    return Figures(
        name=name,
        board_ms=median(ms for run in timed for ms in run["passes"]),
        first_ms=median(run["passes"][0] for run in timed),
        ready_ms=median(run["ready"]["cpu_ms"] for run in timed),
        traced_mb=traced["traced"] / 1e6,
        peak_mb=traced["traced_peak"] / 1e6,
        resident_mb=median(run["resident_kib"] for run in timed) * 1024 / 1e6,
        answers=timed[0]["answers"],
    )


def report(found: Sequence[Figures], boards: int) -> Iterator[str]:
    """The table and the goals."""
    right = {figures.name: figures.answers for figures in found}[REFERENCE]
    yield f"{boards} boards of the 1976 cubes, list en, Python {sys.version.split()[0]}"
    yield ""
    yield f"{'':<14}{'ms a board':>11}{'first pass':>11}{'ready ms':>9}{'MB':>7}{'most':>7}" + (
        f"{'RSS':>7}{'differs':>9}"
    )
    for f in found:
        wrong = sum(one != other for one, other in zip(f.answers, right, strict=True))
        yield (
            f"{f.name:<14}{f.board_ms:>11.3f}{f.first_ms:>11.3f}{f.ready_ms:>9.0f}"
            f"{f.traced_mb:>7.1f}{f.peak_mb:>7.1f}{f.resident_mb:>7.1f}{wrong:>9}"
        )
    yield ""
    ours = found[0]
    yield goal("ms a board", ours.board_ms, MOST_MS)
    yield goal("MB beyond the list", max(ours.traced_mb, ours.resident_mb), MOST_MB)
    yield goal("ms until ready", ours.ready_ms, MOST_READY_MS)
    peers = [f for f in found if f.name in PEERS]
    if peers:
        faster = min(f.board_ms for f in peers) / ours.board_ms
        smaller = min(f.resident_mb for f in peers) / ours.resident_mb
        yield f"beside the best peer: {faster:.1f} times in time (goal {TIMES_FASTER:g}), " + (
            f"{smaller:.1f} times in RSS (goal {TIMES_SMALLER:g})"
        )


def goal(about: str, here: float, most: float) -> str:
    """A line about a goal."""
    return f"{about:<20}{here:>8.2f}, at most {most:g}: {'met' if here <= most else 'NOT MET'}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
