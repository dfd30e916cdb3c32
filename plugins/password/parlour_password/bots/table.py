"""What comes to mind: for each word that may be a clue, the words that it may be for.

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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from itertools import accumulate, compress, repeat
from operator import add
from typing import Final

import msgspec

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
