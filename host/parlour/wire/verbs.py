"""Words of commands and games in the reader's own language: what they may type, and read.

The catalogues have them (`Catalogue.verbs`), beside the translations of a package.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from parlour.language import Catalogue, Sentence
from parlour.wire.request import Request
from parlour.wire.text import folded

_WORDS_MOST: Final = 3
"""The most words that stand for one, as in `quitter la table`."""
_SHOWN_MOST: Final = 2
"""The most words of a command or a game for which there are others, as `party new`."""
_ARGUMENT: Final = re.compile("[A-Z]{2,}")
"""What a usage shows in place of an argument, such as PLAYER."""


@lru_cache(256)
def known_words(catalogue: Catalogue, lang: str, *, others: bool = True) -> Mapping[str, str]:
    """Return the words of the package by what may be typed for them, without accents.

    Words of the language *lang* come before those of *others*.
    """
    found: dict[str, str] = {}
    for each in (lang, *(sorted(catalogue.languages()) if others else ())):
        for word, own in catalogue.verbs(each).items():
            for typed in own if not word.isupper() else ():  # arguments are only shown
                found.setdefault(folded(typed).lower(), word)
    return found


def meant(request: Request, words: Mapping[str, str]) -> Request | None:
    """Return *request* with the one of *words* that its first words are, or None."""
    parts = request.text.split(None, _WORDS_MOST)
    for number in range(min(len(parts), _WORDS_MOST), 0, -1):
        word = words.get(folded(" ".join(parts[:number])).lower())
        if word is not None:
            rest = request.text.split(None, number)[number:]
            verb, _sign, more = word.partition(" ")
            said = " ".join([*more.split(), *rest])
            return replace(request, verb=verb, rest=said, text=f"{verb} {said}".rstrip())
    return None


def usage_in(usage: str, lang: str, *catalogues: Catalogue | None) -> str:
    """Return *usage* as readers of *lang* may type it: its verb and its arguments in their words.

    The *catalogues* have these words, the last of them first.
    """
    own = _own(lang, catalogues)
    line = _with_own_verb(usage, own)
    return _ARGUMENT.sub(lambda found: own.get(found[0], (found[0],))[0], line)


class TypedLine(Sentence):
    """What to type, whose readers see it in their own words."""

    __slots__ = ("catalogues", "usage")
    catalogues: tuple[Catalogue | None, ...]
    usage: bool
    """It has names of arguments in capitals, such as PLAYER."""

    def into(self, lang: str, taps: bool = False) -> str:
        if self.usage:
            return usage_in(self[:], lang, *self.catalogues)
        return _with_own_verb(self[:], _own(lang, self.catalogues))


def typed_line(line: str, *catalogues: Catalogue | None, usage: bool = False) -> TypedLine:
    """Return *line*, for readers of all languages. The *catalogues* have its words."""
    made = TypedLine(line)
    made.catalogues, made.usage = catalogues, usage
    return made


def _own(lang: str, catalogues: Iterable[Catalogue | None]) -> Mapping[str, tuple[str, ...]]:
    own: dict[str, tuple[str, ...]] = {}
    for catalogue in catalogues:
        own |= catalogue.verbs(lang) if catalogue is not None else {}
    return own


def _with_own_verb(line: str, own: Mapping[str, tuple[str, ...]]) -> str:
    slash = line[: line.startswith("/")]
    parts = line[len(slash) :].split(" ")
    for number in range(min(len(parts), _SHOWN_MOST), 0, -1):
        if shown := own.get(" ".join(parts[:number])):
            return slash + " ".join([shown[0], *parts[number:]])
    return line
