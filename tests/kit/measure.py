"""Every planted fault, and what a newcomer reads about it: a run by hand.

python -m tests.kit.measure              a line for each fault
python -m tests.kit.measure NAME ...     the whole report of these
"""

from __future__ import annotations

import sys
import time
from collections.abc import Collection

from parlour.testing.checks import Finding, Trial, check_all, report
from tests.kit.planted import PLANTED, Planted
from tests.kit.spoof import SPOOF

GAMES = 6


def findings(fault: Planted) -> dict[str, Finding]:
    """Return what the checks find, by check."""
    trial = Trial(fault.make(), games=1 if fault.alone else GAMES, origin=fault.origin)
    verdicts = check_all(trial, [fault.check] if fault.alone else ())
    return {one.check.name: one.finding for one in verdicts if one.finding is not None}


def found_by_its_check(fault: Planted) -> Finding | None:
    """Return what the check says that should find it."""
    trial = Trial(fault.make(), games=1 if fault.alone else 4, origin=fault.origin)
    (verdict,) = check_all(trial, [fault.check])
    return verdict.finding


def is_found(fault: Planted, found: dict[str, Finding]) -> bool:
    """Check whether the check that should find it says the right thing."""
    finding = found.get(fault.check)
    return finding is not None and fault.says in f"{finding.found} {finding.mend}"


def main(names: Collection[str]) -> int:
    """Print the findings. Return how many faults were not found as they should be."""
    missed = 0
    if not names:
        for verdict in check_all(Trial(SPOOF, origin="tests.kit.spoof:SPOOF")):
            print(f"{verdict.cpu_s:5.2f}", "\n".join(report(verdict)))
    for fault in PLANTED:
        if names and fault.name not in names:
            continue
        began = time.process_time()
        found = findings(fault)
        good = is_found(fault, found)
        missed += not good
        took = time.process_time() - began
        print("-" * 90)
        print(
            f"{fault.name:28} {took:5.1f} s {'' if good else 'NOT FOUND '}{', '.join(found)}",
            flush=True,
        )
        for name, finding in found.items():
            if names or name == fault.check or not good:
                print("\n".join([f"    {name}", *(f"    {line}" for line in finding.lines())]))
    return missed


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:])))
