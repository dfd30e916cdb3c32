"""The printed forms of words: accents and ligatures, kept separately from the letters.

A list holds 400,000 French words in the letters a to z, and 170,000 of them are printed
differently: `ete` is printed `été`, and `cote` is `cote`, `coté`, `côte` or `côté`. A *shape*
describes the changes to the letters. There are fewer than two thousand shapes, so two
bytes per word select one. The shape of `été` is `0é2é`, that of `cote` is `-/3é/1ô/1ô3é`. Each
spelling is `-` if it is the letters themselves. Otherwise it lists positions, counted from 0, each
with its new letter. A ligature replaces two letters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from parlour.lexicons._words import fold

PLAIN: Final = "-"
"""The shape of a word that is printed as it is kept."""

BASE: Final = 64
ZERO: Final = ord("0")
"""The number of a shape has two digits to the base of 64, written as characters from `0` on."""

_CHANGE: Final = re.compile(r"([0-9]+)([^0-9])")


class Spellings(msgspec.Struct, frozen=True):
    """The printed forms of a list's words.

    `shapes` are all that occur. `numbers` holds, by length, the shape number of each word: first
    the first digits of all words, then the second ones.
    """

    shapes: tuple[str, ...]
    numbers: Mapping[int, bytes]

    def of(self, word: str, place: int) -> tuple[str, ...]:
        """Return the printed forms of *word*. *place* is its index among those of its length."""
        digits = self.numbers[len(word)]
        high, low = digits[place] - ZERO, digits[len(digits) // 2 + place] - ZERO
        return dressed(word, self.shapes[high * BASE + low])


def dressed(word: str, shape: str) -> tuple[str, ...]:
    """Return the spellings of *word* that its *shape* describes."""
    if shape == PLAIN:  # three words of five: in a fifth of the time
        return (word,)
    return tuple(_dressed(word, changes) for changes in shape.split("/"))


def _dressed(word: str, changes: str) -> str:
    pieces: list[str] = []
    done = 0
    for place, letter in _CHANGE.findall(changes):
        at = int(place)
        pieces += [word[done:at], letter]
        done = at + len(fold(letter))
    return "".join((*pieces, word[done:]))
