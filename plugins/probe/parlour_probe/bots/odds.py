"""What may lie on a rack: where its word begins and ends, the chance of every card, the likeliest
rows.

Two views of a word are mixed: it is one of the words that people think of, or it is a word
that is not known here, made of letters as they come in English or French.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import Final

import msgspec

from parlour import Lexicon
from parlour_probe.bots.words import NUMBER, Columns, columns, frequency
from parlour_probe.decks import BLANK, CARDS, HIDDEN, LETTERS, VALUES

_BY_LENGTH: Final = (2, 3, 6, 12, 16, 18, 18, 16, 12, 8, 5, 4)
"""How gladly people hide a word of 1, 2, 3 ... letters."""
_BY_BLANKS: Final = (10, 6, 7, 6, 5, 5, 4)
"""And how gladly they add 0, 1, 2 ... blanks."""


class Known(msgspec.Struct, frozen=True):
    """Everything about a rack that tells something of its hidden cards."""

    face: str
    """As all can read it, `?` for a card face down."""
    denied: frozenset[str] = frozenset()
    """Cards that were asked for in vain. What was not hidden then is not hidden now."""
    wrong: frozenset[str] = frozenset()
    """Rows that were guessed in vain."""
    blanks: int = 5
    """Blanks in a deck."""
    least: int = 1
    """The fewest letters of a word."""
    french: bool = False
    """Is the word a French one, as the French rules want it?"""


class Place(msgspec.Struct, frozen=True):
    """A way the word may lie on the rack."""

    first: int
    """The blanks before it."""
    length: int
    weight: float
    """How likely before anything is known of the cards; over all places of a rack not 1."""


def places(known: Known) -> Iterator[Place]:
    """Where the word of a rack may be, by its length and then from the left."""
    face = known.face
    size = len(face)
    for length in range(max(known.least, size - known.blanks, 1), size + 1):
        blanks = size - length
        weight = _BY_LENGTH[length - 1] * _BY_BLANKS[blanks] / (blanks + 1)
        for first in range(blanks + 1):
            if _fits(known, first, first + length):
                yield Place(first, length, weight)


def _fits(known: Known, first: int, end: int) -> bool:
    """May the word fill the spaces from *first* to before *end*, counted from 0?"""
    outside = known.face[:first] + known.face[end:]
    if BLANK in known.face[first:end] or outside.strip(BLANK + HIDDEN):
        return False
    return HIDDEN not in outside or BLANK not in known.denied


ENOUGH: Final = 3
"""So many cards seen or denied, and the words are looked through; before that the letters of
the language tell nearly as much."""
FEW: Final = 48
"""Rows are listed if there are no more: among more of them none is likely enough to guess."""
_EASY: Final = 3
"""How much likelier a word that everybody knows is than another."""
_UNKNOWN: Final = 0.1
"""How many words of players are not among those looked at."""
_DULLED: Final = 0.85
"""Exponent of the likelihood of an unknown word: real words are less random than letters."""
_KEPT: Final = 256
"""Reckonings kept, about 3 KB each; a table in play has a few at a time."""


class Chance(msgspec.Struct, frozen=True):
    """Of one card: how likely it is hidden there, and the value of the space shown then."""

    hit: float
    value: float


class Reckoning(msgspec.Struct, frozen=True):
    """What a rack may hide."""

    chances: tuple[Chance, ...]
    """By the number of the card."""
    rows: tuple[tuple[str, float], ...]
    """The likeliest rows with their chances, best first; empty if there are too many."""

    def of(self, card: str) -> Chance:
        """The chance of *card*."""
        return self.chances[NUMBER[card]]


@dataclass(slots=True)
class _Sums:
    """Weights added up over the places of a word."""

    known: Known
    total: float = 0.0
    hits: list[float] = field(default_factory=lambda: [0.0] * len(CARDS))
    worth: list[float] = field(default_factory=lambda: [0.0] * len(CARDS))
    few: int = 0
    found: list[tuple[Columns, Place, int, float]] = field(
        default_factory=list[tuple[Columns, Place, int, float]]
    )

    def add(self, card: int, weight: float, value: float) -> None:
        """*weight* more for a hit that shows a card of *value*."""
        self.hits[card] += weight
        self.worth[card] += weight * value


@lru_cache(_KEPT)
def reckon(lexicon: Lexicon | None, known: Known) -> Reckoning:
    """The chances of everything on a rack, from *lexicon* and what is known of the rack."""
    sums = _Sums(known)
    by_words = lexicon if _told(known) >= ENOUGH else None
    for place in places(known):
        weight = _add_unknown(sums, place)
        if by_words is not None:
            words = columns(by_words, place.length, french=known.french)
            weight += _add_known(sums, place, words)
        _add_blank(sums, place, weight)
        sums.total += weight
    total = sums.total or 1.0
    chances = tuple(
        Chance(hit / total, worth / hit if hit else 0.0)
        for hit, worth in zip(sums.hits, sums.worth, strict=True)
    )
    return Reckoning(chances, _rows(sums) if sums.few <= FEW else ())


def still_possible(lexicon: Lexicon | None, known: Known) -> float:
    """How much of all that could have been hidden is possible yet.

    Only good to compare what is known of one rack with equally many cards face up.
    """
    by_words = lexicon if _told(known) >= ENOUGH else None
    total = 0.0
    for place in places(known):
        total += _unknown(known, place)
        if by_words is not None:
            words = columns(by_words, place.length, french=known.french)
            total += _scale(place, words) * _weight(words, _fitting(known, place, words))
    return total


def _told(known: Known) -> int:
    """How many answers tell something of a rack."""
    return len(known.face) - known.face.count(HIDDEN) + len(known.denied)


def _hidden(known: Known, place: Place) -> list[int]:
    """The hidden places of the word, counted from its beginning; the cheapest first."""
    face = known.face[place.first : place.first + place.length]
    hidden = [at for at, card in enumerate(face) if card == HIDDEN]
    return sorted(hidden, key=lambda at: VALUES[place.first + at])


def _share(known: Known) -> float:
    """The share that the letters not denied have in the language of the table."""
    shares = frequency(known.french)
    return sum(shares[letter] for letter in LETTERS if letter not in known.denied)


def _unknown(known: Known, place: Place) -> float:
    """The weight of a word of which nothing is known but its language."""
    shares = frequency(known.french)
    face = known.face[place.first : place.first + place.length]
    likely = math.pow(_share(known), face.count(HIDDEN))
    for card in face:
        likely *= shares.get(card, 1.0)
    return place.weight * _UNKNOWN * math.pow(likely, _DULLED)


def _add_unknown(sums: _Sums, place: Place) -> float:
    """An unknown word; returns its weight."""
    known = sums.known
    weight = _unknown(known, place)
    hidden = _hidden(known, place)
    if hidden:
        shares, share = frequency(known.french), _share(known)
        value = sum(VALUES[place.first + at] for at in hidden) / len(hidden)
        for number, letter in enumerate(LETTERS):
            if letter not in known.denied:
                none = (1 - shares[letter] / share) ** len(hidden)
                sums.add(number, weight * (1 - none), value)
    return weight


def _scale(place: Place, words: Columns) -> float:
    """What a single word that not everybody knows weighs at *place*."""
    return place.weight * (1 - _UNKNOWN) / (_weight(words, words.every) or 1)


def _weight(words: Columns, mask: int) -> int:
    """The weight of the words in *mask*."""
    return mask.bit_count() + (_EASY - 1) * (mask & words.easy).bit_count()


def _add_known(sums: _Sums, place: Place, words: Columns) -> float:
    """The words that fit; returns their weight."""
    mask = _fitting(sums.known, place, words)
    if not mask:
        return 0.0
    scale = _scale(place, words)
    sums.few += mask.bit_count()
    if sums.few <= FEW:
        sums.found.append((words, place, mask, scale))
    _add_letters(sums, place, words, mask, scale)
    return scale * _weight(words, mask)


def _fitting(known: Known, place: Place, words: Columns) -> int:
    """The words that agree with all that is known, if the word lies at *place*."""
    mask = words.every
    face = known.face[place.first : place.first + place.length]
    for column, card in zip(words.at, face, strict=True):
        if card != HIDDEN:
            mask &= column[NUMBER[card]]
    denied = [NUMBER[card] for card in known.denied if card != BLANK]
    for column, card in zip(words.at, face, strict=True):
        if card == HIDDEN and mask:
            for letter in denied:
                mask &= ~column[letter]
    for row in known.wrong:
        end = place.first + place.length
        if not (row[: place.first] + row[end:]).strip(BLANK) and len(row) == len(known.face):
            mask &= ~words.bit(row[place.first : end])
    return mask


def _add_letters(sums: _Sums, place: Place, words: Columns, mask: int, scale: float) -> None:
    """How many of the words in *mask* hide each letter, and the cheapest space that shows it."""
    easy = mask & words.easy
    groups = [
        (value, [words.at[at] for at in group])
        for value, group in groupby(
            _hidden(sums.known, place), key=lambda at: VALUES[place.first + at]
        )
    ]
    for number, letter in enumerate(LETTERS):
        if letter in sums.known.denied:
            continue
        found = 0
        before = 0
        for value, group in groups:
            for column in group:
                found |= column[number]
            weight = (mask & found).bit_count() + (_EASY - 1) * (easy & found).bit_count()
            if weight > before:
                sums.add(number, scale * (weight - before), value)
                before = weight


def _add_blank(sums: _Sums, place: Place, weight: float) -> None:
    """The blanks that still lie outside a word of *weight* at *place*."""
    spaces = [
        VALUES[at]
        for at, card in enumerate(sums.known.face)
        if card == HIDDEN and not place.first <= at < place.first + place.length
    ]
    if spaces:
        sums.add(NUMBER[BLANK], weight, min(spaces))


def _rows(sums: _Sums) -> tuple[tuple[str, float], ...]:
    return tuple(sorted(_listed(sums), key=lambda row: (-row[1], row[0])))


def _listed(sums: _Sums) -> Iterator[tuple[str, float]]:
    """Every row of known words with its chance."""
    size = len(sums.known.face)
    for words, place, mask, scale in sums.found:
        easy = frozenset(words.picked(mask & words.easy))
        for word in words.picked(mask):
            row = BLANK * place.first + word + BLANK * (size - place.first - place.length)
            yield row, scale * (_EASY if word in easy else 1) / sums.total
