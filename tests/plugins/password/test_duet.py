"""Two bots as partners."""

from __future__ import annotations

from random import Random

import pytest

from parlour_password.bots.belief import Belief
from parlour_password.deck import DIFFICULTIES, words
from tests.plugins.password.duet import DIAL, SEED, duets, main, play, share

SIXTY = 0.6


@pytest.mark.sweep
def test_two_sharp_ones_find_the_word() -> None:
    """Of 500 words of the easy deck at least 60 in 100 within ten clues; it is far more.

    Every clue is judged by the way, and every answer taken from all words that the bots know.
    """
    played = duets(Belief(), Random(SEED).sample(words("easy"), 500), SEED)
    assert len(played) == 500
    assert share(played) > 0.9 > SIXTY
    assert share(played, 3) > 0.8


@pytest.mark.sweep
def test_the_sharp_ones_are_the_better_players() -> None:
    """On both sides of the table, for words of every difficulty."""
    pool = [word for difficulty in DIFFICULTIES for word in words(difficulty)[::60]]
    belief = Belief()
    sharp = share(duets(belief, pool, SEED))
    mixed = share(duets(belief, pool, SEED, giver=False))
    easy = share(duets(belief, pool, SEED, giver=False, receiver=False))
    assert sharp > mixed > easy > 0.3


@pytest.mark.sweep
def test_a_duet_ends_with_the_word_or_with_the_dial() -> None:
    """R-W-7, R-W-8."""
    for word in words("hard")[::80]:
        duet = play(Belief(), word, Random(SEED), receiver=False)
        assert len(duet.clues) <= DIAL
        assert duet.found == (word in duet.guesses)
        assert None in duet.guesses or len({*duet.guesses}) == len(duet.guesses)


@pytest.mark.sweep
def test_the_program_prints_a_line_for_each_difficulty(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Its figures stand in the pages about the game."""
    main(5, SEED, "sharp", "easy")
    lines = [line for line in capsys.readouterr().out.splitlines() if line[0] != " "]
    assert [line.split()[:3] for line in lines] == [
        [difficulty, "5", "words:"] for difficulty in DIFFICULTIES
    ]
