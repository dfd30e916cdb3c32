"""What bots answer to clues: their own table's, and those of people."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour_password.bots.belief import EASY, MEDIUM, SHARP, Belief, Mind, table
from parlour_password.bots.choices import guess
from parlour_password.forms import is_form, judge
from tests.plugins.password.small_belief import ROYAL

CLUES = Path(__file__).parent / "associations.txt"
"""What people say to a word. The weights of the table were fitted to every second line."""

MINDS = (EASY, MEDIUM, SHARP)
LUCK = [Random(seed) for seed in range(20)]

letters = st.text("abcdefghijklmnopqrstuvwxyz ", max_size=30)
some_words = letters | st.sampled_from(sorted(table().words))


def of_people() -> Iterator[tuple[str, list[str]]]:
    """Passwords that the bots know, with clues of people."""
    belief = Belief()
    for line in CLUES.read_text(encoding="ascii").splitlines():
        word, _, clues = line.partition("#")[0].partition(":")
        if clues and belief.answer(word) is not None:
            yield word, clues.split()


def found(mind: Mind, clues: int) -> float:
    """The share of the lines of CLUES that were not fitted, and found after so many *clues*."""
    belief, rng = Belief(), Random(1)
    lines = [line for line in list(of_people())[1::2] if len(line[1]) >= clues]
    right = [
        word for word, said in lines if guess(belief, said[:clues], (), mind=mind, rng=rng) == word
    ]
    return len(right) / len(lines)


def test_the_best_answer_is_the_one_that_goes_with_all_clues() -> None:
    """R-W-20: clues are taken together, whoever gave them."""
    assert guess(ROYAL, ["castle"], (), mind=SHARP, rng=Random(1)) == "tower"
    assert guess(ROYAL, ["castle", "crown"], (), mind=SHARP, rng=Random(1)) == "king"


def test_no_wrong_answer_is_given_again() -> None:
    """Not even if nothing else is known."""
    wrong: list[str] = []
    while (said := guess(ROYAL, ["tower"], wrong, mind=SHARP, rng=Random(1))) is not None:
        assert said not in wrong
        wrong.append(said)
    assert wrong == ["castle", "church"]


def test_what_was_a_clue_is_no_answer() -> None:
    """O-W-25: the password itself is never a clue; nor is what contains it, or a form (R-W-18)."""
    assert guess(ROYAL, ["king", "queens"], (), mind=SHARP, rng=Random(1)) == "crown"
    assert guess(ROYAL, ["crown", "kingdom"], (), mind=SHARP, rng=Random(1)) == "queen"


def test_if_nothing_is_known_it_passes() -> None:
    """O-W-10."""
    for mind in MINDS:
        assert guess(ROYAL, ["xqzzy"], (), mind=mind, rng=Random(1)) is None
        assert guess(ROYAL, [], (), mind=mind, rng=Random(1)) is None


def test_only_what_fits() -> None:
    """R-W-22: the one chance after a form is for a word of that form."""
    fits = {"crown"}.__contains__
    for mind in MINDS:
        assert guess(ROYAL, ["king"], (), mind=mind, rng=Random(1), fits=fits) == "crown"


def test_the_sharp_one_does_not_waver() -> None:
    """It needs no luck; the easy one says this or that."""
    clues = ["water", "boat"]
    assert len({guess(Belief(), clues, (), mind=SHARP, rng=rng) for rng in LUCK}) == 1
    assert len({guess(Belief(), clues, (), mind=EASY, rng=rng) for rng in LUCK}) > 3


def test_the_easy_one_forgets() -> None:
    """It has the last three clues in mind."""
    for seed in range(20):
        early = guess(ROYAL, ["moat", "xqzzy", "king", "arthur"], (), mind=EASY, rng=Random(seed))
        late = guess(ROYAL, ["xqzzy", "king", "arthur"], (), mind=EASY, rng=Random(seed))
        assert early == late


@pytest.mark.sweep
def test_clues_of_people_are_understood() -> None:
    """The sharp one finds half of the words after three clues: the others fewer, but some."""
    assert found(SHARP, 1) > 0.15
    assert found(SHARP, 3) > 0.5
    assert found(SHARP, 4) > 0.5
    assert 0.15 < found(EASY, 3) < found(MEDIUM, 3) < found(SHARP, 3)


@pytest.mark.sweep
@given(
    st.lists(some_words, max_size=10), st.lists(some_words, max_size=10), st.sampled_from(MINDS)
)
def test_every_answer_could_be_the_password(
    clues: list[str], wrong: list[str], mind: Mind
) -> None:
    """Whatever was said: it is none of the wrong ones, and no clue would have been refused."""
    said = guess(Belief(), clues, wrong, mind=mind, rng=Random(1))
    if said is not None:
        assert said not in wrong
        assert all(judge(said, clue) is None for clue in clues)
        assert not any(is_form(said, clue) for clue in clues)
