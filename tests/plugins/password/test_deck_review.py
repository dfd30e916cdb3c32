"""The deck as a list of words (rules page, R-W-14): what a second reader would complain of.

What no program sees (is it common, can it be hinted at, may children read it) was read by
people; docs/games/password-deck.md tells what they looked for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib import resources
from itertools import combinations, groupby, permutations
from pathlib import Path
from random import Random
from typing import Final

import pytest

from parlour import Lexicon
from parlour.lexicons import load_english
from parlour_password.deck import DIFFICULTIES, LONGEST, SHORTEST, Difficulty, deal_cards, words
from parlour_password.forms import is_form, judge

PAGE: Final = Path(__file__).parents[3] / "docs" / "games" / "password-deck.md"
LEAST: Final = 3000
"""Words of the whole deck."""
SHARES: Final = (0.30, 0.36)
"""Of each difficulty: about a third."""
BANDS: Final[Mapping[str, int]] = {"easy": 40, "medium": 55, "hard": 55}
"""The rarest band of the host's list that words of a difficulty may be of."""
ALIKE: Final = 3
"""Two words are compared if so many first letters are the same. Forms that share fewer
(`duke`, `duchess`) are left to the reader."""

INFLECTED: Final = (
    (re.compile("(.*[^s])s"), "a plural"),
    (re.compile("(.*(?:s|x|z|ch|sh))es"), "a plural"),
    (re.compile("(.*)ing"), "an -ing form"),
    (re.compile("(.*)ed"), "an -ed form"),
)
"""Endings of inflected forms, and what stands before them."""
NOT_INFLECTED: Final[Mapping[str, str]] = {
    "cosmos": "its own word; a cosmo is a drink",
    "earring": "a ring for the ear",
    "herring": "a fish; nothing is herred",
    "morning": "a time of day; morn is its short form",
    "seed": "of a plant",
    "tweed": "a cloth",
    "wedding": "the feast; nobody says that he weds",
}
"""What only looks like an inflected form, or has long been a word of its own; and why."""
SPELLINGS: Final = (
    ("or", "our"),
    ("er", "re"),
    ("og", "ogue"),
    ("ize", "ise"),
    ("yze", "yse"),
    ("ense", "ence"),
)
"""Ends of words that are spelled in one way in America and in another in Britain."""
COMMON: Final = 50
"""The rarest band in which another spelling, or a word that has endings, is looked for."""
ONE_SPELLING: Final[Mapping[str, str]] = {"prize": "to prise is another thing"}
"""What only looks as if it had another spelling, and why."""


def complaints(deck: Mapping[str, str], english: Lexicon) -> Iterator[str]:
    """What is wrong with the words of *deck*, each given with its difficulty."""
    for word, difficulty in deck.items():
        yield from (f"{word}: {fault}" for fault in faults(word, BANDS[difficulty], english))
    for _, group in groupby(sorted(deck), key=lambda word: word[:ALIKE]):
        for one, other in combinations(group, 2):
            if is_form(one, other):
                yield f"{one}, {other}: forms of one word"


def faults(word: str, rarest: int, english: Lexicon) -> Iterator[str]:
    """What is wrong with a word by itself."""
    if not re.fullmatch(f"[a-z]{{{SHORTEST},{LONGEST}}}", word):
        yield f"not {SHORTEST} to {LONGEST} of the letters a to z"
    band = english.band(word)
    if band is None:
        yield "not in the host's list"
    elif band > rarest:
        yield f"too rare, band {band}"
    if english.never_deal(word):
        yield "never to be dealt"
    if word not in NOT_INFLECTED:
        yield from inflections(word, english)
    if word not in ONE_SPELLING and any(is_common(other, english) for other in others(word)):
        yield "has another spelling"


def inflections(word: str, english: Lexicon) -> Iterator[str]:
    """What inflected form *word* may be, if what it would be a form of is a common word."""
    for pattern, kind in INFLECTED:
        found = pattern.fullmatch(word)
        if found is not None:
            stem = found[1]
            bases = {stem, f"{stem}e"}
            if stem[-2:-1] == stem[-1:]:
                bases.add(stem[:-1])
            if any(is_common(base, english) for base in bases):
                yield kind


