"""The house: pure; joins sessions, players, tables and matches. From the top down:

house.py       `House.tick`: the one door, and who is joined to whom
commands/      every request that anybody can make: a line, its verb, its answer
lifecycle/     tables opened, joined, left, held, closed; what a start restores
tables/        a live table: record, clock, bots, who hears what; finished games
people/        names and accounts, who is barred, how much each may have
outbound.py    the one way out: what is to be stored, sent, closed, thought about
refusals.py, sessions.py, effects.py, persistence.py, limits.py, timers.py
               plain values: what everybody above talks about
"""

from parlour.house.house import House

__all__ = ["House"]
