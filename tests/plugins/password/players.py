"""Who can play Password in tests: the bots, and a model of an adult.

Bots share one table of what goes with what. Two people don't: each has their own associations.
So an adult of the model lacks some of the links in the table, always the same ones, and the others
are weaker or stronger with them than with anybody else. They remember all clues and think of what
their partner may answer, as most people do, but only about the first clues that come to mind.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final
from zlib import crc32

from parlour_password.bots import BELIEF, Pace, TableBot
from parlour_password.bots.belief import EASY, LEVELS, MEDIUM, SHARP, Belief, Mind, Row

LACKS: Final = 0.25
"""The share of the links in the table that an adult does not have."""
APART: Final = 3
"""By so many levels at most a link is stronger or weaker with them."""
ADULT: Final = Mind(weighed=10, remembered=10, wavering=0.6, rare=0.2)


@dataclass(frozen=True, slots=True)
class Player:
    """What somebody knows, and how they think."""

    belief: Belief
    mind: Mind


class Own(Belief):
    """What one person associates, with a *name* of their own."""

    def __init__(self, name: str) -> None:
        """Know the table but for what this person lacks."""
        super().__init__()
        self._rows = cache(self._changed)
        self._name = name

    def row(self, number: int) -> Row:
        """The row of the word with that *number*."""
        return self._rows(number)

    def _changed(self, number: int) -> Row:
        row = super().row(number)
        kept: dict[int, int] = {}
        for answer, level in zip(row.answers, row.levels, strict=True):
            drawn = crc32(f"{self._name} {number} {answer}".encode())
            if drawn % 1_000 >= LACKS * 1_000:
                change = drawn // 1_000 % (2 * APART + 1) - APART
                kept[answer] = min(max(0, level + change), LEVELS - 1)
        return Row(tuple(kept), bytes(kept.values()))


PLAYERS: Final = {
    "easy": (Player(BELIEF, EASY),) * 2,
    "medium": (Player(BELIEF, MEDIUM),) * 2,
    "sharp": (Player(BELIEF, SHARP),) * 2,
    "adult": (Player(Own("ann"), ADULT), Player(Own("bob"), ADULT)),
}
"""Two partners of each kind: one to give, one to receive."""
ADULTS: Final = tuple(
    TableBot("adult", "a model of a person", player.belief, player.mind, Pace(3_000, 9_000))
    for player in PLAYERS["adult"]
)
"""The same two as bots."""
