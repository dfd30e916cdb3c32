"""How likely each word is, given a clue: vectors, links and how common the word is, in one.

The weights were fitted, by the likelihood of the password given a clue, to every second line of
`tests/plugins/password/associations.txt`, and rounded; the other lines say how well they do.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Final

from parlour_password.bots.belief import LEVELS, STEP, Row
from parlour_password.forms import entry
from tools.associations.links import Links
from tools.associations.vocabulary import Vocabulary

np: Any = import_module("numpy")
"""Not in the project's environment, and so without types."""

COMMON_PARTS: Final = {"glove": 2, "word": 6, "explained": 6}
"""Directions in which nearly all vectors of a source point, which say nothing of a word."""
HUBS: Final = 6
"""Of every so many words one is asked how near it is to each word to guess,"""
NEAREST: Final = 30
"""and the mean of these largest answers, halved, is taken off: some words are near to all."""

WEIGHTS: Final[Mapping[str, tuple[tuple[float, float], ...]]] = {
    "glove": ((0, 0), (1.5, 1.9), (3, 2.7)),
    "word": ((0, 0), (3, 3.0), (4.5, 4.3), (9, 5.8)),
    "explained": ((0, 0), (4.5, 1.65)),
}
"""What likeness counts by each source: so many standard deviations, so much; between them in
proportion. Being unlike by one source alone counts nothing."""
LINKS: Final[Mapping[str, float]] = {
    "explains": 3.0,
    "explained": 3.0,
    "phrase": 2.5,
    "near": 0.5,
}
"""What a link of full value counts. Synonyms and wider words are alike enough already."""
RARE: Final = (1.25, 0.3, 9.5)
"""What a unit of the logarithm of a word's place counts, its square, and where both begin."""
SMOOTH: Final = 300
"""Added to the place: the first few hundred words are equally common."""
NOUN: Final = 1.5
"""What being a noun counts: most passwords are."""

CHUNK: Final = 1000
"""Clues at a time, so that memory holds their likeness to all words."""
NEVER: Final = -99.0
"""The logarithm of no chance."""


def rows(
    vocabulary: Vocabulary,
    vectors: Mapping[str, Any],
    links: Links,
    ranks: Mapping[str, int],
    kin: Callable[[str, str], bool],
    longest: tuple[int, int],
) -> Iterator[Row]:
    """A row for each word of the vocabulary: the likeliest answers if that word is the clue.

    *vectors* has for each source an array with a row for each word. *kin* says of a word and a
    clue that the clue would be refused. *longest* says how many answers may stand in the row of
    an answer, and in that of another word.
    """
    count = len(vocabulary.answers)
    flat = {name: _flat(found, COMMON_PARTS[name]) for name, found in vectors.items()}
    taken = {name: _hubs(found, count) for name, found in flat.items()}
    before = _prior(vocabulary.answers, ranks)
    linked = _linked(vocabulary.words, count, links)
    for start in range(0, len(vocabulary.words), CHUNK):
        part = slice(start, start + CHUNK)
        sums = np.tile(before, (len(vocabulary.words[part]), 1))
        for name, found in flat.items():
            sums += _likeness(found[part], found[:count], taken[name], WEIGHTS[name])
        for row, (clue, own) in enumerate(zip(vocabulary.words[part], sums, strict=True), start):
            for answer, value in linked.get(row, ()):
                own[answer] += value
            if row < count:
                own[row] = NEVER
            yield _row(own, vocabulary.answers, clue, kin, longest[row >= count])


def _flat(vectors: Any, parts: int) -> Any:
    """*vectors* without what is common to all of them, of length 1; none stays none.

    After J. Mu and P. Viswanath, All-but-the-Top, 2018.
    """
    known = np.abs(vectors).sum(axis=1) > 0
    x = vectors - vectors[known].mean(axis=0)
    _, _, main = np.linalg.svd(x[known], full_matrices=False)
    x = x - x @ main[:parts].T @ main[:parts]
    x = x / np.linalg.norm(x, axis=1, keepdims=True)
    x[~known] = 0
    return x


def _hubs(vectors: Any, count: int) -> Any:
    """What to take off the likeness to each of the first *count* words."""
    near = np.sort(vectors[::HUBS] @ vectors[:count].T, axis=0)
    return near[-NEAREST:].mean(axis=0) / 2


def _likeness(clues: Any, answers: Any, hubs: Any, curve: Sequence[tuple[float, float]]) -> Any:
    """What the likeness of each clue to each answer counts."""
    near = clues @ answers.T - hubs
    near = near - near.mean(axis=1, keepdims=True)
    near = near / near.std(axis=1, keepdims=True)
    near[np.abs(clues).sum(axis=1) == 0] = 0
    return np.interp(near, *zip(*curve, strict=True))


def _prior(answers: Sequence[str], ranks: Mapping[str, int]) -> Any:
    """What counts for each answer whatever the clue."""
    places = np.array([ranks.get(word, len(ranks)) for word in answers])
    linear, square, middle = RARE
    rare = np.log(places + SMOOTH) - middle
    nouns = np.array(["n" in entry(word).kinds for word in answers])
    return NOUN * nouns - linear * rare - square * rare**2


def _linked(
    words: Sequence[str], count: int, links: Links
) -> Mapping[int, Sequence[tuple[int, float]]]:
    """For the number of each clue, the answers that WordNet links with it, and what it counts."""
    numbers = {word: number for number, word in enumerate(words)}
    found: dict[int, list[tuple[int, float]]] = {}
    for kind, pairs in links.items():
        for (clue, word), value in pairs.items():
            if numbers[word] < count:
                found.setdefault(numbers[clue], []).append((numbers[word], LINKS[kind] * value))
    return found


def _row(
    sums: Any, answers: Sequence[str], clue: str, kin: Callable[[str, str], bool], longest: int
) -> Row:
    """The *longest* best of the answers that have a chance worth telling, in order."""
    top = sums.max()
    chances = sums - top - math.log(np.exp(sums - top).sum())
    levels = LEVELS + np.floor(chances / STEP).astype(int)
    best = np.lexsort((np.arange(len(sums)), -chances))
    kept: list[tuple[int, int]] = []
    numbers: list[int] = best[: 2 * longest].tolist()
    for number in numbers:
        level = min(int(levels[number]), LEVELS - 1)
        if level < 0 or len(kept) == longest:
            break
        if not kin(answers[number], clue):
            kept.append((number, level))
    kept.sort()
    return Row(tuple(number for number, _ in kept), bytes(level for _, level in kept))
