"""Over several rounds: targets, pauses, leavers, winners."""

from __future__ import annotations

import pytest

from parlour import SPECTATOR, Seat
from parlour_boggle import BOGGLE
from parlour_boggle.heard import Begun, Gone, Pressed, Read, Totals
from parlour_boggle.moves import Next
from parlour_boggle.state import Phase, Verdict
from tests.plugins.boggle.playbook import SNAKE, A, B, C, Play

WORTH = {1: "cat", 2: "cared", 3: SNAKE[:6], 5: SNAKE[:7], 11: SNAKE[:8]}
"""A word for so many points."""


def test_one_round() -> None:
    """R-B-10, C-B-2, O-B-12: `target=0`, the best of one round wins."""
    play = Play()
    play.round("cat", "cared", "tea")
    assert play.over
    assert play.winners == {B}
    assert play.scores == {A: 1, B: 2, C: 1}
    assert play.prompts() == {}
    assert BOGGLE.rules.deadline(play.state) is None
    assert play.refused(A, Next()).text == "The game is over."


def test_first_to_a_target() -> None:
    """R-B-10, O-B-12, O-B-18: the round in which somebody reaches it is scored for all; the
    highest wins, and equal totals share, also if nobody has anything.
    """
    play = Play(target=10)
    play.round("cared", WORTH[5], "")
    assert not play.over
    assert play.scores == {A: 2, B: 5, C: 0}
    play.next(A, B, C)
    play.round(f"{WORTH[11]} dog", WORTH[5])
    assert play.over
    assert play.scores == {A: 14, B: 10, C: 0}
    assert play.winners == {A}
    play = Play(target=2)
    play.round("cat tea", "dog ring")
    assert play.winners == {A, B}
    play = Play()
    play.round()
    assert play.winners == {A, B, C}


@pytest.mark.parametrize(
    ("lists", "winners"),
    [
        ((f"{WORTH[2]} cat", f"{WORTH[3]}"), {B}),
        ((f"{WORTH[3]}", f"{WORTH[2]} cat"), {A}),
        ((f"{WORTH[2]}", "cat tea"), {A}),
        (("raced cedar", "catso tea ten"), {A}),
        (("raced cat", "cedar tea"), {A, B}),
        (("", ""), {A, B}),
        ((f"{SNAKE} cared", f"{SNAKE} cat tea"), {A}),  # R-B-8: crossed off, it is on no list
    ],
)
def test_more_of_the_longest_words_decide(lists: tuple[str, str], winners: set[Seat]) -> None:
    """O-B-18: `tiebreak=long_words`, the number of words of the longest length among the equal."""
    for tiebreak, expected in (("none", {A, B}), ("long_words", winners)):
        play = Play(2, tiebreak=tiebreak)
        play.round(*lists)
        assert play.scores[A] == play.scores[B]
        assert play.winners == expected


def test_a_match_ends_even_if_nobody_reaches_the_target() -> None:
    """O-B-12, O-B-18: after `max_rounds` the highest total wins; all words break a tie."""
    play = Play(target=50, max_rounds=3)
    for number in (1, 2, 3):
        assert play.state.round == number
        play.round("", "cat")
        if number < 3:
            play.time_up()
    assert play.over
    assert play.winners == {B}
    play = Play(2, tiebreak="long_words", target=4)
    play.round("raced", "cat tea")
    play.next(A, B)
    play.round("ten den", "cared")
    assert play.winners == {A, B}


def test_between_two_rounds_all_press_on() -> None:
    """G-7: the next round begins with the last of them; a board and lists of its own. Scores are
    public, and do not move while lists are written.
    """
    play = Play(target=50, rows=None)
    first = play.look().rows
    play.round("cat")
    assert (play.phase, play.state.due) == (Phase.PAUSE, play.now + 60_000)
    assert all(prompt.urgent for prompt in play.prompts().values())
    play.next(B)
    assert play.one(Pressed) == Pressed(B, (A, C))
    assert play.verbs(B) == []
    assert "already" in play.refused(B, Next()).text
    play.next(C)
    play.now += 500
    play.next(A)
    begun = play.one(Begun)
    assert begun.round == 2
    assert begun.rows != first
    assert play.state.ends == play.now + 180_000
    assert play.list_of(A) == []
    assert play.state.pressed == frozenset()
    assert play.look(A).lists == ()
    play = Play(target=50)
    play.round("cat", "cared")
    play.next(A, B, C)
    play.word(A, SNAKE)
    assert play.scores == {A: 1, B: 2, C: 0}
    assert play.look(C).totals == (1, 2, 0)
    play.time_up()
    assert play.one(Totals) == Totals(2, (A, B, C), (11, 0, 0), (12, 2, 0), 50)


