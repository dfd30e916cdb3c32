"""History: the finished games, how to see one again, and what is sealed of a game.

A replay shows somebody what they had from their seat, and others what a watcher had. Only its
players know of a game at a private table.
"""

from __future__ import annotations

from typing import Final

from parlour.commands.feature import Feature
from parlour.features.history import chapters, commands, sealed

FEATURE: Final = Feature(
    name="history", commands=(*commands.COMMANDS, *chapters.COMMANDS, *sealed.COMMANDS)
)
