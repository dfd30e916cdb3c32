"""Which card `sharp` asks for.

A turn goes on until the first miss. If questions did not depend on each other, the best order
of them would be by gain when it hits times the chance of a hit, over the chance of a miss:
sure ones first, then what risks the turn for the most. That is the measure used here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from math import prod
from random import Random
from typing import Final

from parlour import Lexicon
from parlour_probe.bots.alphabet import frequency
from parlour_probe.bots.known import Known
from parlour_probe.bots.open import RackKey
from parlour_probe.bots.probability import Chance, reckon
from parlour_probe.decks import BLANK, HIDDEN
from parlour_probe.exposure import COMPLETED
from parlour_probe.moves import Ask
from parlour_probe.turn import NO_BLANK

_TURN: Final = 25.0
"""What the rest of a turn is worth, in points; used when the first question counts more."""
_DOUBT: Final = 0.02
"""Added to the chance of a miss: nothing is quite sure, and nobody divides by 0."""
_NEARER: Final = 0.5
"""For each card still hidden behind the one asked for, the 50 for the last card counts so
much less."""
_KNOWING: Final = 4.0
"""What seeing a card is worth beside its points."""


def best_question(
    known_of: Mapping[RackKey, Known],
    cards: Sequence[str],
    multiplier: int,
    lexicon: Lexicon | None,
    rng: Random,
) -> Ask:
    """The question worth most to the owner of any rack of *known_of*; equal ones by luck."""
    offers: list[tuple[float, float, float, Ask]] = []
    shares = frequency(any(known.french for known in known_of.values()))
    for seat, group in groupby(known_of.items(), key=lambda item: item[0][0]):
        racks = [(reckon(lexicon, known), known.face.count(HIDDEN) - 1) for _, known in group]
        for card in cards:
            found = [(reckoning.of(card), _NEARER**behind) for reckoning, behind in racks]
            worth = _worth(*_either(found), card, multiplier)
            offers.append((worth, shares.get(card, 0.0), rng.random(), Ask(seat, card)))
    return max(offers, key=lambda offer: offer[:3])[-1]


def _either(found: Sequence[tuple[Chance, float]]) -> tuple[Chance, float]:
    """Of the chances on two racks, with how near each is to its last card: that of a hit on any,
    and what it shows then on the average, for the owner chooses the rack (R-P-49).
    """
    if len(found) == 1:
        return found[0]
    sure = sum(chance.hit for chance, _ in found) or 1.0
    value = sum(chance.hit * chance.value for chance, _ in found) / sure
    near = sum(chance.hit * near for chance, near in found) / sure
    return Chance(1 - prod(1 - chance.hit for chance, _ in found), value), near


def _worth(chance: Chance, near: float, card: str, multiplier: int) -> float:
    """How good a question is; only to be compared with others of the same moment.

    *near* is 1 if no card stays hidden behind it after a hit, and less the more there are.
    """
    gain = chance.value * multiplier + _KNOWING + COMPLETED * near
    loss = -NO_BLANK if card == BLANK else 0
    if multiplier > 1:  # the order matters less than that this question hits
        return chance.hit * (gain + _TURN) - (1 - chance.hit) * loss
    return chance.hit * gain / (1 - chance.hit + _DOUBT) - loss
