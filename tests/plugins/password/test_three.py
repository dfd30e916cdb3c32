"""The game of three: one gives, two compete (rules page, 3.4)."""

from __future__ import annotations

import pytest

from parlour import SPECTATOR, MoveFault, Refused, Seat
from parlour_password import PASSWORD
from parlour_password.heard import (
    Answered,
    Begun,
    Chance,
    Closes,
    ClueGiven,
    Kept,
    Secret,
    WordOver,
)
from parlour_password.moves import Challenge, Clue, Guess, Insist
from parlour_password.state import Answer, Outcome, Phase, Side, Verdict
from tests.plugins.password.playbook import A, B, C, Play

STOLEN = ("stolen", *("castle",) * 4)


def verdicts(play: Play) -> list[tuple[Seat, Verdict]]:
    """What the answers of the last step were, in their order."""
    return [(answer.seat, answer.verdict) for answer in play.one(Answered).answers]


def test_one_gives_and_two_compete() -> None:
    """R-W-23: any list is used; rules for clues and scores as with four."""
    play = Play(3)
    assert play.state.teams == ()
    assert play.word.sides == (Side(A, (B, C)),)
    assert PASSWORD.scoring.sides(play.state) == ((B,), (C,))
    assert play.one(Secret).givers == (A,)
    assert [play.look(seat).password for seat in (A, B, C)] == ["castle", None, None]
    assert play.refused(A, Clue("two words")).fault is MoveFault.MALFORMED
    assert "castle" in play.refused_clue("castles")
    play.miss(2)
    play.find(C)
    assert play.scores == (0, 0, 8)


def test_a_clue_goes_to_both_at_once() -> None:
    """R-W-24: and both are asked."""
    play = Play(3)
    assert play.clue("fortress") == [ClueGiven(A, (B, C), "fortress", 10, (), 10)]
    assert play.heard(B) == play.heard(C) == play.heard(SPECTATOR) == play.events
    prompts = play.prompts()
    assert list(prompts) == [B, C]
    assert prompts[B] == prompts[C]
    assert not prompts[B].urgent  # for then all could see who has answered


def test_one_guess_or_a_pass_for_each_clue() -> None:
    """R-W-25: and no second one."""
    play = Play(3)
    play.clue("fortress")
    play.guess("tower", B)
    assert play.refused(B, Guess("castle")).text.startswith("You have already answered this clue")
    play.decline(C)
    assert verdicts(play) == [(B, Verdict.WRONG), (C, Verdict.PASSED)]
    assert play.state.dial == 9
    assert play.giver == A


def test_answers_are_sealed_until_both_are_in() -> None:
    """O-W-17, 3.7: nobody but its sender knows of an answer, not even that there is one."""
    play = Play(3)
    play.clue("fortress")
    others = (A, C, SPECTATOR)
    before = [play.look(viewer) for viewer in others]
    prompts = play.prompts()
    assert play.guess("castle", B) == [Kept(B, "castle"), Closes()]
    assert play.heard(B) == [Kept(B, "castle")]
    assert all(play.heard(viewer) == [] for viewer in others)
    assert [play.look(viewer) for viewer in others] == before
    assert play.deadline == play.state.closing == 500  # the host's clock, which nobody sees
    assert play.prompts()[C] == prompts[C]
    assert play.look(B).answer == "castle"
    play.guess("tower", C)
    assert play.one(Answered).answers == (
        Answer(B, "castle", Verdict.RIGHT),
        Answer(C, "tower", Verdict.WRONG),
    )
    assert play.heard(SPECTATOR) == play.events


def test_answers_are_sealed_until_time_is_up() -> None:
    """O-W-17, O-W-10: who is silent is wrong."""
    play = Play(3)
    play.clue("fortress")
    play.guess("castle", C)
    play.time_up()
    assert verdicts(play) == [(C, Verdict.RIGHT), (B, Verdict.SILENT)]
    assert play.scores == (0, 0, 10)


