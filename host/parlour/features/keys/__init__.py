"""Ssh keys: a player with an account comes in without a password where ssh has proven their key.

A key belongs to one account at most, and only a player who comes with it learns to which. To come
with a key counts more than to name it, so nobody is kept out by an account that named their key.
"""

from __future__ import annotations

from typing import Final

from parlour.commands.feature import Feature, hear, kept
from parlour.features.keys.commands import COMMANDS
from parlour.features.keys.hears import note_proof, recognise
from parlour.features.keys.state import SHELF, Keys
from parlour.tables.happened import CameIn, KeyShown

FEATURE: Final = Feature(
    name="keys",
    state=lambda limits: Keys(),
    commands=COMMANDS,
    on=(*kept(SHELF, Keys), hear(KeyShown, recognise), hear(CameIn, note_proof)),
)
