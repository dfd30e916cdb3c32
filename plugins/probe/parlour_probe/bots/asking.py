"""Which card `sharp` asks for.

A turn goes on until the first miss. If questions did not depend on each other, the best order
of them would be by gain when it hits times the chance of a hit, over the chance of a miss:
sure ones first, then what risks the turn for the most. That is the measure used here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from parlour import Lexicon, Seat
from parlour_probe.bots.alphabet import FREQUENCY
from parlour_probe.bots.known import Known
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
    known_of: Mapping[Seat, Known],
    cards: Sequence[str],
    multiplier: int,
    lexicon: Lexicon | None,
    rng: Random,
) -> Ask:
    """The question worth most to any of the seats of *known_of*; equal ones by luck."""
    offers: list[tuple[float, float, float, Ask]] = []
    for seat, known in known_of.items():
        reckoning = reckon(lexicon, known)
        behind = known.face.count(HIDDEN) - 1
        for card in cards:
            worth = _worth(reckoning.of(card), card, multiplier, behind)
            offers.append((worth, FREQUENCY.get(card, 0.0), rng.random(), Ask(seat, card)))
    return max(offers, key=lambda offer: offer[:3])[-1]


def _worth(chance: Chance, card: str, multiplier: int, behind: int) -> float:
    """How good a question is; only to be compared with others of the same moment.

    *behind* is how many cards stay hidden after a hit.
    """
    gain = chance.value * multiplier + _KNOWING + COMPLETED * _NEARER**behind
    loss = -NO_BLANK if card == BLANK else 0
    if multiplier > 1:  # the order matters less than that this question hits
        return chance.hit * (gain + _TURN) - (1 - chance.hit) * loss
    return chance.hit * gain / (1 - chance.hit + _DOUBT) - loss
