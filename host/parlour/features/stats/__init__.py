"""Stats: what players tell each other about their games.

After a game each player reads their own highlights, in the words of the game, and their places at
this table. `stats` sums up the finished games of the asker, as far as the archive keeps them.
"""

from __future__ import annotations

from typing import Final

from parlour.commands.feature import Feature, hear, kept
from parlour.features.stats.commands import COMMANDS
from parlour.features.stats.hears import look_back, table_closed
from parlour.features.stats.state import SHELF, Evenings
from parlour.tables.happened import Archiving, TableClosed

FEATURE: Final = Feature(
    name="stats",
    state=lambda limits: Evenings(),
    commands=COMMANDS,
    notices={
        "highlights": "what you may tell others about the game that is over; nobody else reads it"
    },
    on=(
        *kept(SHELF, Evenings),
        hear(Archiving, look_back),
        hear(TableClosed, table_closed),
    ),
)
