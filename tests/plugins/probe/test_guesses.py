"""Whole words: R-P-35 to R-P-41, O-P-18, O-P-21 to O-P-28."""

from __future__ import annotations

import pytest

from parlour import SPECTATOR, MoveFault, OptionValue, Seat, TextArg
from parlour_probe.heard import FinalRounds, Guessed, Misspelt, NoReply, Shown, Turn, Waiting
from parlour_probe.moves import Guess
from parlour_probe.state import Phase
from parlour_probe.turn import NO_REPLY
from tests.plugins.probe.playbook import A, B, C, D, Play

ROWS = ["..TREASURER.", "LANTERN...", "CROCODILE"]


def begun(*deck: str, **options: OptionValue) -> Play:
    """A game with words hidden, seat 1 at turn."""
    return Play(ROWS, deck=[*deck, *["NORMAL"] * 6], options=options)


def test_anybody_at_any_moment() -> None:
    """R-P-35, C-P-4: whoever's turn it is, any player may guess; the asker's clock runs on."""
    play = begun()
    play.now = 20_000
    play.guess(C, B, "LANTERN...")
    assert play.one(Guessed) == Guessed(C, B, 0, "LANTERN...", True, 205, 205)
    assert play.state.turn == A
    assert play.state.due == 60_000
    assert play.face(B) == "LANTERN..."


def test_five_hidden_cards() -> None:
    """R-P-37, C-P-3: with five hidden cards a guess counts, with four it does not."""
    play = begun()
    play.open(B, 1, 2, 3, 4, 5)
    play.guess(C, B, "LANTERN...")
    assert play.scores == (0, 0, 5 + 5 + 10 + 15 + 15 + 100)
    play = begun()
    play.open(B, 1, 2, 3, 4, 5, 6)
    assert play.refused(C, Guess(B, "LANTERN...")).text == NO_REPLY


def test_interrupt_min_hidden() -> None:
    """C-P-3: the threshold is an option."""
    play = begun(interrupt_min_hidden=10)
    play.guess(C, B, "LANTERN...")
    play = begun(interrupt_min_hidden=11)
    assert play.refused(C, Guess(B, "LANTERN...")).text == NO_REPLY


@pytest.mark.parametrize(
    "guess", [".LANTERN..", "..LANTERN.", "LANTERNS..", "LANTERM...", "RANTERN..."]
)
def test_a_guess_must_be_exact(guess: str) -> None:
    """R-P-38, R-P-40, O-P-25: every letter and blank in order; anything else is wrong, -50."""
    play = begun()
    play.open(B, 1)
    play.guess(C, B, guess)
    assert play.one(Guessed) == Guessed(C, B, 0, guess, False, -50, -50)
    assert play.scores == (0, 0, -50)
    assert play.face(B) == "L?????????"


@pytest.mark.parametrize("guess", ["LANTERN", "A", "LANTERNS", "LANTERN....", "X"])
def test_a_guess_with_another_number_of_cards_costs_nothing(guess: str) -> None:
    """O-P-18: it cannot be right. Both numbers are said, to its sender alone."""
    play = begun("X3", multiplier_on_word_guess=True)
    cards = "1 card" if len(guess) == 1 else f"{len(guess)} cards"
    text = f"That is {cards}, and the rack has 10, blanks included. Nothing has changed."
    for seat in (A, C):
        refusal = play.refused(seat, Guess(B, guess))
        assert (refusal.fault, refusal.text) == (MoveFault.ILLEGAL, text)
    play.ask(A, B, "N")
    assert play.refused(C, Guess(B, guess)).text == text
    assert play.state.held == ()
    play.show(B, 3)
    assert play.scores == (45, 0, 0)
    play.open(B, 1, 2, 4, 5, 6)
    assert play.refused(C, Guess(B, guess)).text == NO_REPLY


