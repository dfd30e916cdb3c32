"""`python -m tests.crash.kills [--seed N] [--random N] [--folder DIR]`: kill hosts, and count.

A short game is played once for every write boundary of it, by a host that kills itself
there, and once more while it comes back; a whole game by hosts that live for a few
writes each; then eight tables at a time at hosts that are killed from outside at random
moments, also while they start. What was found wrong is printed and counted, and the exit
code is 1.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

import trio

from tests.crash.client import Broken
from tests.crash.hosts import Hosts, open_hosts
from tests.crash.play import Figures, Kill, Ordeal
from tests.crash.rule import Rule, short, whole

TABLES: Final = 8
"""At once under load."""
A_ROUND: Final = 25
"""Kills at the same tables; then their games are played to the end, and others begin."""
AT_ONCE: Final = 2
"""Hosts, each with its test: the cores of a small computer."""
SERVING_S: Final = 0.25
"""The longest life of a host under load: some hundred moves."""
STARTING_S: Final = 0.08
"""A start takes about as long."""
STARTS: Final = 0.2
"""The share of the random kills that hit a host while it starts."""
LIFE: Final = 30
"""In the whole game a host lives for so many write boundaries at most: half of them pass
before all four are back."""
LIVES: Final = 60
"""And so many hosts are killed in that game."""


def at_boundary(number: int) -> list[Kill]:
    """At that boundary, then while the host or the clients come back."""
    return [Kill(at_write=number), Kill(at_write=1 + number % 8)]


def short_lives(rng: Random, lives: int) -> list[Kill]:
    """So many, each after a few writes."""
    return [Kill(at_write=rng.randint(1, LIFE)) for _ in range(lives)]


def at_random(rng: Random, kills: int) -> Iterator[Kill]:
    """So many, from outside."""
    for _ in range(kills):
        starting = rng.random() < STARTS
        longest = STARTING_S if starting else SERVING_S
        yield Kill(after_s=rng.uniform(0.0, longest), starting=starting)


class Series:
    """Ordeals one after the other, each in a folder of its own below *folder*."""

    def __init__(self, folder: Path, seed: str) -> None:
        self.figures = Figures()
        self._folder = folder
        self._seed = seed
        self._numbers = count(1)

    async def ordeal(
        self, hosts: Hosts, about: str, rules: Sequence[Rule], kills: Iterable[Kill]
    ) -> Figures:
        """One ordeal; what is found wrong is said and counted."""
        folder = self._folder / str(next(self._numbers))
        ordeal = Ordeal(hosts, folder, seed=self._seed, kills=kills)
        try:
            found = await ordeal.run(rules)
        except Broken as error:
            say(f"FOUND in {about}, kept in {folder}: {error}")
            found = ordeal.figures
            found.add(Figures(broken=Counter({error.kind: 1})))
        self.figures.add(found)
        return found

    async def boundaries(self, log: Path, numbers: Iterator[int], last: int) -> None:
        """Each boundary that *numbers* give, up to *last*, once."""
        async with open_hosts(log) as hosts:
            for number in numbers:
                if number > last:
                    return
                about = f"the short game, boundary {number}"
                await self.ordeal(hosts, about, [short(self._seed)], at_boundary(number))

    async def every_boundary(self) -> None:
        """A short game once for each of its write boundaries."""
        last = await self.write_boundaries()
        say(f"the short game has {last} write boundaries")
        numbers = iter(range(1, last + 1))
        async with trio.open_nursery() as nursery:
            for worker in range(AT_ONCE):
                nursery.start_soon(self.boundaries, self._folder / f"log{worker}", numbers, last)

    async def write_boundaries(self) -> int:
        """How many the short game has."""
        async with open_hosts(self._folder / "log") as hosts:
            ordeal = Ordeal(hosts, self._folder / "0", seed=self._seed)
            await ordeal.run([short(self._seed)])
        return ordeal.wrote

    async def whole_game(self) -> None:
        """A whole game at hosts that live for a few writes each."""
        async with open_hosts(self._folder / "log") as hosts:
            lives = short_lives(Random(self._seed), LIVES)
            await self.ordeal(hosts, "the whole game", [whole(self._seed)], lives)

    async def under_load(self, kills: int) -> None:
        """Many tables, and so many kills at random moments."""
        rng = Random(self._seed)
        async with open_hosts(self._folder / "log") as hosts:
            for number in count(1):
                rules = [whole(f"{self._seed}/{number}/{table}") for table in range(TABLES)]
                about = f"the load, round {number}"
                done = await self.ordeal(hosts, about, rules, at_random(rng, min(kills, A_ROUND)))
                kills -= done.kills.total()
                say(f"round {number}: {done.kills.total()} kills, {done.moves} moves")
                if kills <= 0 or done.broken:
                    return


async def run(series: Series, kills: int) -> None:
    for about, part in (
        ("a short game, every write boundary", series.every_boundary),
        ("a whole game, short lives", series.whole_game),
        (f"{TABLES} tables, random moments", lambda: series.under_load(kills)),
    ):
        before, begun = series.figures.kills.copy(), time.monotonic()  # noqa: TID251 - for people
        await part()
        died = series.figures.kills - before
        passed = time.monotonic() - begun  # noqa: TID251 - for people
        say(f"{about}: {died.total()} kills in {passed:.0f} s: {told(died)}")


def told(kills: dict[str, int]) -> str:
    return ", ".join(f"{number} {where}" for where, number in sorted(kills.items()))


def say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - it is a command


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crash.kills", description=__doc__)
    parser.add_argument("--seed", default="1", help="another one: other games, other moments")
    parser.add_argument("--random", type=int, default=200, metavar="N", help="kills under load")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="an empty place for the data")
    options = parser.parse_args()
    begun = time.monotonic()  # noqa: TID251 - for people
    with tempfile.TemporaryDirectory(prefix="parlour-crash-") as own:
        folder: Path = options.folder or Path(own)
        folder.mkdir(parents=True, exist_ok=True)
        series = Series(folder, options.seed)
        trio.run(run, series, options.random)
    figures = series.figures
    seconds = time.monotonic() - begun  # noqa: TID251 - for people
    found = figures.broken
    say(
        f"{figures.kills.total()} kills and as many restarts, {figures.games} games,"
        f" {figures.moves} moves, {figures.acknowledged} of them acknowledged:"
        f" {found['lost']} lost, {found['duplicated']} duplicated,"
        f" {found['other']} otherwise wrong; {seconds:.0f} s"
    )
    return 1 if found.total() else 0


if __name__ == "__main__":
    sys.exit(main())
