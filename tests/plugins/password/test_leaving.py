"""Somebody leaves: a substitute, a game of three, or the end (O-W-22)."""

from __future__ import annotations

from typing import Any

import pytest

from parlour import SPECTATOR, MoveFault
from parlour_password.heard import Ended, Gone, OfThree, Seated, Wants, WordOver
from parlour_password.moves import Clue, Guess, Next, Stop, Three
from parlour_password.state import Outcome, Phase, Side
from tests.plugins.password.playbook import WORDS, A, B, C, D, Play


def left(**options: Any) -> Play:
    """dee has left while ann was to give the third clue of A1; cy has 10 points from before."""
    play = Play(**options)
    play.find()
    play.next()
    play.miss(2)
    play.leave(D)
    return play


def test_the_word_in_play_is_thrown_out_and_shown() -> None:
    """O-W-22, O-W-21: nobody scores for it, and a substitute is waited for. Moves that have
    nothing to do with that are refused, before and after.
    """
    play = Play()
    for move in (Three(), Stop()):
        assert play.refused(A, move).text == "Nobody has left. The game goes on."
    assert play.free == ()  # a newcomer must not see a word that is being played
    play = left()
    assert play.kinds() == ["gone", "over"]
    assert play.one(Gone) == Gone(D, B, 180, True)
    over = play.one(WordOver)
    assert (over.outcome, over.word, over.points) == ("left", "ocean", 0)
    assert play.heard(SPECTATOR) == play.events
    assert (play.phase, play.deadline, play.free) == (Phase.WAITING, 180_000, (D,))
    assert play.look().gone == (D,)
    assert play.scores == (0, 0, 10, 0)
    for other in (Clue("thing"), Guess("castle"), Next()):
        assert play.refused(A, other).text


@pytest.mark.parametrize("moment", ["clue", "plea", "guess", "sealed", "chance"])
def test_somebody_may_leave_at_any_moment(moment: str) -> None:
    """O-W-22: nothing of the word is left, no plea, no answer, no window."""
    play = Play(clue_check="challenge" if moment == "sealed" else "referee")
    if moment == "plea":
        play.insist("cast")
    elif moment != "clue":
        play.clue("fortress")
    if moment == "sealed":
        play.guess("tower", C)
    if moment == "chance":
        play.guess("castles", C)
        assert play.phase is Phase.CHANCE
    play.leave(A)
    state = play.state
    assert state.phase is Phase.WAITING
    assert (state.plea, state.sealed, state.window, state.chance) == (None, (), None, None)
    assert play.last.outcome is Outcome.LEFT


def test_a_substitute_goes_on() -> None:
    """O-W-22: in the same place, with the same points; the next word follows after a pause."""
    play = Play()
    play.miss()
    play.find()
    assert play.free == ()
    play.leave(D)
    assert play.kinds() == ["gone"]  # between two words nothing is thrown out
    assert len(play.state.done) == 1
    assert play.join(D) == [Seated(D)]
    assert (play.phase, play.deadline, play.free) == (Phase.PAUSE, 15_000, ())
    assert play.scores == (0, 0, 0, 9)
    play.next(A, B, C)
    assert play.phase is Phase.PAUSE
    play.next(D)
    assert play.word.label == "B1"
    assert play.look(D).password == "ocean"


def test_the_partner_may_stop() -> None:
    """O-W-22: it is his team that waits; the words that were not played are shown (G-8)."""
    play = left()
    for seat in (A, C):
        assert play.verbs(seat) == ["three"]
        assert "Only the partner" in play.refused(seat, Stop()).text
    assert play.verbs(B) == ["three", "stop"]
    assert all(not prompt.urgent for prompt in play.prompts().values())
    play.stop(B)
    assert play.over
    ended = play.one(Ended)
    assert (ended.reason, ended.unplayed) == ("stopped", WORDS[2:10])
    assert play.winners == frozenset()
    assert play.scores == (0, 0, 10, 0)


def test_nobody_comes() -> None:
    """O-W-22, G-6: after `substitute_seconds` the game is over; with 0 only players end the wait.
    With two of four there is nothing to wait for.
    """
    play = left(substitute_seconds=60)
    assert play.deadline == 60_000
    play.time_up()
    assert play.one(Ended).reason == "stopped"
    assert play.winners == frozenset()
    play = left(substitute_seconds=0)
    assert play.deadline is None
    play.leave(A)
    assert play.kinds() == ["gone", "ended"]
    assert play.one(Gone).seconds == 0
    assert play.over
    assert play.free == ()


def test_three_of_four_may_go_on_as_a_game_of_three() -> None:
    """O-W-22, O-W-24: if all agree; the giver goes round from the partner of who has left. There
    are no opponents any more, so there are no challenges.
    """
    play = left(clue_check="challenge")
    play.three(C)
    assert play.events == [Wants(C, (A, B))]
    assert play.look().pressed == (C,)
    assert play.verbs(C) == []
    assert "already typed three" in play.refused(C, Three()).text
    play.three(A, B)
    assert play.events == [OfThree((A, B, C))]
    assert (play.phase, play.state.teams, play.free) == (Phase.PAUSE, (), ())
    assert play.state.seats == (A, B, C)
    assert play.scores == (0, 0, 10, 0)  # the last are those of the one who left
    assert [word.label for word in play.state.words[2:]] == [
        *("A2", "B2", "A3", "B3", "A4", "B4", "A5", "B5")
    ]
    givers = [word.sides[0].giver for word in play.state.words[2:]]
    assert givers == [B, C, A, B, C, A, B, C]
    play.next()
    assert play.word.sides == (Side(B, (A, C)),)
    assert [play.look(seat).password for seat in (A, B, C)] == [None, "stolen", None]
    assert play.refused(B, Clue("two words")).fault is MoveFault.MALFORMED
    play.find(A)
    assert play.scores == (10, 0, 10, 0)
    play.next()
    play.skip(7)
    assert play.over
    assert play.winners == {A, C}  # everybody has received, and the best two share
    assert play.one(Ended).seats == (A, B, C)


def test_of_three_anybody_may_stop_or_take_the_place() -> None:
    """O-W-22: with two there is no game; a substitute gives where the other has given."""
    for stopper in (B, C, None):
        play = Play(3)
        play.leave(A)
        assert play.one(Gone) == Gone(A, None, 180, False)
        assert play.free == (A,)
        assert play.verbs(B) == play.verbs(C) == ["stop"]
        assert "Only a game of four" in play.refused(B, Three()).text
        if stopper is not None:
            play.stop(stopper)
            assert play.over
            assert play.winners == frozenset()
    play.join(A)
    play.next()
    assert play.giver == A
    play.find(C)
    assert play.scores == (0, 0, 10)


def test_the_last_word_is_thrown_out() -> None:
    """O-W-22, R-W-27: nothing is left to play, so the game ends as it is. Who left competes with
    nobody and wins nothing; and there is no word for a tie.
    """
    play = Play(tiebreak="extra_word")
    play.find()
    play.next()
    play.skip(8)
    assert play.word.label == "B5"
    play.leave(A)
    assert play.kinds() == ["gone", "over", "ended"]
    assert play.one(Gone).seconds == 0
    assert play.one(Ended).reason == "played"
    assert play.winners == {C}
    play = Play(3, tiebreak="extra_word")
    play.find(C)
    play.next()
    play.skip(3)
    play.leave(C)
    assert play.over
    assert play.winners == {B}
    assert play.one(Ended).unplayed == ("velvet",)
    equal = Play(tiebreak="extra_word")
    equal.skip(9)
    equal.leave(D)
    assert equal.over
    assert equal.winners == {A, B, C}
