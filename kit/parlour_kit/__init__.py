"""The kit for authors of games, hosts and clients. It imports the host, which never imports it.

A game in tests:
    driver         `GameDriver`: a game that a test drives step by step
    match          `Match`: a game that programs play without a host; `play_random`
    position       a position as a file, for `parlour try` and findings of `check-game`
    cockpit        a game seen from every seat, without a host: `parlour try`
    editing        the fields of a value by their names, listed and put in by hand
    words          a word list of the words you give it
    host           a whole host without a network, with a clock that moves only on request
    rebuild        a house that proves that each table can be rebuilt from its record
    fixtures       for pytest: the checks of `parlour check-game` as a fixture
    language       the kit's own texts, and their translations
    translating    the marked texts of a package, and the catalogues that translate them
    pettingzoo     a game as an environment of PettingZoo

Games between programs:
    arena          `Arena`, `compete`: many games with fair luck, and who wins: `parlour arena`

Checks of a game:
    checks         the named checks of `parlour check-game`
    checking       `check_game`: looks for leaks in random games, in one call, with a report
    playing        random games, played with nothing but the prompts
    apart          the beginning of a game, played in a process of its own
    variety        the tables to play at: every option, in few games
    inquiry        one random game under examination: twins, and what may happen next
    leaks          what differs and should not: a `Leak`, and those that have been told
    origins        the line of a game's code that makes a difference
    impressions    what a viewer gets of a position and of a step
    blindness      the comparisons: does a game tell a viewer what they must not know?
    mind           a bot at one seat, as a host treats it
    minds          do bots know only what their seat knows?
    two_hosts      two hosts that differ only in what is hidden, compared line by line
    running        the same while they play on
    values         values taken apart: what changed, how large they are
    hidden         the fields of a state, and which of them are hidden
    luck           the luck of a step, in which one draw may differ
    effort         the work of a call, in steps of Python
    longest        the longest names and texts that a table may have

The line protocol:
    conformance    what hosts and clients must do: `parlour check-host`, `check-client`
    schema         the protocol as JSON Schema: `parlour schema`
    load           many guests at once: `parlour load`

    cli            the commands; `data`: the templates of `parlour new-game`
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour_kit.checking import Report, check_game
    from parlour_kit.checks import CHECK_NAMES, CHECKS, Trial, check_all
    from parlour_kit.driver import GameDriver
    from parlour_kit.leaks import Leak
    from parlour_kit.match import Match, play_random
    from parlour_kit.words import SmallList
else:
    _MODULES = ("words", "driver", "match", "leaks", "checks", "checking")

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