def test_the_examples_of_a_guess_have_the_right_number_and_are_never_right() -> None:
    """O-P-18: a program may send each of them, and learns nothing that it could not know."""
    play = begun()
    counts = play.state.terms.letter_cards
    args = [arg for move in play.prompts()[C].moves for arg in move.args]
    offered = [arg.examples for arg in args if isinstance(arg, TextArg)]
    assert [len(rows[0]) for rows in offered] == [12, 10]
    for row in (row for rows in offered for row in rows):
        assert len(row) > counts[row[0]]
        assert {*row} == {row[0]}


def test_a_right_guess() -> None:
    """R-P-39, O-P-26: the hidden cards' values and 100, not the 50 for a last card."""
    play = begun()
    play.open(B, 1, 3)
    play.guess(A, B, "LANTERN...")
    assert play.scores == (85 + 100, 0, 0)
    assert play.state.turn == A


def test_completion_bonus_with_word_guess() -> None:
    """O-P-26: completion_bonus_with_word_guess=on pays the 50 as well."""
    play = begun(completion_bonus_with_word_guess=True)
    play.guess(A, B, "LANTERN...")
    assert play.scores == (105 + 150, 0, 0)


def test_no_reply_is_the_same_right_or_wrong() -> None:
    """R-P-41, O-P-24: a guess that is not allowed gets one line, whatever it says."""
    play = begun()
    play.open(B, 1, 2, 3, 4, 5, 6)
    for cards in ("LANTERN...", "NONSENSE", "A"):
        refusal = play.refused(C, Guess(B, cards))
        assert (refusal.fault, refusal.text, refusal.near) == (MoveFault.ILLEGAL, NO_REPLY, None)
    assert play.refused(B, Guess(B, "LANTERN...")).text == "You can't guess your own word."
    assert play.refused(A, Guess(Seat(9), "LANTERN...")).text == NO_REPLY
    assert play.refused(A, Guess(B, "LANTERN...", 1)).text == NO_REPLY


def test_guesses_are_announced_to_all() -> None:
    """O-P-21: an allowed guess, its target, its text and the outcome."""
    play = begun()
    play.guess(C, B, "LANTERNS..")
    assert play.heard(A) == play.heard(B) == play.heard(SPECTATOR) == play.events
    assert play.told(A) == ["cy guesses LANTERNS.. as bob's word: wrong. cy loses 50 (total -50)."]


def test_any_number_of_guesses() -> None:
    """O-P-22: in the order in which they arrive, each in the position then standing."""
    play = begun()
    for _ in range(3):
        play.guess(C, B, "LANTERNS..")
    play.guess(A, B, "LANTERN...")
    assert play.refused(C, Guess(B, "LANTERN...")).text == NO_REPLY
    assert play.scores == (205, 0, -150)


def test_a_guess_waits_for_an_exposure() -> None:
    """O-P-23: it is acknowledged to its sender alone and judged right after the exposure."""
    play = begun()
    play.ask(A, B, "N")
    before = {seat: play.look(seat) for seat in (A, B)}
    prompts = play.prompts()
    play.guess(C, B, "LANTERN...")
    assert play.heard(C) == [Waiting(C, B, 0, "LANTERN...")]
    assert play.heard(A) == play.heard(B) == play.heard(SPECTATOR) == []
    assert {seat: play.look(seat) for seat in (A, B)} == before
    assert play.prompts() == prompts
    assert [h.cards for h in play.look(C).held] == ["LANTERN..."]
    play.guess(A, B, "LANTERNS..")
    play.show(B, 3)
    assert [type(e) for e in play.events] == [Shown, Guessed, NoReply]
    assert play.scores == (15, 0, 90 + 100)
    assert play.heard(A)[-1] == NoReply(A, B, 0)
    assert not [h for h in play.heard(B) if isinstance(h, NoReply)]
    assert play.state.held == ()


