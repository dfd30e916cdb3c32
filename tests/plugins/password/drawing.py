"""Draw pairs of words that begin alike, for a sample that measures the judge of forms (O-W-4).

    python -m tests.plugins.password.drawing SEED COUNT [outside]

prints COUNT pairs of a word of the deck and a word of the list `en` up to band 60, none of which
is in a sample already. Letters alone decide: the two have four letters in common at their
beginning, or three if the rest is short. Plain inflections are left out, and so are words with
another word of the list behind the password (`sunlight`). One pair in nine has the shape of an
inflected form. With `outside`, the first word is none of the deck, but could be: a common word
that is no inflected form of another one.

Put the lines into a file here, read them, and mark them as `test_derivations` says, before you
look at what the judge says.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from parlour.lexicons import load_english
from parlour_password.deck import DIFFICULTIES, words
from parlour_password.forms import bases, is_base

BAND: Final = 60
DEALT: Final = 35
"""The band of words that a deck may have."""
SHORTEST: Final = 3
LONGEST: Final = 15
BEGIN: Final = 4
"""Letters that two words have in common at their beginning; one less if the rest is short."""
REST: Final = 4
SHORT_REST: Final = 2
"""Letters of the password behind these, at most."""
MORE: Final = 6
"""Letters of the other word behind these, at most."""
INFLECTED: Final = ("s", "es", "ed", "d", "ing", "r", "rs", "er", "ers", "est", "ings")
SUFFIXES: Final = frozenset({"less", "ship", "hood", "able", "ally", "ness", "ism", "age", "ish"})
"""Endings that are words of the list as well."""
SHAPED: Final = 9
"""One pair in so many has the shape of an inflected form."""
Pair: TypeAlias = tuple[str, str]


def begins(one: str, other: str) -> int:
    """How many letters two words have in common at their beginning."""
    return next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )


def is_plain(word: str, other: str) -> bool:
    """Is one a plain inflection of the other?"""
    changed = {word, word.removesuffix("e"), word + word[-1]}
    changed |= {f"{word[:-1]}i"} if word.endswith("y") else set()
    back = {other, other.removesuffix("e")}
    return any(other == base + end for base in changed for end in INFLECTED) or any(
        word == base + end for base in back for end in INFLECTED[:5]
    )


def is_shaped(word: str) -> bool:
    """Does *word* look like an inflected form?"""
    plural = word.endswith("s") and not word.endswith(("ss", "ous", "us", "is", "ics"))
    return plural or word.endswith(("ed", "ing", "est", "ers", "ies"))


def deck() -> Iterator[str]:
    """The words of the deck."""
    return (word for difficulty in DIFFICULTIES for word in words(difficulty))


def outside() -> Iterator[str]:
    """The words that a deck of somebody else may have."""
    own = {*deck()}
    for length in range(SHORTEST, LONGEST + 1):
        for word in load_english().words(length, band=DEALT):
            if word not in own and is_base(word) and not bases(word):
                yield word


def pairs(passwords: Iterable[str]) -> Iterator[Pair]:
    """All pairs with *passwords* that letters allow."""
    lexicon = load_english()
    every = {
        word
        for length in range(SHORTEST, LONGEST + 1)
        for word in lexicon.words(length, band=BAND)
    }
    beside: dict[str, list[str]] = {}
    for word in sorted(every):
        beside.setdefault(word[:SHORTEST], []).append(word)
    for password in passwords:
        for other in beside.get(password[:SHORTEST], ()):
            same = begins(password, other)
            left, more = len(password) - same, other[same:]
            near = left <= SHORT_REST or (same >= BEGIN and left <= REST)
            compound = (
                not left and len(more) >= SHORTEST and more in every and more not in SUFFIXES
            )
            if (
                other != password
                and near
                and len(more) <= MORE
                and not compound
                and not is_plain(password, other)
            ):
                yield password, other


def draw(
    passwords: Iterable[str], seed: int, count: int, known: frozenset[Pair]
) -> Sequence[Pair]:
    """*count* pairs with *passwords* that are not *known*, in alphabetical order."""
    fresh = [pair for pair in pairs(passwords) if not known & {pair, pair[::-1]}]
    rng = Random(seed)
    shaped = rng.sample([pair for pair in fresh if is_shaped(pair[1])], count // SHAPED)
    others = rng.sample([p for p in fresh if not is_shaped(p[1])], count - len(shaped))
    return sorted(shaped + others)


def marked(file: Path) -> Iterator[Pair]:
    """The pairs in *file*."""
    for line in file.read_text(encoding="ascii").splitlines():
        word, _, others = line.partition("#")[0].partition(":")
        yield from ((word, other) for other in others.split() if other != "-")


def main(seed: int, count: int, where: str = "") -> None:
    """Print them, one line for each password."""
    passwords = outside() if where else deck()
    known = frozenset(
        pair
        for file in sorted(Path(__file__).parent.glob("derivations*.txt"))
        for pair in marked(file)
    )
    for word, group in groupby(draw(passwords, seed, count, known), key=lambda pair: pair[0]):
        sys.stdout.write(f"{word}: - {' '.join(other for _, other in group)}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
