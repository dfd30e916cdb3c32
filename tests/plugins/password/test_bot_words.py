"""What clues bots give, and what they answer to clues: their own table's, and those of people."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour_password.bots.belief import EASY, MEDIUM, SHARP, Belief, Mind, first, table
from parlour_password.bots.choices import GENERAL, gives_away, guess, propose
from parlour_password.deck import words
from parlour_password.forms import is_form, judge
from tests.plugins.password.small_belief import ROYAL
from tests.plugins.password.test_forms import lines
from tests.sizes import sized

MINDS = (EASY, MEDIUM, SHARP)
EVERY = pytest.mark.parametrize("mind", MINDS, ids=["easy", "medium", "sharp"])

known = st.sampled_from(sorted(table().words))
some_words = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=30) | known
some_lines = st.text("abcdefghijklmnopqrstuvwxyz ", max_size=30) | known


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


def answer(
    clues: Sequence[str],
    wrong: Sequence[str] = (),
    mind: Mind = SHARP,
    belief: Belief = ROYAL,
    seed: int = 1,
) -> str | None:
    return guess(belief, clues, wrong, mind=mind, rng=Random(seed))


# --- clues ----------------------------------------------------------------------------------


def test_the_sharp_one_says_what_its_partner_will_understand() -> None:
    """R-W-20: to `moat` he will say castle; to `tower` he might say church, and to `king` queen.
    With what was said and guessed before, the next clue makes the word the likeliest.
    """
    assert {clue_for(ROYAL, "castle", seed=seed) for seed in range(9)} == {"moat"}
    assert answer(["castle"]) == "tower"
    clue = clue_for(ROYAL, "king", ("castle",), ("tower",))
    assert answer(["castle", clue], ("tower",)) == "king"


@EVERY
def test_no_clue_comes_twice(mind: Mind) -> None:
    """Until nothing else is left; then general hints come, and at last one again. A wrong answer
    may be a clue (O-W-25), but a person who has just heard it does not say it.
    """
    clues: tuple[str, ...] = ()
    for _ in range(2 + len(GENERAL)):
        clues += (clue_for(ROYAL, "tower", clues, mind=mind),)
    assert set(clues[:2]) == {"castle", "church"}
    assert set(clues[2:]) == {*GENERAL}
    assert clue_for(ROYAL, "tower", clues, mind=mind) in clues
    said = {clue_for(ROYAL, "castle", (), ("moat",), mind=mind, seed=n) for n in range(20)}
    assert "moat" not in said


@EVERY
def test_a_refused_clue_is_not_given(mind: Mind) -> None:
    """R-W-18, whoever says so: a table may be stricter than our own judge. If nothing is legal it
    says something all the same, and the host goes on; no exception ends the game.
    """

    def clue(word: str, *legal: str) -> str:
        rng = Random(1)
        return propose(ROYAL, word, (), (), mind=mind, rng=rng, legal={*legal}.__contains__)

    assert clue("castle", "king", "queen", "crown", "chess", "church", "tooth") == "king"
    assert clue("king") in GENERAL


@EVERY
def test_clues_for_words_that_nobody_knows(mind: Mind) -> None:
    """O-W-20: an operator's deck may have any words: of one made of known ones it knows these, of
    others it says something general that is legal.
    """
    assert clue_for(ROYAL, "towers", mind=mind) in {"castle", "church"}
    assert clue_for(ROYAL, "churchtower", mind=mind) == "castle"
    assert clue_for(ROYAL, "xqzzy", mind=mind) in GENERAL
    assert clue_for(ROYAL, "thing", mind=mind) in {*GENERAL} - {"thing"}


@pytest.mark.parametrize(
    ("word", "clue", "away"),
    [
        ("hanger", "hangar", True),  # one letter
        ("telegraph", "telegram", True),  # two, of seven or more
        ("break", "brake", True),  # by ear
        ("hourglass", "fiberglass", True),  # five in a row
        ("hat", "head", False),
        ("cat", "rat", False),
        ("mother", "father", False),
        ("latitude", "longitude", True),
    ],
)
def test_a_clue_that_nearly_spells_the_word_gives_it_away(
    word: str, clue: str, *, away: bool
) -> None:
    assert gives_away(word, clue) == gives_away(clue, word) == away


@pytest.mark.sweep
@EVERY
def test_a_clue_is_one_that_a_person_would_give(mind: Mind) -> None:
    """Among the first that come to mind, and no spelling: not hangar for hanger, nor orchid for
    zebra, which is far down in its row.
    """
    belief = Belief()
    for word in ("hanger", "zebra", *words("medium")[:: sized(180, 60)]):
        known = belief.answer(word)
        assert known is not None
        row = belief.row(known)
        common = [belief.word(n) for n, _ in first(row, len(row.answers))]
        free = [c for c in common if judge(word, c) is None and not gives_away(word, c)]
        near = {*free[: mind.weighed], *[c for c in free if belief.answer(c) is not None][:20]}
        said = {clue_for(belief, word, mind=mind, seed=seed) for seed in range(10)}
        assert said <= near | {*GENERAL}
        assert said.isdisjoint({"hangar", "orchid"})


def test_chance() -> None:
    """G-5: the same generator, the same clue. The easy one says what comes to mind first, and not
    the same each time; the sharp one needs no luck to answer.
    """
    for mind in MINDS:
        for word in words("hard")[::100]:
            assert clue_for(Belief(), word, mind=mind) == clue_for(Belief(), word, mind=mind)
    said = {clue_for(Belief(), "castle", mind=EASY, seed=seed) for seed in range(30)}
    assert 5 < len(said) <= 30
    easy, sharp = (
        {answer(["water", "boat"], mind=mind, belief=Belief(), seed=seed) for seed in range(20)}
        for mind in (EASY, SHARP)
    )
    assert len(easy) > 3
    assert len(sharp) == 1


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


# --- answers --------------------------------------------------------------------------------


def test_the_best_answer_is_the_one_that_goes_with_all_clues() -> None:
    """R-W-20: clues are taken together, whoever gave them. None that was a clue, contains one or
    is a form of one (O-W-25, R-W-18), and none that was wrong, even if nothing else is known.
    """
    assert answer(["castle"]) == "tower"
    assert answer(["castle", "crown"]) == "king"
    assert answer(["king", "queens"]) == "crown"
    assert answer(["crown", "kingdom"]) == "queen"
    assert [answer(["tower"], ["castle", "church"][:n]) for n in range(3)] == [
        *("castle", "church", None)
    ]


@EVERY
def test_what_fits_and_what_nobody_knows(mind: Mind) -> None:
    """R-W-22, O-W-10: the one chance after a form is for a word of that form. If nothing is known
    it passes.
    """
    fits = {"crown"}.__contains__
    assert guess(ROYAL, ["king"], (), mind=mind, rng=Random(1), fits=fits) == "crown"
    assert answer(["xqzzy"], mind=mind) is None
    assert answer([], mind=mind) is None


def test_the_easy_one_forgets() -> None:
    """It has the last three clues in mind."""
    for seed in range(20):
        early = answer(["moat", "xqzzy", "king", "arthur"], mind=EASY, seed=seed)
        assert early == answer(["xqzzy", "king", "arthur"], mind=EASY, seed=seed)


@pytest.mark.sweep
def test_clues_of_people_are_understood() -> None:
    """The sharp one finds half of the words after three clues: the others fewer, but some. The
    table was fitted to every second line of what people say, so only the others are asked.
    """
    belief = Belief()
    said = [line for line in lines("associations.txt") if belief.answer(line[0]) is not None]

    def found(mind: Mind, clues: int) -> float:
        rng = Random(1)
        asked = [line for line in said[1::2] if len(line) > clues]
        right = [
            word
            for word, *own in asked
            if guess(belief, own[:clues], (), mind=mind, rng=rng) == word
        ]
        return len(right) / len(asked)

    assert found(SHARP, 1) > 0.15
    assert found(SHARP, 3) > 0.5
    assert found(SHARP, 4) > 0.5
    assert 0.15 < found(EASY, 3) < found(MEDIUM, 3) < found(SHARP, 3)


@pytest.mark.sweep
@given(
    st.lists(some_lines, max_size=10), st.lists(some_lines, max_size=10), st.sampled_from(MINDS)
)
def test_every_answer_could_be_the_password(
    clues: list[str], wrong: list[str], mind: Mind
) -> None:
    """Whatever was said: it is none of the wrong ones, and no clue would have been refused."""
    said = answer(clues, wrong, mind, Belief())
    if said is not None:
        assert said not in wrong
        assert all(judge(said, clue) is None for clue in clues)
        assert not any(is_form(said, clue) for clue in clues)
