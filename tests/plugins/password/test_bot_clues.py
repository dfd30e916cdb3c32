"""What clues bots give."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour_password.bots.belief import EASY, MEDIUM, SHARP, Belief, Mind, table
from parlour_password.bots.choices import GENERAL, guess, propose
from parlour_password.deck import words
from parlour_password.forms import judge
from tests.plugins.password.small_belief import ROYAL

MINDS = (EASY, MEDIUM, SHARP)

some_words = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=30) | st.sampled_from(
    sorted(table().words)
)


def clue_for(
    belief: Belief,
    word: str,
    clues: tuple[str, ...] = (),
    wrong: tuple[str, ...] = (),
    *,
    mind: Mind = SHARP,
    seed: int = 1,
) -> str:
    """A clue that the referee lets pass."""
    return propose(
        belief,
        word,
        clues,
        wrong,
        mind=mind,
        rng=Random(seed),
        legal=lambda clue: judge(word, clue) is None,
    )


def test_the_sharp_one_says_what_its_partner_will_understand() -> None:
    """To `moat` he will say castle; to `tower` he might say church, and to `king` queen."""
    assert {clue_for(ROYAL, "castle", seed=seed) for seed in range(9)} == {"moat"}


def test_clues_complement_one_another() -> None:
    """R-W-20: with what was said and guessed before, the next one makes the word the likeliest."""
    assert guess(ROYAL, ["castle"], (), mind=SHARP, rng=Random(1)) == "tower"
    clue = clue_for(ROYAL, "king", ("castle",), ("tower",))
    assert guess(ROYAL, ["castle", clue], ("tower",), mind=SHARP, rng=Random(1)) == "king"


def test_no_clue_comes_twice() -> None:
    """Until nothing else is left; then general hints come, and at last one again."""
    for mind in MINDS:
        clues: tuple[str, ...] = ()
        for _ in range(2 + len(GENERAL)):
            clues += (clue_for(ROYAL, "tower", clues, mind=mind),)
        assert set(clues[:2]) == {"castle", "church"}
        assert set(clues[2:]) == {*GENERAL}
        assert clue_for(ROYAL, "tower", clues, mind=mind) in clues


def test_a_refused_clue_is_not_given() -> None:
    """R-W-18, whoever says so: a table may be stricter than our own judge."""
    for mind in MINDS:
        clue = propose(
            ROYAL,
            "castle",
            (),
            (),
            mind=mind,
            rng=Random(1),
            legal=lambda clue: clue not in {"moat", "tower"},
        )
        assert clue == "king"


def test_of_a_word_made_of_known_ones_it_knows_these() -> None:
    """An operator's deck may have any words (O-W-20)."""
    for mind in MINDS:
        assert clue_for(ROYAL, "towers", mind=mind) in {"castle", "church"}
        assert clue_for(ROYAL, "churchtower", mind=mind) == "castle"


def test_of_an_unknown_word_it_says_something() -> None:
    """A general hint, which is legal and not said before."""
    for mind in MINDS:
        assert clue_for(ROYAL, "xqzzy", mind=mind) in GENERAL
        assert clue_for(ROYAL, "thing", mind=mind) in {*GENERAL} - {"thing"}


def test_if_nothing_is_legal_it_says_something_all_the_same() -> None:
    """It is refused, and the host goes on; no exception ends the game."""
    for mind in MINDS:
        clue = propose(ROYAL, "king", (), (), mind=mind, rng=Random(1), legal=lambda clue: False)
        assert clue in GENERAL


def test_the_easy_one_varies() -> None:
    """It says what comes to mind first, and not the same each time."""
    said = {clue_for(Belief(), "castle", mind=EASY, seed=seed) for seed in range(30)}
    assert 5 < len(said) <= 30


def test_chance_decides_alike() -> None:
    """G-5: the same generator, the same clue."""
    for mind in MINDS:
        for word in words("hard")[::100]:
            assert clue_for(Belief(), word, mind=mind) == clue_for(Belief(), word, mind=mind)


@pytest.mark.sweep
@given(
    some_words,
    st.lists(some_words, max_size=9),
    st.lists(some_words, max_size=9),
    st.sampled_from(MINDS),
)
def test_every_clue_is_a_legal_word_of_letters(
    word: str, clues: list[str], wrong: list[str], mind: Mind
) -> None:
    """R-W-15, R-W-18: whatever the word, and whatever was said."""
    clue = clue_for(Belief(), word, tuple(clues), tuple(wrong), mind=mind)
    assert clue.isascii()
    assert clue.isalpha()
    assert clue.islower()
    assert judge(word, clue) is None
    assert clue not in clues


def test_a_wrong_answer_is_no_clue() -> None:
    """O-W-25 allows it, but a person who has just heard it does not say it again."""
    for mind in MINDS:
        said = {clue_for(ROYAL, "castle", (), ("moat",), mind=mind, seed=n) for n in range(20)}
        assert "moat" not in said
