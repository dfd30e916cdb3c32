"""A game over days waits for somebody who is not connected."""

from __future__ import annotations

from parlour.commands.call import Context
from parlour.features.reminders.state import Reminders
from parlour.hookvalues import YourTurn
from parlour.tables.happened import TurnCame


def remind(context: Context, came: TurnCame) -> None:
    """Let plugins tell the player, if they have said where and were not told very often."""
    reminders, number = context.state(Reminders), came.player.number
    to = reminders.of(number)
    if to is not None and reminders.may_send(number, context.out.now):
        table = came.room.table
        context.out.tell_plugins(
            YourTurn(came.player.name, to, table.number, table.game.id, table.game.title)
        )
