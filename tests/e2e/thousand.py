"""`python -m tests.e2e.thousand [GAMES [AT_ONCE [SEED]]]`: random games over TCP.

Starts a host, plays that many games (1,000) with random options, seats, bots and watchers
and says what was seen. The first line that breaks the protocol ends it with a traceback.
"""

from __future__ import annotations

import sys
import time

from tests.e2e.crowd import Crowd, Figures
from tests.e2e.serving import serving

CONFIG = """
[limits]
bot_pause_ms = 0
empty_table_s = 1
flood_burst = 100000
flood_per_s = 100000
finished_games = 200
"""
"""Nobody waits for anybody, a table goes when all have left, and few games are kept: each
is seen again at once."""


def play(games: int, *, at_once: int, seed: int, longest_s: float) -> Figures:
    """Play *games* at a host of their own. The host must have nothing to complain about."""
    with serving(CONFIG, longest_s=longest_s) as host:
        figures = Crowd(host.port, range(games), seed=seed, at_once=at_once).play()
        log = host.stop()
    assert " error: " not in log, log
    return figures


def main() -> None:
    """Play and report."""
    given = [int(word) for word in sys.argv[1:]]
    games, at_once, seed = [*given, *(1000, 24, 1)[len(given) :]]
    begun = time.monotonic()  # noqa: TID251 - for people
    figures = play(games, at_once=at_once, seed=seed, longest_s=3600)
    print(figures.report(time.monotonic() - begun))  # noqa: T201, TID251


if __name__ == "__main__":
    main()
