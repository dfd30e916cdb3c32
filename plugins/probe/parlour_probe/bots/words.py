"""The words that bots know: the letters of a language, and a list as columns of bits.

For every place in the word and every letter there is one whole number with a bit for each
word. Which words have an E in third place and no S anywhere is then a few operations on
numbers, each well under a microsecond for ten thousand words.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from parlour import Lexicon
from parlour_probe.decks import CARDS, LETTERS, SPACES

_ENGLISH: Final = {
    "A": 71, "B": 18, "C": 39, "D": 44, "E": 121, "F": 15, "G": 36, "H": 21, "I": 87,
    "J": 2, "K": 9, "L": 51, "M": 25, "N": 72, "O": 56, "P": 29, "Q": 2, "R": 73, "S": 89,
    "T": 69, "U": 33, "V": 11, "W": 9, "X": 3, "Y": 13, "Z": 3,
}  # fmt: skip
"""Counted in the words of 4 to 12 letters of the host's list that everybody knows."""
_FRENCH: Final = {
    "A": 74, "B": 15, "C": 43, "D": 23, "E": 168, "F": 15, "G": 18, "H": 12, "I": 83,
    "J": 2, "K": 1, "L": 44, "M": 31, "N": 68, "O": 58, "P": 30, "Q": 6, "R": 90, "S": 81,
    "T": 69, "U": 48, "V": 13, "W": 1, "X": 4, "Y": 3, "Z": 1,
}  # fmt: skip
"""The same for the French list, of the words that the French rules allow."""
SHARES: Final[Sequence[Mapping[str, float]]] = [
    {letter: number / sum(counts.values()) for letter, number in counts.items()}
    for counts in (_ENGLISH, _FRENCH)
]
"""The share of each letter in English words, and in French ones."""
NUMBER: Final[Mapping[str, int]] = {card: at for at, card in enumerate(CARDS)}
"""Letters from 0 for A; the blank comes last."""

EASY_BAND: Final = 35
"""Words that everybody knows."""
KNOWN_BAND: Final = 60
"""Words that somebody may think of. Rarer ones would double the memory and mislead more
often than help."""
MOST: Final = 40_000
"""Words of one length that are looked at; of a larger list every second, third ... is. With
more, thinking would take too long."""
_KEPT: Final = 2 * SPACES
"""Columns kept, enough for two word lists: 2 MB each, with what the list itself keeps 8 MB."""
_WARM: Final = (8, 7, 9, 10, 6, 11, 12, 5, 4)
"""Lengths in the order in which they are probably needed."""
_BITS: Final = (4, 3, 2, 1, 0)
"""A letter's number, 0 for A, has five binary digits."""
_PLANES: Final = {
    bit: bytes(b"01"[max(code - ord("a"), 0) >> bit & 1] for code in range(256)) for bit in _BITS
}
"""For each binary digit: letters to that digit of their number."""
_DIGITS: Final = b"01" + bytes(254)
"""False and True to the digits of a binary number."""


class Columns:
    """The words of one length. A word's bit is counted from the end of `words`."""

    __slots__ = ("at", "easy", "every", "words")

    def __init__(self, length: int, words: Sequence[str], easy: frozenset[str]) -> None:
        """Columns of *words*, which are in alphabetical order; *easy* ones are marked."""
        self.words = words
        self.every = (1 << len(words)) - 1
        """All words."""
        marks = bytes(map(easy.__contains__, words))
        self.easy = int(marks.translate(_DIGITS), 2) if marks else 0
        """The words that everybody knows."""
        text = "".join(words).encode()
        self.at = tuple(self._split(text[place::length]) for place in range(length))
        """By place, from 0, and number of the letter: the words that have it there."""

    def _split(self, column: bytes) -> tuple[int, ...]:
        """One number for each letter of the alphabet."""
        parts = [self.every]
        for bit in _BITS:
            plane = int(column.translate(_PLANES[bit]), 2) if column else 0
            parts = [half for part in parts for half in (part & ~plane, part & plane)]
        return tuple(parts[: len(LETTERS)])

    def picked(self, mask: int) -> Iterator[str]:
        """The words of *mask* in capitals."""
        while mask:
            bit = mask.bit_length() - 1
            mask ^= 1 << bit
            yield self.words[len(self.words) - 1 - bit].upper()

    def bit(self, word: str) -> int:
        """The bit of *word*, in capitals; 0 if it is not here."""
        plain = word.lower()
        place = bisect_left(self.words, plain)
        found = place < len(self.words) and self.words[place] == plain
        return 1 << (len(self.words) - 1 - place) if found else 0


NO_WORDS: Final = Columns(0, (), frozenset())


@lru_cache(_KEPT)
def columns(lexicon: Lexicon, length: int, *, french: bool = False) -> Columns:
    """The words of *lexicon* with *length* letters, as far as players may think of them.

    By the *french* rules, only those that may be hidden (R-P-6).
    """
    words = lexicon.words(length, band=KNOWN_BAND)
    if french:
        words = [word for word in words if lexicon.dictionary_form(word)]
    step = -(-len(words) // MOST) or 1
    return Columns(length, words[::step], frozenset(lexicon.words(length, band=EASY_BAND)))


def warm_up(lexicon: Lexicon, stage: int, *, french: bool = False) -> None:
    """Make one length ready that is needed sooner or later, chosen by *stage*, any number.

    Making the columns takes some 10 ms for each length, once. A bot that thinks while little
    is known needs none and can spend the time now; later it would need six at once.
    """
    columns(lexicon, _WARM[stage % len(_WARM)], french=french)
