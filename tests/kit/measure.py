"""How much `parlour check-game` finds with default settings, printed: runs by hand.

python -m tests.kit.measure leaks [NAME ...]        planted leaks (of a list, or those in any way
                                                    in a game): which check finds it, when
python -m tests.kit.measure honest FIRST-END [GAME] honest games, with each of these seeds
python -m tests.kit.measure seconds [GAME]          processor time of each check, by game
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence, Set
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Final

from parlour.api import AnyGame
from parlour.lexicons import Lexicons
from parlour.plugins import register_games
from parlour_kit.checks import CHECKS, Trial, check_all, report
from parlour_kit.checks.trial import GAMES

FINDERS: Final = ("blindness", "hidden", "minds", "work", "hosts", "purity")
"""The checks that find most leaks. The others run if these find nothing."""
LISTS: Final = Lexicons()
EXAMPLES: Final = Path(__file__).parents[2] / "examples" / "games"
HONEST: Final = {
    **{f"parlour_{name}": name for name in ("probe", "boggle", "password")},
    **{
        name: name
        for name in (
            "airship",
            "cheat",
            "codeduel",
            "codewords",
            "folded",
            "hearts",
            "lanterns",
            "liarsdice",
            "salvo",
            "spades",
        )
    },
    "tictactoe": "tictactoe",
}
"""The games that leak nothing: the name of each by its module."""


def _leaks(names: Collection[str]) -> Iterator[tuple[str, str, Callable[[], AnyGame]]]:
    """Yield the kind, the name and the game of every planted leak, of those in any way by game."""
    from tests.secrecy.leaky.variants import VARIANTS
    from tests.secrecy.planted import OF_TWO
    from tests.secrecy.planted import PLANTED as SIXTY
    from tests.secrecy.planted.anywhere import KINDS, pairs_of, shows
    from tests.secrecy.planted.in_corners import CORNERS

    yield from (("sixty", str(leak), leak.make) for leak in SIXTY)
    yield from (("two racks", str(leak), leak.make) for leak in OF_TWO)
    yield from (("corners", str(leak), leak.make) for leak in CORNERS)
    yield from (("variants", make.__name__, make) for make in VARIANTS)
    games = [name for name in HONEST.values() if name in names]
    for name, game in _honest(games) if games or not names or "anywhere" in names else ():
        pairs = pairs_of(game, [each.moments for each in _trial(game, games=6).played])
        for leak in KINDS:
            if shows(leak(game), game, pairs):
                yield "anywhere", f"{name}-{leak.__name__}", partial(leak, game)


def measure_leaks(names: Set[str]) -> int:
    """Look for each leak with default settings. Return how many were not found."""
    found, total = Counter[str](), Counter[str]()
    for kind, name, make in _leaks(names):
        of_game = kind == "anywhere" and name.partition("-")[0]
        if names and names.isdisjoint((kind, name, of_game)):
            continue
        began = time.process_time()
        told = _looked_for(make())
        total[kind] += 1
        found[kind] += told is not None
        took = time.process_time() - began
        print(f"{name:34} {took:5.1f} s  {told or 'NOT FOUND'}", flush=True)
    for kind, count in total.items():
        print(f"{kind}: {found[kind]} of {count}")
    print(f"in all: {found.total()} of {total.total()}")
    return total.total() - found.total()


def _looked_for(game: AnyGame) -> str | None:
    trial = _trial(game, findings=1)
    others = [check.name for check in CHECKS if check.name not in FINDERS]
    for names in ([name] for name in FINDERS), [others]:
        for some in names:
            for verdict in check_all(trial, some):
                if verdict.finding is not None:
                    said = verdict.finding.found[:70].replace("\n", " ")
                    return f"{verdict.check.name}: {said}"
    return None


def _trial(game: AnyGame, seed: int = 0, games: int = 12, findings: int = 5) -> Trial:
    lexicon = None if game.lexicon is None else LISTS.get(game.lexicon)
    return Trial(game, games=games, seed=seed, lexicon=lexicon, lists=LISTS, findings=findings)


def measure_honest(seeds: range, games: Collection[str]) -> int:
    """Run all checks on honest games, as many seeds at a time as `check-game` does.

    Return how many findings there were: none is right.
    """
    wrong = 0
    for name, game in _honest(games):
        alarms, took = 0, 0.0
        for first in seeds[::GAMES]:
            count = min(GAMES, seeds.stop - first)
            for verdict in check_all(_trial(game, first, count)):
                alarms += len(verdict.findings)
                took += verdict.cpu_s
                if verdict.findings:
                    print(f"{name}, seeds from {first}", *report(verdict), sep="\n", flush=True)
            done = f"{name}: seeds {seeds.start} to {first + count - 1}"
            print(f"{done}, {alarms} alarms, {took:.0f} s", flush=True)
        wrong += alarms
    return wrong


def measure_seconds(games: Collection[str]) -> int:
    """Print a row for each game: seconds of `check-game`, and of the three slowest checks."""
    for name, game in _honest(games):
        took = {verdict.check.name: verdict.cpu_s for verdict in check_all(_trial(game))}
        slow = sorted(took, key=lambda check: -took[check])[:3]
        told = ", ".join(f"{check} {took[check]:.0f}" for check in slow)
        print(f"| {game.title} | {sum(took.values()):.0f} | {told} |", flush=True)
        print(f"<!-- {name}: {took} -->", flush=True)
    return 0


def _honest(games: Collection[str]) -> Iterator[tuple[str, AnyGame]]:
    """Yield those of the honest games that are named, or all."""
    for module, name in HONEST.items():
        if not games or name in games:
            (game,) = register_games(import_module(module))
            yield name, game


def main(words: Sequence[str]) -> int:
    sys.path += map(str, EXAMPLES.iterdir())
    match words:
        case ["leaks", *names]:
            return bool(measure_leaks({*names}))
        case ["seconds", *games]:
            return measure_seconds(games)
        case ["honest", count, *games]:
            first, _, end = count.rpartition("-")
            return bool(measure_honest(range(int(first or 0), int(end)), games))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
