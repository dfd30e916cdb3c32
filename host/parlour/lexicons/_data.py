"""Read the data files that hold Parlour's lists. docs/word-lists.md describes their lines.

`tools/pack_lexicon.py` writes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour.lexicons._list import WordList
from parlour.lexicons._spelling import Spellings
from parlour.lexicons._words import NEVER, LengthRow, bits_of

MAGIC: Final = b"parlour word list 2"
"""The first line of an unpacked data file: what it is, and the version of its format."""

HEAD: Final = 5
"""The letters of each word that a data file holds column by column: first the first letters of
all words of a length, then the second ones. They are sorted, so they form long runs. The
rest of each word follows in one piece. gzip then needs a fifth less."""

INFLECTED: Final = 13
"""The letter of a word that is no dictionary form comes so many letters later: `n` for `a`. So
there may be as many bands."""

_FLAGS: Final = bytes((letter | 0x20) - ord("a") >= INFLECTED for letter in range(256))
"""Letters of a data file to flags: whether a word is no dictionary form."""

_LINES: Final = 3
"""Lines for each length: letters, marks, and the numbers of the shapes."""


def hash_in(head: bytes) -> str:
    """Return the hash of the list whose unpacked data file begins with the two lines of *head*.

    Raises ValueError if they do not have this format.
    """
    magic, _, digest = head.rstrip(b"\n").partition(b"\n")
    if magic != MAGIC or len(digest) != 64:
        raise ValueError("not of the form that this host reads")
    return digest.decode()


def unpack(name: str, text: bytes) -> WordList:
    """Read the list *name* from the *text* of its data file.

    We take the hash from the file, and a test compares it with the words. Raises
    ValueError if *text* does not have this format.
    """
    magic, *lines = text.split(b"\n")
    if magic != MAGIC or len(lines) < 4 or len(lines) % _LINES != 1:
        raise ValueError("not of the form that this host reads")
    digest, bands, added, shapes, *by_length = lines
    letters = letters_of([int(band) for band in bands.split()])
    later = {letter + INFLECTED: mark for letter, mark in letters.items()}
    table = bytes({**later, **letters}.get(letter, 0) for letter in range(256))
    rows: dict[int, LengthRow] = {}
    numbers: dict[int, bytes] = {}
    for at in range(0, len(by_length), _LINES):
        columns, marks, digits = by_length[at : at + _LINES]
        length = len(columns) // len(marks)
        rows[length] = LengthRow(
            _from_columns(columns, length),
            marks.translate(table),
            bits_of(marks.translate(_FLAGS)),
        )
        numbers[length] = digits
    spellings = Spellings(tuple(shapes.decode().split()), numbers) if shapes else None
    return WordList(name, rows, digest.decode(), frozenset(added.decode().split()), spellings)


def letters_of(bands: Sequence[int]) -> dict[int, int]:
    """Return the mark for each letter of a data file, given the *bands* in use."""
    dealt = {ord("a") + place: band for place, band in enumerate(bands)}
    return dealt | {ord("A") + place: band | NEVER for place, band in enumerate(bands)}


def _from_columns(columns: bytes, length: int) -> bytes:
    """Return the words of *length* letters whose letters a data file has as *columns* (`HEAD`)."""
    words = bytearray(len(columns))
    count, head = len(columns) // length, min(HEAD, length)
    for place in range(head):
        words[place::length] = columns[place * count : (place + 1) * count]
    rests = columns[head * count :]
    for place in range(head, length):
        words[place::length] = rests[place - head :: length - head]
    return bytes(words)
