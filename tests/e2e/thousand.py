"""`python -m tests.e2e.thousand [GAMES] [--game NAME]`: random games over TCP.

Starts a host, plays that many games (1,000) with random options, seats, bots and watchers,
verifies the record of each, and says what was seen. The first line that breaks the protocol ends
it with a traceback.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Collection, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from parlour.lexicons import BUILTIN, Lexicons
from parlour.plugins import find_games
from parlour.records import export, verify
from parlour.store.reader import open_reader
from tests.e2e.crowd import Crowd, Figures
from tests.e2e.serving import serving
from tests.memory import MEMORY

FOLDER: Final = Path(__file__).parents[2] / "examples" / "games"
EXAMPLES: Final = tuple(sorted(path.parent.name for path in FOLDER.glob("*/pyproject.toml")))
CONFIG = """
[plugins]
disabled = {disabled}
modules = {modules}

[limits]
bot_pause_ms = 0
away_s = 5
flood_burst = 100000
flood_per_s = 100000
finished_games = {kept}
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
    modules: Sequence[str] = (),
) -> Figures:
    """Play *games*, of *game* only or of all, at a host of their own, all with *options*.

    All have *seats*, or a random number each. With *modules*, only the games of these plugins are
    played. The host must have nothing to complain about, and every record must be good.
    """
    disabled = [name for name in installed() if modules or (game and name != game)]
    config = CONFIG.format(disabled=disabled, modules=list(modules), kept=max(200, games))
    with TemporaryDirectory(dir=MEMORY) as data, serving(config, "--data", data) as host:
        crowd = Crowd(
            host.port, range(games), seed=seed, at_once=at_once, options=options, seats=seats
        )
        figures = crowd.play()
        log = host.stop()
        figures.counts["verified"] = verified(Path(data), modules)
    assert " error: " not in log, log
    assert figures.counts["verified"] == games
    return figures


def verified(data: Path, modules: Sequence[str] = ()) -> int:
    """How many games are in the folder of a host. Each of them must be good as a file."""
    lexicons = Lexicons()
    games = find_games(lexicons=BUILTIN, modules=modules).games
    archive = open_reader(data).archive
    found = [archive.get(played.record) for played in archive.recent(1_000_000)]
    for finished in found:
        assert finished is not None
        report = verify(export(finished), games, lexicons)
        assert report.verdict == "good", "\n".join(report.lines())
    return len(found)


def main() -> None:
    """Play and report."""
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.thousand", description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=1000)
    names = [*installed(), *EXAMPLES]
    parser.add_argument("--game", default="", choices=names, help="only this one")
    parser.add_argument("--at-once", type=int, default=24, metavar="N", help="tables at a time")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="another one: other games"
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seats", type=int, default=0, metavar="N", help="at every table")
    given = parser.parse_args()
    modules = [given.game] if given.game in EXAMPLES else []
    for module in modules:
        sys.path.append(str(FOLDER / module))
        os.environ["PYTHONPATH"] = str(FOLDER / module)  # for the host
    begun = time.monotonic()  # noqa: TID251 - for people
    figures = play(
        given.games,
        at_once=given.at_once,
        seed=given.seed,
        game=given.game,
        options=given.option,
        seats=given.seats,
        modules=modules,
    )
    print(figures.report(time.monotonic() - begun))  # noqa: T201, TID251


if __name__ == "__main__":
    main()