@pytest.mark.parametrize(("clock", "window"), [(30, 500), (0, 500), (30, 0), (1, 5000)])
def test_a_right_answer_closes_the_word_when_no_other_can_be_as_fast(
    clock: int, window: int
) -> None:
    """O-W-17: `simultaneous_ms` later, not when the time for answers is up."""
    play = Play(3, guess_seconds=clock, simultaneous_ms=window)
    play.clue("fortress")
    play.guess("castle", C)
    assert play.deadline == min([window, *([clock * 1000] if clock else [])])
    play.time_up()
    assert verdicts(play) == [(C, Verdict.RIGHT), (B, Verdict.SILENT)]
    assert play.scores == (0, 0, 10)


def test_nobody_hears_that_the_word_closes_and_the_checks_are_told_of_it() -> None:
    """O-W-17: a view does not show it, so the search for leaks has to know."""
    views = PASSWORD.views
    assert all(views.hear(Closes(), viewer) is None for viewer in (A, B, C, SPECTATOR))
    assert views.reveals(Closes(), B) is True


def test_a_wrong_first_answer_stays_sealed_until_time_is_up() -> None:
    """O-W-17: the other still may score."""
    play = Play(3)
    play.clue("fortress")
    play.guess("tower", C)
    assert play.deadline == 30_000
    play.time_up()
    assert verdicts(play) == [(C, Verdict.WRONG), (B, Verdict.SILENT)]


def test_both_are_silent() -> None:
    """O-W-10: the dial goes down, and the same player gives again."""
    play = Play(3)
    play.clue("fortress")
    play.time_up()
    assert verdicts(play) == [(B, Verdict.SILENT), (C, Verdict.SILENT)]
    assert (play.state.dial, play.giver) == (9, A)


def test_the_first_right_answer_scores() -> None:
    """R-W-26, O-W-17: the order is that of arrival."""
    play = Play(3)
    play.clue("fortress")
    play.guess("castle", C)
    play.guess("castle", B, after=501)
    assert verdicts(play) == [(C, Verdict.RIGHT), (B, Verdict.RIGHT)]
    over = play.one(WordOver)
    assert (over.scorers, over.points) == ((C,), 10)
    assert play.scores == (0, 0, 10)


@pytest.mark.parametrize(("window", "apart"), [(500, 500), (0, 0), (5000, 4999)])
def test_both_score_if_they_answer_at_the_same_time(window: int, apart: int) -> None:
    """R-W-26, O-W-17: `simultaneous_ms=500`; both have the full points."""
    play = Play(3, simultaneous_ms=window)
    play.clue("fortress")
    play.guess("castle", C)
    play.guess("castle", B, after=apart)
    over = play.one(WordOver)
    assert (over.scorers, over.points) == ((C, B), 10)
    assert play.scores == (0, 10, 10)


def test_a_wrong_answer_takes_no_time_from_a_right_one() -> None:
    """O-W-17: only right answers are first or second."""
    play = Play(3)
    play.clue("fortress")
    play.guess("tower", B)
    play.guess("castle", C, after=20_000)
    assert play.scores == (0, 0, 10)


def test_a_game_is_five_words() -> None:
    """R-W-27: the fifth double; the receiver with the higher score wins, the giver never."""
    play = Play(3)
    begun = play.one(Begun)
    assert (begun.label, begun.number, begun.total) == ("1", 1, 5)
    assert [word.label for word in play.state.words] == ["1", "2", "3", "4", "5"]
    assert [word.double for word in play.state.words] == [False] * 4 + [True]
    play.find(B)
    play.next()
    play.skip(3)
    play.miss(2)
    play.find(C)
    assert play.over
    assert play.scores == (0, 10, 16)
    assert play.winners == {C}


def test_equal_receivers_share_the_win_the_giver_does_not() -> None:
    """R-W-27, O-W-18, O-W-26: he scores nothing, so nothing is what all have."""
    play = Play(3)
    play.skip(5)
    assert play.winners == {B, C}


