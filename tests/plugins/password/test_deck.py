"""The words of the deck, and how cards are dealt (rules page, 3.2; R-W-2, O-W-20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from itertools import chain, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.lexicons import load_english
from parlour_kit.words import SmallList
from parlour_password.deck import (
    DIFFICULTIES,
    DIGEST,
    LONGEST,
    MIXED,
    SHORTEST,
    SIZE,
    TRIES,
    Card,
    Difficulty,
    deal_cards,
    deal_mixed,
    digest,
    pool_of,
    words,
)
from tests.plugins.boggle.chances import evenly

DEALS = 10_000
LETTERS = tuple("abcdefghijklmnopqrstuvwxyz")


def same_vowel(one: str, other: str) -> bool:
    """A stand-in for part or form, one way only: `one` is a vowel and comes first."""
    return one in "aeiou" and other in "aeiou" and one < other


def dealt_words(cards: Sequence[Card]) -> list[str]:
    return list(chain.from_iterable(cards))


# --- the words --------------------------------------------------------------------------


def test_the_deck_is_the_one_that_is_pinned() -> None:
    """Other words are another game: a change of them changes its version with DIGEST. Nothing else
    counts: not the comments of the data file, not the order of its lines.
    """
    text = "".join(f"{name}: {' '.join(words(name))}\n" for name in DIFFICULTIES)
    assert digest() == sha256(text.encode()).hexdigest()
    assert digest() == DIGEST, (
        "The words of the deck have changed. If that was meant, write into deck.py: "
        f'DIGEST: Final = "{digest()}"'
    )
    assert {"castle", "pepper", "ladder"} <= {*words("easy")}
    assert {"chandelier", "passport"} <= {*words("medium")}
    assert {"remorse", "alibi", "leverage"} <= {*words("hard")}
    assert all(list(words(name)) == sorted(words(name)) for name in DIFFICULTIES)


# --- dealing ----------------------------------------------------------------------------


@pytest.mark.sweep
@given(
    seed=st.integers(),
    pool=st.sets(st.sampled_from(LETTERS), min_size=20).map(sorted),
    cards=st.integers(0, 3),
    size=st.integers(1, 3),
    barred=st.frozensets(st.sampled_from(LETTERS), max_size=8),
)
def test_what_is_dealt_is_as_it_should_be(
    seed: int,
    pool: list[str],
    cards: int,
    size: int,
    barred: frozenset[str],
) -> None:
    """O-W-20: no word twice, none that is barred, none beside its kin, either way."""
    dealt = deal_cards(
        Random(seed), pool, cards, size=size, barred=barred.__contains__, kin=same_vowel
    )
    assert [len(card) for card in dealt] == [size] * cards
    every = dealt_words(dealt)
    assert len(set(every)) == len(every)
    assert {*every} <= {*pool} - barred
    for card in dealt:
        assert not any(same_vowel(*pair) for pair in permutations(card, 2))


def test_the_same_luck_gives_the_same_cards() -> None:
    """R-W-2, G-5: of five words each."""
    cards = deal_cards(Random(5), words("hard"), 2)
    assert [len(card) for card in cards] == [SIZE, SIZE] == [5, 5]
    assert deal_cards(Random(5), words("hard"), 2) == cards
    assert deal_mixed(Random(5), 2) == deal_mixed(Random(5), 2)


@pytest.mark.sweep
def test_all_deals_are_equally_likely() -> None:
    rng = Random(1979)
    seen = Counter(deal_cards(rng, "abcde", 2, size=2) for _ in range(DEALS))
    ways = {((a, b), (c, d)) for a, b, c, d in permutations("abcde", 4)}
    assert len(ways) == 120
    assert evenly(seen, ways)


@pytest.mark.sweep
def test_all_deals_without_kin_are_equally_likely() -> None:
    """As likely as without kin: a card that is bad is not mended, all cards are dealt anew."""
    rng = Random(1980)
    seen = Counter(
        deal_cards(rng, "abcde", 2, size=2, barred="c".__contains__, kin=same_vowel)
        for _ in range(DEALS)
    )
    ways = {
        ((a, b), (c, d))
        for a, b, c, d in permutations("abde", 4)
        if {a, b} != {"a", "e"} != {c, d}
    }
    assert len(ways) == 16
    assert evenly(seen, ways)


@pytest.mark.sweep
def test_every_word_of_the_deck_is_equally_likely_at_every_place() -> None:
    rng = Random(1981)
    cards = [deal_cards(rng, words("easy"), 1)[0] for _ in range(DEALS)]
    for place in range(SIZE):
        assert evenly(Counter(card[place] for card in cards), words("easy"))


def test_a_mixed_card_begins_easy_and_ends_hard() -> None:
    """The starred word, which counts double, is the hard one (R-W-11)."""
    kinds: list[Difficulty] = [name for name, number in MIXED.items() for _ in range(number)]
    assert kinds == ["easy", "easy", "medium", "medium", "hard"]
    cards = deal_mixed(Random(1), 40)
    assert len({*dealt_words(cards)}) == 40 * SIZE
    for card in cards:
        assert all(word in words(name) for word, name in zip(card, kinds, strict=True))
    for seed in range(20):
        (card,) = deal_mixed(Random(seed), 1, kin=lambda one, other: one[0] == other[0])
        assert len({word[0] for word in card}) == SIZE


@pytest.mark.sweep
def test_a_mixed_word_is_as_likely_as_any_other_of_its_difficulty() -> None:
    rng = Random(1982)
    cards = list(chain.from_iterable(deal_mixed(rng, 2) for _ in range(DEALS // 2)))
    assert evenly(Counter(card[0] for card in cards), words("easy"))
    assert evenly(Counter(card[3] for card in cards), words("medium"))
    assert evenly(Counter(card[4] for card in cards), words("hard"))


def test_a_pool_that_is_too_small_or_of_kin_is_refused() -> None:
    with pytest.raises(ValueError, match="the game needs 10 words, and it has only 9"):
        deal_cards(Random(1), "abcdefghi", 2)
    with pytest.raises(ValueError, match="only 8"):
        deal_cards(Random(1), "abcdefghij", 2, barred="abz".__contains__)
    with pytest.raises(ValueError, match=f"too similar; {TRIES} deals all put two alike"):
        deal_cards(Random(1), LETTERS, 2, kin=lambda one, other: True)


# --- a list of the host -----------------------------------------------------------------


def test_a_pool_has_the_words_of_a_list_that_fit_a_card() -> None:
    """By length, and within a length in alphabetical order."""
    fit = ["ant", "bee", "wasp", "dragonfly", "a" * LONGEST]
    pool = pool_of(SmallList([*fit, "ox", "a" * (LONGEST + 1)]))
    assert (SHORTEST, LONGEST) == (3, 12)
    assert [pool[at] for at in range(len(pool))] == fit


def test_a_list_is_dealt_from_without_what_must_not_be_dealt() -> None:
    english = load_english()
    offered = english.undealt() - {"castle", "pepper"}
    mean = [*offered, "castle", "pepper"]
    dealt = deal_cards(Random(1), mean, 1, size=2, barred=english.never_deal)
    assert {*dealt[0]} == {"castle", "pepper"}


class Endless:
    """A pool that counts the words that are read."""

    def __init__(self) -> None:
        self.read = 0

    def __len__(self) -> int:
        return 10**9

    def __getitem__(self, index: int, /) -> str:
        self.read += 1
        return str(index)


def test_a_large_list_is_not_read_through() -> None:
    """The host's thread deals: no more words are looked at than are drawn."""
    pool = Endless()
    deal_cards(Random(1), pool, 3)
    assert pool.read == 3 * SIZE
