"""Final rounds, the end, and leaving: R-P-42 to R-P-45, O-P-29 to O-P-34, O-P-41, O-P-45."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from parlour import OptionValue, Seat
from parlour_probe.heard import (
    Ended,
    FinalRounds,
    Gone,
    Guessed,
    Kept,
    Laid,
    Misspelt,
    NoReply,
    Shown,
    Turn,
)
from parlour_probe.state import Phase
from tests.plugins.probe.playbook import A, B, C, D, Play

ROWS = ["CROCODILE", "FISH", "TREE"]


def near_the_end(*deck: str, hider: int = 1, **options: OptionValue) -> Play:
    """Seat 1 at turn; the other players hide one card each: bob S at 3, cy R at 2."""
    play = Play(ROWS, deck=[*deck, *["NORMAL"] * 30], options=options)
    play.open(B, 1, 2, 4)
    play.open(C, 1, 3, 4)
    if hider == C:
        play.open(A, 2, 3, 4, 5, 6, 7, 8, 9)
    return play


def turns(play: Play) -> Sequence[int]:
    return [turn.seat for turn in play.of(Turn)]


def test_final_rounds_in_the_hiders_turn() -> None:
    """R-P-42, O-P-29, O-P-30: if it starts in the hider's own turn, that turn ends at once."""
    play = near_the_end()
    play.hit(A, B, 3)
    assert play.of(FinalRounds) == []
    play.hit(A, C, 2)
    assert play.one(FinalRounds) == FinalRounds(A, (A, B, C), (0, 2, 2))
    assert turns(play) == [B]
    assert play.turns_left() == (0, 1, 2)


def test_two_whole_turns_each() -> None:
    """R-P-42, R-P-43, O-P-33: two turns each in the usual order, the hider draws in between."""
    play = near_the_end()
    play.hit(A, B, 3)
    play.hit(A, C, 2)
    play.ask(B, A, "Z")
    assert turns(play) == [C]
    play.ask(C, A, "Z")
    assert turns(play) == [A, B]
    assert play.of(Turn)[0].idle
    play.ask(B, A, "Z")
    assert turns(play) == [C]
    play.ask(C, A, "Z")
    assert turns(play) == []
    assert play.over


def test_the_turn_in_progress_is_not_counted() -> None:
    """O-P-29: it is finished and is none of the two; each opponent then has two whole turns."""
    play = near_the_end("NORMAL", "NORMAL")
    play.ask(A, B, "Z")
    play.hit(B, C, 2)
    play.guess(C, A, "X" * len(play.face(A)))
    play.open(B, 3)
    play.hit(B, A, 1)
    assert play.one(FinalRounds) == FinalRounds(A, (A, B, C), (0, 2, 2))
    assert play.state.turn == B
    order: list[Seat] = []
    while not play.over:
        order.append(play.state.turn)
        play.ask(play.state.turn, A, "Z")
    assert order == [B, C, B, C, B]


def test_the_turn_in_progress_may_count() -> None:
    """O-P-29: with final_current_turn_counts=on it is the first of the two."""
    play = near_the_end("NORMAL", "NORMAL", final_current_turn_counts=True)
    play.ask(A, B, "Z")
    play.open(B, 3)
    play.hit(B, C, 2)
    assert play.one(FinalRounds).turns == (0, 1, 2)
    order: list[Seat] = []
    while not play.over:
        order.append(play.state.turn)
        play.ask(play.state.turn, A, "Z")
    assert order == [B, C, B, C]


def test_whatever_exposed_the_last_card() -> None:
    """O-P-29: also an activity card starts the final rounds."""
    play = near_the_end("NORMAL", "LEFT")
    play.open(B, 3)
    play.ask(A, C, "Z")
    play.show(C, 2)
    assert play.one(FinalRounds).hider == A
    assert play.state.turn == B
    assert play.verbs(B) == ["ask", "guess"]


