"""How the levels fare against each other and against a model of an adult.

    python -m tests.plugins.boggle.bots.levels 400

plays so many seeded rounds of each bot alone and of each table of two or three. It prints what
each finds alone, how much two of a kind find in common, and the share of rounds that each wins, a
shared win counting in part, with the points that each makes. docs/games/boggle.md and
docs/bots.md show what it printed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from parlour import Seat
from parlour.lexicons import load_english
from parlour_boggle.bots import BOTS
from parlour_boggle.bots.adult import adult
from parlour_boggle.state import Verdict
from tests.plugins.boggle.bots.arena import AnyBot, Table, contest

KINDS: dict[str, AnyBot] = {bot.kind: bot for bot in (*BOTS, adult)}
TABLES = (
    ("easy", "adult"),
    ("medium", "adult"),
    ("hard", "adult"),
    ("medium", "easy", "adult"),
    ("easy", "easy", "adult"),
    ("hard", "easy", "adult"),
    ("medium", "medium", "adult"),
    ("hard", "medium", "adult"),
    ("medium", "easy", "easy"),
    ("hard", "easy", "easy"),
    ("hard", "medium", "easy"),
)


def common(kinds: tuple[str, str], rounds: int) -> float:
    """The share of the first one's good words that the second one has as well."""
    good = crossed = 0
    for seed in range(rounds):
        bots = {Seat(place): KINDS[kind] for place, kind in enumerate(kinds, 1)}
        reading = Table(bots, load_english(), seed).play().reading
        assert reading is not None
        for group in reading.lists[0].groups:
            good += len(group.words) * (group.verdict in (Verdict.OK, Verdict.CROSSED))
            crossed += len(group.words) * (group.verdict is Verdict.CROSSED)
    return crossed / good


def alone(rounds: int) -> Iterator[str]:
    """The rows of the table about each kind by itself."""
    for kind, bot in KINDS.items():
        result = contest([bot], rounds, load_english())
        words, points = result.good[0] / rounds, result.points[0] / rounds
        yield f"| {kind} | {words:.0f} | {points:.0f} | {common((kind, kind), rounds):.0%} |"


def together(rounds: int) -> Iterator[str]:
    """The rows of the table about tables."""
    for table in TABLES:
        result = contest([KINDS[kind] for kind in table], rounds, load_english())
        cells = (
            f"{kind} {won / rounds:.0%}, {points / rounds:.1f}"
            for kind, won, points in zip(table, result.wins, result.points, strict=True)
        )
        yield f"| {' | '.join(cells)} | {rounds} |"


def main(rounds: int) -> None:
    for rows in (alone(rounds), together(rounds)):
        for row in rows:
            sys.stdout.write(f"{row}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
