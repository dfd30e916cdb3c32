"""The format of the data files that hold Parlour's lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from parlour.lexicons._list import WordList
from parlour.lexicons._spelling import Spellings, spellings_of
from parlour.lexicons._words import NEVER, LengthRow, bits_of, digest_of

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


def pack(
    rows: Mapping[int, LengthRow],
    added: Sequence[str],
    printed: Mapping[str, Sequence[str]] | None = None,
) -> bytes:
    """Return what `unpack` reads: a text, with letters for marks.

    *added* are the words added by Parlour. *printed* holds the spellings of every word that
    is printed differently from how it is kept, or in more than one way.

    The lines are: MAGIC; the hash; the bands in use, in ascending order; the added words; the
    shapes of printed words (see `_spelling`), or nothing if all are printed as they are kept.
    Then three lines for each length: the letters of its words in the order that HEAD describes; a
    letter for each word, which counts bands from `a`, or from `n` if the word is no dictionary
    form, and is a capital if the word must not be dealt; the numbers of their shapes, or nothing.
    """
    bands = sorted({mark & ~NEVER for row in rows.values() for mark in row.marks})
    if len(bands) > INFLECTED:
        raise ValueError(f"{len(bands)} bands, and only {INFLECTED} can be told apart")
    letters = {mark: letter for letter, mark in _letters(bands).items()}
    table = bytes(letters.get(mark, 0) for mark in range(256))
    spellings = spellings_of(rows, printed) if printed else Spellings((), {})
    lines = [MAGIC, digest_of(rows, printed).encode(), b" ".join(b"%d" % band for band in bands)]
    lines += [" ".join(added).encode(), " ".join(spellings.shapes).encode()]
    for length, row in sorted(rows.items()):
        lines += [_to_columns(row.words, length), _letters_of(row, table)]
        lines.append(spellings.numbers.get(length, b""))
    return b"\n".join(lines)


def hash_in(head: bytes) -> str:
    """Return the hash of the list whose unpacked data file begins with the two lines of *head*.

    Raises ValueError if they do not have this format.
    """
    magic, _, digest = head.rstrip(b"\n").partition(b"\n")
    if magic != MAGIC or len(digest) != 64:
        raise ValueError("not of the form that this host reads")
    return digest.decode()


def unpack(name: str, text: bytes) -> WordList:
    """Read the list *name* from what `pack` wrote.

    We take the hash from the file, and a test compares it with the words. Raises
    ValueError if *text* does not have this format.
    """
    magic, *lines = text.split(b"\n")
    if magic != MAGIC or len(lines) < 4 or len(lines) % _LINES != 1:
        raise ValueError("not of the form that this host reads")
    digest, bands, added, shapes, *by_length = lines
    letters = _letters([int(band) for band in bands.split()])
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


def _letters(bands: Sequence[int]) -> dict[int, int]:
    """Return the mark for each letter of a data file, given the *bands* in use."""
    dealt = {ord("a") + place: band for place, band in enumerate(bands)}
    return dealt | {ord("A") + place: band | NEVER for place, band in enumerate(bands)}


def _letters_of(row: LengthRow, table: bytes) -> bytes:
    """Return a letter for each word of *row*; *table* has them by mark."""
    letters = row.marks.translate(table)
    if not row.inflected:
        return letters
    bits = row.inflected
    return bytes(
        letter + INFLECTED * (bits[place >> 3] >> (place & 7) & 1)
        for place, letter in enumerate(letters)
    )


def _to_columns(words: bytes, length: int) -> bytes:
    """Return the letters of *words* of *length* letters in the order of a data file."""
    head = min(HEAD, length)
    columns = [words[place::length] for place in range(head)]
    rests = (words[start + head : start + length] for start in range(0, len(words), length))
    return b"".join((*columns, *rests))


def _from_columns(columns: bytes, length: int) -> bytes:
    """Undo `_to_columns`."""
    words = bytearray(len(columns))
    count, head = len(columns) // length, min(HEAD, length)
    for place in range(head):
        words[place::length] = columns[place * count : (place + 1) * count]
    rests = columns[head * count :]
    for place in range(head, length):
        words[place::length] = rests[place - head :: length - head]
    return bytes(words)
