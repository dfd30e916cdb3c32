"""Ratings: how strong each account plays, from the results of its games.

A game counts if it was played to its end and somebody has won. It keeps its result together with
the ratings from before it, so the archive alone gives all ratings again. Games at private tables
do not count: anybody may read ratings, and would learn of a game there.
"""

from __future__ import annotations

from typing import Final

from parlour.commands.feature import Feature, hear
from parlour.features.ratings.commands import COMMANDS
from parlour.features.ratings.hears import forget, rate, restore, tell_game
from parlour.features.ratings.messages import RatedEvent
from parlour.features.ratings.state import Ladders
from parlour.tables.happened import GameOver, RatingsWanted, Removed, Restoring

FEATURE: Final = Feature(
    name="ratings",
    state=lambda limits: Ladders(),
    commands=COMMANDS,
    events=(RatedEvent,),
    on=(
        hear(Restoring, restore),
        hear(RatingsWanted, tell_game),
        hear(GameOver, rate),
        hear(Removed, forget),
    ),
)
