"""A game over days waits for somebody who is not connected."""

from __future__ import annotations

from parlour.commands.call import Context
from parlour.features.reminders.state import Reminders
from parlour.hookvalues import YourTurn
from parlour.tables.happened import TurnCame


def remind(context: Context, came: TurnCame) -> None:
    """Let plugins tell the player, if they have said where."""
    to = context.state(Reminders).of(came.player.number)
    if to is not None:
        table = came.room.table
        context.out.tell_plugins(
            YourTurn(came.player.name, to, table.number, table.game.id, table.game.title)
        )