def test_time_up_is_a_turn() -> None:
    """R-P-42: a turn that ends by the clock is one of the two."""
    play = near_the_end()
    play.hit(A, B, 3)
    play.hit(A, C, 2)
    for seat in (B, C, B, C):
        assert play.state.turn == seat
        play.time_up()
    assert play.over


def test_continuations_use_up_no_turn() -> None:
    """O-P-31: an additional turn belongs to the same turn."""
    play = near_the_end("NORMAL", "ADDITIONAL", "ADDITIONAL")
    play.hit(A, B, 3)
    play.hit(A, C, 2)
    for _ in range(3):
        assert play.turns_left() == (0, 1, 2)
        play.ask(B, A, "Z")
    assert play.state.turn == C


@pytest.mark.parametrize("card", ["ADDITIONAL", "X3", "X4", "X5", "LEFT", "RIGHT"])
def test_the_hiders_void_cards(card: str) -> None:
    """O-P-32: additional turns, multipliers and neighbours are void for the hider."""
    play = near_the_end("NORMAL", "NORMAL", "NORMAL", card)
    play.hit(A, B, 3)
    play.hit(A, C, 2)
    play.ask(B, A, "Z")
    play.ask(C, A, "Z")
    hider, after = play.of(Turn)
    assert (hider.seat, hider.card, hider.void, hider.idle) == (A, card, True, True)
    assert (after.seat, after.void) == (B, False)
    assert (play.state.extra, play.state.multiplier) == (0, 1)


def test_the_hider_obeys_score_cards() -> None:
    """R-P-43, O-P-32: score cards count for him."""
    play = near_the_end("NORMAL", "NORMAL", "NORMAL", "+25")
    play.hit(A, B, 3)
    play.hit(A, C, 2)
    before = play.scores[0]
    play.ask(B, A, "Z")
    play.ask(C, A, "Z")
    assert play.scores[0] == before + 25


def test_the_hider_obeys_own_blank() -> None:
    """O-P-32: he must show a blank; then his turn ends, or the game if it was his last card."""
    for more in (False, True):
        play = Play([".A", "FISH", "TREE"], deck=[*["NORMAL"] * 3, "OWN_BLANK", *["NORMAL"] * 9])
        play.open(B, 1, 2, 4)
        play.open(C, 1, 3, 4)
        if not more:
            play.open(A, 2)
        play.hit(A, B, 3)
        play.hit(A, C, 2)
        play.ask(B, A, "Z")
        play.ask(C, A, "Z")
        assert play.verbs(A) == ["show"]
        play.show(A, 1)
        assert play.over is not more
        assert turns(play) == ([B] if more else [])


def test_last_card_exposed_earlier_ends_the_game() -> None:
    """O-P-33, R-P-45: the game ends at once, and nothing is paid for keeping the word."""
    play = near_the_end("NORMAL", "RIGHT", hider=C)
    play.hit(A, B, 3)
    play.hit(A, C, 2)
    play.show(A, 1)
    assert play.over
    assert play.of(Kept) == []
    assert play.one(Ended).reason == "all_up"


@pytest.mark.parametrize(
    ("known", "values", "bonus"),
    [((1, 2, 3, 4), 45, 100), ((1, 2, 3, 4, 5), 35, 50), ((), 90, 100)],
)
def test_what_the_hider_kept(known: tuple[int, ...], values: int, bonus: int) -> None:
    """R-P-44, O-P-34: the values and 50, or 100 in place of it with five or more cards."""
    play = near_the_end()
    play.open(A, *known)
    play.hit(A, B, 3)
    play.hit(A, C, 2)
    before = play.scores[0]
    for seat in (B, C, B, C):
        play.ask(seat, A, "Z")
    kept = play.one(Kept)
    assert (kept.values, kept.bonus, kept.score) == (values, bonus, before + values + bonus)
    assert kept.spaces == tuple(n for n in range(1, 10) if n not in known)
    assert play.scores[0] == before + values + bonus
    assert play.face(A) == "CROCODILE"


