"""Play runs by the thousand: `python -m tests.crash.simulation --runs 10000 --seed 1`.

It prints what was played. If somebody noticed a death, it prints the shortest run that shows so,
and exits with 1.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
from collections.abc import Iterator
from typing import Final

from tests.crash.simulation.life import SOUND, Result, Run, Setting, Shared, shared
from tests.crash.simulation.world import Plan, Violation

OTHERS: Final = 40
"""Runs of each smaller size that are tried in search of the shortest."""
EVERY: Final = 1_000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    logging.disable(logging.CRITICAL)
    with shared() as common:
        return sweep(range(asked.seed, asked.seed + asked.runs), common)


def sweep(seeds: range, common: Shared) -> int:
    """Play a run for each of *seeds*. Returns the exit code."""
    total, began = Result(), time.perf_counter()
    for played, seed in enumerate(seeds, 1):
        run = Run(Plan(seed), common)
        try:
            total.add(run.play())
        except Violation as violation:
            print(f"Seed {seed}: {violation}")
            tell(*shortest(run, common, SOUND))
            return 1
        if played % EVERY == 0 or played == len(seeds):
            seconds = time.perf_counter() - began
            print(f"{played} runs, {total}, {seconds:.0f} s", flush=True)
    return 0


def shortest(run: Run, common: Shared, setting: Setting) -> tuple[Run, Violation]:
    """Return a short run that fails, and how: *run* itself fails."""
    for plan in _smaller(run.plan):
        other = Run(plan, common, setting)
        try:
            other.play()
        except Violation as violation:
            return other, violation
    raise AssertionError(f"{run.plan} fails only sometimes")


def _smaller(plan: Plan) -> Iterator[Plan]:
    """Yield smaller plans, the smallest first, and then *plan* itself."""
    sizes = [
        (clients, lines, deaths)
        for clients in range(1, plan.clients + 1)
        for lines in range(1, plan.lines + 1)
        for deaths in range(plan.deaths + 1)
    ]
    for clients, lines, deaths in sorted(sizes, key=lambda size: (sum(size), size)):
        for seed in range(plan.seed, plan.seed + OTHERS):
            yield Plan(seed, clients, lines, deaths)
    yield plan


def tell(run: Run, violation: Violation) -> None:
    print(f"The shortest: {run.plan}", *run.story, violation, sep="\n  ")


if __name__ == "__main__":
    sys.exit(main())