@pytest.mark.parametrize("cards", ["LANTERN...", "LANTERNS..", "NONSENSE"])
def test_a_guess_that_the_card_makes_pointless_does_not_wait(cards: str) -> None:
    """O-P-23, O-P-24: with five hidden cards it cannot count whichever of them is shown."""
    play = begun()
    play.open(B, 4, 5, 6, 8)
    play.ask(A, B, "N")
    play.guess(C, B, "LANTERN...")
    play.show(B, 3)
    assert play.one(Guessed).right
    play = begun()
    play.open(B, 4, 5, 6, 8, 9)
    assert play.targets(C, "guess") == (A, B)
    play.ask(A, B, "N")
    assert play.targets(C, "guess") == (A,)
    assert play.refused(C, Guess(B, cards)).text == NO_REPLY
    play.show(B, 3)
    assert play.heard(A)[1:] == play.heard(C)[1:] == []
    assert play.scores == (15, 0, 0)


def test_a_waiting_guess_is_measured_after_the_exposure() -> None:
    """O-P-23, O-P-24: another one that waited before it may have turned up all; the answer is
    neutral."""
    play = begun()
    play.ask(A, B, "N")
    play.guess(C, B, "LANTERN...")
    play.guess(A, B, "LANTERNS..")
    play.show(B, 3)
    assert play.heard(A)[-1] == NoReply(A, B, 0)
    assert play.told(A)[-1] == NO_REPLY
    assert NoReply(A, B, 0) not in play.heard(C)


def test_a_guess_that_cannot_count_does_not_wait() -> None:
    """R-P-41, O-P-24: with too few hidden cards it gets the one line at once, right or wrong."""
    play = Play(ROWS, deck=["NORMAL"] * 6)
    play.open(B, 1, 2, 4, 5, 6, 8)
    play.ask(A, B, "N")
    for cards in ("LANTERN...", "NONSENSE"):
        refusal = play.refused(C, Guess(B, cards))
        assert (refusal.fault, refusal.text) == (MoveFault.ILLEGAL, NO_REPLY)
    play.show(B, 3)
    assert play.heard(C)[1:] == []
    assert play.heard(A)[1:] == []


def test_the_owner_of_an_exposure_may_guess_too() -> None:
    """O-P-23: everybody may, also the asker and the owner; nobody his own word."""
    play = begun("LEFT")
    assert play.verbs(A) == ["guess"]
    assert play.verbs(B) == ["show", "guess"]
    play.guess(B, A, "..TREASURER.")
    assert play.refused(B, Guess(B, "LANTERN...")).text == "You can't guess your own word."
    play.show(B, 1)
    assert play.scores == (5, 220, 0)
    assert play.verbs(A) == ["ask", "guess"]


def test_waiting_guesses_when_the_clock_decides() -> None:
    """O-P-23: also when the referee shows the card."""
    play = begun()
    play.ask(A, B, "N")
    play.guess(C, A, "..TREASURER.")
    play.time_up()
    assert play.scores == (15, 0, 220)


def test_the_end_makes_waiting_guesses_pointless() -> None:
    """O-P-23, O-P-33: when the exposure ends the game no guess can wait for it."""
    play = begun(interrupt_min_hidden=1)
    play.open(A, *range(1, 13))
    play.open(B, *range(1, 11))
    play.open(C, *range(1, 9))
    play.ask(A, C, "E")
    assert play.refused(B, Guess(C, "CROCODILE")).text == NO_REPLY
    play.show(C, 9)
    assert play.over
    assert play.of(Guessed) == play.of(NoReply) == []


def test_a_guess_does_not_end_the_turn() -> None:
    """O-P-27: neither right nor wrong; it is no question and does not reset the clock."""
    play = begun()
    play.guess(A, B, "LANTERNS..")
    assert (play.state.turn, play.state.due) == (A, 60_000)
    play.now = 30_000
    play.guess(A, B, "LANTERN...")
    assert (play.state.turn, play.state.due) == (A, 60_000)


