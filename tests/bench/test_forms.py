"""What the measurement of Password's judge asks, and how it reports."""

from __future__ import annotations

from bench.forms import each, goal, plain, questions
from parlour_password.forms import Kin, judge


def test_it_asks_for_all_kinds_of_clues() -> None:
    """Most are allowed, as in a game; all kinds of refusal are there."""
    pairs = list(questions())[::7]
    found = [judge(*pair) for pair in pairs]
    assert {Kin.FORM, Kin.WHOLE, Kin.PART, None} <= {*found}
    assert found.count(None) > 0.8 * len(found)


def test_the_plain_judge_looks_for_one_word_in_the_other() -> None:
    assert plain("monkey", "monk")
    assert plain("dog", "doghouse")
    assert not plain("mouse", "mice")
    assert each(plain, [("mouse", "mice")]) >= 0


def test_a_goal_is_met_or_not() -> None:
    assert goal("us a clue", 60, 500).endswith("at most 500: met")
    assert goal("us a clue", 600, 500).endswith("at most 500: NOT MET")
