"""Small named checks of a game: each says what it found, where, and how to mend it.

finding.py    what a check found, and how the author reads it
trial.py      the game under examination, and the random games that all checks share
story.py      how a game came to a position, made as short as possible
playing.py    random games: prompts, players who leave and come, the clock, odd lines
returning.py  what the parts return: types and scores
reading.py    what people read: texts, scenes, refusals
agreed.py     channels, and moves that are taken back
chapters.py   nothing that was hidden in a chapter matters after it
purity.py     the same calls, the same values, in other processes too
replaying.py  the record, on a host that is restarted
minds.py      bots
company.py    bots learn nothing from the bots at other seats
hiding.py     nobody learns what is hidden
working.py    the work of a move tells nothing that is hidden
costs.py      the time of a move and of a thought, the size of a state
running.py    the list of checks, and how they run
"""

from __future__ import annotations

from parlour_kit.checks.finding import Fault, Finding
from parlour_kit.checks.running import CHECKS, Check, Verdict, check_all, report
from parlour_kit.checks.trial import Trial

CHECK_NAMES = tuple(check.name for check in CHECKS)
"""The names of all checks of `parlour check-game`."""

__all__ = [
    "CHECKS",
    "CHECK_NAMES",
    "Check",
    "Fault",
    "Finding",
    "Trial",
    "Verdict",
    "check_all",
    "report",
]
