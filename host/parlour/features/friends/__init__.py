"""Friends: two players with accounts who both want to hear when the other one comes.

Either of them asks and the other one agrees, both with `friend`. Nobody learns more of a friend
than `who` tells everybody, and a game that allows no talk lets nobody hear who has come.
"""

from __future__ import annotations

from typing import Final

from parlour.commands.feature import Feature, hear, kept
from parlour.features.friends.commands import COMMANDS
from parlour.features.friends.hears import come_in
from parlour.features.friends.state import SHELF, Friends
from parlour.tables.happened import CameIn

FEATURE: Final = Feature(
    name="friends",
    state=lambda limits: Friends(),
    commands=COMMANDS,
    notices={
        "friend": "a friend has come, somebody asks to be one or agrees, or who of them is here"
    },
    on=(*kept(SHELF, Friends), hear(CameIn, come_in)),
)
