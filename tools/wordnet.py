"""What is taken of WordNet 3.0, as the Debian package `wordnet-base` has it.

The form of its files is told in its own pages wndb(5) and wninput(5). Taken are words in
small letters only, which leaves names, abbreviations and phrases out.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path
from typing import Final, TypeAlias

WORDNET: Final = Path("/usr/share/wordnet")
NOTICE: Final = Path("/usr/share/doc/wordnet-base/copyright")

EDITION: Final = "WordNet 3.0 Copyright 2006 by Princeton University."
"""A line at the head of its files. The notice that goes with the table names it."""

KINDS: Final = (("noun", "n"), ("verb", "v"), ("adj", "a"), ("adv", "r"))
"""The ends of its file names, and the letters by which its pointers and we know them."""

WORD: Final = re.compile(r"[a-z]{2,}")

DERIVED: Final[Mapping[str, int]] = {"+": 2, "\\": 3, "=": 3}
"""The pointers that are followed, and how many letters both words must begin with: derived
word; adjective of a noun, or adverb of an adjective; attribute. WordNet also has `solar` of
`sun` and `ugly` of `beauty`, which are no forms."""

SPELLINGS: Final = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r"(.)\1", r"\1"),  # traveller, traveler
        ("[ao]e", "e"),  # anaemia, anemia
        ("ou(?=r|l)", "o"),  # colour, color; mould, mold
        ("re$", "er"),  # centre, center
        ("s(?=[aei])", "z"),  # organise, organize
        ("gray", "grey"),
        ("y", "i"),  # tyre, tire
        ("ei$", "i"),  # storey, story
        ("ph", "f"),  # sulphur, sulfur
        ("c|qu?", "k"),  # disc, disk; sceptic, skeptic
        ("ough$", "ow"),  # plough, plow
        ("e$", ""),  # axe, ax
    )
)
"""What to replace so that two spellings of a word become one."""

Pair: TypeAlias = tuple[str, str]
"""Two words: the shorter first, or the earlier one if they are equally long."""


class WordNetError(Exception):
    """WordNet cannot be read; the text is one line that says what to do."""


@dataclass(frozen=True)
class WordNet:
    """What is taken.

    The kinds of every word, as letters in alphabetical order; of what words each irregular
    form is one; pairs of words, one derived from the other; pairs that are spellings of one word.
    """

    kinds: Mapping[str, str]
    irregular: Mapping[str, Set[str]]
    derived: frozenset[Pair]
    spelled: frozenset[Pair]


def ordered(one: str, other: str) -> Pair:
    """*one* and *other* as a pair."""
    first, second = sorted((one, other), key=lambda word: (len(word), word))
    return first, second


def read(folder: Path) -> WordNet:
    """Read the files in *folder*. Raises WordNetError if they are not there or other ones."""
    synsets = dict(_synsets(folder))
    kinds: dict[str, set[str]] = {}
    for (kind, _), synset in synsets.items():
        for word in filter(WORD.fullmatch, synset.words):
            kinds.setdefault(word, set()).add(kind)
    irregular: dict[str, set[str]] = {}
    for form, base in _irregular(folder, kinds):
        irregular.setdefault(form, set()).add(base)
    return WordNet(
        kinds={word: "".join(sorted(of)) for word, of in kinds.items()},
        irregular=irregular,
        derived=frozenset(_pointed(synsets)),
        spelled=frozenset(_respelt(synsets)),
    )


def names(folder: Path) -> frozenset[str]:
    """The single words with a capital. Raises WordNetError as `read` does."""
    words = (word for _, synset in _synsets(folder) for word in synset.words)
    return frozenset(word for word in words if word[0].isupper() and "_" not in word)


# --- the files --------------------------------------------------------------------------


@dataclass(frozen=True)
class Pointer:
    """From one word of a synset, or all (0), to one word of another, or all (0)."""

    share: int
    to: tuple[str, str]
    source: int
    target: int


@dataclass(frozen=True)
class Synset:
    """Words of one meaning, and what they point to.

    A pointer's `share` is how many letters the words at its two ends must begin with alike.
    """

    words: Sequence[str]
    pointers: Sequence[Pointer]


def _synsets(folder: Path) -> Iterator[tuple[tuple[str, str], Synset]]:
    """Every synset by its kind and its place in the file, which is how pointers name it."""
    for name, kind in KINDS:
        file = folder / f"data.{name}"
        text = text_of(file)
        if EDITION not in text:
            raise WordNetError(f"{file} is not of WordNet 3.0; mend the notice with the table")
        for line in text.splitlines():
            if not line.startswith(" "):  # as those of the head do
                fields = line.partition(" | ")[0].split()
                yield (kind, fields[0]), _synset(fields)


def text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="latin-1")
    except FileNotFoundError as error:
        raise WordNetError(f"no {file}; apt-get install wordnet-base") from error


def _synset(fields: Sequence[str]) -> Synset:
    """Read the fields of a line.

    They are place, file, kind, count of words in base 16, each word with a number, count of
    pointers, each with symbol, place, kind, and the numbers of two words in base 16.
    """
    start = 4 + 2 * int(fields[3], 16)
    words = [word.partition("(")[0] for word in fields[4:start:2]]
    pointers: list[Pointer] = []
    for at in range(start + 1, start + 1 + 4 * int(fields[start]), 4):
        symbol, place, kind, numbers = fields[at : at + 4]
        if symbol in DERIVED:
            to = ("a" if kind == "s" else kind, place)
            source, target = int(numbers[:2], 16), int(numbers[2:], 16)
            pointers.append(Pointer(DERIVED[symbol], to, source, target))
    return Synset(words, pointers)


def _irregular(folder: Path, known: Container[str]) -> Iterator[tuple[str, str]]:
    """Irregular forms of *known* words, each with one word of which it is a form."""
    for name, _ in KINDS:
        for line in text_of(folder / f"{name}.exc").splitlines():
            form, *bases = line.split()
            for base in bases:
                if WORD.fullmatch(form) and base in known and base != form:
                    yield form, base


# --- pairs of words ---------------------------------------------------------------------


def _pointed(synsets: Mapping[tuple[str, str], Synset]) -> Iterator[Pair]:
    """The words at the two ends of each pointer, if they begin alike."""
    for synset in synsets.values():
        for pointer in synset.pointers:
            sources = _named(synset.words, pointer.source)
            targets = _named(synsets[pointer.to].words, pointer.target)
            for one, other in product(sources, targets):
                if one != other and one[: pointer.share] == other[: pointer.share]:
                    yield ordered(one, other)


def _named(words: Sequence[str], number: int) -> list[str]:
    """The word of a synset with this *number* from 1 on, or all of them for 0, if taken."""
    named = words if number == 0 else words[number - 1 : number]
    return [word for word in named if WORD.fullmatch(word)]


def _respelt(synsets: Mapping[tuple[str, str], Synset]) -> Iterator[Pair]:
    """Words of one meaning that are spellings of one word: `colour`, `color`."""
    for synset in synsets.values():
        for one, other in combinations(_named(synset.words, 0), 2):
            if one != other and skeleton(one) == skeleton(other):
                yield ordered(one, other)


def skeleton(word: str) -> str:
    """What is common to the spellings of *word*."""
    for pattern, instead in SPELLINGS:
        word = pattern.sub(instead, word)
    return word
