"""Ratings: how strong each account plays, from the results of its games.

A game counts if it was played to its end and somebody has won. It keeps its result together with
the ratings from before it, so the archive alone gives all ratings again. Games at private tables
do not count: anybody may read ratings, and would learn of a game there.
"""

from __future__ import annotations

from typing import Final

from parlour.commands.feature import Feature, hear, kept
from parlour.features.ratings.commands import COMMANDS
from parlour.features.ratings.hears import rate, tell_game
from parlour.features.ratings.messages import RatedEvent
from parlour.features.ratings.state import SHELF, Ladders
from parlour.tables.happened import Archiving, RatingsWanted

FEATURE: Final = Feature(
    name="ratings",
    state=lambda limits: Ladders(),
    commands=COMMANDS,
    events=(RatedEvent,),
    on=(*kept(SHELF, Ladders), hear(RatingsWanted, tell_game), hear(Archiving, rate)),
)
