"""The table of words: what a word is a form of, and which words are derived from which.

`tools/build_forms.py` makes the table from WordNet and from families we keep by hand. We read it
when we first need it, in a few milliseconds. It is a list of lines in alphabetical order, one for
each word:

    WORD KINDS BASES LINKS

KINDS are the letters n, v, a, r (noun, verb, adjective, adverb) of what the word itself is;
none if it is an inflected form only. BASES are the words of which it is an irregular form, and
with NOT before them words of which it only looks like a form (`number` of `numb`). LINKS are the
words one derivation away, with SPELLED before those that are spellings of the same word. Words
have commas between. A link is in the line of the longer of its two words, or of the later one if
they are equally long.
"""

from __future__ import annotations

import gzip
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Final

import msgspec

DATA: Final = resources.files("parlour_password").joinpath("data", "forms.gz")
"""Where the table is."""
SPELLINGS: Final = resources.files("parlour_password").joinpath("data", "spellings.txt")
"""Spellings that the table lacks."""

ENDINGS: Final = (
    ("n", "s", ""),
    ("n", "ses", "s"),
    ("n", "xes", "x"),
    ("n", "zes", "z"),
    ("n", "ches", "ch"),
    ("n", "shes", "sh"),
    ("n", "oes", "o"),
    ("n", "men", "man"),
    ("n", "ies", "y"),
    ("v", "s", ""),
    ("v", "ies", "y"),
    ("v", "es", "e"),
    ("v", "es", ""),
    ("v", "ed", "e"),
    ("v", "ed", ""),
    ("v", "ing", "e"),
    ("v", "ing", ""),
    ("a", "er", "e"),
    ("a", "er", ""),
    ("a", "ier", "y"),
    ("a", "est", "e"),
    ("a", "est", ""),
    ("a", "iest", "y"),
)
"""Regular inflections: kind of the base, ending, and the ending of the base.
They are the rules of WordNet's own programs (its page morphy), and `oes`."""

NOT: Final = "-"
SPELLED: Final = "="
"""Marks before words of the table."""

_VOWELS: Final = ("ed", "er", "est", "ing")
"""Endings before which a base may double its last letter; not `es`, which follows a hiss."""
_LEAST: Final = 3
"""Letters of the shortest base before those, but for `ing` (`going`): `bed` is not of `be`."""
_DOUBLES: Final = re.compile(r"[^aeiou]*(qu)?[aeiou][^aeiouwxy]")
"""One syllable, one vowel letter, one consonant after it. So `staring` is of `stare`, not of
`star`. The table has the forms with the doubled letter as irregular ones."""


class Entry(msgspec.Struct, frozen=True):
    """A line of the table."""

    kinds: str = ""
    bases: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    spelled: tuple[str, ...] = ()
    """The links that are spellings of the same word."""
    strangers: tuple[str, ...] = ()
    """Of these it is no inflected form, though it looks like one."""


NO_ENTRY: Final = Entry()
"""Of a word that is not in the table."""


@lru_cache(maxsize=1)
def table() -> Sequence[bytes]:
    """The lines of the table, read once. Two threads that ask first both read them.

    Bytes: as strings they would take 1.6 MB more.
    """
    return gzip.decompress(DATA.read_bytes()).split(b"\n")


def entry(word: str) -> Entry:
    """The line of *word*, or NO_ENTRY."""
    lines = table()
    start = f"{word} ".encode()
    at = bisect_left(lines, start)
    if at == len(lines) or not lines[at].startswith(start):
        return NO_ENTRY
    _, kinds, bases, links = lines[at].decode("ascii").split(" ")
    return Entry(
        kinds,
        tuple(base for base in _split(bases) if base[0] != NOT),
        tuple(link.removeprefix(SPELLED) for link in _split(links)),
        tuple(link[1:] for link in _split(links) if link[0] == SPELLED),
        tuple(base[1:] for base in _split(bases) if base[0] == NOT),
    )


def is_base(word: str) -> bool:
    """Is *word* a word of its own, not just an inflected form (or unknown)?"""
    return entry(word).kinds != ""


def bases(word: str) -> frozenset[str]:
    """The words of which *word* is an inflected form; without *word*."""
    line = entry(word)
    found = {*line.bases, *_regular(word)}
    return frozenset(found.difference(line.strangers, [word]))


def is_known(word: str) -> bool:
    """Is *word* in the table, or a form of what is?"""
    return is_base(word) or bool(bases(word))


def linked(one: str, other: str) -> bool:
    """Is one of two words derived from the other, or both in a family kept by hand?"""
    first, second = _in_order(one, other)
    return first in entry(second).links


def are_spellings(one: str, other: str) -> bool:
    """Are two words spellings of one: `color`, `colour` (O-W-14)?"""
    first, second = _in_order(one, other)
    return first in entry(second).spelled or other in _by_hand().get(one, ())


@lru_cache(maxsize=1)
def _by_hand() -> Mapping[str, frozenset[str]]:
    """The spellings that are kept by hand, each word with those of its line."""
    lines = (line.partition("#")[0].split() for line in SPELLINGS.read_text("ascii").splitlines())
    found: dict[str, frozenset[str]] = {}
    for words in lines:
        for word in words:
            found[word] = found.get(word, frozenset()) | (frozenset(words) - {word})
    return found


def _in_order(one: str, other: str) -> list[str]:
    """The word whose line has no link between the two, then the one whose line may have it."""
    return sorted((one, other), key=lambda word: (len(word), word))


def doubles(base: str) -> bool:
    """Does *base* double its last letter before a vowel: `star`, `starring`?

    Told by its letters alone, and of words of one syllable only.
    """
    return bool(_DOUBLES.fullmatch(base))


def _regular(word: str) -> Iterator[str]:
    for kind, ending, instead in ENDINGS:
        if not word.endswith(ending) or (ending == "s" and word.endswith("ss")):
            continue
        base = word[: -len(ending)] + instead
        if kind in entry(base).kinds and _takes(base, ending, instead):
            yield base


def _takes(base: str, ending: str, instead: str) -> bool:
    """May *base* have *ending*, as far as letters tell?"""
    if ending not in _VOWELS:
        return True
    long_enough = ending == "ing" or len(base) >= _LEAST
    return long_enough and (instead != "" or not doubles(base))


def _split(words: str) -> tuple[str, ...]:
    return tuple(words.split(",")) if words else ()