def others(word: str) -> Iterator[str]:
    """How *word* would be spelled in the other country, if it is of those that differ."""
    for pair in SPELLINGS:
        for end, instead in permutations(pair):
            if word.endswith(end):
                yield word.removesuffix(end) + instead


def is_common(word: str, english: Lexicon) -> bool:
    band = english.band(word)
    return len(word) >= SHORTEST and band is not None and band <= COMMON


DECK: Final = {word: difficulty for difficulty in DIFFICULTIES for word in words(difficulty)}


@pytest.mark.sweep
def test_nothing_is_to_be_complained_of() -> None:
    assert list(complaints(DECK, load_english())) == []


@pytest.mark.parametrize(
    ("word", "difficulty", "complaint"),
    [
        ("ice-cream", "easy", "ice-cream: not 3 to 12 of the letters a to z"),
        ("Castle", "easy", "Castle: not 3 to 12 of the letters a to z"),
        ("ox", "easy", "ox: not 3 to 12 of the letters a to z"),
        ("weatherproofs", "hard", "weatherproofs: not 3 to 12 of the letters a to z"),
        ("qqq", "easy", "qqq: not in the host's list"),
        ("syzygy", "hard", "syzygy: too rare, band 70"),
        ("karaoke", "easy", "karaoke: too rare, band 50"),
        ("gypsy", "hard", "gypsy: never to be dealt"),
        ("horses", "easy", "horses: a plural"),
        ("benches", "easy", "benches: a plural"),
        ("jogging", "easy", "jogging: an -ing form"),
        ("hiking", "easy", "hiking: an -ing form"),
        ("frightened", "easy", "frightened: an -ed form"),
        ("colour", "easy", "colour: has another spelling"),
        ("harbor", "easy", "harbor: has another spelling"),
        ("theatre", "easy", "theatre: has another spelling"),
        ("organize", "medium", "organize: has another spelling"),
        ("teach", "easy", "teach, teacher: forms of one word"),
        ("friendship", "medium", "friend, friendship: forms of one word"),
    ],
)
def test_the_review_can_fail(word: str, difficulty: str, complaint: str) -> None:
    assert {"teacher", "friend"} <= DECK.keys()
    deck = {"teacher": "easy", "friend": "easy", word: difficulty}
    assert complaint in complaints(deck, load_english())


def test_every_difficulty_has_about_a_third_of_the_words() -> None:
    """A word that is there twice makes the sums differ."""
    assert len(DECK) >= LEAST
    assert sum(len(words(difficulty)) for difficulty in DIFFICULTIES) == len(DECK)
    least, most = SHARES
    for number in Counter(DECK.values()).values():
        assert least <= number / len(DECK) <= most


@pytest.mark.sweep
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_few_cards_have_words_that_are_kin(difficulty: Difficulty) -> None:
    """Else a deal, which is begun anew whenever a card has, would take long."""
    cards = deal_cards(Random(1), words(difficulty), 100)
    bad = [
        card for card in cards if any(judge(*pair) is not None for pair in permutations(card, 2))
    ]
    assert len(bad) <= 3


def test_the_page_about_the_deck_has_its_numbers() -> None:
    page = " ".join(PAGE.read_text("utf-8").split())
    parts = [f"{len(words(difficulty)):,} {difficulty}" for difficulty in DIFFICULTIES]
    assert f"There are {len(DECK):,}: {', '.join(parts)}." in page


def test_every_excuse_is_needed() -> None:
    """An excuse for nothing would be forgotten here."""
    assert NOT_INFLECTED.keys() | ONE_SPELLING.keys() <= DECK.keys()
    english = load_english()
    assert all([*inflections(word, english)] for word in NOT_INFLECTED)
    assert all(any(is_common(other, english) for other in others(word)) for word in ONE_SPELLING)


def test_the_data_file_is_in_order() -> None:
    """So an editor finds a word, and two forms of one word stand side by side."""
    text = resources.files("parlour_password").joinpath("data", "deck.txt").read_text("ascii")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert lines == [f"{word} {DECK[word]}" for word in sorted(DECK)]
