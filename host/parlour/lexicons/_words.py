"""Words: which texts count, words of one length as a run of bytes, and the hash of them all."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, cast, overload

import msgspec

MAX_BAND: Final = 95
"""The rarest band, as SCOWL counts them."""

NEVER: Final = 0x80
"""The bit of a mark that means: do not deal this word. The other bits are the band."""

_DIGITS: Final = b"01" + bytes(254)
"""Flags of 0 and 1 to the digits of a binary number."""

_LIGATURES: Final = str.maketrans({"\u0153": "oe", "\u00e6": "ae", "\u00f8": "o"})
"""Letters that Unicode does not split into a letter and an accent."""


class LexiconError(Exception):
    """A word list that cannot be used. The text is one line that names the list, file and line."""


def fold(text: str) -> str:
    """Return *text* in lower case, without accents and ligatures."""
    lower = text.casefold()
    if lower.isascii():
        return lower
    parts = unicodedata.normalize("NFKD", lower.translate(_LIGATURES))
    return "".join(part for part in parts if not unicodedata.combining(part))


def is_word(text: str) -> bool:
    """Check whether *text*, already folded, consists only of the letters a to z."""
    return text.isascii() and text.isalpha()


class LengthRow(msgspec.Struct, frozen=True):
    """All words of one length.

    `words` holds their letters in alphabetical order, without separators; `marks` has one
    byte for each word: its band, with the bit NEVER if the host must not deal it. `inflected` has
    one bit for each word, from the lowest bit of the first byte on: whether it is no dictionary
    form. It is empty if none is.
    """

    words: bytes
    marks: bytes
    inflected: bytes = b""


def rows_of(words: Mapping[str, int], inflected: Collection[str] = ()) -> dict[int, LengthRow]:
    """Return the rows, by length and in order of length, of *words*: each word with its mark.

    *inflected* are those that are no dictionary form.
    """
    by_length: dict[int, list[str]] = {}
    for word in sorted(words):
        by_length.setdefault(len(word), []).append(word)
    return {
        length: LengthRow(
            "".join(group).encode(),
            bytes(words[word] for word in group),
            bits_of(bytes(word in inflected for word in group)),
        )
        for length, group in sorted(by_length.items())
    }


def bits_of(flags: bytes) -> bytes:
    """Return *flags*, bytes of 0 and 1, as bits, or nothing if all are 0.

    The first flag is the lowest bit of the first byte.
    """
    if not any(flags):
        return b""
    return int(flags[::-1].translate(_DIGITS), 2).to_bytes(-(-len(flags) // 8), "little")


def digest_of(
    rows: Mapping[int, LengthRow], spellings: Mapping[str, Sequence[str]] | None = None
) -> str:
    """Return the SHA-256 in hexadecimal over letters and marks of the rows, in order of length.

    The *spellings* of a row's words follow the row, a line each: those of the words that
    are printed differently from how they are kept, or in more than one way. The bits of words that
    are no dictionary form come between, if the list has any.
    """
    sha = hashlib.sha256()
    for length in sorted(rows):
        row = rows[length]
        sha.update(b"%b\n%b\n" % (row.words, row.marks))
        if row.inflected:
            sha.update(b"%b\n" % row.inflected)
        if spellings:
            for word in LazyWords(row.words, length, range(len(row.marks))):
                if word in spellings:
                    sha.update(" ".join(spellings[word]).encode() + b"\n")
    return sha.hexdigest()


class LazyWords(Sequence[str]):
    """Words of one length, made from their row when needed.

    A tuple of them would take sixty bytes a word. `places` takes four, or none.
    """

    __slots__ = ("_length", "_letters", "_places")

    def __init__(self, letters: bytes, length: int, places: Sequence[int]) -> None:
        self._letters = letters
        self._length = length
        self._places = places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice):
            return LazyWords(self._letters, self._length, self._places[index])
        start = self._places[index] * self._length
        return self._letters[start : start + self._length].decode()

    def __iter__(self) -> Iterator[str]:
        text, length = self._letters.decode(), self._length
        return (text[at * length : at * length + length] for at in self._places)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LazyWords | tuple):
            return NotImplemented
        return tuple(self) == tuple(cast("Sequence[str]", other))

    def __hash__(self) -> int:
        return hash(tuple(self))
