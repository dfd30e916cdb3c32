"""When `sharp` names a whole word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from parlour import Lexicon
from parlour_probe.bots.known import Known
from parlour_probe.bots.open import RackKey
from parlour_probe.bots.probability import reckon
from parlour_probe.decks import BLANK, HIDDEN, VALUES
from parlour_probe.guesses import COMPLETED, RIGHT, WRONG
from parlour_probe.moves import Guess
from parlour_probe.options import Terms

_READ: Final = 2
"""With fewer cards to read no rack is clear enough to guess; so no time is spent on it."""
_LIKELY: Final = 0.5
"""The chance from which one guesses although more could be learnt first."""
_LAST_CALL: Final = 0.36
"""And if the next card shown may take the right to guess away."""


def best_guess(
    known_of: Mapping[RackKey, Known], terms: Terms, lexicon: Lexicon | None
) -> Guess | None:
    """The guess that is worth most, if it is worth making."""
    if lexicon is None:
        return None
    offers = [
        (worth, place, row)
        for place, known in known_of.items()
        for worth, row in _offer(known, terms, lexicon)
    ]
    if not offers:
        return None
    _, (seat, index), row = max(offers)
    return Guess(seat, row, index)


def _offer(known: Known, terms: Terms, lexicon: Lexicon) -> Iterator[tuple[float, str]]:
    """The likeliest row with what a guess gains on the average, if it is likely enough.

    Words that the host must not offer are not said aloud by a bot either.
    """
    hidden = known.face.count(HIDDEN)
    if len(known.face) - hidden < _READ:
        return
    rows = reckon(lexicon, known).rows
    if not rows or lexicon.never_deal(rows[0][0].strip(BLANK).lower()):
        return
    row, chance = rows[0]
    worth = chance * _prize(known, terms) + (1 - chance) * WRONG
    needed = _LAST_CALL if hidden <= terms.interrupt_min_hidden else _LIKELY
    if chance >= needed and worth > 0:
        yield worth, row


def _prize(known: Known, terms: Terms) -> int:
    """What a right guess pays, a multiplier left aside."""
    values = sum(VALUES[at] for at, card in enumerate(known.face) if card == HIDDEN)
    return values + RIGHT + (COMPLETED if terms.completion_bonus_with_word_guess else 0)