def test_who_gives() -> None:
    """R-W-23: the option `giver`: a seat, or by lot."""
    play = Play(3, giver=2)
    assert all(word.sides == (Side(B, (A, C)),) for word in play.state.words)
    givers = [Play(3, giver="random", first=n).giver for n in range(60)]
    assert {givers.count(seat) > 8 for seat in (A, B, C)} == {True}


def test_an_empty_seat_cannot_give() -> None:
    """The option `giver` is checked when the game begins."""
    with pytest.raises(Refused) as caught:
        Play(3, giver=4)
    assert caught.value.text == "giver=4 is an empty seat. Choose a taken seat or random."
    assert Play(4, giver=7).giver == A  # it is for three


def test_the_giver_goes_round() -> None:
    """O-W-26: `rotate_giver`: three games of five, each gives once, totals decide."""
    play = Play(3, giver=2, rotate_giver=True)
    labels = [word.label for word in play.state.words]
    assert labels == [f"{game}-{row}" for game in (1, 2, 3) for row in (1, 2, 3, 4, 5)]
    givers = [word.sides[0].giver for word in play.state.words]
    assert givers == [B] * 5 + [C] * 5 + [A] * 5
    assert [word.label for word in play.state.words if word.double] == ["1-5", "2-5", "3-5"]
    play.find(A)
    play.next()
    play.skip(4)
    play.find(B)
    play.next()
    play.skip(8)
    play.miss(9)
    play.find(B)
    assert play.over
    assert play.scores == (10, 12, 0)
    assert play.winners == {B}


# --- forms ----------------------------------------------------------------------------------


def answer(play: Play, one: str | None, other: str | None) -> None:
    """A clue; seat 3 answers first, seat 2 after a second. None: he passes."""
    play.clue("taken")
    for seat, text in ((C, one), (B, other)):
        if text is None:
            play.decline(seat)
        else:
            play.guess(text, seat, after=1_000)


def test_the_exact_word_beats_a_form() -> None:
    """O-W-23: whichever came first."""
    play = Play(3, words=STOLEN)
    answer(play, "steal", "stolen")
    assert verdicts(play) == [(C, Verdict.FORM), (B, Verdict.RIGHT)]
    assert play.scores == (0, 10, 0)


@pytest.mark.parametrize("other", ["robbed", None])
def test_who_alone_has_said_a_form_has_his_chance(other: str | None) -> None:
    """O-W-23, R-W-22: after both answers are in."""
    play = Play(3, words=STOLEN)
    answer(play, "steal", other)
    assert play.one(Chance) == Chance(C, 10, 10)
    assert list(play.prompts()) == [C]
    assert play.refused(B, Guess("stolen")).fault is MoveFault.NOT_YOUR_TURN
    play.guess("stolen", C)
    assert play.scores == (0, 0, 10)


def test_of_two_forms_the_earlier_has_the_only_chance() -> None:
    """O-W-23: failing, the word is thrown out for both."""
    play = Play(3, words=STOLEN)
    answer(play, "steal", "stealing")
    assert play.one(Chance).seat == C
    play.guess("stole", C)
    assert play.last.outcome is Outcome.FORM
    assert play.scores == (0, 0, 0)
    assert play.phase is Phase.PAUSE


# --- no opponents ---------------------------------------------------------------------------


def test_there_is_nobody_to_challenge() -> None:
    """O-W-24: the referee judges, whatever `clue_check` says, and nobody votes."""
    play = Play(3, clue_check="challenge", clue_vote=True)
    assert play.refused(A, Clue("two words")).fault is MoveFault.MALFORMED
    assert "Nobody can allow" in play.refused(A, Insist("cast")).text
    assert "insist" not in play.refused_clue("cast")
    assert play.verbs(A) == ["clue"]
    play.clue("fortress")
    assert play.look().open_to == ()
    assert play.refused(B, Challenge()).text == "There is no clue to challenge now."
    assert play.deadline == 30_000


def test_sealed_answers_do_not_print() -> None:
    """Logs hold none of them."""
    play = Play(3)
    play.clue("fortress")
    play.guess("tower", B)
    for value in (play.state, *play.events, play.look(B), Guess("tower")):
        assert "tower" not in repr(value)
