"""Moderation: the operator sees who is here, bans and mutes, and removes a player's data.

A ban keeps out a name, an address or a network, a mute lets somebody play but not talk. Both end
by themselves if the operator says when. Data is removed from everywhere: a feature that keeps rows
about players hears `Removed`.
"""

from __future__ import annotations

from typing import Final

from parlour.commands.feature import Feature, hear
from parlour.features.moderation.commands import COMMANDS
from parlour.features.moderation.hears import check_address, check_name, check_talk, restore
from parlour.features.moderation.state import Bans
from parlour.tables.happened import Connecting, Restoring, SigningIn, Talking

FEATURE: Final = Feature(
    name="moderation",
    state=lambda limits: Bans(),
    commands=COMMANDS,
    notices={"muted": "the operator does not let you talk, or does so again"},
    on=(
        hear(Restoring, restore),
        hear(Connecting, check_address),
        hear(SigningIn, check_name),
        hear(Talking, check_talk),
    ),
)
