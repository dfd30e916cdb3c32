"""Parties: several tables of one game, several rounds, one standing.

The host seats the members of a party, begins their games, keeps the totals and says who has won. A
party is a value, and its record is all that is kept of it: every entry in the same commit as what
it follows from. So a crash leaves no game that was counted twice, or not at all. Its tables are
ordinary ones that it owns (`tables.owner`).
"""

from __future__ import annotations

from typing import Final

from parlour.commands.feature import Feature, hear
from parlour.features.parties.commands import COMMANDS
from parlour.features.parties.hears import (
    expect,
    refuse_removal,
    refuse_seat,
    rename,
    restore,
    taken_over,
)
from parlour.features.parties.messages import PartyEvent
from parlour.features.parties.state import Parties
from parlour.tables.happened import Expecting, Removed, Removing, Restored, Seating, TakenOver

FEATURE: Final = Feature(
    name="parties",
    state=lambda limits: Parties(),
    commands=COMMANDS,
    events=(PartyEvent,),
    on=(
        hear(Restored, restore),
        hear(Seating, refuse_seat),
        hear(TakenOver, taken_over),
        hear(Expecting, expect),
        hear(Removing, refuse_removal),
        hear(Removed, rename),
    ),
)
