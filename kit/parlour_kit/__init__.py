"""The kit for authors of games: play at random, look for leaks, drive a host without a network.

checks/       the named checks of `parlour check-game`; fixtures.py runs them under pytest
checking.py   `check_game`: everything below in one call, with a report
match.py      `Match`: a game that programs play without a host; `play_random`
playing.py    random play through the rules, using only the prompts
blindness.py  checks that a game tells no viewer what they must not know
impressions.py  what a viewer gets, and the leak that a comparison shows
minds.py      the same check for its bots
running.py    the same check for running hosts, whose games differ in one hidden move
inquiry.py    code shared by the checks of one game; luck.py, hidden.py (fields and words)
memory.py     a store in memory, from which such a host can start again
host.py       a whole host without a network, with a clock that moves only on request
two_hosts.py  two hosts that differ only in what is hidden, compared line by line
words.py      a word list of the words you give it
driver.py     `GameDriver`: a game that a test drives step by step
rebuild.py    a house that proves that each table can be rebuilt from its record
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour_kit.checking import Report, check_game
    from parlour_kit.checks import CHECK_NAMES, CHECKS, Trial, check_all
    from parlour_kit.driver import GameDriver
    from parlour_kit.impressions import Leak
    from parlour_kit.match import Match, play_random
    from parlour_kit.words import SmallList
else:
    _MODULES = ("words", "driver", "match", "impressions", "checks", "checking")

    def __getattr__(name: str) -> object:
        """Load a name on first use, so that `parlour --help` does not load the whole kit."""
        if name in __all__:
            for module in _MODULES:
                found = vars(import_module(f"parlour_kit.{module}"))
                if name in found:
                    globals()[name] = found[name]
                    return found[name]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "CHECKS",
    "CHECK_NAMES",
    "GameDriver",
    "Leak",
    "Match",
    "Report",
    "SmallList",
    "Trial",
    "check_all",
    "check_game",
    "play_random",
]
