"""The kit for authors of games: play at random, look for leaks, drive a host without a network.

checking.py   `check_game`: everything below in one call, with a report
playing.py    random play through the rules, from nothing but the prompts
blindness.py  does a game tell anybody what they must not know?
minds.py      do its bots?
running.py    does a host, while two games differ in one hidden move?
inquiry.py    what the checks of one game share; luck.py, hidden.py (fields and words)
memory.py     a store in memory, from which that host can start again
host.py       a whole host on plain lists, with a clock that stands still
two_hosts.py  two hosts that differ only in what is hidden, compared line by line
words.py      a word list of the words you give it
driver.py     `GameDriver`: a game that a test drives step by step
rebuild.py    a house that proves that a table is the fold of its record
"""

from __future__ import annotations

from parlour.testing.blindness import Leak
from parlour.testing.checking import Report, check_game
from parlour.testing.driver import GameDriver
from parlour.testing.words import SmallList

__all__ = ["GameDriver", "Leak", "Report", "SmallList", "check_game"]
