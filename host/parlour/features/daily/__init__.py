"""The game of the day: the same luck for everybody, one try each, and a table of the results.

Nobody learns anything of it from those who have played before. A try is a game at a private table
that nobody else can join or watch, so no list, replay or plugin shows it, and no rating counts it.
Only those who have tried see the results of the day. A try begins at once, and its clock waits for
nobody, because its player has seen the board. Somebody with a second name has a second try.
"""

from __future__ import annotations

from typing import Final

from parlour.commands.feature import Feature, hear, kept
from parlour.features.daily.commands import COMMANDS
from parlour.features.daily.hears import go_on, keep_out
from parlour.features.daily.state import SHELF, Daily
from parlour.tables.happened import Entering, Restored

FEATURE: Final = Feature(
    name="daily",
    state=lambda limits: Daily(),
    commands=COMMANDS,
    notices={"daily": "your result in the game of the day"},
    on=(*kept(SHELF, Daily), hear(Restored, go_on), hear(Entering, keep_out)),
)
