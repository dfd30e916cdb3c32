"""Newcomers wait for the next round (O-B-17)."""

from __future__ import annotations

import pytest

from parlour import SPECTATOR, Seat
from parlour_boggle import BOGGLE
from parlour_boggle.heard import Begun, Came, Gone, Pressed, Read, Totals
from parlour_boggle.moves import Next, TakeBack, Write
from parlour_boggle.state import Phase, Sheet
from tests.plugins.boggle.playbook import SNAKE, A, B, C, D, Play


def free(play: Play) -> tuple[Seat, ...]:
    """The seats that a newcomer may take now."""
    return BOGGLE.rules.free(play.state)


def test_who_comes_in_a_round_plays_from_the_next_one_on() -> None:
    """O-B-12, O-B-17: he is told so, and has no list and no points; the others play on as if he
    were not there. In the end he can win: points are all that counts.
    """
    play = Play(2, target=11)
    play.word(A, "cat")
    before = play.prompts()
    play.join(C)
    assert play.one(Came) == Came(C, 2)
    assert play.told(C) == ["You join in round 2."]
    assert play.told(A) == play.told(SPECTATOR) == ["cy joins in round 2."]
    shown = play.shown(C)
    assert (shown[0], shown[-1]) == ("Round 1 of a match to 11 points.", "You join in round 2.")
    assert shown[:-1] == play.shown(SPECTATOR)
    assert play.prompts() == before
    assert play.scores == {A: 0, B: 0, C: 0}
    play.word(B, "cat tea")
    play.time_up()
    assert list(play.read()) == [A, B]
    assert play.one(Totals) == Totals(1, (A, B, C), (0, 1, 0), (0, 1, 0), 11)
    assert play.verbs(C) == ["next"]
    assert play.shown(C) == [
        line.replace("bob, cy.", "bob, you.") for line in play.shown(SPECTATOR)
    ]
    play.next(A, B, C)
    assert play.one(Begun).seats == (A, B, C)
    play.word(C, SNAKE)
    play.time_up()
    assert play.scores == {A: 0, B: 1, C: 11}
    assert play.winners == {C}
    alone = Play(1, target=1, tiebreak="long_words")
    alone.join(B)
    alone.round("cat")
    assert alone.winners == {A}


def test_who_comes_in_the_pause_is_waited_for() -> None:
    """O-B-17: the next round begins with him; all who are there have to be ready."""
    play = Play(2, target=50)
    play.round("cat")
    play.next(A)
    play.join(C)
    assert play.one(Came) == Came(C, 2)
    assert play.verbs(C) == ["next"]
    play.next(B)
    assert play.one(Pressed).waiting == (C,)
    play.next(C)
    assert play.one(Begun).seats == (A, B, C)


@pytest.mark.parametrize("move", [Write(("cat",)), TakeBack(("cat",)), Next()])
def test_who_looks_on_makes_no_move(move: Write | TakeBack | Next) -> None:
    """O-B-17, G-2: he is told from when on he plays, with a clock and without. Without one the
    round ends when all who play it have had enough.
    """
    play = Play(2, target=50, seconds=0)
    play.next(A)
    play.join(C)
    assert C not in play.prompts()
    assert play.refused(C, move).text == "You join in round 2."
    assert play.sheet(C) == Sheet()
    play.next(B)
    assert play.phase is Phase.PAUSE
    play = Play(2, target=50)
    play.join(C)
    assert play.refused(C, move).text in {
        "You join in round 2.",
        "The round ends when time is up, and not before.",
    }


def test_only_a_match_takes_newcomers() -> None:
    """O-B-12, O-B-17: where no round follows there is nothing to wait for."""
    play = Play(2)
    assert free(play) == ()
    play.time_up()
    assert free(play) == ()
    play = Play(2, target=50, max_rounds=2)
    assert free(play)
    play.time_up()
    assert free(play)
    play.time_up()
    assert play.state.round == 2
    assert free(play) == ()
    play = Play(2, target=2, lag_credit=100)
    play.word(A, "cared")
    assert free(play)
    play.time_up()
    assert play.phase is Phase.CLOSING
    assert free(play)
    play.time_up()
    assert play.over
    assert free(play) == ()


def test_a_seat_is_offered_that_nobody_has_held() -> None:
    """O-B-16, O-B-17: the lowest of twenty; a leaver's list is his seat's. A newcomer between
    others takes nothing from them.
    """
    play = Play(3, target=50)
    assert free(play) == tuple(map(Seat, range(4, 21)))
    play.leave(B)
    assert free(play)[0] == D
    for number in range(4, 21):
        play.join(Seat(number))
    assert free(play) == ()
    play.leave(D)
    assert free(play) == ()
    play = Play(target=50, taken=(A, C))
    play.word(C, SNAKE)
    assert free(play)[:2] == (B, D)
    play.join(B)
    assert play.state.seats == (A, B, C)
    assert play.list_of(C) == [SNAKE]
    play.time_up()
    assert play.scores == {A: 0, B: 0, C: 11}
    play.next(A, B, C)
    play.round("", "cat", "")
    assert play.scores == {A: 0, B: 1, C: 11}


def test_a_newcomer_who_leaves_at_once_leaves_no_list() -> None:
    """O-B-16, O-B-17: nothing of him will be read out."""
    play = Play(2, target=50)
    play.join(C)
    play.leave(C)
    assert play.one(Gone) == Gone(C, kept=False)
    play.time_up()
    assert list(play.read()) == [A, B]
    play.next(A, B)
    assert play.one(Begun).seats == (A, B)


@pytest.mark.parametrize("seconds", [0, 180])
def test_a_round_that_nobody_plays_any_more_is_over(seconds: int) -> None:
    """O-B-16, O-B-17: who looks on does not wait for its clock, and could not end it himself."""
    play = Play(2, target=1, seconds=seconds)
    play.word(A, "cat")
    play.join(C)
    play.leave(A)
    assert play.state.in_round
    play.leave(B)
    assert [type(event) for event in play.events][:3] == [Gone, Read, Read]
    assert play.phase is Phase.PAUSE
    play.next(C)
    assert play.one(Begun).seats == (C,)
    play.word(C, "dog")
    if seconds:
        play.time_up()
    else:
        play.next(C)
    assert play.over
    assert play.winners == {C}
