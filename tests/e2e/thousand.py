"""`python -m tests.e2e.thousand [GAMES] [--game NAME]`: random games over TCP.

Starts a host, plays that many games (1,000) with random options, seats, bots and watchers
and says what was seen. The first line that breaks the protocol ends it with a traceback.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Collection, Sequence

from parlour.lexicons import BUILTIN
from parlour.plugins import find_games
from tests.e2e.crowd import Crowd, Figures
from tests.e2e.serving import serving

CONFIG = """
[plugins]
disabled = {disabled}

[limits]
bot_pause_ms = 0
away_s = 5
flood_burst = 100000
flood_per_s = 100000
finished_games = 200
"""
"""Nobody waits for anybody, a table goes when all have left, and so does a player who is gone
(or thousands of them would hear of every table); few games are kept: each is seen again at
once."""


def installed() -> Collection[str]:
    """The games of this installation."""
    return find_games(lexicons=BUILTIN).games


def play(
    games: int,
    *,
    at_once: int,
    seed: int,
    game: str = "",
    options: Sequence[str] = (),
    seats: int = 0,
) -> Figures:
    """Play *games*, of *game* only or of all, at a host of their own, all with *options*.

    All have *seats*, or a random number each. The host must have nothing to complain about.
    """
    disabled = [name for name in installed() if game and name != game]
    with serving(CONFIG.format(disabled=disabled)) as host:
        crowd = Crowd(
            host.port, range(games), seed=seed, at_once=at_once, options=options, seats=seats
        )
        figures = crowd.play()
        log = host.stop()
    assert " error: " not in log, log
    return figures


def main() -> None:
    """Play and report."""
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.thousand", description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=1000)
    parser.add_argument("--game", default="", choices=installed(), help="only this one")
    parser.add_argument("--at-once", type=int, default=24, metavar="N", help="tables at a time")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="another one: other games"
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seats", type=int, default=0, metavar="N", help="at every table")
    given = parser.parse_args()
    begun = time.monotonic()  # noqa: TID251 - for people
    figures = play(
        given.games,
        at_once=given.at_once,
        seed=given.seed,
        game=given.game,
        options=given.option,
        seats=given.seats,
    )
    print(figures.report(time.monotonic() - begun))  # noqa: T201, TID251


if __name__ == "__main__":
    main()
