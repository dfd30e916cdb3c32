"""How a word is printed: its accents and ligatures, kept apart from its letters.

A list holds 400,000 French words in the letters a to z, and 170,000 of them are printed in
another way: `ete` is printed `été`, and `cote` is `cote`, `coté`, `côte` or `côté`. What
has to be done to the letters is a *shape*, and there are less than two thousand of them; two
bytes a word say which. The shape of `été` is `0é2é`, that of `cote` is `-/3é/1ô/1ô3é`: each
spelling is `-` if it is the letters themselves, or else places, counted from 0, with what
stands there. A ligature stands for two letters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from parlour.lexicons._words import Row, Words, fold

PLAIN: Final = "-"
"""The shape of a word that is printed as it is kept."""

BASE: Final = 64
ZERO: Final = ord("0")
"""The number of a shape has two digits to the base of 64, written as characters from `0` on."""

_CHANGE: Final = re.compile(r"([0-9]+)([^0-9])")


@dataclass(frozen=True, slots=True)
class Spellings:
    """How the words of a list are printed.

    `shapes` are all that occur. `numbers` tells by length which of them each word has: first
    the first digits of all words, then the second ones.
    """

    shapes: tuple[str, ...]
    numbers: Mapping[int, bytes]

    def of(self, word: str, place: int) -> tuple[str, ...]:
        """How *word*, which stands at *place* among those of its length, is printed."""
        digits = self.numbers[len(word)]
        high, low = digits[place] - ZERO, digits[len(digits) // 2 + place] - ZERO
        return dressed(word, self.shapes[high * BASE + low])


def spellings_of(rows: Mapping[int, Row], printed: Mapping[str, Sequence[str]]) -> Spellings:
    """Return the spellings of the words of *rows*; those not in *printed* are printed as kept.

    Common shapes come first, so that most first digits are the same. Raises ValueError if
    there are more shapes than two digits can count.
    """
    by_length = {
        length: [
            shape_of(word, printed.get(word, (word,)))
            for word in Words(row.words, length, range(len(row.marks)))
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
    """The shape of *word*, which is printed in the *spellings*, all of which fold to it."""
    return "/".join("".join(_changes(spelling)) or PLAIN for spelling in spellings)


def _changes(spelling: str) -> Iterator[str]:
    """The letters of *spelling* that are more than a letter from a to z, with their places."""
    place = 0
    for letter in spelling:
        plain = fold(letter)
        if plain != letter:
            yield f"{place}{letter}"
        place += len(plain)


def dressed(word: str, shape: str) -> tuple[str, ...]:
    """The spellings of *word* that its *shape* tells."""
    return tuple(_dressed(word, changes) for changes in shape.split("/"))


def _dressed(word: str, changes: str) -> str:
    pieces: list[str] = []
    done = 0
    for place, letter in _CHANGE.findall(changes):
        at = int(place)
        pieces += [word[done:at], letter]
        done = at + len(fold(letter))
    return "".join((*pieces, word[done:]))
