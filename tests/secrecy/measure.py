"""How much the kit finds by itself, printed: a run by hand, for what takes too long in a suite.

python -m tests.secrecy.measure leaks        each planted leak, as a stranger would look for it
python -m tests.secrecy.measure honest 2000  the honest games, over so many seeds
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping

from parlour.api import AnyGame
from parlour.lexicons import load_english
from parlour_boggle import BOGGLE
from parlour_kit import check_game
from parlour_password import PASSWORD
from parlour_probe import PROBE
from tests.secrecy.planted import PLACES, PLANTED

GAMES: Mapping[str, AnyGame] = {game.id: game for game in (PROBE, BOGGLE, PASSWORD)}
SEEDS = range(60)
"""Games in which a leak is looked for, at most."""
STEP = 100
"""Honest games between two lines."""


def measure_leaks(names: Iterable[str]) -> int:
    """Look for each leak; how many were not found."""
    found: Counter[str] = Counter()
    lexicon = load_english()
    chosen = [leak for leak in PLANTED if not names or str(leak) in set(names)]
    for leak in chosen:
        began = time.process_time()
        try:
            check_game(leak.make(), seeds=SEEDS, lexicon=lexicon)
            told = "NOT FOUND"
        except AssertionError as caught:
            found[leak.place] += 1
            told = str(caught).split(": ", 1)[0].split(", ")[-1] + ": " + _check(str(caught))
        took = time.process_time() - began
        print(f"{leak.place:10} {leak!s:28} {took:5.1f} s  {told}", flush=True)
    for place in PLACES:
        print(f"{place:10} {found[place]} of {sum(leak.place == place for leak in chosen)}")
    print(f"in all     {found.total()} of {len(chosen)}")
    return len(chosen) - found.total()


def _check(text: str) -> str:
    return text.split(": ", 1)[1][:70].replace("\n", " ")


def measure_honest(seeds: range, games: Iterable[str]) -> int:
    """Look for leaks where there are none; how many were found."""
    lexicon = load_english()
    wrong = 0
    for name in games or GAMES:
        began = time.process_time()
        for seed in seeds:
            try:
                check_game(GAMES[name], seeds=[seed], lexicon=lexicon)
            except AssertionError as leak:
                wrong += 1
                print(leak, flush=True)
            if not (seed + 1) % STEP:
                took = time.process_time() - began
                print(f"{name}: {seed + 1} seeds, {wrong} alarms, {took:.0f} s", flush=True)
    return wrong


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["leaks", *names]:
            sys.exit(bool(measure_leaks(names)))
        case ["honest", count, *games]:
            first, _, end = count.rpartition("-")
            sys.exit(bool(measure_honest(range(int(first or 0), int(end)), games)))
        case _:
            sys.exit(__doc__)
