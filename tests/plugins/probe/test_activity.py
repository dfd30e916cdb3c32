"""Activity cards: R-P-21 to R-P-27, R-P-34, R-P-46, O-P-13 to O-P-20."""

from __future__ import annotations

import pytest

from parlour import OptionValue
from parlour_probe.decks import activity_cards
from parlour_probe.heard import Asked, Reshuffled, Shown, Turn
from parlour_probe.state import Cause, Phase
from tests.plugins.probe.playbook import A, B, C, D, Play

ROWS = ["..TREASURER.", "LANTERN...", "CROCODILE"]


def begun(*deck: str, **options: OptionValue) -> Play:
    """A game with words hidden, seat 1 at turn."""
    return Play(ROWS, deck=[*deck, *["NORMAL"] * 6], options=options)


def test_normal() -> None:
    """R-P-21: the player asks."""
    play = begun("NORMAL")
    assert play.verbs(A) == ["ask", "guess"]
    assert not play.one(Turn).void


def test_additional() -> None:
    """R-P-22: after the first No he draws another card and goes on until he fails once more."""
    play = begun("ADDITIONAL", "+20")
    assert play.look().extra == 1
    play.ask(A, B, "Z")
    assert play.one(Turn) == Turn(A, "+20", True, False, None, 20, 20, False)
    play.hit(A, B, 1)
    play.ask(A, B, "Z")
    assert play.one(Turn).seat == B


def test_additional_cards_chain() -> None:
    """O-P-13: each gives one more continuation; a missed blank costs and the turn goes on."""
    play = begun("ADDITIONAL", "ADDITIONAL", "ADDITIONAL")
    play.ask(A, C, ".")
    assert play.scores == (-50, 0, 0)
    assert play.one(Turn).again
    play.ask(A, B, "Z")
    assert play.one(Turn).again
    play.ask(A, B, "Z")
    assert play.one(Turn).again
    play.ask(A, B, "Z")
    assert (play.one(Turn).seat, play.one(Turn).again) == (B, False)


@pytest.mark.parametrize(("card", "owner"), [("LEFT", B), ("RIGHT", C)])
def test_neighbours(card: str, owner: int) -> None:
    """R-P-23, O-P-14: the next or previous seat exposes any card before anything is asked."""
    play = begun(card)
    assert play.one(Turn).shows == owner
    assert play.state.phase is Phase.SHOWING
    seat = B if owner == B else C
    assert len(play.spaces(seat)) == len(play.face(seat))
    play.show(seat, 3)
    assert play.one(Shown).to == A
    assert play.scores == (15, 0, 0)
    assert play.verbs(A) == ["ask", "guess"]
    assert play.state.due == 60_000


def test_even_his_last_card() -> None:
    """R-P-23, R-P-34, O-P-15: even the last card, for its value without the 50."""
    play = begun("NORMAL", "LEFT")
    play.open(C, *range(2, 10))
    play.ask(A, B, "Z")
    play.show(C, 1)
    assert play.one(Shown) == Shown(C, 0, 1, "C", "LEFT", B, 5, 0, 5, False, 0, 0)


def test_bonus_for_a_last_card_by_activity() -> None:
    """O-P-15: completion_bonus_on_activity=on pays the 50, but never for one's own blank."""
    play = begun("NORMAL", "LEFT", "OWN_BLANK", completion_bonus_on_activity=True)
    play.open(C, *range(2, 10))
    play.open(B, *range(1, 10))
    play.ask(A, B, "Z")
    play.show(C, 1)
    assert play.one(Shown).bonus == 50
    assert play.scores == (0, 55, 0)
    play = begun("NORMAL", "OWN_BLANK", completion_bonus_on_activity=True)
    play.open(B, *range(1, 10))
    play.ask(A, C, "Z")
    play.show(B, 10)
    assert play.scores == (0, 0, 0)
    assert play.face(B) == ROWS[1]


def test_neighbour_with_nothing_hidden() -> None:
    """O-P-14, R-P-27: with nothing hidden the card is void and the turn a normal one."""
    play = begun("NORMAL", "LEFT", neighbour_skip=False)
    play.open(C, *range(1, 10))
    play.ask(A, B, "Z")
    assert play.one(Turn).void
    assert play.verbs(B) == ["ask", "guess"]


def test_neighbour_skip() -> None:
    """O-P-14: with neighbour_skip the next player that way who has a hidden card."""
    play = Play([*ROWS, "FISH"], deck=["NORMAL", "LEFT", "RIGHT", "LEFT"], neighbour_skip=True)
    play.open(C, *range(1, 10))
    play.ask(A, B, "Z")
    assert play.one(Turn).shows == D
    play.show(D, 1)
    play.ask(B, D, "Z")
    assert play.one(Turn).shows == B


def test_neighbour_skip_never_means_oneself() -> None:
    """O-P-14: if no opponent that way hides a card, the card is void."""
    play = Play(ROWS, deck=["NORMAL", "LEFT", "NORMAL"], neighbour_skip=True)
    play.open(A, *range(1, 13))
    play.open(C, *range(1, 10))
    play.ask(A, B, "Z")
    first, second = play.of(Turn)
    assert (first.seat, first.card, first.void, first.idle) == (B, "LEFT", True, True)
    assert second.seat == C


