"""Friends: two players with accounts who both want to hear when the other one comes.

Either of them asks and the other one agrees, both with `friend`. Nobody learns more of a friend
than `who` tells everybody, and a game that allows no talk lets nobody hear who has come.
"""

from __future__ import annotations

from typing import Final

from parlour.commands.feature import Feature, hear
from parlour.features.friends.commands import COMMANDS
from parlour.features.friends.hears import come_in, forget, restore
from parlour.features.friends.state import Friends
from parlour.tables.happened import CameIn, Removed, Restoring

FEATURE: Final = Feature(
    name="friends",
    state=lambda limits: Friends(),
    commands=COMMANDS,
    notices={
        "friend": "a friend has come, somebody asks to be one or agrees, or who of them is here",
    },
    on=(hear(Restoring, restore), hear(CameIn, come_in), hear(Removed, forget)),
)