def test_the_hiders_word_is_checked_afterwards() -> None:
    """O-P-41, R-P-32: for the hider after R-P-44, once for each rack."""
    play = Play(seats=3, first_player=1, activity_deck="none")
    for seat, word in ((A, "XYZZY"), (A, "XYZZY"), (B, "FISH"), (C, "TREE")):
        play.hide(seat, word)
    play.open(B, 1, 2, 4)
    play.open(C, 1, 3, 4)
    play.hit(A, B, 3)
    play.hit(A, C, 2)
    for seat in (B, C, B, C):
        play.ask(seat, A, "Q")
    assert [type(e) for e in play.events[-3:]] == [Kept, Misspelt, Ended]
    assert play.one(Misspelt).score == play.scores[0] == play.one(Kept).score - 100


def test_all_words_are_shown_at_the_end() -> None:
    """R-P-45, O-P-46, G-8: the end shows every word to all, watchers included."""
    play = near_the_end(hider=C)
    play.open(A, 1)
    play.hit(A, B, 3)
    play.hit(A, C, 2)
    assert play.one(Ended) == Ended("all_up", (A, B, C), tuple(ROWS), (0, 0, 0))
    assert [rack.cards for rack in play.look().racks] == [tuple(row) for row in ROWS]
    assert play.state.phase is Phase.OVER


# --- leaving ------------------------------------------------------------------------------------


def test_the_referee_answers_for_who_left() -> None:
    """O-P-45, G-3: his rack stays in play; the answer passes the same stage, without waiting."""
    play = Play([*ROWS, "BANANA"], activity_deck="none")
    play.leave(D)
    assert play.one(Gone) == Gone(D)
    play.ask(A, D, "A")  # spaces 2 (10), 4 (15), 6 (5)
    assert play.one(Shown).space == 4
    assert play.one(Shown).referee
    assert play.verbs(A) == ["ask", "guess"]
    assert play.scores == (15, 0, 0, 0)
    assert D not in play.prompts()


def test_turns_of_who_left_are_skipped() -> None:
    """O-P-45: also the one in progress."""
    play = Play([*ROWS, "BANANA"], activity_deck="none")
    play.leave(B)
    assert turns(play) == []
    play.ask(A, B, "Z")
    assert play.state.turn == C
    play.leave(C)
    assert turns(play) == [D]


def test_leaving_while_a_card_is_to_be_shown() -> None:
    """O-P-45: the referee shows it at once; if the asker leaves the owner still shows his."""
    play = Play([*ROWS, "BANANA"], activity_deck="none")
    play.ask(A, D, "A")
    play.leave(D)
    assert play.one(Shown).space == 4
    assert play.state.turn == A
    play.ask(A, C, "E")
    play.leave(A)
    assert play.verbs(C) == ["show", "guess"]
    play.show(C, 3)
    assert play.scores == (15 + 15, 0, 0, 0)
    assert turns(play) == [B]


def test_leaving_with_one_s_own_card_to_show() -> None:
    """O-P-45: the drawer of OWN_BLANK is answered for and his turn is over."""
    play = Play([".CALM", *ROWS], deck=["OWN_BLANK", "NORMAL"])
    play.leave(A)
    assert play.one(Shown).card == "."
    assert turns(play) == [B]


def test_an_activity_card_for_who_left() -> None:
    """O-P-45: the referee chooses for him at once, also by an activity card."""
    play = Play([*ROWS, "BANANA"], deck=["NORMAL", "NORMAL", "LEFT"])
    play.leave(D)
    play.ask(A, B, "Z")
    play.ask(B, A, "Z")
    assert play.one(Shown).cause == "LEFT"
    assert play.one(Shown).space == 3
    assert play.verbs(C) == ["ask", "guess"]


def test_one_player_left_stops_the_game() -> None:
    """O-P-45: no further points; the words are shown, and the one who stayed is ranked alone."""
    play = Play(ROWS, activity_deck="none")
    play.hit(A, B, 3)
    play.leave(A)
    play.leave(C)
    assert play.one(Ended) == Ended("deserted", (A, B, C), tuple(ROWS), (0, 0, 0))
    assert play.scores == (15, 0, 0)
    assert play.winners == {B}


