"""What the word list of a table says of a word: whether it counts, and how it is written."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from parlour import Lexicon, Sentence
from parlour_probe.catalogue import _
from parlour_probe.options import Terms

_LOWER: Final = frozenset("abcdefghijklmnopqrstuvwxyzàâäçéèêëîïñôöùûüÿœæ")
"""The letters that French words are written with."""


class Flaw(StrEnum):
    """Why a word does not count."""

    UNLISTED = "unlisted"
    """The list lacks it."""
    FORM = "form"
    """The list has it, but no French dictionary does: it is a form of a verb, or a small word
    (R-P-6)."""


REASONS: Final[Mapping[str, Sentence]] = {
    Flaw.UNLISTED: _("{word} isn't in the word list."),
    Flaw.FORM: _("{word} isn't a noun, adjective, adverb or infinitive."),
}
"""Why a word does not count, by its flaw."""


def flaw_of(terms: Terms, lexicon: Lexicon | None, word: str) -> Flaw | None:
    """Why *word*, in capitals, does not count at a table with *terms*; None: it does.

    Without a list every word counts. A list that does not mark the forms of verbs is only asked
    whether it has the word (O-P-3).
    """
    if lexicon is None:
        return None
    plain = word.lower()
    if plain not in lexicon:
        return Flaw.UNLISTED
    if terms.french and not lexicon.dictionary_form(plain):
        return Flaw.FORM
    return None


def fold(text: str) -> str:
    """Convert to capitals without accents. Ligatures become two letters (O-P-6)."""
    if text.isascii():
        return text.upper()
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return bare.upper().replace("\u0152", "OE").replace("\u00c6", "AE")


def accented(text: str) -> str:
    """Return *text* as it is printed, or nothing if that is how its cards read anyway.

    Everybody may read it one day, so it holds no letter that French has not.
    """
    printed = unicodedata.normalize("NFC", text).lower()
    return "" if printed.isascii() or not _LOWER.issuperset(printed) else printed


def printed(terms: Terms, lexicon: Lexicon | None, word: str, typed: str) -> str:
    """How *word*, in capitals, is written at a French table; empty: as its cards read.

    As its player *typed* it, unless the list spells it in other ways only; else as the list
    does, if there is one way.
    """
    if not terms.french:
        return ""
    plain = word.lower()
    ways = lexicon.printed(plain) if lexicon is not None and plain in lexicon else ()
    if typed and fold(typed) == word and (not ways or typed in ways):
        return typed
    return ways[0] if len(ways) == 1 and ways[0] != plain else ""
