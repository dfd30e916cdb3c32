"""Say what a game is about when somebody's first game of that kind begins."""

from __future__ import annotations

from collections.abc import Iterable

from parlour.core.sessions import Player
from parlour.tables.rooms import Room
from parlour.tables.tables import Tables
from parlour.wire.messages import Notice


def say(tables: Tables, room: Room, players: Iterable[Player]) -> None:
    """Tell each of *players* who is connected and has not read it the aim of the game.

    Nobody else learns of it: not even that it is their first game.
    """
    game = room.table.game
    for player in players:
        session = player.session
        if not game.aim or game.id in player.aims or session is None or not session.natural:
            continue
        player.aims |= {game.id}
        tables.out.tell(player, Notice(kind="aim", table=room.table.number, what=game.aim))