def test_own_blank() -> None:
    """R-P-24, R-P-34: a hidden blank is turned up before he asks, and nobody is paid."""
    play = begun("OWN_BLANK")
    assert play.one(Turn).shows == A
    assert play.state.pending is not None
    assert play.state.pending.cause is Cause.OWN_BLANK
    assert play.spaces(A) == (1, 2, 12)
    assert play.verbs(A) == ["show", "guess"]
    play.show(A, 12)
    assert play.one(Shown) == Shown(A, 0, 12, ".", "OWN_BLANK", None, 0, 0, 0, False, 0, 0)
    assert play.scores == (0, 0, 0)
    assert play.verbs(A) == ["ask", "guess"]


def test_own_blank_without_one() -> None:
    """R-P-24, R-P-27: without a hidden blank the card is void."""
    play = begun("NORMAL", "NORMAL", "OWN_BLANK")
    play.ask(A, B, "Z")
    play.ask(B, C, "Z")
    assert play.one(Turn).void
    assert play.verbs(C) == ["ask", "guess"]


@pytest.mark.parametrize(("card", "factor"), [("X3", 3), ("X4", 4), ("X5", 5)])
def test_multipliers(card: str, factor: int) -> None:
    """R-P-25, C-P-7: only the first guess is multiplied."""
    play = begun(card)
    assert play.look().multiplier == factor
    play.hit(A, B, 3)
    assert play.scores == (15 * factor, 0, 0)
    play.hit(A, B, 2)
    assert play.scores == (15 * factor + 10, 0, 0)


@pytest.mark.parametrize(("scope", "points"), [("card", 65), ("card_and_bonus", 165)])
def test_multiplier_and_completion(scope: str, points: int) -> None:
    """O-P-16: the 50 are added once, or multiplied too by multiplier_scope."""
    play = begun("X3", multiplier_scope=scope)
    play.open(B, *range(2, 11))
    play.hit(A, B, 1)
    assert play.one(Shown).points == points
    assert play.one(Shown).bonus == (50 if scope == "card" else 150)
    assert play.scores == (points, 0, 0)


def test_a_miss_loses_the_multiplier() -> None:
    """O-P-17: it is lost by a miss, penalties are not multiplied, nor is anything later."""
    play = begun("ADDITIONAL", "X5")
    play.ask(A, B, "Z")
    assert play.look().multiplier == 5
    play.ask(A, C, ".")
    assert play.scores == (-50, 0, 0)
    assert play.look().multiplier == 1
    play = begun("X5", "NORMAL")
    play.time_up()
    play.hit(B, C, 1)
    assert play.scores == (0, 5, 0)


@pytest.mark.parametrize(("card", "points"), [("-10", -10), ("+15", 15), ("+20", 20), ("+25", 25)])
def test_booked_cards(card: str, points: int) -> None:
    """R-P-26, O-P-19: booked at once to the drawer, whose score may be negative."""
    play = begun(card)
    assert play.scores == (points, 0, 0)
    assert (play.one(Turn).points, play.one(Turn).score) == (points, points)
    assert play.verbs(A) == ["ask", "guess"]


def test_void_cards_are_laid_away() -> None:
    """R-P-27, C-P-8: a card that cannot be obeyed is ignored and laid face up."""
    play = begun("NORMAL", "NORMAL", "OWN_BLANK")
    play.ask(A, B, "Z")
    play.ask(B, C, "Z")
    assert play.state.used == ("NORMAL", "NORMAL", "OWN_BLANK")


def test_exhausted_deck_is_reshuffled() -> None:
    """O-P-20: the face-up cards are shuffled and used again."""
    play = Play(ROWS, deck=["NORMAL", "+15"])
    play.ask(A, B, "Z")
    play.ask(B, C, "Z")
    assert play.one(Reshuffled) == Reshuffled(2)
    assert play.look().deck_left == 1
    assert sorted([*play.state.deck, *play.state.used]) == ["+15", "NORMAL"]


def test_exhausted_deck_may_end() -> None:
    """O-P-20: with deck_exhausted=none play goes on without cards."""
    play = Play(ROWS, deck=["NORMAL"], deck_exhausted="none")
    play.ask(A, B, "Z")
    assert play.one(Turn).card is None
    assert play.look().activity is None
    assert play.verbs(B) == ["ask", "guess"]


def test_without_activity_cards() -> None:
    """R-P-46: no cards are drawn at all."""
    play = Play(ROWS, activity_deck="none")
    assert activity_cards("none") == ()
    assert play.one(Turn) == Turn(A, None, False, False, None, 0, 0, False)
    play.ask(A, B, "Z")
    assert play.events[0] == Asked(A, B, "Z", False, 0, 0)
    assert play.one(Turn).card is None


def test_options_without_an_occasion_are_allowed() -> None:
    """R-P-46: without activity cards and without a clock for choices nothing comes of them."""
    play = Play(
        ROWS,
        activity_deck="none",
        neighbour_skip=True,
        completion_bonus_on_activity=True,
        multiplier_scope="card_and_bonus",
        multiplier_on_word_guess=True,
        choice_seconds=0,
        choice_timeout_penalty=50,
    )
    assert play.one(Turn).card is None
    play.ask(A, B, "T")
    assert play.state.due is None
    play.show(B, 4)
    assert play.scores == (15, 0, 0)
    play.guess(A, B, "LANTERN...")
    assert play.scores[0] == 15 + 5 + 10 + 15 + 10 + 5 + 5 + 10 + 15 + 15 + 100
