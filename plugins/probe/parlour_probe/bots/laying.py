"""Which words the bots hide, and with how many blanks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Final

from parlour import Lexicon
from parlour_probe.bots.alphabet import frequency
from parlour_probe.bots.columns import EASY_BAND, KNOWN_BAND
from parlour_probe.decks import BLANK, SPACES
from parlour_probe.hiding import fault_of, may_offer
from parlour_probe.options import Terms

_PLAIN: Final = (5, 6, 7, 8)
"""Lengths of the words a child hides."""
_HARD: Final = (4, 5, 6, 7)
"""Lengths of the words that are hard to find. In play a short rack has proved the best: it
gives the others the least to win. Still shorter ones would be no fun to play against."""
_DRAWN: Final = 40
"""Words drawn of each length: the hardest of them is hidden, or by a child the first. With many
more it would always be one of the same few."""

_RARITY: Final[Sequence[Mapping[str, float]]] = [
    {letter.lower(): 1 / math.sqrt(share) for letter, share in frequency(french).items()}
    for french in (False, True)
]
"""The root, so that one Z does not make up for common letters all around it."""


def plain_row(terms: Terms, examples: Sequence[str], lexicon: Lexicon | None, rng: Random) -> str:
    """A word that everybody knows, with some blanks."""
    draws = _draws(terms, lexicon, rng, _PLAIN, EASY_BAND)
    return _row(terms, _first(terms, lexicon, draws), rng) or rng.choice(examples)


def hard_row(terms: Terms, examples: Sequence[str], lexicon: Lexicon | None, rng: Random) -> str:
    """A word of letters that are rarely asked for, with blanks that hide where it begins."""
    draws = _draws(terms, lexicon, rng, _HARD, KNOWN_BAND)
    rarity = _RARITY[terms.french]
    hardest = (
        sorted(words, key=lambda word: hardness(word, rarity), reverse=True) for words in draws
    )
    return _row(terms, _first(terms, lexicon, hardest), rng) or rng.choice(examples)


def _draws(
    terms: Terms, lexicon: Lexicon | None, rng: Random, lengths: Sequence[int], band: int
) -> Iterator[Sequence[str]]:
    """Words by luck, by length: first the lengths wanted, in any order, then the others."""
    if lexicon is None:
        return
    wanted = [length for length in lengths if length >= terms.min_word_length]
    rng.shuffle(wanted)
    others = range(terms.min_word_length, SPACES + 1)
    for length in (*wanted, *(n for n in others if n not in wanted)):
        words = lexicon.words(length, band=band)
        if words:
            yield [rng.choice(words) for _ in range(_DRAWN)]


def _first(terms: Terms, lexicon: Lexicon | None, draws: Iterable[Sequence[str]]) -> str | None:
    """The first word, in capitals, that may be hidden and that a host may offer; or None."""
    for words in draws:
        for word in words:
            if lexicon is not None and may_offer(terms, lexicon, word):
                cards = word.upper()
                if fault_of(terms, cards) is None:
                    return cards
    return None


def _row(terms: Terms, word: str | None, rng: Random) -> str | None:
    """*word* with a number of blanks around it, each number with the same chance (R-P-8)."""
    if word is None:
        return None
    blanks = rng.randint(0, min(SPACES - len(word), terms.blanks_per_deck))
    before = rng.randint(0, blanks)
    return BLANK * before + word + BLANK * (blanks - before)


def hardness(word: str, rarity: Mapping[str, float] = _RARITY[False]) -> float:
    """How rare the letters of *word* are, on the average."""
    return sum(rarity[letter] for letter in word) / len(word)
