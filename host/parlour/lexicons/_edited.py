"""A list that comes with Parlour, with the words that a house adds and drops."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from parlour.api import Lexicon
from parlour.language import _
from parlour.lexicons._operator import MAX_LETTERS, SHOWN, entry_of
from parlour.lexicons._words import LexiconError, fold

ADD: Final = "add"
DROP: Final = "drop"


class Edited(Lexicon):
    """A list, less some words and with others.

    Its hash follows from that of the list and from the changes, so nothing is read for it. The
    unchanged list is an earlier edition: games that were played with it can go on.
    """

    def __init__(self, base: Lexicon, added: Mapping[str, int], dropped: frozenset[str]) -> None:
        """Change *base*: *added* have a band each, and none of them is *dropped*."""
        self.name = base.name
        self.earlier = (base, *base.earlier)
        self._base = base
        self._added = added
        self._dropped = dropped
        self._lengths = {len(word) for word in (*added, *dropped)}
        self._read: dict[tuple[int, int | None], tuple[str, ...]] = {}
        lines = [base.hash, *(f"+{word} {band}" for word, band in sorted(added.items()))]
        lines += (f"-{word}" for word in sorted(self._dropped))
        self.hash = hashlib.sha256("\n".join(lines).encode()).hexdigest()

    def __contains__(self, word: object) -> bool:
        return word in self._added or (word not in self._dropped and word in self._base)

    def __len__(self) -> int:
        return self._size

    @cached_property
    def _size(self) -> int:
        new = sum(word not in self._base for word in self._added)
        return len(self._base) + new - sum(word in self._base for word in self._dropped)

    def words(self, length: int, *, band: int | None = None) -> Sequence[str]:
        if length not in self._lengths:
            return self._base.words(length, band=band)
        found = self._read.get((length, band))
        if found is None:
            kept = set(self._base.words(length, band=band)) - self._dropped
            kept.update(
                word
                for word, its in self._added.items()
                if len(word) == length and (band is None or its <= band)
            )
            found = self._read[length, band] = tuple(sorted(kept))
        return found

    def band(self, word: str) -> int | None:
        if word in self._dropped:
            return None
        known = self._base.band(word)
        bands = [band for band in (self._added.get(word), known) if band is not None]
        return min(bands, default=None)

    def never_deal(self, word: str) -> bool:
        return word not in self._dropped and self._base.never_deal(word)

    def printed(self, word: str) -> tuple[str, ...]:
        return (word,) if word in self._dropped else self._base.printed(word)

    def dictionary_form(self, word: str) -> bool:
        if word in self._added:
            return True
        return word not in self._dropped and self._base.dictionary_form(word)

    def meaning(self, word: str) -> str:
        return self._base.meaning(word) if word in self else ""

    def why(self, word: str) -> str:
        plain = fold(word.strip())
        if plain in self._dropped:
            return _(
                "{word}: no, this host has dropped it from {name}.", word=plain, name=self.name
            )
        if plain in self._added and plain not in self._base:
            return _("{word}: yes, added to {name} by this host.", word=plain, name=self.name)
        return self._base.why(word)


def edited(base: Lexicon, edits: Mapping[str, Iterable[str]]) -> Lexicon:
    """Return *base* with the words to `add` and to `drop`. Raises LexiconError for a bad one."""
    added = dict(_entries(base.name, ADD, edits.get(ADD, ())))
    dropped = frozenset(word for word, _band in _entries(base.name, DROP, edits.get(DROP, ())))
    if both := sorted(added.keys() & dropped):
        raise LexiconError(f"[words.{base.name}]: {both[0]} is in both lists, add and drop")
    return Edited(base, added, dropped) if added or dropped else base


def _entries(name: str, key: str, words: Iterable[str]) -> Iterable[tuple[str, int]]:
    for text in words:
        found = entry_of(text) if text.strip() else None
        if found is None:
            raise LexiconError(
                f"[words.{name}] {key}: {text[:SHOWN]!a} can't be played; a word has at most"
                f" {MAX_LETTERS} letters a to z, and may have its band after a space"
            )
        yield found
