"""What clue a bot gives, and what it answers.

A clue goes with the word, and its partner will understand it. It is among the first that come to
mind with the word, because a person would not see how others are linked with it; and it does not
look or sound like the word, which would be no clue but a spelling. An answer goes best with all
clues so far.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, islice
from random import Random
from typing import Final

import msgspec

from parlour_password.bots.belief import STEP, Belief, Mind, first, gains
from parlour_password.clues import edits, sound
from parlour_password.forms import judge

Legal = Callable[[str], bool]
"""May this clue be given?"""

ENOUGH: Final = 2.0
"""So far ahead of all other words, in the logarithm of a chance, the partner will say it."""
NATURAL: Final = 2.0
"""How much it counts, besides, how soon the clue comes to mind with the word."""
APART: Final = 0.3
"""How much it counts that a clue does not go with the wrong answers."""
FIRST_COME: Final = 12
"""Of so many words a bot chooses that says what comes first."""
SHORT: Final = 4
LONG: Final = 7
"""Letters from which one edit and two edits (`clues.edits`) make a clue that nearly spells a word:
`boat` and `goat`, `telegram` and `telegraph`."""
RUN: Final = 5
"""Letters in a row that a clue must not share with the word: `fiberglass` for `hourglass`."""
HEARD: Final = 3
"""Signs of the shortest phonetic key (`clues.sound`) that says enough: `hat` is not `head`."""
COMMON: Final = 7000
"""Of so many words, the commonest."""

_WORDS: Final = """
    thing object idea something person animal place action feeling quality nature tool food
    job home work body time life world group event sound color shape part kind word
"""
GENERAL: Final = tuple(_WORDS.split())
"""Clues when nothing better comes to mind."""


def propose(
    belief: Belief,
    word: str,
    clues: Sequence[str],
    wrong: Collection[str],
    *,
    mind: Mind,
    rng: Random,
    legal: Legal,
) -> str:
    """A clue for *word*, after *clues* and *wrong* answers; all are folded.

    It is `legal` and was not given before, unless there is no such clue at all: then it is
    any. *word* may be one of which nothing is known here.
    """
    said = {*clues, *wrong, word}

    def fits(number: int) -> bool:
        clue = belief.word(number)
        return clue not in said and not gives_away(word, clue) and legal(clue)

    weighed = _weighed(belief, word, clues, wrong, mind, rng, fits) if mind.weighed else ()
    found = next(chain(weighed, _first_come(belief, word, mind, rng, fits)), None)
    return _any(said, rng, legal) if found is None else found


def gives_away(word: str, clue: str) -> bool:
    """Check whether *clue*, another word, nearly spells *word*: `hangar` for `hanger`."""
    longest = max(len(word), len(clue))
    if edits(word, clue) <= (longest >= SHORT) + (longest >= LONG):
        return True
    if any(clue[at : at + RUN] in word for at in range(len(clue) - RUN + 1)):
        return True
    heard = sound(word)
    return len(heard) >= HEARD and heard == sound(clue)


# --- clues that are weighed -------------------------------------------------------------


class _Partner(msgspec.Struct, frozen=True):
    """What the receiver thinks so far."""

    liking: Mapping[int, float]
    best: Sequence[int]
    """The numbers in it, the best first."""


def _weighed(
    belief: Belief,
    word: str,
    clues: Sequence[str],
    wrong: Collection[str],
    mind: Mind,
    rng: Random,
    fits: Callable[[int], bool],
) -> Iterator[str]:
    """Clues for *word* that fit, those first after which the partner would say it."""
    own = belief.answer(word)
    if own is None:
        return
    out = {belief.answer(other) for other in (*wrong, *clues)}
    liking = {n: value for n, value in belief.reckon(clues).items() if n not in out}
    best = sorted((n for n in liking if n != own), key=lambda n: -liking[n])
    partner = _Partner(liking, best)
    missed = [n for n in (belief.answer(other) for other in wrong) if n is not None]
    values: dict[int, float] = {}
    linked = first(belief.row(own), len(belief.row(own).answers))
    for clue, level in islice((pair for pair in linked if fits(pair[0])), mind.weighed):
        heard = dict(zip((of := belief.row(clue)).answers, gains(of), strict=True))
        if own in heard:
            ahead = _ahead(own, heard, partner, out)
            near = max((heard.get(n, 0.0) for n in missed), default=0.0)
            values[clue] = min(ahead, ENOUGH) + NATURAL * STEP * level - APART * near
            values[clue] = mind.likes(clue, values[clue], rng) + rng.random() * STEP
    yield from (belief.word(clue) for clue in sorted(values, key=lambda clue: -values[clue]))


def _ahead(
    own: int, heard: Mapping[int, float], partner: _Partner, out: Collection[int | None]
) -> float:
    """Return how far ahead of all others the word *own* will be for a partner who hears the clue.

    *heard* is what each answer gains by it. They will not say those in *out*.
    """
    liking = partner.liking
    rival = max(
        (liking.get(n, 0.0) + gain for n, gain in heard.items() if n != own and n not in out),
        default=0.0,
    )
    silent = next((liking[n] for n in partner.best if n not in heard), 0.0)
    return liking.get(own, 0.0) + heard[own] - max(rival, silent)


# --- clues that come first ----------------------------------------------------------------


def _first_come(
    belief: Belief, word: str, mind: Mind, rng: Random, fits: Callable[[int], bool]
) -> Iterator[str]:
    """What comes to mind with *word*, or with what it is made of, and fits: in a random order."""
    for number in belief.heard(word):
        row = belief.row(number)
        common = (pair for pair in first(row, len(row.answers), below=COMMON) if fits(pair[0]))
        come = islice(common, FIRST_COME)
        liked = [(mind.likes(clue, level * STEP, rng), clue) for clue, level in come]
        yield from (belief.word(clue) for _, clue in sorted(liked, reverse=True))


# --- when nothing is known --------------------------------------------------------------


def _any(said: Collection[str], rng: Random, legal: Legal) -> str:
    """A clue that says little; one that was given, if all others were, or are not legal."""
    general = rng.sample(GENERAL, len(GENERAL))
    for clue in general:
        if clue not in said and legal(clue):
            return clue
    return next((clue for clue in (*said, *general) if legal(clue)), general[0])


def guess(
    belief: Belief,
    clues: Sequence[str],
    wrong: Collection[str],
    *,
    mind: Mind,
    rng: Random,
    fits: Callable[[str], bool] | None = None,
) -> str | None:
    """The answer to *clues*, which came in that order; None if nothing comes to mind.

    Never one of the answers that were *wrong*, nor a word that may not be the password because
    a clue would have been refused for it. *clues* and *wrong* are folded. With *fits* only a
    word for which it holds.
    """
    reckoned = belief.reckon(clues[-mind.remembered :])
    liking = {number: mind.likes(number, value, rng) for number, value in reckoned.items()}
    for number in sorted(liking, key=lambda number: (-liking[number], number)):
        word = belief.word(number)
        if word in wrong or not (fits is None or fits(word)):
            continue
        if all(judge(word, clue) is None for clue in clues):
            return word
    return None
