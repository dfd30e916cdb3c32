"""How often two bots as partners find the word within ten clues, one giving, one receiving.

The receiver knows nothing of the deck: it chooses among all words of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import fmean
from typing import Final

from parlour_password.bots.choices import guess, propose
from parlour_password.forms import is_form, judge
from tests.plugins.password.players import PLAYERS, Player

DIAL: Final = 10
"""Clues for one word (R-W-8)."""
SEED: Final = 1
SHARP: Final = PLAYERS["sharp"][0]


@dataclass(frozen=True, slots=True)
class Duet:
    """One word played by two bots."""

    word: str
    clues: Sequence[str]
    guesses: Sequence[str | None]
    """One for each clue; one more, if the last but one was a form of the word."""

    @property
    def found(self) -> bool:
        """Was the last answer right?"""
        return self.guesses[-1] == self.word


def play(
    word: str,
    rng: Random,
    *,
    giver: Player = SHARP,
    receiver: Player = SHARP,
    clues_most: int = DIAL,
) -> Duet:
    """Play *word* until it is found, or *clues_most* were given; by *giver* and *receiver*.

    Every clue is judged once more. The receiver knows clues and wrong answers, no more. Whoever
    says a form of the word has one more chance, and no other (R-W-22).
    """
    clues: list[str] = []
    guesses: list[str | None] = []

    def answer(fits: Callable[[str], bool] | None) -> str | None:
        wrong = [said for said in guesses if said is not None]
        return guess(receiver.belief, tuple(clues), wrong, mind=receiver.mind, rng=rng, fits=fits)

    while len(clues) < clues_most and word not in guesses:
        wrong = [said for said in guesses if said is not None]
        clue = propose(
            giver.belief,
            word,
            tuple(clues),
            wrong,
            mind=giver.mind,
            rng=rng,
            legal=lambda clue: judge(word, clue) is None,
        )
        assert judge(word, clue) is None, f"{clue} for {word}"
        clues.append(clue)
        said = answer(None)
        guesses.append(said)
        if said is not None and is_form(word, said):
            guesses.append(answer(partial(is_form, said)))
            break
    return Duet(word, clues, guesses)


def duets(
    pool: Sequence[str],
    seed: int,
    *,
    giver: Player = SHARP,
    receiver: Player = SHARP,
    clues_most: int = DIAL,
) -> list[Duet]:
    """Each word of *pool* played, by a generator of its own."""
    who = {"giver": giver, "receiver": receiver}
    return [play(word, Random(f"{seed} {word}"), **who, clues_most=clues_most) for word in pool]


def share(played: Sequence[Duet], within: int = DIAL) -> float:
    """How many of those *played* found the word *within* so many clues, from 0 to 1."""
    return fmean(one.found and len(one.clues) <= within for one in played)
