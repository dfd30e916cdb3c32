"""The words of a list as columns of bits, so that thousands are compared at once.

For every place in the word and every letter there is one whole number with a bit for each
word. Which words have an E in third place and no S anywhere is then a few operations on
numbers, each well under a microsecond for ten thousand words.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from parlour import Lexicon
from parlour_probe.decks import LETTERS, SPACES

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

    __slots__ = ("at", "easy", "every", "length", "size", "words")

    def __init__(self, length: int, words: Sequence[str], easy: frozenset[str]) -> None:
        """Columns of *words*, which are in alphabetical order; *easy* ones are marked."""
        self.length = length
        self.words = words
        self.size = len(words)
        self.every = (1 << self.size) - 1
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
            yield self.words[self.size - 1 - bit].upper()

    def bit(self, word: str) -> int:
        """The bit of *word*, in capitals; 0 if it is not here."""
        plain = word.lower()
        place = bisect_left(self.words, plain)
        found = place < self.size and self.words[place] == plain
        return 1 << (self.size - 1 - place) if found else 0


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
