"""`python -m tools.compare_bots [GAME ...]`: how strong the bots of all games are, as a table.

Each bot of a game plays against the one before it, the first one against random moves, and the
last one against the bot that needs only the rules. Both players play every deal from both sides.
The table is for `docs/bots.md`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

from parlour.api import AnyGame
from parlour_kit.arena import Arena, player_of
from parlour_kit.arena.result import Result
from parlour_kit.cli._subjects import Subject, subjects_of

INSTALLED: Final = ("boggle", "password", "probe")
FOLDER: Final = Path(__file__).parents[1] / "examples" / "games"
TEAMS: Final = {"password": 4}
"""Seats of games in which two players have no opponent."""
UNSEARCHED: Final = {"boggle", "hearts"}
"""Games that take the bot that searches hours."""


def matches(game: AnyGame) -> Iterator[tuple[str, str]]:
    """Yield who plays against whom: the stronger one should be the first of the two."""
    for weaker, stronger in pairwise(["random", *(bot.kind for bot in game.bots)]):
        yield stronger, weaker
    if game.id not in UNSEARCHED:
        yield (game.bots[-1].kind, "search") if game.bots else ("search", "random")


def contest(subject: Subject, kinds: tuple[str, str], seed: str, pairs: int) -> Arena:
    """Return the arena in which two kinds of bots of a game meet."""
    game = subject.game
    return Arena(
        game,
        [player_of(game, kind) for kind in kinds],
        seed=seed,
        pairs=pairs,
        seats=TEAMS.get(game.id),
        lexicons=subject.lexicons,
    )


def row(title: str, kinds: tuple[str, str], result: Result) -> str:
    """Return a row of the table. Who wins or loses together is not compared."""
    if result.together or result.nobody == result.games:
        why = "together" if result.together else "nobody"
        return f"| {title} | `{kinds[0]}` | `{kinds[1]}` | {result.games} | {why} | |"
    share = result.players[kinds[0]].share()
    low, high = 100 * share.low, 100 * share.high
    cells = (
        f"{title} | `{kinds[0]}` | `{kinds[1]}` | {result.games}",
        f"{100 * share.mean:.1f} % | {low:.1f} to {high:.1f} %",
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Play, and print the rows as they come."""
    parser = argparse.ArgumentParser(prog="python -m tools.compare_bots", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="installed, or a folder")
    parser.add_argument("--pairs", type=int, default=100, metavar="N", help="deals (100)")
    parser.add_argument("--searched", type=int, default=10, metavar="N", help="with search (10)")
    parser.add_argument("--seed", default="parlour", metavar="TEXT")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    given = parser.parse_args()
    folders = sorted(str(path.parent) for path in FOLDER.glob("*/pyproject.toml"))
    print("| game | bot | against | games | it won | 95 % sure |", flush=True)
    print("| --- | --- | --- | --- | --- | --- |", flush=True)
    for word in given.games or (*INSTALLED, *folders):
        for subject in subjects_of(word, None):
            for kinds in matches(subject.game):
                pairs = given.searched if "search" in kinds else given.pairs
                arena = contest(subject, kinds, given.seed, pairs)
                print(row(subject.game.title, kinds, arena.result(given.jobs)), flush=True)


if __name__ == "__main__":
    main()
