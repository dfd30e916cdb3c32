"""The lists that come with Parlour."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from importlib import resources
from typing import Final, TypeVar

from parlour.api import Lexicon
from parlour.lexicons._data import hash_in, unpack
from parlour.lexicons._list import WordList
from parlour.lexicons._meanings import meaning
from parlour.lexicons._words import LexiconError

ENGLISH: Final = "en"
FRENCH: Final = "fr"

BUILTIN: Final = (ENGLISH, FRENCH)
"""The names of the lists that every host has."""

EARLIER: Final[Mapping[str, tuple[str, ...]]] = {ENGLISH: ("731eaca9",)}
"""Earlier editions of these lists, by the beginnings of their hashes, which their files are named
after. Games that were played with them can be continued, replayed and verified."""

UNMARKED: Final[Mapping[str, str]] = {
    FRENCH: "7fa1f3ce0d99908ca988b78e55b57ad64eadb969c34a7c807ee2b21facbe3399"
}
"""The hashes of lists before they told dictionary forms from others. The words are the same."""

_T = TypeVar("_T")


def load_english() -> WordList:
    """Return the English list; see `load_builtin`."""
    return load_builtin(ENGLISH)


@cache
def load_builtin(name: str, edition: str = "") -> WordList:
    """Return the list *name* of this installation. It is read on first use and then kept.

    Return that of today, or an earlier *edition*. Raises LexiconError if its data file is missing
    or damaged.
    """
    found = _read(name, edition, lambda packed: unpack(name, gzip.decompress(packed)))
    found.means = partial(meaning, name)
    if not edition:
        found.earlier = earlier_of(name)
    return found


class LazyWordList(Lexicon):
    """A list of this installation that is read when it is first asked about a word.

    Its name and hash are known before, so a host can offer it at no cost. Reading it
    raises LexiconError if the data file is damaged. A test reads the shipped ones.
    """

    def __init__(self, name: str, edition: str = ""):
        """Read the hash of the list, or of an earlier *edition* of it.

        Raises LexiconError if there is no such data file in the known format.
        """
        self.name = name
        self._edition = edition
        self.hash = _read(name, edition, _hash_of)
        if not edition:
            self.earlier = earlier_of(name)

    def _list(self) -> WordList:
        return load_builtin(self.name, self._edition)

    def __contains__(self, word: object) -> bool:
        return word in self._list()

    def __len__(self) -> int:
        return len(self._list())

    def words(self, length: int, *, band: int | None = None) -> Sequence[str]:
        return self._list().words(length, band=band)

    def band(self, word: str) -> int | None:
        return self._list().band(word)

    def never_deal(self, word: str) -> bool:
        return self._list().never_deal(word)

    def printed(self, word: str) -> tuple[str, ...]:
        return self._list().printed(word)

    def dictionary_form(self, word: str) -> bool:
        return self._list().dictionary_form(word)

    def meaning(self, word: str) -> str:
        return self._list().meaning(word)

    def why(self, word: str) -> str:
        return self._list().why(word)


class Unmarked(LazyWordList):
    """A list before it told dictionary forms from others: every word counted as one."""

    def __init__(self, name: str, digest: str):
        """Name the list and its hash of that time."""
        self.name = name
        self._edition = ""
        self.hash = digest

    def dictionary_form(self, word: str) -> bool:
        return word in self


def earlier_of(name: str) -> tuple[Lexicon, ...]:
    """Return the earlier editions of the list *name*. None of them is read yet."""
    stored = [LazyWordList(name, edition) for edition in EARLIER.get(name, ())]
    return (*stored, *(Unmarked(name, UNMARKED[each]) for each in UNMARKED if each == name))


def _hash_of(packed: bytes) -> str:
    """Return the hash from the second line of a data file, without unpacking more."""
    with gzip.GzipFile(fileobj=io.BytesIO(packed)) as file:
        return hash_in(file.readline() + file.readline())


def _read(name: str, edition: str, read: Callable[[bytes], _T]) -> _T:
    """Apply *read* to the data file of the list *name*."""
    file = f"{name}-{edition}.txt.gz" if edition else f"{name}.txt.gz"
    place = resources.files("parlour").joinpath("data", "lexicon", file)
    try:
        return read(place.read_bytes())
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise LexiconError(f"word list {name}: cannot read {place}: {error}") from error
