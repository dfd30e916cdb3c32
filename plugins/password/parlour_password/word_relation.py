"""What two words have to do with one another: forms of one word, and parts of one."""

from __future__ import annotations

from collections.abc import Iterator, Set
from itertools import product
from typing import Final

from parlour_password.lemmas import are_spellings, bases, doubles, entry, is_known, linked

RUN: Final = 3
"""Letters of the shortest run of a word that counts as a part of it (O-W-4)."""

PREFIXES: Final = frozenset({"dis", "im", "in", "mis", "non", "out", "over", "pre", "re", "un"})
"""What may stand before a word in a longer one besides another word."""

ENDINGS: Final = ("es", "ed", "er", "ers", "est", "ing", "ings")
"""The endings that an unknown word may have, besides s."""


def are_forms(one: str, other: str) -> bool:
    """Are two different words forms of one word?

    They are if they are inflected forms of one word, or of two words that the table links. Of
    words that it does not know, one must be a regular inflection of the other.
    """
    first, second = _readings(one), _readings(other)
    return (
        not first.isdisjoint(second)
        or any(linked(*pair) or are_spellings(*pair) for pair in product(first, second))
        or (not (is_known(one) and is_known(other)) and _is_inflected(one, other))
    )


def stems(word: str) -> Set[str]:
    """The words of which *word* is an inflected form, or is seen to be derived.

    It is seen if *word* begins with the other, which may lose an e or turn y into i: `rainy`
    is derived from `rain` and `happily` from `happy`; but not `song` from `sing`.
    """
    derived = {
        base
        for reading in _readings(word)
        for base in entry(reading).links
        if reading.startswith((base, _before_a_vowel(base)))
    }
    return derived | bases(word)


def parts(word: str) -> Set[str]:
    """The words of which *word* is put together, with their own stems: `dog`, `house`.

    It must be two words to the last letter, or a prefix and a word.
    """
    found: set[str] = set()
    for at in range(1, len(word) - RUN + 1):
        before, behind = word[:at], word[at:]
        if before in PREFIXES and is_known(behind):
            found |= {behind, *stems(behind)}
        elif at >= RUN and is_known(before) and is_known(behind):
            found |= {before, behind, *stems(before), *stems(behind)}
    return found


def _readings(word: str) -> Set[str]:
    """*word* itself, and what it is an inflected form of."""
    return bases(word) | {word}


def _before_a_vowel(word: str) -> str:
    """*word* as it is before most endings: without an e, and with i for y, at its end."""
    if word.endswith("e"):
        return word[:-1]
    return f"{word[:-1]}i" if word.endswith("y") else word


def _is_inflected(one: str, other: str) -> bool:
    """Is the longer of two words a regular inflection of the shorter, as far as letters tell?"""
    shorter, longer = sorted((one, other), key=len)
    return longer in _inflected(shorter)


def _inflected(word: str) -> Iterator[str]:
    yield f"{word}s"
    if doubles(word):
        word += word[-1]
    for ending in ENDINGS:
        yield word + ending
        yield _before_a_vowel(word) + ending
