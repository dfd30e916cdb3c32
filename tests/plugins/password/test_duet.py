"""Two bots as partners."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from parlour_password.deck import DIFFICULTIES, words
from tests.plugins.password.duet import DIAL, SEED, duets, play, share
from tests.plugins.password.players import PLAYERS
from tests.sizes import LONG, sized

EASY, _ = PLAYERS["easy"]


def within_three(kind: str) -> list[float]:
    """The share of the words of each difficulty that two of a *kind* find in three clues."""
    giver, receiver = PLAYERS[kind]
    pools = [Random(SEED).sample(words(difficulty), sized(20, 40)) for difficulty in DIFFICULTIES]
    return [
        share(duets(pool, SEED, giver=giver, receiver=receiver, clues_most=3)) for pool in pools
    ]


@pytest.mark.sweep
def test_each_level_is_better_than_the_one_below() -> None:
    """For words of every difficulty. Two of `easy` find about as many as two adults.

    `sharp`: more than three in four within three clues, although its clues are such as a person
    would give. `easy`: half to three quarters of the easy words, and
    fewer of the others, because hard words come to mind late; but two in ten at least. Every clue
    is judged by the way, and every answer taken from all words that the bots know. Of fewer
    words in `./dev test`, which tell the worst from the best.
    """
    levels = [within_three(kind) for kind in sized(("easy", "sharp"), ("easy", "medium", "sharp"))]
    for lower, higher in pairwise(levels):
        assert all(low < high for low, high in zip(lower, higher, strict=True))
    assert min(levels[-1]) > sized(0.65, 0.75)
    if not LONG:
        return
    easy, medium, hard = levels[0]
    assert 0.5 < easy < 0.75
    assert easy > medium > hard > 0.2
    assert sum(within_three("adult")) == pytest.approx(sum(levels[0]), abs=0.25)


@pytest.mark.sweep
def test_a_duet_ends_with_the_word_or_with_the_dial() -> None:
    """R-W-7, R-W-8."""
    for word in words("hard")[::80]:
        duet = play(word, Random(SEED), receiver=EASY)
        assert len(duet.clues) <= DIAL
        assert duet.found == (word in duet.guesses)
        assert None in duet.guesses or len({*duet.guesses}) == len(duet.guesses)
