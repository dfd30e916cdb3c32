"""What a bot knows: for each word that may be a clue, the words that it may be for.

`tools/build_associations.py` makes the table. Unpacked, its file is

    MAGIC, how many words are answers, and all words: three lines
    for each word a byte: how many answers its row has
    for each word a byte: how many SKIPs are among its steps
    the steps of all rows
    the levels of all rows

A row has the numbers of its answers in ascending order. A step says by how much the next
number is larger; SKIP that it is larger by so much and by what the next step says. A level
tells how likely the answer is (see `chance`). A row is taken apart when it is asked for: to
do that with all of them would take a second.
"""

from __future__ import annotations

import gzip
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from itertools import accumulate, compress, repeat
from math import log, log2
from operator import add
from random import Random
from typing import Final

import msgspec

from parlour_password.forms import bases, parts

MAGIC: Final = b"parlour associations 1"
SKIP: Final = 255

LEVELS: Final = 24
STEP: Final = 0.4
"""How many levels there are, and how much the logarithm of a chance grows from one to the next.
The highest means that it could hardly be another word; the lowest, one chance in 3,000."""

DATA: Final = resources.files("parlour_password").joinpath("data", "associations.gz")
"""Where the table is."""


class Row(msgspec.Struct, frozen=True):
    """The answers to one clue: their numbers in ascending order, and a level for each."""

    answers: Sequence[int]
    levels: bytes


class Table(msgspec.Struct, frozen=True):
    """The words that the bots know, by number, and the row of each as a clue.

    It never changes, so threads may share it.
    """

    words: Sequence[str]
    """Those that can be answers stand first; the commonest first among these and the others."""
    answers: int
    """How many can be answers."""
    numbers: Mapping[str, int]
    """Of all words."""
    steps: bytes
    steps_from: Sequence[int]
    """Where the steps of each row begin, and where the last ones end."""
    levels: bytes
    levels_from: Sequence[int]
    """Where the levels of each row begin, and where the last ones end."""

    def row(self, number: int) -> Row:
        """The row of the word with that *number*."""
        steps = self.steps[self.steps_from[number] : self.steps_from[number + 1]]
        answers = compress(accumulate(steps), map(SKIP.__ne__, steps))
        levels = self.levels[self.levels_from[number] : self.levels_from[number + 1]]
        return Row(tuple(answers), levels)


def chance(level: float) -> float:
    """Return the natural logarithm of the chance of *level*."""
    return (level + 0.5 - LEVELS) * STEP


@lru_cache(maxsize=1)
def table() -> Table:
    """The table, read once. Two threads that ask first both read it.

    Raises OSError or ValueError if its file is missing or of another form.
    """
    return unpack(gzip.decompress(DATA.read_bytes()))


def pack(words: Sequence[str], answers: int, rows: Sequence[Row]) -> bytes:
    """What `unpack` reads: *words*, of which the first are *answers*, with a row for each."""
    steps = [bytes(_steps(row.answers)) for row in rows]
    lines = [MAGIC, b"%d" % answers, " ".join(words).encode("ascii"), b""]
    lengths = bytes(len(row.answers) for row in rows)
    skips = bytes(own.count(SKIP) for own in steps)
    return b"".join([b"\n".join(lines), lengths, skips, *steps, *(row.levels for row in rows)])


def unpack(text: bytes) -> Table:
    """The table in *text*. Raises ValueError if it is not of this form."""
    magic, answers, listed, rest = text.split(b"\n", 3)
    words = listed.decode("ascii").split(" ")
    count = len(words)
    if magic != MAGIC:
        raise ValueError("not a table of associations of this form")
    lengths, skips, rest = rest[:count], rest[count : 2 * count], rest[2 * count :]
    levels_from = array("L", accumulate(lengths, initial=0))
    steps_from = array("L", accumulate(map(add, lengths, skips), initial=0))
    return Table(
        words=words,
        answers=int(answers),
        numbers={word: number for number, word in enumerate(words)},
        steps=rest[: steps_from[-1]],
        steps_from=steps_from,
        levels=rest[steps_from[-1] :],
        levels_from=levels_from,
    )


def _steps(answers: Iterable[int]) -> Iterator[int]:
    before = 0
    for answer in answers:
        skips, step = divmod(answer - before, SKIP)
        yield from repeat(SKIP, skips)
        yield step
        before = answer


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


MANY: Final = 1_000
"""Words so common that nobody has to search for them; behind them each doubling counts."""


class Mind(msgspec.Struct, frozen=True):
    """How somebody makes clues and answers of what comes to mind."""

    weighed: int
    """Of so many clues that come to mind, they ask what their partner would answer to them.
    With 0 they say what comes first."""
    remembered: int
    """So many clues they keep in mind: those said last."""
    wavering: float
    """How much their liking for a word varies. It is the logarithm of a chance: 1.1 further apart
    are words of which one is three times as likely as the other."""
    rare: float
    """How much less they like a word that is twice as rare."""

    def likes(self, number: int, value: float, rng: Random) -> float:
        """How much they like the word with that *number*, which goes so well with all clues."""
        held_back = self.rare * log2(1 + number / MANY) if self.rare else 0.0
        return value - held_back + (self.wavering * noise(rng) if self.wavering else 0.0)


EASY: Final = Mind(weighed=0, remembered=3, wavering=1.2, rare=0.1)
MEDIUM: Final = Mind(weighed=3, remembered=10, wavering=0.9, rare=0.1)
SHARP: Final = Mind(weighed=10, remembered=10, wavering=0.0, rare=0.1)
