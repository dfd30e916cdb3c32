"""Fair to slow lines: credit at the end for what the host has measured (`lag_credit`)."""

from __future__ import annotations

import pytest

from parlour_boggle.heard import Noted, Read, TimeUp
from parlour_boggle.state import Phase, Verdict
from tests.plugins.boggle.playbook import A, B, Play

END = 180_000


def late(after: int, lag: int, credit: int) -> bool:
    """Is a word too late that arrives so long after the end, on such a line?"""
    play = Play(2, lag_credit=credit)
    play.time_up()
    play.now, play.lag = END + after, lag
    play.word(A, "cat")
    (group,) = play.one(Noted).groups
    play.time_up()
    assert (play.verdicts(A)["cat"] is Verdict.LATE) == (group.verdict is Verdict.LATE)
    assert play.graded(A).points == (0 if group.verdict is Verdict.LATE else 1)
    return group.verdict is Verdict.LATE


@pytest.mark.parametrize(
    ("after", "lag", "credit", "expected"),
    [
        (0, 0, 300, False),
        (1, 0, 300, True),
        (5, 5, 300, False),
        (6, 5, 300, True),
        (250, 250, 300, False),
        (251, 250, 300, True),
        (250, 250, 100, True),
        (100, 250, 100, False),
        (300, 9_999, 300, False),
    ],
)
def test_a_line_is_credited_its_way_and_no_more(
    after: int, lag: int, credit: int, expected: bool
) -> None:
    """O-B-6: a round trip, `lag_credit` at most, the same rule for all; 0 if not measured."""
    assert late(after, lag, credit) is expected


def test_near_and_far_have_the_same_time() -> None:
    """5 ms and 250 ms of round trip: whoever presses Enter at the same moment of his own clock,
    counted from when the board stood before him, is in time or late like the other.
    """
    for pressed in range(END - 40, END + 40, 10):
        verdicts: list[bool] = []
        for lag in (5, 250):
            play = Play(2, lag_credit=300)
            # The board takes half a round trip to him, and his word the other half back.
            play.now, play.lag = pressed + lag, lag
            if play.now > END:
                arrival, play.now = play.now, END
                play.time_up()
                play.now = arrival
            play.word(A, "cat")
            verdicts.append(play.one(Noted).groups[0].verdict is Verdict.LATE)
        assert verdicts == [pressed > END] * 2


def test_all_wait_the_same_time() -> None:
    """O-B-6, G-3: with `lag_credit=0` the lists are read at once, and otherwise so many ms after
    the end, whatever comes.
    """
    play = Play(2)
    play.time_up()
    assert play.over
    assert isinstance(play.events[0], TimeUp)
    assert len(play.of(Read)) == 2
    for lag in (0, 250):
        play = Play(2, lag_credit=300)
        play.lag = lag
        before = play.prompts()
        play.time_up()
        assert play.events == [TimeUp(1)]
        assert play.phase is Phase.CLOSING
        assert play.state.due == END + 300
        assert play.prompts() == before
        play.word(A, "cat")
        assert play.state.due == END + 300
        play.time_up()
        assert play.over
        assert not play.of(TimeUp)


def test_late_words_cross_nothing_off() -> None:
    """O-B-6, O-B-15, O-B-20: they are read out as late, once each. What set out in time is in
    time, also if it takes a word back.
    """
    play = Play(2, lag_credit=300)
    play.word(A, "cat tea")
    play.time_up()
    play.now += 100
    play.word(B, "cat dog")
    play.word(B, "cat")
    play.word(A, "tea cats")
    assert [group.verdict for group in play.one(Noted).groups] == [Verdict.LATE, Verdict.REPEAT]
    play.time_up()
    assert play.points(A) == {"cat": 1, "tea": 1}
    assert play.verdicts(A)["cats"] is Verdict.LATE
    assert [(g.verdict, g.words) for g in play.graded(B).groups] == [
        (Verdict.LATE, ("cat", "dog"))
    ]
    play = Play(2, lag_credit=300)
    play.word(A, "cat")
    play.time_up()
    play.now, play.lag = END + 200, 250
    play.strike(A, "cat")
    assert play.list_of(A) == []
