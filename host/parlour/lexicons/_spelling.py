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
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from parlour.lexicons._words import LazyWords, LengthRow, fold

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


def spellings_of(rows: Mapping[int, LengthRow], printed: Mapping[str, Sequence[str]]) -> Spellings:
    """Return the spellings of the words of *rows*; those not in *printed* are printed as kept.

    Common shapes come first, so that most first digits are the same. Raises ValueError if
    there are more shapes than two digits can count.
    """
    by_length = {
        length: [
            shape_of(word, printed.get(word, (word,)))
            for word in LazyWords(row.words, length, range(len(row.marks)))
        ]
        for length, row in rows.items()
    }
    counts = Counter(shape for shapes in by_length.values() for shape in shapes)
    order = sorted(counts, key=lambda shape: (-counts[shape], shape))
    if len(order) > BASE * BASE:
        raise ValueError(f"{len(order)} shapes, and only {BASE * BASE} can be counted")
    numbers = {shape: number for number, shape in enumerate(order)}
    return Spellings(
        tuple(order),
        {
            length: _digits(numbers[shape] for shape in shapes)
            for length, shapes in by_length.items()
        },
    )


def _digits(numbers: Iterable[int]) -> bytes:
    pairs = [divmod(number, BASE) for number in numbers]
    return bytes(ZERO + high for high, _ in pairs) + bytes(ZERO + low for _, low in pairs)


def shape_of(word: str, spellings: Iterable[str]) -> str:
    """Return the shape of *word*, which is printed in the *spellings*. All of them fold to it."""
    return "/".join("".join(_changes(spelling)) or PLAIN for spelling in spellings)


def _changes(spelling: str) -> Iterator[str]:
    """Yield the letters of *spelling* other than a to z, with their positions."""
    place = 0
    for letter in spelling:
        plain = fold(letter)
        if plain != letter:
            yield f"{place}{letter}"
        place += len(plain)


def dressed(word: str, shape: str) -> tuple[str, ...]:
    """Return the spellings of *word* that its *shape* describes."""
    return tuple(_dressed(word, changes) for changes in shape.split("/"))


def _dressed(word: str, changes: str) -> str:
    pieces: list[str] = []
    done = 0
    for place, letter in _CHANGE.findall(changes):
        at = int(place)
        pieces += [word[done:at], letter]
        done = at + len(fold(letter))
    return "".join((*pieces, word[done:]))
