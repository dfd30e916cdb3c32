"""What a word scores, and how short it may be (R-B-4, R-B-9, R-B-17, R-B-18, O-B-22)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SHORTEST: Final = 3
"""The letters of the shortest word that counts on any board (R-B-4)."""
SHORTEST_OF_LARGE: Final = 4
"""The same on a board of 5 x 5 (O-B-22)."""
LARGE: Final = 5
"""From so many cells in a row on, a board is large."""

LONG: Final = 8
"""From so many letters on, all words score the same."""
POINTS: Final[Mapping[int, int]] = {3: 1, 4: 1, 5: 2, 6: 3, 7: 5, LONG: 11}
"""Points of a word by its letters (R-B-9). O-B-22 has the same figures from four letters on."""
CHALLENGE_POINTS: Final[Mapping[int, int]] = {3: 1, 4: 2, 5: 3, 6: 4, 7: 5, LONG: 6}
"""Points of every word of a board with the challenge cube (R-B-17, O-B-13)."""
BONUS: Final = 5
"""Added once for a word formed with the challenge cube (R-B-18, O-B-11)."""


def shortest(size: int) -> int:
    """Letters of the shortest word that counts on a board of *size* cells in a row."""
    return SHORTEST_OF_LARGE if size >= LARGE else SHORTEST


def worth(word: str, *, challenge: bool) -> int:
    """Points of *word*, of three letters or more, without a bonus.

    Length is counted in letters, Qu as two (O-B-19).
    """
    return (CHALLENGE_POINTS if challenge else POINTS)[min(len(word), LONG)]
