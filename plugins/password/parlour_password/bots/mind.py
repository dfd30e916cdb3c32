"""How well a bot thinks: how many clues it compares, what it remembers, how much it wavers."""

from __future__ import annotations

from math import log2
from random import Random
from typing import Final

import msgspec

from parlour_password.bots.belief import noise

MANY: Final = 1_000
"""Words so common that nobody has to search for them; behind them each doubling counts."""


class Mind(msgspec.Struct, frozen=True):
    """How somebody makes clues and answers of what comes to mind."""

    weighed: int
    """Of so many clues that come to mind, they ask what their partner would answer to them.
    With 0 they say what comes first."""
    remembered: int
    """So many clues they keep in mind: those said last."""
    wavering: float
    """How much their liking for a word varies. It is the logarithm of a chance: 1.1 further apart
    are words of which one is three times as likely as the other."""
    rare: float
    """How much less they like a word that is twice as rare."""

    def likes(self, number: int, value: float, rng: Random) -> float:
        """How much they like the word with that *number*, which goes so well with all clues."""
        held_back = self.rare * log2(1 + number / MANY) if self.rare else 0.0
        return value - held_back + (self.wavering * noise(rng) if self.wavering else 0.0)


EASY: Final = Mind(weighed=0, remembered=3, wavering=1.2, rare=0.1)
MEDIUM: Final = Mind(weighed=3, remembered=10, wavering=0.9, rare=0.1)
SHARP: Final = Mind(weighed=64, remembered=10, wavering=0.0, rare=0.0)
