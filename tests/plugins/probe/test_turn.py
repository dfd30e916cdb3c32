"""Questions and answers: R-P-13 to R-P-20, R-P-33, O-P-7 to O-P-12, O-P-47."""

from __future__ import annotations

import pytest

from parlour import MoveFault, OptionValue, Seat
from parlour_probe import PROBE
from parlour_probe.heard import Asked, Shown, TimeUp, Turn
from parlour_probe.moves import Ask, Guess, Show
from parlour_probe.state import Phase
from tests.plugins.probe.playbook import A, B, C, Play

ROWS = ["..TREASURER.", "LANTERN...", "CROCODILE"]


def begun(*deck: str, **options: OptionValue) -> Play:
    """A game with words hidden, seat 1 at turn."""
    return Play(ROWS, deck=[*deck, "NORMAL", "NORMAL", "NORMAL"], options=options)


def test_a_turn_begins_with_an_activity_card() -> None:
    """R-P-14: the top card is drawn, read out, and lies face up."""
    play = begun("NORMAL")
    assert play.events[-1] == Turn(A, "NORMAL", False, False, None, 0, 0, False)
    assert play.state.used == ("NORMAL",)
    assert play.look().activity == "NORMAL"


def test_a_hit_exposes_one_card_and_the_asker_goes_on() -> None:
    """R-P-15, R-P-16, R-P-17, R-P-18: one card a question; then again, whomever he likes."""
    play = begun()
    play.ask(A, B, "L")
    assert play.one(Asked) == Asked(A, B, "L", True, 0, 0)
    play.show(B, 1)
    assert play.face(B) == "L?????????"
    assert play.state.turn == A
    play.hit(A, C, 1)
    play.hit(A, B, 2)
    assert play.face(B) == "LA????????"
    assert play.face(C) == "C????????"


def test_the_owner_chooses_among_equal_cards() -> None:
    """R-P-16, O-P-7: of several matching cards the owner chooses one."""
    play = begun()
    play.ask(A, B, "N")
    assert play.spaces(B) == (3, 7)
    assert play.refused(B, Show(4)).text == "You can't show space 4. Choose from: 3, 7."
    play.show(B, 7)
    assert play.face(B) == "??????N???"


def test_the_first_no_ends_the_turn() -> None:
    """R-P-19: the player to the left plays next and draws a card."""
    play = begun()
    play.ask(A, B, "Z")
    assert play.events == [
        Asked(A, B, "Z", False, 0, 0),
        Turn(B, "NORMAL", False, False, None, 0, 0, False),
    ]
    play.ask(B, C, "Z")
    assert play.one(Turn).seat == C
    play.ask(C, B, "Z")
    assert play.one(Turn).seat == A


def test_who_is_found_out_plays_on() -> None:
    """R-P-20: a player whose word is all up takes his turns, scores and may guess."""
    play = begun("NORMAL", "+15")
    play.open(B, *range(1, 11))
    play.ask(A, C, "Z")
    assert play.scores == (0, 15, 0)
    play.hit(B, C, 1)
    assert play.scores == (0, 20, 0)
    assert "guess" in play.verbs(B)


def test_every_hit_goes_through_the_same_stage() -> None:
    """O-P-8: with one matching card or several, others see the same and the owner is asked."""
    one, two = begun(), begun()
    one.ask(A, B, "L")
    two.ask(A, B, "N")
    for play in (one, two):
        assert play.state.phase is Phase.SHOWING
        assert play.verbs(B) == ["show", "guess"]
        assert play.state.due == 30_000
    assert one.prompts()[A] == two.prompts()[A]
    view = one.look(C).pending
    assert view is not None
    assert view.spaces is None
    assert one.spaces(B) == (1,)
    assert one.told(C) == ["ann asks bob for an L. bob must show one."]


def test_silence_shows_the_best_card() -> None:
    """O-P-7: the referee shows the matching card of highest value, the lowest space on ties."""
    play = begun()
    play.ask(A, B, "N")  # spaces 3 (15) and 7 (5)
    play.time_up()
    shown = play.one(Shown)
    assert (shown.space, shown.referee, shown.penalty) == (3, True, 0)
    assert play.scores == (15, 0, 0)
    play = begun()
    play.ask(A, C, "C")  # spaces 1 (5) and 4 (15)
    play.time_up()
    assert play.one(Shown).space == 4
    play.ask(A, B, ".")  # spaces 8 (10), 9 and 10 (15)
    play.time_up()
    assert play.one(Shown).space == 9


def test_silence_may_cost() -> None:
    """R-P-33, O-P-7: choice_timeout_penalty=100 is the literal reading, for guessed cards only."""
    play = begun("NORMAL", "LEFT", choice_timeout_penalty=100)
    play.ask(A, B, "N")
    play.time_up()
    assert play.scores == (15, -100, 0)
    assert play.one(Shown).owner_score == -100
    play.ask(A, B, "Z")
    play.time_up()
    assert play.one(Shown).owner == C
    assert play.scores == (15, -85, 0)