def test_the_pause_has_a_clock() -> None:
    """G-6: `pause_seconds=5`; 0 waits until all have pressed."""
    play = Play(target=50, pause_seconds=5)
    play.time_up()
    assert play.state.due == 185_000
    play.time_up()
    assert play.phase is Phase.FINDING
    play = Play(target=50, pause_seconds=0)
    play.time_up()
    assert BOGGLE.rules.deadline(play.state) is None
    play.next(A, B, C)
    assert play.phase is Phase.FINDING


@pytest.mark.parametrize("kept", [True, False])
def test_a_leavers_list(kept: bool) -> None:
    """O-B-16: it crosses off (`leaver_list=kept`), or is dropped and not read. Who left cannot
    win, and nobody learns how long the list is.
    """
    play = Play(leaver_list="kept" if kept else "dropped")
    play.word(A, "cat")
    play.word(B, f"cat {SNAKE}")
    play.leave(B)
    assert play.one(Gone) == Gone(B, kept=kept)
    assert play.one(Gone).addressees == []
    more = " Their list will still be read out." if kept else ""
    assert play.told(A) == [f"bob has left.{more}"]
    assert B not in play.prompts()
    play.word(C, "tea ten" if kept else "")
    play.time_up()
    assert play.verdicts(A)["cat"] is (Verdict.CROSSED if kept else Verdict.OK)
    assert [seat for seat, read in play.read().items() if read.gone] == [B] * kept
    assert play.scores == ({A: 0, B: 11, C: 2} if kept else {A: 1, B: 0, C: 0})
    assert play.winners == ({C} if kept else {A})


def test_a_leaver_in_a_match() -> None:
    """O-B-12, O-B-16: who left keeps a total and no rank, so the target is for the others. Of an
    earlier round nothing is read any more.
    """
    play = Play(target=10)
    play.word(B, WORTH[11])
    play.leave(B)
    play.time_up()
    assert play.scores[B] == 11
    assert not play.over
    play = Play(target=20)
    play.round("", WORTH[11])
    play.leave(B)
    assert play.one(Gone) == Gone(B, kept=False)
    play.next(A, C)
    play.round("cat")
    assert list(play.read()) == [A, C]
    assert play.scores == {A: 1, B: 11, C: 0}
    assert not play.over


def test_nobody_waits_for_a_leaver() -> None:
    """The pause ends if all others have pressed; the game if nobody is left."""
    play = Play(target=50)
    play.time_up()
    play.next(A, B)
    play.leave(C)
    assert play.phase is Phase.FINDING
    assert [type(event) for event in play.events] == [Gone, Begun]
    play.leave(A)
    play.leave(B)
    assert play.over
    assert play.winners == frozenset()
    before = play.state
    play.leave(B)
    assert play.state == before


def test_lists_are_public_after_the_round_and_not_before() -> None:
    """O-B-21, G-8: then everybody hears and sees every one, watchers too."""
    play = Play(target=50)
    play.word(A, "cat house")
    play.word(B, "tea")
    assert play.look(C).lists == play.look(SPECTATOR).lists == ()
    play.time_up()
    for viewer in (A, B, C, SPECTATOR):
        read = [heard for heard in play.heard(viewer) if isinstance(heard, Read)]
        assert {heard.seat: heard.points for heard in read} == {A: 1, B: 1, C: 0}
        assert play.look(viewer).lists == play.look(SPECTATOR).lists
    words = [word for group in play.look().lists[0].groups for word in group.words]
    assert words == ["cat", "house"]
