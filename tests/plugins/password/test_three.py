"""The game of three: one gives, two compete (rules page, 3.4)."""

from __future__ import annotations

from typing import Any

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


def clued(**options: Any) -> Play:
    """A game in which the first clue has been given."""
    play = Play(3, **options)
    play.clue("fortress")
    return play


def test_one_gives_and_two_compete() -> None:
    """R-W-23, R-W-24, R-W-25: any list is used; rules for clues and scores as with four. A clue
    goes to both at once, and each has one guess or a pass for it.
    """
    play = Play(3)
    assert play.state.teams == ()
    assert play.word.sides == (Side(A, (B, C)),)
    assert PASSWORD.scoring.sides(play.state) == ((B,), (C,))
    assert play.one(Secret).givers == (A,)
    assert [play.look(seat).password for seat in (A, B, C)] == ["castle", None, None]
    assert play.refused(A, Clue("two words")).fault is MoveFault.MALFORMED
    assert "castle" in play.refused_clue("castles")
    assert play.clue("fortress") == [ClueGiven(A, (B, C), "fortress", 10, (), 10)]
    assert play.heard(B) == play.heard(C) == play.heard(SPECTATOR) == play.events
    prompts = play.prompts()
    assert list(prompts) == [B, C]
    assert prompts[B] == prompts[C]
    assert not prompts[B].urgent  # for then all could see who has answered
    play.guess("tower", B)
    assert play.refused(B, Guess("castle")).text.startswith("You have already answered this clue")
    play.decline(C)
    assert verdicts(play) == [(B, Verdict.WRONG), (C, Verdict.PASSED)]
    assert (play.state.dial, play.giver) == (9, A)
    play.miss()
    play.find(C)
    assert play.scores == (0, 0, 8)


def test_answers_are_sealed_until_both_are_in() -> None:
    """O-W-17, 3.7: nobody but its sender knows of an answer, not even that there is one. Logs
    hold none of them.
    """
    play = clued()
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
    for value in (play.state, *play.events, play.look(B), Guess("castle")):
        assert "castle" not in repr(value)
    play.guess("tower", C)
    assert play.one(Answered).answers == (
        Answer(B, "castle", Verdict.RIGHT),
        Answer(C, "tower", Verdict.WRONG),
    )
    assert play.heard(SPECTATOR) == play.events


def test_nobody_hears_that_the_word_closes_and_the_checks_are_told_of_it() -> None:
    """O-W-17: a view does not show it, so the search for leaks has to know."""
    views = PASSWORD.views
    assert all(views.hear(Closes(), viewer) is None for viewer in (A, B, C, SPECTATOR))
    assert views.reveals(Closes(), B) is True


@pytest.mark.parametrize(("clock", "window"), [(30, 500), (0, 500), (30, 0), (1, 5000)])
def test_a_right_answer_closes_the_word_when_no_other_can_be_as_fast(
    clock: int, window: int
) -> None:
    """O-W-10, O-W-17: `simultaneous_ms` later, not when the time for answers is up. Who is silent
    until then is wrong.
    """
    play = clued(guess_seconds=clock, simultaneous_ms=window)
    play.guess("castle", C)
    assert play.deadline == min([window, *([clock * 1000] if clock else [])])
    play.time_up()
    assert verdicts(play) == [(C, Verdict.RIGHT), (B, Verdict.SILENT)]
    assert play.scores == (0, 0, 10)


def test_a_wrong_first_answer_stays_sealed_until_time_is_up() -> None:
    """O-W-10, O-W-17: the other still may score. After silence of both, the same player gives."""
    play = clued()
    play.guess("tower", C)
    assert play.deadline == 30_000
    play.time_up()
    assert verdicts(play) == [(C, Verdict.WRONG), (B, Verdict.SILENT)]
    play.clue("moat")
    play.time_up()
    assert verdicts(play) == [(B, Verdict.SILENT), (C, Verdict.SILENT)]
    assert (play.state.dial, play.giver) == (8, A)


@pytest.mark.parametrize(
    ("window", "apart", "scorers"),
    [(500, 501, (C,)), (500, 500, (C, B)), (0, 0, (C, B)), (5000, 4999, (C, B))],
)
def test_the_first_right_answer_scores(window: int, apart: int, scorers: tuple[Seat]) -> None:
    """R-W-26, O-W-17: the order is that of arrival. Both have the full points if they answer at
    the same time (`simultaneous_ms=500`).
    """
    play = clued(simultaneous_ms=window)
    play.guess("castle", C)
    play.guess("castle", B, after=apart)
    assert verdicts(play) == [(C, Verdict.RIGHT), (B, Verdict.RIGHT)]
    over = play.one(WordOver)
    assert (over.scorers, over.points) == (scorers, 10)
    assert play.scores == (0, 10 * (B in scorers), 10)


def test_a_wrong_answer_takes_no_time_from_a_right_one() -> None:
    """O-W-17: only right answers are first or second."""
    play = clued()
    play.guess("tower", B)
    play.guess("castle", C, after=20_000)
    assert play.scores == (0, 0, 10)


def test_a_game_is_five_words() -> None:
    """R-W-27, O-W-18, O-W-26: the fifth double; the receiver with the higher score wins, equal
    ones share, and the giver never wins.
    """
    play = Play(3)
    begun = play.one(Begun)
    assert (begun.label, begun.number, begun.total) == ("1", 1, 5)
    assert [(word.label, word.double) for word in play.state.words] == [
        *((str(number), False) for number in (1, 2, 3, 4)),
        ("5", True),
    ]
    play.find(B)
    play.next()
    play.skip(3)
    play.miss(2)
    play.find(C)
    assert play.over
    assert play.scores == (0, 10, 16)
    assert play.winners == {C}
    play = Play(3)
    play.skip(5)
    assert play.winners == {B, C}


def test_who_gives() -> None:
    """R-W-23: the option `giver`: a seat that is taken, or by lot."""
    play = Play(3, giver=2)
    assert all(word.sides == (Side(B, (A, C)),) for word in play.state.words)
    givers = [Play(3, giver="random", first=n).giver for n in range(60)]
    assert {givers.count(seat) > 8 for seat in (A, B, C)} == {True}
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


@pytest.mark.parametrize(
    ("one", "other", "chance", "scores"),
    [
        ("steal", "stolen", None, (0, 10, 0)),
        ("steal", "robbed", "stolen", (0, 0, 10)),
        ("steal", None, "stolen", (0, 0, 10)),
        ("steal", "stealing", "stole", (0, 0, 0)),
    ],
)
def test_forms(
    one: str, other: str | None, chance: str | None, scores: tuple[int, int, int]
) -> None:
    """O-W-23, R-W-22: the exact word beats a form, whichever came first. After both answers are
    in, who alone or first has said a form has the only chance; failing, it is thrown out for both.
    """
    play = Play(3, words=STOLEN)
    play.clue("taken")
    play.guess(one, C, after=1_000)
    if other is None:
        play.decline(B)
    else:
        play.guess(other, B, after=1_000)
    assert verdicts(play)[0] == (C, Verdict.FORM)
    if chance is not None:
        assert play.one(Chance) == Chance(C, 10, 10)
        assert list(play.prompts()) == [C]
        assert play.refused(B, Guess("stolen")).fault is MoveFault.NOT_YOUR_TURN
        play.guess(chance, C)
    assert (play.scores, play.phase) == (scores, Phase.PAUSE)
    assert (play.last.outcome is Outcome.FOUND) == any(scores)


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
