"""Which of its own cards a bot turns up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from parlour import Lexicon
from parlour_probe.bots.known import Known
from parlour_probe.bots.probability import still_possible
from parlour_probe.decks import VALUES

_TELLING: Final = 3.0
"""Points that it costs to make what is still possible e times less."""


def cheapest(spaces: Sequence[int]) -> int:
    """The space worth least, of equal ones the first."""
    return min(spaces, key=lambda space: (VALUES[space - 1], space))


def least_telling(
    spaces: Sequence[int], known: Known, cards: Sequence[str], lexicon: Lexicon | None
) -> int:
    """The space whose card gives the others least, in points and in what they learn.

    *known* is what they know of the rack, *cards* what lies on it.
    """

    def cost(space: int) -> tuple[float, int]:
        face = known.face[: space - 1] + cards[space - 1] + known.face[space:]
        left = still_possible(lexicon, replace(known, face=face))
        told = math.log(max(left, 1e-300))
        return VALUES[space - 1] - _TELLING * told, space

    return spaces[0] if len(spaces) == 1 else min(spaces, key=cost)
