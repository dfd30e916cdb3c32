"""What a player knows of somebody's rack, and where its word may begin and end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from parlour_probe.decks import BLANK, HIDDEN

_BY_LENGTH: Final = (2, 3, 6, 12, 16, 18, 18, 16, 12, 8, 5, 4)
"""How gladly people hide a word of 1, 2, 3 ... letters."""
_BY_BLANKS: Final = (10, 6, 7, 6, 5, 5, 4)
"""And how gladly they add 0, 1, 2 ... blanks."""


class Known(msgspec.Struct, frozen=True):
    """Everything about a rack that tells something of its hidden cards."""

    face: str
    """As all can read it, `?` for a card face down."""
    denied: frozenset[str] = frozenset()
    """Cards that were asked for in vain. What was not hidden then is not hidden now."""
    wrong: frozenset[str] = frozenset()
    """Rows that were guessed in vain."""
    blanks: int = 5
    """Blanks in a deck."""
    least: int = 1
    """The fewest letters of a word."""
    french: bool = False
    """Is the word a French one, as the French rules want it?"""


class Place(msgspec.Struct, frozen=True):
    """A way the word may lie on the rack."""

    first: int
    """The blanks before it."""
    length: int
    weight: float
    """How likely before anything is known of the cards; over all places of a rack not 1."""


def places(known: Known) -> Iterator[Place]:
    """Where the word of a rack may be, by its length and then from the left."""
    face = known.face
    size = len(face)
    for length in range(max(known.least, size - known.blanks, 1), size + 1):
        blanks = size - length
        weight = _BY_LENGTH[length - 1] * _BY_BLANKS[blanks] / (blanks + 1)
        for first in range(blanks + 1):
            if _fits(known, first, first + length):
                yield Place(first, length, weight)


def _fits(known: Known, first: int, end: int) -> bool:
    """May the word fill the spaces from *first* to before *end*, counted from 0?"""
    outside = known.face[:first] + known.face[end:]
    if BLANK in known.face[first:end] or outside.strip(BLANK + HIDDEN):
        return False
    return HIDDEN not in outside or BLANK not in known.denied
