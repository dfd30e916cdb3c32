"""Play runs by the thousand: `python -m tests.crash.simulation --runs 10000 --seed 1`.

With `--nodes 500`, so many runs of two nodes follow. It prints what was played. If somebody
noticed a death, it prints the shortest run that shows so, and exits with 1.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Protocol, TypeVar

from tests.crash.simulation.life import SOUND, Run, Setting, Shared, shared
from tests.crash.simulation.world import Plan, Violation

OTHERS: Final = 40
"""Runs of each smaller size that are tried in search of the shortest."""
EVERY: Final = 1_000


class Played(Protocol):
    """A run."""

    story: list[str]

    def play(self) -> object: ...

    @property
    def figures(self) -> Mapping[str, int]: ...


R = TypeVar("R", bound=Played)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000)
    parser.add_argument("--nodes", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    logging.disable(logging.CRITICAL)
    with shared() as common:
        seeds = range(asked.seed, asked.seed + asked.runs)
        good = sweep(seeds, lambda seed: Run(Plan(seed), common), smaller_of(common))
    if good and asked.nodes:
        good = sweep_nodes(range(asked.seed, asked.seed + asked.nodes))
    return 0 if good else 1


def sweep_nodes(seeds: range) -> bool:
    from tests.crash.simulation.nodes import Nodes, modelled

    def smaller(run: Nodes) -> Iterator[Nodes]:
        for troubles in range(run.troubles + 1):
            for seed in range(run.seed, run.seed + OTHERS):
                yield Nodes(seed, folder, troubles=troubles, requests=1 + 3 * troubles)

    with TemporaryDirectory(prefix="parlour-") as place, modelled():
        folder = Path(place)
        return sweep(seeds, lambda seed: Nodes(seed, folder), smaller)


def sweep(seeds: range, begin: Callable[[int], R], smaller: Callable[[R], Iterator[R]]) -> bool:
    """Play a run for each of *seeds*. Returns whether all of them are good."""
    total, began = Counter[str](), time.perf_counter()
    for played, seed in enumerate(seeds, 1):
        run = begin(seed)
        try:
            run.play()
        except Violation as violation:
            print(f"Seed {seed}: {violation}. The shortest run that shows such:")
            short, violation = shortest(smaller(run), run, violation)
            print(short, *short.story, violation, sep="\n  ")
            return False
        total.update(run.figures)
        if played % EVERY == 0 or played == len(seeds):
            about = ", ".join(f"{number} {name}" for name, number in total.items())
            print(f"{played} runs, {about}, {time.perf_counter() - began:.0f} s", flush=True)
    return True


def shortest(smaller: Iterator[R], run: R, violation: Violation) -> tuple[R, Violation]:
    """Return the first of *smaller* that fails, and how; else *run*, which does."""
    for other in smaller:
        try:
            other.play()
        except Violation as found:
            return other, found
    return run, violation


def smaller_of(
    common: Shared, setting: Setting = SOUND, others: int = OTHERS
) -> Callable[[Run], Iterator[Run]]:
    """Return what yields smaller runs than one, the smallest first."""

    def smaller(run: Run) -> Iterator[Run]:
        plan = run.plan
        sizes = [
            (clients, lines, deaths)
            for clients in range(1, plan.clients + 1)
            for lines in range(1, plan.lines + 1)
            for deaths in range(plan.deaths + 1)
        ]
        for clients, lines, deaths in sorted(sizes, key=lambda size: (sum(size), size)):
            for seed in range(plan.seed, plan.seed + others):
                yield Run(Plan(seed, clients, lines, deaths), common, setting)

    return smaller


if __name__ == "__main__":
    sys.exit(main())
