"""What `sharp` asks, guesses and shows.

A turn goes on until the first miss. If questions did not depend on each other, the best order
of them would be by gain when it hits times the chance of a hit, over the chance of a miss:
sure ones first, then what risks the turn for the most. That is the measure used here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import groupby
from random import Random
from typing import Final, TypeAlias

from msgspec.structs import replace

from parlour import Lexicon, Seat
from parlour_probe.bots.odds import SHARES, Chance, Known, reckon, still_possible
from parlour_probe.decks import BLANK, CARDS, HIDDEN, VALUES
from parlour_probe.moves import Ask, Guess
from parlour_probe.options import Terms
from parlour_probe.turn import COMPLETED, NO_BLANK, RIGHT_GUESS, WRONG_GUESS

RackKey: TypeAlias = tuple[Seat, int]
"""A rack: its owner and its index."""
Card: TypeAlias = tuple[int, int]
"""A card of the bot's own: the index of the rack, and the space."""

# In points.
_TURN: Final = 25.0
"""What the rest of a turn is worth; used when the first question counts more."""
_DOUBT: Final = 0.02
"""Added to the chance of a miss: nothing is quite sure, and nobody divides by 0."""
_NEARER: Final = 0.5
"""For each card still hidden behind the one asked for, the 50 for the last card counts so
much less."""
_KNOWING: Final = 4.0
"""What seeing a card is worth beside its points."""
_READ: Final = 2
"""With fewer cards to read no rack is clear enough to guess; so no time is spent on it."""
_LIKELY: Final = 0.5
"""The chance from which one guesses although more could be learnt first."""
_LAST_CALL: Final = 0.36
"""And if the next card shown may take the right to guess away."""
_TELLING: Final = 3.0
"""What it costs to make what is still possible e times less."""


def best_question(
    known_of: Mapping[RackKey, Known], multiplier: int, lexicon: Lexicon | None, rng: Random
) -> Ask:
    """The question worth most to the owner of any rack of *known_of*; equal ones by luck."""
    offers: list[tuple[float, float, float, Ask]] = []
    shares = SHARES[any(known.french for known in known_of.values())]
    for seat, group in groupby(known_of.items(), key=lambda item: item[0][0]):
        racks = [(reckon(lexicon, known), known.face.count(HIDDEN) - 1) for _, known in group]
        for card in CARDS:
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
    return Chance(1 - math.prod(1 - chance.hit for chance, _ in found), value), near


def _worth(chance: Chance, near: float, card: str, multiplier: int) -> float:
    """How good a question is; only to be compared with others of the same moment.

    *near* is 1 if no card stays hidden behind it after a hit, and less the more there are.
    """
    gain = chance.value * multiplier + _KNOWING + COMPLETED * near
    loss = -NO_BLANK if card == BLANK else 0
    if multiplier > 1:  # the order matters less than that this question hits
        return chance.hit * (gain + _TURN) - (1 - chance.hit) * loss
    return chance.hit * gain / (1 - chance.hit + _DOUBT) - loss


def best_guess(
    known_of: Mapping[RackKey, Known], terms: Terms, lexicon: Lexicon | None
) -> Guess | None:
    """The guess that gains most on the average, if one is likely enough.

    Words that the host must not offer are not said aloud by a bot either.
    """
    offers: list[tuple[float, RackKey, str]] = []
    if lexicon is None:
        return None
    for key, known in known_of.items():
        hidden = known.face.count(HIDDEN)
        if len(known.face) - hidden < _READ:
            continue
        rows = reckon(lexicon, known).rows
        if not rows or lexicon.never_deal(rows[0][0].strip(BLANK).lower()):
            continue
        row, chance = rows[0]
        prize = sum(VALUES[at] for at, card in enumerate(known.face) if card == HIDDEN)
        prize += RIGHT_GUESS + (COMPLETED if terms.completion_bonus_with_word_guess else 0)
        worth = chance * prize + (1 - chance) * WRONG_GUESS
        needed = _LAST_CALL if hidden <= terms.interrupt_min_hidden else _LIKELY
        if chance >= needed and worth > 0:
            offers.append((worth, key, row))
    if not offers:
        return None
    _, (seat, index), row = max(offers)
    return Guess(seat, row, index)


def least_telling(
    choice: Sequence[Card],
    known_of: Mapping[int, Known],
    own: Mapping[int, Sequence[str]],
    lexicon: Lexicon | None,
) -> Card:
    """The card that gives the others least, in points and in what they learn.

    *known_of* is what they know of each rack by its index, *own* what lies on it.
    """

    def possible(known: Known) -> float:
        """Its logarithm; of different racks only changes compare."""
        return math.log(max(still_possible(lexicon, known), 1e-300))

    several = len(known_of) > 1
    before = {index: possible(known) if several else 0.0 for index, known in known_of.items()}

    def cost(card: Card) -> tuple[float, int]:
        index, space = card
        known, cards = known_of[index], own[index]
        face = known.face[: space - 1] + cards[space - 1] + known.face[space:]
        told = possible(replace(known, face=face)) - before[index]
        return VALUES[space - 1] - _TELLING * told, space

    return choice[0] if len(choice) == 1 else min(choice, key=cost)
