"""What may lie on a rack: the words that bots know, the chance of every card, the likeliest rows.

Two views of a word are mixed: it is one of the words that people think of, or it is a word
that is not known here, made of letters as they come in English or French.

The words of a list are columns of bits: for every place in the word and every letter there is one
whole number with a bit for each word. Which words have an E in third place and no S anywhere is
then a few operations on numbers, each well under a microsecond for ten thousand words.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

import msgspec

from parlour import Lexicon
from parlour_probe.decks import BLANK, CARDS, HIDDEN, LETTERS, SPACES, VALUES

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


# --- a rack -------------------------------------------------------------------------------

_BY_LENGTH: Final = (2, 3, 6, 12, 16, 18, 18, 16, 12, 8, 5, 4)
"""How gladly people hide a word of 1, 2, 3 ... letters."""
_BY_BLANKS: Final = (10, 6, 7, 6, 5, 5, 4)
"""And how gladly they add 0, 1, 2 ... blanks."""
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
_RECKONED: Final = 256
"""Reckonings kept, about 3 KB each; a table in play has a few at a time."""


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

    @property
    def told(self) -> int:
        """How many answers tell something of the rack."""
        return len(self.face) - self.face.count(HIDDEN) + len(self.denied)


class Place(NamedTuple):
    """A way the word may lie on the rack: in the spaces from *first* to before *end*, from 0."""

    first: int
    end: int
    weight: float
    """How likely before anything is known of the cards; over all places of a rack not 1."""

    def row(self, word: str, size: int) -> str:
        return BLANK * self.first + word + BLANK * (size - self.end)


class Chance(NamedTuple):
    """Of one card: how likely it is hidden there, and the value of the space shown then."""

    hit: float
    value: float


class Reckoning(NamedTuple):
    """What a rack may hide: the chances by the number of the card, and the likeliest rows with
    theirs, best first; none if there are too many.
    """

    chances: tuple[Chance, ...]
    rows: tuple[tuple[str, float], ...]

    def of(self, card: str) -> Chance:
        return self.chances[NUMBER[card]]


def places(known: Known) -> Iterator[Place]:
    """Where the word of a rack may be, by its length and then from the left."""
    size = len(known.face)
    for length in range(max(known.least, size - known.blanks, 1), size + 1):
        blanks = size - length
        weight = _BY_LENGTH[length - 1] * _BY_BLANKS[blanks] / (blanks + 1)
        for first in range(blanks + 1):
            end = first + length
            outside = known.face[:first] + known.face[end:]
            if BLANK in known.face[first:end] or outside.strip(BLANK + HIDDEN):
                continue
            if HIDDEN not in outside or BLANK not in known.denied:
                yield Place(first, end, weight)


def fitting(known: Known, place: Place, words: Columns) -> int:
    """The words that agree with all that is known, if the word lies at *place*."""
    mask = words.every
    cards = list(zip(words.at, known.face[place.first : place.end], strict=True))
    for column, card in cards:
        if card != HIDDEN:
            mask &= column[NUMBER[card]]
    denied = [NUMBER[card] for card in known.denied if card != BLANK]
    for column, card in cards:
        if card == HIDDEN and mask:
            for letter in denied:
                mask &= ~column[letter]
    for row in known.wrong:
        if not (row[: place.first] + row[place.end :]).strip(BLANK):
            mask &= ~words.bit(row[place.first : place.end])
    return mask


@lru_cache(_RECKONED)
def reckon(lexicon: Lexicon | None, known: Known) -> Reckoning:
    """The chances of everything on a rack, from *lexicon* and what is known of the rack."""
    hits, worth, total, few = [0.0] * len(CARDS), [0.0] * len(CARDS), 0.0, 0
    found: list[_Weighed] = []

    def add(card: int, weight: float, value: float) -> None:
        hits[card] += weight
        worth[card] += weight * value

    for each in _weighed(lexicon, known):
        place, hidden = each.place, _hidden(known, each.place)
        for number, none in _absent(known, len(hidden)):
            value = sum(VALUES[at] for at in hidden) / len(hidden)
            add(number, each.unknown * (1 - none), value)
        if each.mask:
            found.append(each)
            few += each.mask.bit_count()
            for number, words, value in _letters(each, hidden, known):
                add(number, each.scale * words, value)
        weight = each.unknown + each.listed
        outside = [*range(place.first), *range(place.end, len(known.face))]
        blanks = [VALUES[at] for at in outside if known.face[at] == HIDDEN]
        if blanks:
            add(NUMBER[BLANK], weight, min(blanks))
        total += weight
    total = total or 1.0
    chances = [
        Chance(hit / total, value / hit if hit else 0.0)
        for hit, value in zip(hits, worth, strict=True)
    ]
    rows = [] if few > FEW else [row for each in found for row in _rows(each, known, total)]
    return Reckoning(tuple(chances), tuple(sorted(rows, key=lambda row: (-row[1], row[0]))))


def still_possible(lexicon: Lexicon | None, known: Known) -> float:
    """How much of all that could have been hidden is possible yet.

    Only good to compare what is known of one rack with equally many cards face up.
    """
    return sum(each.unknown + each.listed for each in _weighed(lexicon, known))


class _Weighed(NamedTuple):
    """The words that may lie at a place."""

    place: Place
    unknown: float
    """The weight of a word of which nothing is known but its language."""
    words: Columns
    mask: int
    """Those of `words` that fit."""
    scale: float
    """What a single word that not everybody knows weighs."""

    @property
    def listed(self) -> float:
        return self.scale * _weight(self.words, self.mask)


def _weighed(lexicon: Lexicon | None, known: Known) -> Iterator[_Weighed]:
    shares = SHARES[known.french]
    share = sum(shares[letter] for letter in LETTERS if letter not in known.denied)
    for place in places(known):
        face = known.face[place.first : place.end]
        likely = math.pow(share, face.count(HIDDEN))
        for card in face:
            likely *= shares.get(card, 1.0)
        unknown = place.weight * _UNKNOWN * math.pow(likely, _DULLED)
        if lexicon is None or known.told < ENOUGH:
            yield _Weighed(place, unknown, NO_WORDS, 0, 0.0)
            continue
        words = columns(lexicon, place.end - place.first, french=known.french)
        scale = place.weight * (1 - _UNKNOWN) / (_weight(words, words.every) or 1)
        yield _Weighed(place, unknown, words, fitting(known, place, words), scale)


def _weight(words: Columns, mask: int) -> int:
    """The weight of the words in *mask*."""
    return mask.bit_count() + (_EASY - 1) * (mask & words.easy).bit_count()


def _hidden(known: Known, place: Place) -> list[int]:
    """The spaces with hidden letters, from 0; the cheapest first."""
    hidden = [at for at in range(place.first, place.end) if known.face[at] == HIDDEN]
    return sorted(hidden, key=VALUES.__getitem__)


def _absent(known: Known, hidden: int) -> Iterator[tuple[int, float]]:
    """For each letter not denied: its number, and the chance that none of so many hidden letters
    of an unknown word is that.
    """
    shares = SHARES[known.french]
    share = sum(shares[letter] for letter in LETTERS if letter not in known.denied)
    for number, letter in enumerate(LETTERS if hidden else ""):
        if letter not in known.denied:
            yield number, (1 - shares[letter] / share) ** hidden


def _letters(each: _Weighed, hidden: list[int], known: Known) -> Iterator[tuple[int, int, int]]:
    """For each letter, the weight of the words that hide it, and the value of the cheapest space
    that shows it.
    """
    words, first = each.words, each.place.first
    groups = [
        (value, [words.at[at - first] for at in group])
        for value, group in groupby(hidden, key=VALUES.__getitem__)
    ]
    for number, letter in enumerate(LETTERS):
        if letter in known.denied:
            continue
        found = before = 0
        for value, group in groups:
            for column in group:
                found |= column[number]
            weight = _weight(words, each.mask & found)
            if weight > before:
                yield number, weight - before, value
                before = weight


def _rows(each: _Weighed, known: Known, total: float) -> Iterator[tuple[str, float]]:
    """Every row of known words with its chance."""
    for mask, weight in (each.mask & each.words.easy, _EASY), (each.mask & ~each.words.easy, 1):
        for word in each.words.picked(mask):
            yield each.place.row(word, len(known.face)), each.scale * weight / total
