"""An arena: programs play a game against each other, many times, with luck that is fair.

    result = compete(SPADES, {"search": "search", "mine": my_bot}, pairs=100, seed="autumn")
    for line in result.lines(): ...

    plan        who sits where with which luck
    table       one game, on the host's own engine
    moves       moves as lines, and at random
    players     random players, bots, functions in Python
    desk        a program: the line protocol, as far as an arena needs it
    process     its process, and the bytes between it and us
    run         all games, in one process or several
    result      what is counted, and the tables
    report      the folder that the command writes
    compete     an arena in one call, and players by their names
    statistics  shares and their intervals

`parlour arena` is the command. docs/how-to/arena.md shows how to use it.
"""

from __future__ import annotations

from parlour_kit.arena.compete import compete, player_of
from parlour_kit.arena.desk import Bounds, ProgramPlayer
from parlour_kit.arena.players import Player, Turn
from parlour_kit.arena.result import Result
from parlour_kit.arena.run import Arena, ArenaError, Played

__all__ = [
    "Arena",
    "ArenaError",
    "Bounds",
    "Played",
    "Player",
    "ProgramPlayer",
    "Result",
    "Turn",
    "compete",
    "player_of",
]
