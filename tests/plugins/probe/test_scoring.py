"""Points: R-P-12, R-P-28 to R-P-34, R-P-45, O-P-19, O-P-39, O-P-41."""

from __future__ import annotations

import pytest
from msgspec.structs import replace as changed

from parlour_kit import SmallList
from parlour_probe import PROBE
from parlour_probe.heard import Guessed, Misspelt, Shown
from parlour_probe.hiding import fault_of
from tests.plugins.probe.playbook import A, B, C, Play, terms

ROWS = ["..TREASURER.", "LANTERN...", "CROCODILE"]


def test_a_card_pays_the_value_of_its_space() -> None:
    """R-P-28, C-P-2: 5, 10 or 15 by its space."""
    play = Play(ROWS, activity_deck="none")
    for space, total in ((1, 5), (2, 15), (3, 30), (4, 45), (5, 55), (6, 60)):
        play.hit(A, C, space)
        assert play.scores == (total, 0, 0)


def test_a_last_card_pays_50_more() -> None:
    """R-P-29: for guessing an opponent's last hidden card."""
    play = Play(ROWS, activity_deck="none")
    play.open(C, *range(2, 10))
    play.hit(A, C, 1)
    assert play.scores == (55, 0, 0)
    assert (play.one(Shown).points, play.one(Shown).bonus) == (55, 50)


def test_a_missed_blank_costs_50() -> None:
    """R-P-31, O-P-19: for asking for a blank that is not there; scores may fall below zero."""
    play = Play(ROWS, activity_deck="none")
    play.ask(A, C, ".")
    assert play.scores == (-50, 0, 0)


@pytest.mark.parametrize(("word", "score"), [("SYZYGY", -100), ("LANTERN", 0)])
def test_a_misspelt_word_costs_100(word: str, score: int) -> None:
    """R-P-32, O-P-3: booked once the rack is all up; the others keep what they got (O-P-41)."""
    play = Play([ROWS[0], word, "CROCODILE"], activity_deck="none", word_check="off")
    play.state = changed(
        play.state, terms=terms(activity_deck="none")
    )  # as if it had been laid after a warning
    play.open(B, *range(2, len(word) + 1))
    play.hit(A, B, 1)
    assert play.scores == (55, score, 0)
    assert [(m.word, m.score) for m in play.of(Misspelt)] == ([(word, -100)] if score else [])


def test_wrong_order_cannot_happen() -> None:
    """R-P-32, O-P-4: the row is laid as it is typed, so nothing is ever in wrong order."""
    assert fault_of(terms(), "T.REE") is not None


def test_the_list_is_asked_about_a_word_only_if_it_may_cost_something() -> None:
    """R-P-11: otherwise the time that this takes would tell something, and nobody needs it."""
    play = Play([ROWS[0], ROWS[1], ROWS[2]], lexicon=Mute(), word_check="off")
    play.guess(A, B, ROWS[1])
    assert play.one(Guessed).right


class Mute(SmallList):
    """A list that may not be asked for a word."""

    def __contains__(self, word: object) -> bool:
        raise AssertionError(f"asked for {word}")


def test_no_check_no_loss() -> None:
    """O-P-3: with word_check=off, and without a word list, R-P-32 never arises."""
    play = Play(["FISH", "XYZZY", "TREE"], activity_deck="none", word_check="off")
    play.open(B, 2, 3, 4, 5)
    play.hit(A, B, 1)
    assert play.scores == (55, 0, 0)


def test_activity_cards_pay_the_drawer() -> None:
    """R-P-34: an opponent's card pays its value to who drew; one's own pays nobody."""
    play = Play(ROWS, deck=["LEFT", "OWN_BLANK"])
    play.show(B, 4)
    assert play.scores == (15, 0, 0)
    play.ask(A, C, "Z")
    play.show(B, 8)
    assert play.scores == (15, 0, 0)


def test_winners() -> None:
    """R-P-45, O-P-39, O-P-45: the highest score, shared if equal; who left is not ranked."""
    play = Play(ROWS, activity_deck="none")
    assert PROBE.scoring.winners(play.state) == {A, B, C}
    play.hit(A, C, 3)
    assert PROBE.scoring.winners(play.state) == {A}
    play.leave(A)
    assert PROBE.scoring.winners(play.state) == {B, C}
    assert PROBE.scoring.scores(play.state) == {A: 15, B: 0, C: 0}
