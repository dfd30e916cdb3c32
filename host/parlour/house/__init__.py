"""The house: pure code that connects sessions, players, tables and matches. From the top down:

house.py       `House.tick`: the one entry, and the wiring of sessions and players
commands/      every request that anybody can make: a line, its verb, its answer
lifecycle/     tables opened, joined, left, held, closed; what a restart restores
tables/        a live table: record, clock, bots, what each viewer hears; finished games
people/        names and accounts, bans, and how much each player may have
outbound.py    the one exit: what to store, send, close and think about
refusals.py, sessions.py, effects.py, persistence.py, limits.py, timers.py
               plain values that all modules above share
"""

from parlour.house.house import House

__all__ = ["House"]