def test_a_wrong_guess_may_end_the_turn() -> None:
    """O-P-27: with interrupt_wrong_ends_turn=on, at once or after an exposure; own turn only."""
    play = begun(interrupt_wrong_ends_turn=True)
    play.guess(C, B, "LANTERNS..")
    assert play.state.turn == A
    play.guess(A, B, "LANTERNS..")
    assert play.one(Turn).seat == B
    play.ask(B, A, "R")
    play.guess(B, A, "..TREASURES.")
    assert play.state.turn == B
    play.show(A, 4)
    assert play.state.turn == C


def test_a_guess_that_leaves_nobody_to_ask() -> None:
    """O-P-27, O-P-30: if nobody else has a hidden card afterwards, the guesser's turn is over."""
    play = begun()
    play.open(C, *range(1, 10))
    play.guess(A, B, "LANTERN...")
    assert play.one(FinalRounds).hider == A
    assert [t.seat for t in play.of(Turn)] == [B]


def test_not_while_words_are_chosen() -> None:
    """O-P-28: the right exists from the first activity card on."""
    play = Play(word_check="off")
    play.hide(A, "LANTERN")
    assert play.verbs(B) == ["hide"]
    refused = play.refused(B, Guess(A, "LANTERN"))
    assert refused.text == "You can't guess yet: players are still hiding their words."


def test_to_the_end_of_the_final_rounds() -> None:
    """O-P-28: it lasts to the end of the game, final rounds included."""
    play = begun()
    play.open(C, *range(1, 10))
    play.guess(A, B, "LANTERN...")
    play.guess(C, A, "..TREASURER.")
    assert play.over
    assert play.scores == (205, 0, 220)


def test_a_guess_is_not_multiplied() -> None:
    """O-P-18: it is not the first guess: not multiplied, and the multiplier stays."""
    play = begun("X3")
    play.guess(A, B, "LANTERN...")
    assert play.scores == (205, 0, 0)
    assert play.state.multiplier == 3


@pytest.mark.parametrize(("scope", "points"), [("card", 415), ("card_and_bonus", 615)])
def test_a_guess_may_be_multiplied(scope: str, points: int) -> None:
    """O-P-18, O-P-16: with multiplier_on_word_guess=on it counts as the first guess."""
    play = begun("X3", multiplier_on_word_guess=True, multiplier_scope=scope)
    play.guess(C, A, "..TREASURES.")
    assert play.state.multiplier == 3
    play.guess(A, B, "LANTERN...")
    assert play.scores == (points, 0, -50)
    assert play.state.multiplier == 1


def test_a_wrong_guess_loses_the_multiplier_that_it_would_use() -> None:
    """O-P-17, O-P-18: a miss loses it, and the 50 are not multiplied."""
    play = begun("X5", multiplier_on_word_guess=True)
    play.guess(A, B, "LANTERNS..")
    assert play.scores == (-50, 0, 0)
    assert play.state.multiplier == 1


def test_a_guessed_word_is_checked() -> None:
    """R-P-32: a word that was guessed and is not listed costs its owner 100."""
    play = Play(seats=3, first_player=1)
    for seat, word in ((A, "XYZZY"), (B, "FISH"), (C, "TREE")):
        play.hide(seat, word)
        if seat == A:
            play.hide(seat, word)
    play.guess(B, A, "XYZZY")
    assert play.one(Misspelt) == Misspelt(A, 0, "XYZZY", -100, play.scores[0])


def test_four_players_prompts_for_guesses() -> None:
    """Only opponents with enough hidden cards are offered, and all of that is public."""
    play = Play([*ROWS, "FISH"], activity_deck="none")
    targets = {seat: play.targets(seat, "guess") for seat in play.prompts()}
    assert targets == {A: (B, C), B: (A, C), C: (A, B), D: (A, B, C)}
    assert play.state.phase is Phase.ASKING
