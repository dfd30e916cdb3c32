"""The lists that come with Parlour."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources
from typing import Final, TypeVar

from parlour.api import Lexicon
from parlour.lexicons._data import hash_in, unpack
from parlour.lexicons._list import WordList
from parlour.lexicons._words import LexiconError

ENGLISH: Final = "en"
FRENCH: Final = "fr"

BUILTIN: Final = (ENGLISH, FRENCH)
"""The names of the lists that every host has."""

_T = TypeVar("_T")


def load_english() -> WordList:
    """Return the English list; see `load_builtin`."""
    return load_builtin(ENGLISH)


@cache
def load_builtin(name: str) -> WordList:
    """Return the list *name* of this installation. It is read on first use and then kept.

    Raises LexiconError if its data file is missing or damaged.
    """
    return _read(name, lambda packed: unpack(name, gzip.decompress(packed)))


class Waiting(Lexicon):
    """A list of this installation that is read when it is first asked about a word.

    Its name and hash are known before, so a host can offer it at no cost. Reading it
    raises LexiconError if the data file is damaged. A test reads the shipped ones.
    """

    def __init__(self, name: str):
        """Read the hash. Raises LexiconError if there is no such data file in the known format."""
        self.name = name
        self.hash = _read(name, _hash_of)

    def __contains__(self, word: object) -> bool:
        return word in load_builtin(self.name)

    def __len__(self) -> int:
        return len(load_builtin(self.name))

    def words(self, length: int, *, band: int | None = None) -> Sequence[str]:
        return load_builtin(self.name).words(length, band=band)

    def band(self, word: str) -> int | None:
        return load_builtin(self.name).band(word)

    def never_deal(self, word: str) -> bool:
        return load_builtin(self.name).never_deal(word)

    def printed(self, word: str) -> tuple[str, ...]:
        return load_builtin(self.name).printed(word)

    def why(self, word: str) -> str:
        return load_builtin(self.name).why(word)


def _hash_of(packed: bytes) -> str:
    """Return the hash from the second line of a data file, without unpacking more."""
    with gzip.GzipFile(fileobj=io.BytesIO(packed)) as file:
        return hash_in(file.readline() + file.readline())


def _read(name: str, read: Callable[[bytes], _T]) -> _T:
    """Apply *read* to the data file of the list *name*."""
    place = resources.files("parlour").joinpath("data", "lexicon", f"{name}.txt.gz")
    try:
        return read(place.read_bytes())
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise LexiconError(f"word list {name}: cannot read {place}: {error}") from error
