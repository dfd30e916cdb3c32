"""What a bot answers: the word that goes best with all clues so far."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Final

from parlour_password.bots.belief import Belief, noise
from parlour_password.forms import judge

COMMON: Final = 7000
"""Of so many answers, the commonest, the easy bot thinks."""
RECENT: Final = 3
"""So many clues it keeps in mind: those said last."""
WAVERING: Final = 1.2
"""How much its liking for a word varies: so far apart are words of which one is three times as
likely as the other."""


def guess(
    belief: Belief,
    clues: Sequence[str],
    wrong: Collection[str],
    *,
    sharp: bool,
    rng: Random,
    fits: Callable[[str], bool] | None = None,
) -> str | None:
    """The answer to *clues*, which came in that order; None if nothing comes to mind.

    Never one of the answers that were *wrong*, nor a word that may not be the password because
    a clue would have been refused for it. *clues* and *wrong* are folded. With *fits* only a
    word for which it holds.
    """
    liking = dict(belief.reckon(clues if sharp else clues[-RECENT:]))
    if not sharp:
        liking = {
            number: value + WAVERING * noise(rng)
            for number, value in liking.items()
            if number < COMMON
        }
    for number in sorted(liking, key=lambda number: (-liking[number], number)):
        word = belief.word(number)
        if word in wrong or not (fits is None or fits(word)):
            continue
        if all(judge(word, clue) is None for clue in clues):
            return word
    return None
