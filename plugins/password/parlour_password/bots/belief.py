"""What a bot knows: which words go with which. Reads the table when it is first needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log
from random import Random
from typing import Final

from parlour_password.bots.table import STEP, Row, Table, table
from parlour_password.lemmas import bases
from parlour_password.word_relation import parts

UNLIKELIER: Final = 2.0
"""By how much the logarithm of the chance of a word that is not in a clue's row is below the
lowest in that row: tried on the clues in `tests/plugins/password/associations.txt`."""
_LEAST: Final = 1e-12
"""Instead of 0, which has no logarithm."""


class Belief:
    """What all bots of a host know. It never changes, so threads may share it."""

    def __init__(self, read: Callable[[], Table] = table) -> None:
        """Know the table that *read* gives, the same each time. It is not read now."""
        self._read = read

    def prepare(self) -> None:
        """Read the table, so that the first thought need not. May be called on any thread."""
        self._read()

    def word(self, number: int) -> str:
        """The word with that *number*."""
        return self._read().words[number]

    def row(self, number: int) -> Row:
        """The row of the word with that *number*."""
        return self._read().row(number)

    def answer(self, word: str) -> int | None:
        """The number of *word* if it is one that may be played for, as far as is known here."""
        number = self._read().numbers.get(word)
        return None if number is None or number >= self._read().answers else number

    def heard(self, clue: str) -> Sequence[int]:
        """The numbers of what is known of *clue*: of the word, or else of what it is made of.

        That are the words of a clue of several, what a form is a form of, the words that it
        is put together of. Nothing may be known.
        """
        numbers = self._read().numbers
        for known in ([clue.replace(" ", "")], clue.split(), _within(clue)):
            found = sorted({numbers[word] for word in known if word in numbers})
            if found:
                return found
        return ()

    def reckon(self, clues: Iterable[str]) -> Mapping[int, float]:
        """How well each answer goes with *clues*, all of them together; higher is better.

        Answers that go with none of them are not there; they would have 0. The sum over all
        clues of the logarithm of a chance, where a clue said twice counts once.
        """
        sums: dict[int, float] = {}
        for number in dict.fromkeys(n for clue in clues for n in self.heard(clue)):
            row = self.row(number)
            for answer, gain in zip(row.answers, gains(row), strict=True):
                sums[answer] = sums.get(answer, 0.0) + gain
        return sums


def gains(row: Row) -> Sequence[float]:
    """What each answer of *row* gains by that clue over the words that are not in it."""
    lowest = min(row.levels, default=0)
    return [(level - lowest) * STEP + UNLIKELIER for level in row.levels]


def first(row: Row, count: int, *, below: int | None = None) -> Sequence[tuple[int, int]]:
    """The *count* likeliest answers of *row* with their levels, the likeliest first.

    Of numbers *below* that, if it is given: the commonest words have the lowest numbers.
    """
    pairs = zip(row.answers, row.levels, strict=True)
    known = [pair for pair in pairs if below is None or pair[0] < below]
    return sorted(known, key=lambda pair: (-pair[1], pair[0]))[:count]


def noise(rng: Random) -> float:
    """Noise that makes the choice of the highest a draw by chances (E. J. Gumbel)."""
    return -log(-log(max(rng.random(), _LEAST)))


def _within(clue: str) -> Iterable[str]:
    """Words of which those of *clue* are forms, or if there are none, put together."""
    words = clue.split()
    return {base for word in words for base in bases(word)} or {
        part for word in words for part in parts(word)
    }
