"""How WordNet links two words, as numbers from 0 to 1 for each kind of link.

A link of the usual meaning of a word counts in full, one of its third or tenth meaning less.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from parlour_password.forms import bases
from tools.associations.meanings import Meanings

Pair: TypeAlias = tuple[str, str]
"""A clue, and a word that it may be for."""
Links: TypeAlias = Mapping[str, Mapping[Pair, float]]
"""By kind: `near`, `phrase`, `explains`, `explained`."""

BY_RANK: Final = (1.0, 0.7, 0.5, 0.35, 0.25, 0.2)
"""How much a word's first meaning of a kind counts, its second, and so on; later ones do not."""
BOTH: Final = 2
"""Words of the phrases that link words with one another (`light bulb`)."""

NEAR: Final = frozenset(
    (
        *("@i", "~i", "!", "*", ">", "=", "\\", "<"),
        *(of + what for of in "#%" for what in "msp"),
        *(of + what for of in ";-" for what in "cur"),
    )
)
"""The pointers that link words: to instances, opposites, what it entails or causes, attributes,
parts and wholes, fields. Not to like, wider or narrower words, which the vectors tell; nor to
derived words, which are no clues."""

_LETTERS: Final = re.compile("[a-z]+")


def links(words: Sequence[str], meanings: Meanings) -> Links:
    """All links between *words*."""
    found: dict[str, dict[Pair, float]] = {}
    known = {*words}
    reading = _Reading(known, meanings)
    for kind, one, other, value in reading.links(words):
        if one != other and one in known and other in known:
            pairs = found.setdefault(kind, {})
            pairs[one, other] = max(value, pairs.get((one, other), 0))
    return found


class _Reading:
    """Reads links off the meanings."""

    def __init__(self, known: Container[str], meanings: Meanings) -> None:
        self._known = known
        self._meanings = meanings
        self._explained = {key: self._words(m.gloss) for key, m in meanings.all.items()}
        self._often = Counter(word for words in self._explained.values() for word in words)

    def links(self, words: Sequence[str]) -> Iterator[tuple[str, str, str, float]]:
        """Kind, clue, word and value, from all meanings of *words* and all phrases."""
        for word in words:
            for senses in self._meanings.of.get(word, ()):
                for weight, key in zip(BY_RANK, senses, strict=False):
                    for kind, other, value in self._of(key):
                        yield kind, other, word, weight * value
                        yield _BACK.get(kind, kind), word, other, weight * value
        for phrase in self._meanings.of:
            parts = phrase.split("_")
            if len(parts) == BOTH:
                for one, other in (parts, parts[::-1]):
                    yield "phrase", self._base(one), self._base(other), 1.0

    def _of(self, key: tuple[str, str]) -> Iterator[tuple[str, str, float]]:
        """Kind, other word and value of each link of the words that have the meaning *key*."""
        meaning = self._meanings.all[key]
        for other in meaning.words:
            if "_" in other:
                yield from (("phrase", part, 1.0) for part in other.lower().split("_"))
        for symbol, to in meaning.pointers:
            if symbol in NEAR:
                yield from (("near", other.lower(), 1.0) for other in self._meanings.all[to].words)
        for other in sorted(self._explained[key]):
            yield "explains", other, self._rareness(other)

    def _rareness(self, word: str) -> float:
        """From 0 for a word of every explanation to 1 for a word of one only."""
        return 1 - math.log(self._often[word]) / math.log(len(self._explained))

    def _words(self, gloss: str) -> frozenset[str]:
        """The known words in *gloss*, or of which there are forms in it."""
        return frozenset(self._base(word) for word in _LETTERS.findall(gloss.lower()))

    def _base(self, word: str) -> str:
        """*word*, or if it is not known, a known word of which it is a form."""
        if word in self._known:
            return word
        return min((base for base in bases(word) if base in self._known), default=word)


_BACK: Final[Mapping[str, str]] = {"explains": "explained"}
"""The kind of a link seen from its other end, where that is another one."""
