"""A word list, as the host and the games use it."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from itertools import compress
from typing import Final

from parlour.api import Lexicon
from parlour.language import _
from parlour.lexicons._spelling import Spellings
from parlour.lexicons._words import MAX_BAND, NEVER, LazyWords, LengthRow, fold, is_word

WIDTH: Final = 79
"""The longest line for a person, in columns."""

_FAMILIARITY: Final = (
    (35, _("common")),
    (55, _("less common")),
    (70, _("uncommon")),
    (MAX_BAND, _("rare")),
)
"""The words for bands in a line for a person: up to this band, this word."""


def _nothing(word: str) -> str:
    return ""


class WordList(Lexicon):
    """A word list held in rows. It never changes, so threads may share it."""

    def __init__(
        self,
        name: str,
        rows: Mapping[int, LengthRow],
        digest: str,
        added: frozenset[str] = frozenset(),
        spellings: Spellings | None = None,
    ):
        """Make a list of *rows* by length. *added* are the words that Parlour itself added.

        Without *spellings* every word is printed as it is kept.
        """
        self.name = name
        self.hash = digest
        self._rows = rows
        self._added = added
        self._spellings = spellings
        self._size = sum(len(row.marks) for row in rows.values())
        self.remark = ""
        """One line for the operator about what was left out; empty if nothing was."""
        self.means: Callable[[str], str] = _nothing
        """Says what a word means; in a list that does not know, it says nothing."""
        self._read: dict[tuple[int, int | None], LazyWords] = {}

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self._place(word) is not None

    def __len__(self) -> int:
        return self._size

    def words(self, length: int, *, band: int | None = None) -> Sequence[str]:
        # Two threads may look for the same words at once. Either result is fine.
        found = self._read.get((length, band))
        if found is None:
            found = self._read[length, band] = self._find(length, band)
        return found

    def band(self, word: str) -> int | None:
        mark = self._mark(word)
        return None if mark is None else mark & ~NEVER

    def never_deal(self, word: str) -> bool:
        mark = self._mark(word)
        return mark is not None and bool(mark & NEVER)

    def printed(self, word: str) -> tuple[str, ...]:
        place = self._place(word)
        if place is None or self._spellings is None:
            return (word,)
        return self._spellings.of(word, place)

    def dictionary_form(self, word: str) -> bool:
        place = self._place(word)
        if place is None:
            return False
        bits = self._rows[len(word)].inflected
        return not bits or not bits[place >> 3] >> (place & 7) & 1

    def meaning(self, word: str) -> str:
        return self.means(word) if word in self else ""

    def why(self, word: str) -> str:
        plain = fold(word.strip())
        if not is_word(plain):
            return _("A word is made of the letters a to z alone: no space, hyphen or apostrophe.")
        band = self.band(plain)
        fields = {"name": self.name, "number": f"{len(self):,}", "band": _familiar(band or 0)}
        if band is None:
            verdict = _("{word}: no, not in the list {name} ({number} words).")
        elif plain in self._added:
            verdict = _("{word}: yes, added to {name} by Parlour{band}.")
        else:
            verdict = _("{word}: yes, in the list {name}{band}.")
        room = WIDTH - len(verdict.filled(word="", **fields))
        full = _with_spellings(plain, self.printed(plain))
        shown = full if len(full) <= room else _shorten(plain, room)
        return verdict.filled(word=shown, **fields)

    def undealt(self) -> frozenset[str]:
        """Return all words that the host must not deal."""
        undealt = bytes(bool(mark & NEVER) for mark in range(256))
        return frozenset(
            word
            for length, row in self._rows.items()
            for word in compress(self.words(length), row.marks.translate(undealt))
        )

    def _mark(self, word: str) -> int | None:
        place = self._place(word)
        return None if place is None else self._rows[len(word)].marks[place]

    def _place(self, word: str) -> int | None:
        """Return the index of *word* among the words of its length. None: it is not listed."""
        size = len(word)
        row = self._rows.get(size)
        if row is None or not word.isascii():
            return None
        letters, wanted = row.words, word.encode()
        low, high = 0, len(row.marks)
        while low < high:
            middle = (low + high) // 2
            if letters[middle * size : middle * size + size] < wanted:
                low = middle + 1
            else:
                high = middle
        return low if letters[low * size : low * size + size] == wanted else None

    def _find(self, length: int, band: int | None) -> LazyWords:
        """Return the words of *length* letters, of every band or up to *band*."""
        row = self._rows.get(length)
        if row is None:
            return LazyWords(b"", length, ())
        every = range(len(row.marks))
        if band is None:
            return LazyWords(row.words, length, every)
        easy = bytes(mark & ~NEVER <= band for mark in range(256))
        return LazyWords(row.words, length, array("I", compress(every, row.marks.translate(easy))))


def _familiar(band: int) -> str:
    """Describe a band. Return nothing for 0, which only means that a list has no bands."""
    if band == 0:
        return ""
    kind = next(kind for limit, kind in _FAMILIARITY if band <= limit)
    return _(" ({kind} words, band {band})", kind=kind, band=band)


def _with_spellings(word: str, printed: tuple[str, ...]) -> str:
    """Return *word*, followed by its printed forms if they are different."""
    return word if printed == (word,) else f"{word} ({', '.join(printed)})"


def _shorten(text: str, room: int) -> str:
    """Return *text*, or as much of its beginning as fits with three dots into *room* columns."""
    return text if len(text) <= room else f"{text[: room - 3]}..."
