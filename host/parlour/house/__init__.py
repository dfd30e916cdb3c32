"""The house: pure; joins sessions, players, tables and matches.

effects.py   what goes in and what comes out
limits.py    every limit, with its reason
house.py     `House.tick`: the one door
people.py    sessions and players, and what they were sent
rooms.py     a live table: record, clock, listeners, bots
announce.py  happenings -> what one viewer may know of them
archive.py   finished games and playing them again
dispatch.py  a line -> its verb -> its answer
verbs.py     the table of host verbs; their work is in do_*.py
"""

from parlour.house.house import House

__all__ = ["House"]