def test_one_player_left_while_hiding() -> None:
    """O-P-45: then there is nothing to show but what was hidden."""
    play = Play(word_check="off")
    play.hide(A, "FISH")
    play.leave(A)
    play.leave(B)
    assert play.one(Ended).rows == ("FISH", "", "")
    assert play.of(Laid) == []


def test_leaving_in_the_final_rounds() -> None:
    """O-P-45, O-P-33: the turns of who left are void; with the last of them the game ends."""
    play = Play([*ROWS, "CALM"], activity_deck="none")
    for seat, spaces in ((B, (1, 2, 3, 4)), (C, (1, 2, 3, 4)), (D, (1, 2, 3))):
        play.open(seat, *spaces)
    play.hit(A, D, 4)
    assert play.one(FinalRounds).turns == (0, 2, 2, 2)
    play.leave(C)
    assert play.turns_left() == (0, 1, 0, 2)
    order: list[Seat] = []
    while not play.over:
        order.append(play.state.turn)
        play.ask(play.state.turn, A, "Z")
    assert order == [B, D, B, D]


def test_last_opponent_with_turns_leaves() -> None:
    """O-P-33, O-P-45: leaving in one's last turn ends the game."""
    play = near_the_end()
    play.hit(A, B, 3)
    play.hit(A, C, 2)
    for seat in (B, C, B):
        play.ask(seat, A, "Z")
    play.leave(C)
    assert play.over
    assert play.one(Ended).reason == "final"


def test_the_hider_may_be_gone() -> None:
    """O-P-45: the rack of a hider who left is played for, and paid like any other."""
    play = Play([*ROWS, "CALM"], activity_deck="none")
    play.leave(A)
    for seat in (B, C, D):
        play.open(seat, 1, 2, 3, 4)
    play.ask(B, A, "E")
    assert play.one(FinalRounds).turns == (0, 2, 2, 2)
    while not play.over:
        assert play.state.turn != A
        play.ask(play.state.turn, A, "Z")
    assert play.one(Kept).hider == A
    assert A not in play.winners


def test_no_guess_waits_for_nothing() -> None:
    """O-P-23: a guess that waited for the card of one who leaves is judged then."""
    play = Play([*ROWS, "BANANA"], activity_deck="none")
    play.ask(A, D, "A")
    play.guess(B, D, "BANANE")
    play.leave(D)
    assert play.scores == (15, -50, 0, 0)
    assert play.of(NoReply) == []


def test_what_follows_an_exposure_has_an_order() -> None:
    """1.6(4): pay, spelling, held guesses, final rounds; the turn ends if nobody can be asked.

    The guess that waited turns up what was left of the third rack: nobody hides but the asker.
    """
    play = Play(["FISH", "CALX", "TABLE"], deck=["NORMAL"] * 9, word_check="reveal")
    play.hide(B, "CALX")
    play.open(B, 1, 2, 3)
    play.ask(A, B, "X")
    play.guess(B, C, "TABLE")
    play.show(B, 4)
    kinds = [type(event) for event in play.events]
    assert kinds == [Shown, Misspelt, Guessed, FinalRounds, Turn]
    assert play.one(Turn).seat == B
    assert play.one(FinalRounds).hider == A


def test_final_rounds_begin_before_a_held_guess_is_judged() -> None:
    """1.6(4): and a wrong one does not end the turn of a player who can still ask."""
    play = Play(["FISH", "CALM", "TREES"], deck=["NORMAL"] * 9)
    play.open(A, 1, 2, 3, 4)
    play.open(B, 1, 2, 3)
    play.ask(A, B, "M")
    play.guess(B, C, "TREED")
    play.show(B, 4)
    assert [type(event) for event in play.events] == [Shown, FinalRounds, Guessed]
    assert play.verbs(A) == ["ask", "guess"]
