"""`python -m tests.browser.evening [--seconds N] [--seed N] [--games GAME ...]`: a long evening.

Thumbs and typists play one game after the other, on phones and computers of all kinds, beside
programs: installed games, those of examples/games, and one that the page has never seen. Cables
are cut, phones are locked, pages are loaded again. Prints what was played and every trouble; the
exit code is 1 if there was one.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import trio

from tests.browser.chromium import Connection, installed, started
from tests.browser.company import Company, new_name
from tests.browser.conftest import CHECKOUT, CONFIG
from tests.browser.monkey import Monkey, Typist
from tests.browser.page import Device, opened
from tests.browser.relay import Relay, relaying
from tests.browser.visitor import link, sits_down
from tests.e2e.serving import Serving, serving

PASSWORD: Final = ("clue_seconds=2", "guess_seconds=2", "pause_seconds=1")
GAMES: Final = {
    "probe": (range(2, 5), ()),
    "boggle": (range(2, 5), ("seconds=10", "max_rounds=2", "pause_seconds=1")),
    "password": (range(3, 5), PASSWORD),
    "harbour": (range(2, 5), ("seconds=5",)),
    "marked": (range(2, 4), ("seconds=5",)),
    "airship": (range(2, 4), ()),
    "cheat": (range(2, 5), ()),
    "codeduel": (range(2, 3), ()),
    "codewords": (range(4, 6), ()),
    "salvo": (range(2, 3), ()),
    "spades": (range(4, 5), ()),
    "tictactoe": (range(2, 3), ()),
}
"""Each with its seats, and options that make it short."""
EXAMPLES: Final = CHECKOUT / "examples" / "games"
WIDTHS: Final = (360, 390, 430, 768, 1280)
LONGEST_S: Final = 45.0
"""A game that lasts longer is left: most of its moves are alike by then."""
TYPING: Final = 0.2
"""The share of guests who use the keyboard alone."""
EVERY: Final = (8, 15, 40)
"""Taps between two disturbances."""


@dataclass
class Tally:
    """What has been played."""

    games: Counter[str] = field(default_factory=Counter[str])
    counts: Counter[str] = field(default_factory=Counter[str])
    troubles: list[str] = field(default_factory=list[str])


class Evening:
    """Games at one host, in one browser."""

    def __init__(self, browser: Connection, host: Serving, rng: Random) -> None:
        self.tally = Tally()
        self._browser = browser
        self._host = host
        self._rng = rng

    async def play(self, game: str) -> None:
        """One game, at one or two pages."""
        rng = self._rng
        sizes, options = GAMES[game]
        seats = rng.choice(sizes)
        pages = rng.randint(1, min(2, seats - 1))
        async with (
            AsyncExitStack() as stack,
            trio.open_nursery() as nursery,
            relaying(self._host.web_port) as relay,
        ):
            company = Company(nursery, self._host.port, rng.randrange(1 << 30))
            free = await company.opens(game, seats, *options, pages=pages)
            guests: list[Monkey] = []
            for _ in range(free):
                page = await stack.enter_async_context(opened(self._browser, any_device(rng)))
                await sits_down(page, link(relay.port, company.table), new_name("mo"))
                kind = Typist if rng.random() < TYPING else Monkey
                guests.append(kind(page, Random(rng.randrange(1 << 30))))
            with trio.move_on_after(LONGEST_S) as limit:
                async with trio.open_nursery() as playing:
                    for guest in guests:
                        playing.start_soon(self._guest, game, guest, relay)
            self.tally.games[game] += 1
            self.tally.counts["left"] += limit.cancelled_caught
            nursery.cancel_scope.cancel()

    async def _guest(self, game: str, guest: Monkey, relay: Relay) -> None:
        page, rng, counts = guest.page, self._rng, self.tally.counts

        async def disturb() -> None:
            what = rng.choice(("cut", "reload", "lock"))
            counts[what] += 1
            match what:
                case "reload":
                    await page.reload()
                case "lock":
                    await page.lock()
                    relay.cut()
                    await page.unlock()
                case _:
                    relay.cut()

        try:
            await guest.play(disturb, every=rng.choice(EVERY))
        finally:
            wire = guest.wire.read()
            counts["moves"] += wire.moves
            counts["taps"] += guest.taps
            counts["late"] += wire.late.total()
            found = [f"{game} at {page.device.width}: {each}" for each in guest.seen()]
            self.tally.troubles += found


def any_device(rng: Random) -> Device:
    """A phone or a computer, as somebody likes it."""
    width = rng.choice(WIDTHS)
    return Device(
        width,
        rng.choice((640, 844)),
        touch=width < 1000,
        dark=rng.random() < 0.5,
        still=rng.random() < 0.2,
    )


async def run(games: Sequence[str], seconds: float, seed: int) -> Tally:
    """Play until the time is over."""
    program = installed()
    assert program is not None, "there is no browser"
    rng = Random(seed)
    ours = [f"--plugin={path.name}" for path in sorted(EXAMPLES.iterdir()) if path.is_dir()]
    with (
        started(program) as chromium,
        serving(CONFIG, "--plugin=tests.browser.harbour", *ours, folder=CHECKOUT) as host,
    ):
        async with chromium.connected() as browser:
            evening = Evening(browser, host, rng)
            end = trio.current_time() + seconds
            while trio.current_time() < end:
                for game in rng.sample(games, len(games)):
                    if trio.current_time() < end:
                        await evening.play(game)
    return evening.tally


def main() -> int:
    """Play, and say what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.evening", description=__doc__)
    parser.add_argument("--games", nargs="+", default=[*GAMES], choices=[*GAMES])
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    folders = [str(path) for path in EXAMPLES.iterdir() if path.is_dir()]
    os.environ["PYTHONPATH"] = os.pathsep.join([str(CHECKOUT), *map(str, map(Path, folders))])
    tally = trio.run(run, options.games, options.seconds, options.seed)
    games = ", ".join(f"{count} {game}" for game, count in sorted(tally.games.items()))
    counts = ", ".join(f"{count} {name}" for name, count in sorted(tally.counts.items()))
    sys.stdout.write(f"{tally.games.total()} games: {games}\n{counts}\n")
    for trouble, times in Counter(tally.troubles).most_common():
        sys.stdout.write(f"FOUND {times} times: {trouble}\n")
    return 1 if tally.troubles else 0


if __name__ == "__main__":
    sys.exit(main())
