"""`python -m tools.bench.moves`: what moves of Password cost a host, beside a move of Probe.

Four people at a table, with default options, play whole games of either game in turn, at a
host in this process, without a network and with a journal in memory. They type small letters, as
the questions suggest. Measured is the processor
time of the tick in which a line is read: parsed, judged by the rules, put on record, and worded
for all who hear of it. Of Password somebody finds every fourth word at random.

mean, p50, p99   microseconds of processor time a move
of Probe         the mean as a multiple of that of Probe's moves

It exits with 0 if it ran, whatever the figures are.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from statistics import fmean
from typing import Final

from parlour.api import AnyGame, Lexicon, Seat
from parlour.candidates import random_line
from parlour.core.effects import Effects, HouseEvent
from parlour.engine.match import Match
from parlour.house import House
from parlour.lexicons import load_english
from parlour_kit.host import Host
from parlour_password import PASSWORD
from parlour_probe import PROBE
from tools.bench.process import cores, pin
from tools.bench.stats import percentile

GAMES: Final[Mapping[str, AnyGame]] = {game.id: game for game in (PROBE, PASSWORD)}
NAMES: Final = ("ann", "bob", "cy", "dee")
FOUND: Final = 0.25
"""How often a guess is right: a word takes some four clues, as among people."""
MOST: Final = 1.5
"""The goal for clue and guess, as a multiple of a move of Probe: what everybody hears of one is
about as much, and a guess that is right ends the word."""
ANY: Final = "move"
"""Probe's moves, all alike."""

Kind = tuple[str, str]
Found = Mapping[Kind, Sequence[float]]


class Timed(House):
    """A house that knows how long its last tick took."""

    took_us = 0.0

    def tick(self, events: Sequence[HouseEvent], now: float, wall: float) -> Effects:
        """As any house."""
        begun = time.process_time_ns()
        effects = super().tick(events, now, wall)
        self.took_us = (time.process_time_ns() - begun) / 1000
        return effects


def main(arguments: Sequence[str]) -> int:
    """Run it."""
    made = argparse.ArgumentParser(
        prog="python -m tools.bench.moves", description="See tools/bench/moves.py."
    )
    made.add_argument("--games", type=int, default=40, metavar="N", help="of each game (40)")
    options = made.parse_args(arguments)
    pin(0, cores()[0])
    for line in report(measure(options.games), options.games):
        print(line)
    return 0


def measure(games: int) -> Found:
    """Microseconds of every move, by game and verb; the first game of each warms up."""
    found: dict[Kind, list[float]] = defaultdict(list)
    lexicon = load_english()
    for number in range(games + 1):
        for game in GAMES:
            for verb, took_us in play(game, lexicon, number):
                if number:
                    found[game, verb if game == PASSWORD.id else ANY].append(took_us)
    return found


def play(game: str, lexicon: Lexicon, number: int) -> Iterator[tuple[str, float]]:
    """A whole game, move by move."""
    host = Host(GAMES, {"en": lexicon}, seed=number, house_type=Timed)
    house, rng = host.house, Random(number)
    assert isinstance(house, Timed)
    clients = {Seat(seat): host.person(name) for seat, name in enumerate(NAMES, 1)}
    ann, *others = clients.values()
    ann.send(f"new {game}")
    for other in others:
        other.send("join 1")
    ann.send("start")
    room = house.tables.rooms[1]
    while room.table.playing:
        seat, line = choose(room.table.last_match, room.table.names, rng)
        clients[seat].send(line.lower())
        yield line.split()[0], house.took_us


def choose(match: Match, names: Mapping[Seat, str], rng: Random) -> tuple[Seat, str]:
    """What somebody who is asked does."""
    seat = rng.choice([seat for seat, asked in match.prompts.items() if asked.prompt.urgent])
    verb, rest = random_line(match.prompts[seat].prompt, names, rng)
    if match.game is PASSWORD and verb == "guess" and rng.random() < FOUND:
        rest = match.state.word.word
    return seat, f"{verb} {rest}"


def report(found: Found, games: int) -> Iterator[str]:
    """The table and the goals."""
    probe = fmean(found[PROBE.id, ANY])
    yield f"{games} games of each, four people, Python {sys.version.split()[0]}"
    yield ""
    yield f"{'':<18}{'moves':>7}{'mean us':>9}{'p50':>7}{'p99':>8}{'of Probe':>10}"
    for (game, verb), all_us in sorted(found.items(), reverse=True):
        mean = fmean(all_us)
        p50, p99 = (percentile(sorted(all_us), share) for share in (0.5, 0.99))
        about = f"{game}, {verb}"
        yield f"{about:<18}{len(all_us):>7}{mean:>9.0f}{p50:>7.0f}{p99:>8.0f}{mean / probe:>10.2f}"
    yield ""
    for verb in ("clue", "guess"):
        here = fmean(found[PASSWORD.id, verb]) / probe
        met = "met" if here <= MOST else "NOT MET"
        yield f"a {verb}, of a move of Probe{here:>8.2f}, at most {MOST:g}: {met}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
