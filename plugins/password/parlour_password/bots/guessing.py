"""What a bot answers: the word that goes best with all clues so far."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from random import Random

from parlour_password.bots.belief import Belief
from parlour_password.bots.mind import Mind
from parlour_password.forms import judge


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
