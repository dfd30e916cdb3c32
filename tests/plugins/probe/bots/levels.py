"""How the levels fare against each other and against a model of an adult.

    python -m tests.plugins.probe.bots.levels 400

plays so many seeded games of each table of three and prints the share of games that each wins, a
shared win counting in part. docs/games/probe.md shows what it printed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from parlour.lexicons import load_english
from parlour_probe.bots import BOTS
from tests.plugins.probe.bots.adult import adult
from tests.plugins.probe.bots.arena import AnyBot, contest

KINDS: dict[str, AnyBot] = {bot.kind: bot for bot in (*BOTS, adult)}
TABLES = (
    ("medium", "easy", "adult"),
    ("easy", "easy", "adult"),
    ("sharp", "easy", "adult"),
    ("medium", "medium", "adult"),
    ("sharp", "medium", "adult"),
    ("medium", "easy", "easy"),
    ("sharp", "easy", "easy"),
    ("sharp", "medium", "easy"),
)


def rows(games: int) -> Iterator[str]:
    """The rows of the table on the page."""
    for table in TABLES:
        shares = contest([KINDS[kind] for kind in table], games, load_english()).shares
        cells = (f"{kind} {share:.0%}" for kind, share in zip(table, shares, strict=True))
        yield f"| {' | '.join(cells)} | {games} |"


if __name__ == "__main__":
    for row in rows(int(sys.argv[1])):
        sys.stdout.write(f"{row}\n")
        sys.stdout.flush()