def test_questions_that_are_refused() -> None:
    """O-P-9: oneself, nothing hidden, out of turn, before play, while a card is chosen."""
    play = Play(word_check="off")
    assert play.refused(A, Ask(B, "E")).fault is MoveFault.NOT_YOUR_TURN
    play = begun("LEFT")
    assert play.refused(A, Ask(B, "E")).text == "You can't ask now: wait until the card is shown."
    play.show(B, 1)
    assert play.refused(B, Ask(A, "E")).fault is MoveFault.NOT_YOUR_TURN
    assert play.refused(A, Ask(A, "E")).text == "You can't ask yourself. Ask another player."
    assert play.refused(A, Ask(Seat(9), "E")).fault is MoveFault.ILLEGAL
    assert play.refused(A, Ask(B, "e")).fault is MoveFault.ILLEGAL
    play.open(C, *range(1, 10))
    refused = play.refused(A, Ask(C, "E"))
    assert refused.text == "That player has no hidden cards. Ask somebody else."
    play.ask(A, B, "A")
    assert play.refused(A, Ask(B, "E")).fault is MoveFault.NOT_YOUR_TURN
    assert play.refused(A, Show(2)).fault is MoveFault.NOT_YOUR_TURN
    play.show(B, 2)
    assert play.refused(B, Show(2)).text == "You don't have to show a card now."


def test_repeating_a_question() -> None:
    """R-P-13, O-P-10: a question may be repeated, and no view keeps what was asked."""
    play = begun()
    before = play.look(C)
    play.ask(A, B, "Z")
    play.ask(B, A, "Z")
    play.ask(C, B, "Z")
    play.ask(A, B, "Z")
    play.ask(B, A, "Z")
    play.ask(C, B, "Z")
    after = play.look(C)
    assert (before.racks, before.scores, before.turn) == (after.racks, after.scores, after.turn)
    assert "Z" not in str(after.racks)


def test_time_for_a_question() -> None:
    """O-P-11: turn_seconds for each question; when time is up the turn ends without points."""
    play = begun("ADDITIONAL")
    assert play.state.due == 60_000
    play.now = 10_000
    play.hit(A, B, 1)
    assert play.state.due == 70_000
    play.time_up()
    assert play.events[0] == TimeUp(A)
    assert play.one(Turn).seat == B  # the additional turn is lost
    assert play.state.extra == 0
    assert play.scores == (5, 0, 0)


def test_no_clocks() -> None:
    """G-6: with 0 nobody is hurried."""
    play = begun(turn_seconds=0, choice_seconds=0)
    assert play.state.due is None
    play.ask(A, B, "N")
    assert play.state.due is None


def test_passing() -> None:
    """O-P-12: there is no move to pass."""
    assert [verb.name for verb in PROBE.verbs] == ["hide", "ask", "show", "guess", "recite"]
    assert begun().verbs(A) == ["ask", "guess"]


def test_a_blank_that_is_up_does_not_help() -> None:
    """R-P-15, R-P-31, O-P-47: only hidden blanks count."""
    play = begun()
    play.open(B, 8, 9, 10)
    play.ask(A, B, ".")
    assert play.one(Asked) == Asked(A, B, ".", False, -50, -50)
    assert play.scores == (-50, 0, 0)
    assert play.state.turn == B


def test_prompts_name_who_may_be_asked() -> None:
    """Only opponents with hidden cards can be asked; who is not at turn may only guess."""
    play = begun()
    play.open(B, *range(1, 11))
    prompts = play.prompts()
    assert play.targets(A, "ask") == (C,)
    assert prompts[A].urgent
    assert prompts[A].due == 60_000
    assert not prompts[B].urgent
    assert prompts[B].due is None
    play.open(A, *range(1, 13))
    assert C not in play.prompts()  # nobody he could guess


def test_nothing_after_the_end() -> None:
    """When the game is over nothing is open and every move is refused."""
    play = begun()
    for seat, cards in ((A, 12), (B, 10)):
        play.open(seat, *range(1, cards + 1))
    play.open(C, *range(1, 9))
    play.hit(A, C, 9)
    assert play.over
    assert play.prompts() == {}
    assert PROBE.rules.deadline(play.state) is None
    for move in (Ask(B, "E"), Show(1), Guess(B, "LANTERN...")):
        assert play.refused(A, move).text == "The game is over."
    before = play.state
    play.leave(B)
    assert play.state == before


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_turns_go_round(seats: int) -> None:
    """R-P-19: everybody has his turn, in seat order."""
    play = Play(["FISH"] * seats, activity_deck="none")
    order: list[int] = []
    for _ in range(2 * seats):
        turn = play.state.turn
        order.append(turn)
        play.ask(turn, next(s for s in play.state.seats if s != turn), "Z")
    assert order == [*range(1, seats + 1)] * 2
