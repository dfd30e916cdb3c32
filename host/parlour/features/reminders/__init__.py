"""Reminders: a player with an account hears outside the program that a game over days waits.

They name an address themselves and take it back themselves. A plugin decides which addresses it
can reach, and sends; it reads who, which table and which game, and nothing of the game.
"""

from __future__ import annotations

from typing import Final

from parlour.commands.feature import Feature, hear, kept
from parlour.features.reminders.commands import COMMANDS
from parlour.features.reminders.hears import remind
from parlour.features.reminders.state import SHELF, Reminders
from parlour.tables.happened import TurnCame

FEATURE: Final = Feature(
    name="reminders",
    state=lambda limits: Reminders(),
    commands=COMMANDS,
    on=(*kept(SHELF, Reminders), hear(TurnCame, remind)),
)
