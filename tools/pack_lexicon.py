"""The data file of a word list: written here, and read by `parlour/lexicons/_data.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from parlour.lexicons import NEVER, LengthRow, digest_of, fold
from parlour.lexicons._data import HEAD, INFLECTED, MAGIC, letters_of
from parlour.lexicons._spelling import BASE, PLAIN, ZERO, Spellings
from parlour.lexicons._words import LazyWords


def pack(
    rows: Mapping[int, LengthRow],
    added: Sequence[str],
    printed: Mapping[str, Sequence[str]] | None = None,
) -> bytes:
    """Return the text of a data file, which `unpack` reads.

    *added* are the words added by Parlour. *printed* holds the spellings of every word that
    is printed differently from how it is kept, or in more than one way.
    """
    bands = sorted({mark & ~NEVER for row in rows.values() for mark in row.marks})
    if len(bands) > INFLECTED:
        raise ValueError(f"{len(bands)} bands, and only {INFLECTED} can be told apart")
    letters = {mark: letter for letter, mark in letters_of(bands).items()}
    table = bytes(letters.get(mark, 0) for mark in range(256))
    spellings = spellings_of(rows, printed) if printed else Spellings((), {})
    lines = [MAGIC, digest_of(rows, printed).encode(), b" ".join(b"%d" % band for band in bands)]
    lines += [" ".join(added).encode(), " ".join(spellings.shapes).encode()]
    for length, row in sorted(rows.items()):
        lines += [_to_columns(row.words, length), _letters_of(row, table)]
        lines.append(spellings.numbers.get(length, b""))
    return b"\n".join(lines)


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
