"""Which of its own cards a bot turns up."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from parlour import Lexicon
from parlour_probe.bots.known import Known
from parlour_probe.bots.open import Card
from parlour_probe.bots.probability import still_possible
from parlour_probe.decks import VALUES

_TELLING: Final = 3.0
"""Points that it costs to make what is still possible e times less."""


def cheapest(cards: Sequence[Card]) -> Card:
    """The card worth least, of equal ones the first."""
    return min(cards, key=lambda card: (VALUES[card[1] - 1], card[1]))


def least_telling(
    choice: Sequence[Card],
    known_of: Mapping[int, Known],
    own: Mapping[int, Sequence[str]],
    lexicon: Lexicon | None,
) -> Card:
    """The card that gives the others least, in points and in what they learn.

    *known_of* is what they know of each rack by its index, *own* what lies on it.
    """
    before = {
        index: _told(lexicon, known) if len(known_of) > 1 else 0.0
        for index, known in known_of.items()
    }

    def cost(card: Card) -> tuple[float, int]:
        index, space = card
        known, cards = known_of[index], own[index]
        face = known.face[: space - 1] + cards[space - 1] + known.face[space:]
        told = _told(lexicon, replace(known, face=face)) - before[index]
        return VALUES[space - 1] - _TELLING * told, space

    return choice[0] if len(choice) == 1 else min(choice, key=cost)


def _told(lexicon: Lexicon | None, known: Known) -> float:
    """The logarithm of what is still possible; of different racks only changes compare."""
    return math.log(max(still_possible(lexicon, known), 1e-300))
