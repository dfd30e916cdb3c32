"""Take changed code of games between two moves, while an author works on them.

A table follows from its record, so we fold the record again with the new code. If that fails, or
the new code cannot even be loaded, the table is suspended, and its players read why. The next
change brings it back.
"""

from __future__ import annotations

from parlour.core.effects import Reloaded, Report
from parlour.engine import record as r
from parlour.tables import suspension
from parlour.tables.rebuild import CannotGoOn, rebuilt
from parlour.tables.rooms import Room
from parlour.tables.tables import Tables


def reload(tables: Tables, event: Reloaded) -> None:
    """Play on with the games in *event*. The tables of those that are broken are suspended."""
    tables.games = {**tables.games, **event.games}
    for name, why in event.broken.items():
        tables.out.report(Report("error", f"the code of {name} cannot be used: {why}"))
    for room in list(tables.rooms.values()):
        game = room.table.game.id
        if room.table.state == "adjourned":
            continue  # it gets its game when its players are back
        if game in event.broken:
            _suspend(tables, room, f"the code of {game} cannot be used: {event.broken[game]}")
        elif game in event.games:
            _take(tables, room)


def _take(tables: Tables, room: Room) -> None:
    """Fold the record of *room* with the code that is here now."""
    try:
        suspension.put_game_back(tables, room)
    except CannotGoOn as reason:
        _suspend(tables, room, room.explained(reason) or str(reason))
    else:
        suspension.show_all_again(tables, room)


def _suspend(tables: Tables, room: Room, why: str) -> None:
    """Let *room* wait for the next change of the code, and tell those who sit there why."""
    at, match = room.at, room.table.match
    over = match is not None and match.ended is not None
    room.become(rebuilt(tables, room.record, game=False))
    if room.table.suspended is None or room.table.suspended.why != why:
        room.add(r.Suspended(at=at, why=why, over=over))
    room.set_clock()
    suspension.show_all_again(tables, room)
