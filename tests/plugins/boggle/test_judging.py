"""What a word is and what it is worth."""

from __future__ import annotations

from itertools import pairwise

import pytest

from parlour_boggle.board import BONUS
from parlour_boggle.judging import MISSED
from parlour_boggle.state import Verdict
from parlour_kit.words import SmallList
from tests.plugins.boggle.playbook import REAL, SNAKE, WORDS, A, B, C, Play

LARGE = (
    ("S", "E", "A", "T", "S"),
    ("L", "I", "N", "E", "R"),
    ("O", "D", "G", "M", "A"),
    ("P", "Qu", "U", "B", "I"),
    ("T", "H", "C", "K", "F"),
)


def verdict(word: str, play: Play | None = None) -> Verdict:
    """What *word* is on the board of most tests."""
    play = play or Play(1)
    play.round(word)
    return play.verdicts(A)[word]


def test_three_letters_or_more() -> None:
    """R-B-4: shorter ones are `short`, whatever the board and the list say."""
    play = Play(1, lexicon=SmallList(["at", "cat"]))
    play.round("at a cat")
    assert play.verdicts(A) == {"at": Verdict.SHORT, "a": Verdict.SHORT, "cat": Verdict.OK}


@pytest.mark.parametrize(
    ("word", "how"),
    [
        ("cat", "sideways"),
        ("tac", "sideways, backwards"),
        ("cri", "down"),
        ("irc", "up"),
        ("cen", "diagonally"),
        ("nec", "diagonally back"),
        ("tni", "no: two rows away"),
    ],
)
def test_cube_by_cube(word: str, how: str) -> None:
    """R-B-5: each cube next to the one before, in any direction; none is skipped."""
    lexicon = SmallList(["cat", "tac", "cri", "irc", "cen", "nec", "tni"])
    found = verdict(word, Play(1, lexicon=lexicon))
    assert found is (Verdict.NOT_ON_BOARD if how.startswith("no") else Verdict.OK)


def test_no_cube_twice() -> None:
    """R-B-6: TAT and EDDO would need one twice."""
    play = Play(1, lexicon=SmallList(["tat", "dede", "ted"]))
    play.round("tat dede ted")
    assert play.verdicts(A) == {
        "tat": Verdict.NOT_ON_BOARD,
        "dede": Verdict.NOT_ON_BOARD,
        "ted": Verdict.OK,
    }


def test_the_word_list_decides() -> None:
    """R-B-7, O-B-3: what it has counts, a word inside another too; all else is not a word."""
    play = Play(1)
    play.round("cat cats care cared tac")
    assert play.points(A) == {"cat": 1, "cats": 1, "care": 1, "cared": 2}
    assert play.verdicts(A)["tac"] is Verdict.NOT_A_WORD


def test_singular_and_plural() -> None:
    """R-B-14: both count if both are listed."""
    play = Play()
    play.round("cat cats", "cats")
    assert play.points(A) == {"cat": 1}
    assert play.verdicts(A)["cats"] is Verdict.CROSSED


def test_one_word_two_meanings_two_places() -> None:
    """R-B-11, R-B-12: it is one word, and counts once."""
    rows = (("C", "A", "T", "A"), ("A", "C", "X", "C"), ("X", "X", "X", "X"), ("X", "X", "X", "X"))
    play = Play(1, rows=rows)
    play.round("cat cat")
    assert play.points(A) == {"cat": 1}


def test_qu_is_two_letters_on_one_cube() -> None:
    """R-B-13, O-B-19: QUA on two cubes is a word of three letters; neither letter goes alone."""
    play = Play(1, lexicon=SmallList(["qua", "quag", "qag", "uag", "qa"]))
    play.round("qua quag qag uag qa")
    assert play.points(A) == {"qua": 1, "quag": 1}
    assert play.verdicts(A)["qag"] is Verdict.NOT_ON_BOARD
    assert play.verdicts(A)["uag"] is Verdict.NOT_ON_BOARD
    assert play.verdicts(A)["qa"] is Verdict.SHORT


def test_points_by_letters() -> None:
    """R-B-9: 3 and 4 letters 1, 5 letters 2, 6 letters 3, 7 letters 5, 8 or more 11."""
    play = Play(1)
    play.round(" ".join(["cat", "cats", *(SNAKE[:n] for n in range(5, 12))]))
    by_length = {len(word): points for word, points in play.points(A).items()}
    assert by_length == {3: 1, 4: 1, 5: 2, 6: 3, 7: 5, 8: 11, 9: 11, 10: 11, 11: 11}
    assert play.graded(A).points == sum(by_length.values())


def test_what_two_have_is_crossed_off_both() -> None:
    """R-B-8: and off a third list as well."""
    play = Play(4)
    play.round("cat tea", "cat dog", "dog cat", "tea ring")
    assert [play.graded(seat).points for seat in play.state.seats] == [0, 0, 0, 1]
    assert play.verdicts(A) == {"cat": Verdict.CROSSED, "tea": Verdict.CROSSED}
    assert play.verdicts(C) == {"dog": Verdict.CROSSED, "cat": Verdict.CROSSED}


def test_invalid_words_are_not_crossed_off() -> None:
    """O-B-7: on two lists they are invalid, score 0 and cost nothing."""
    play = Play()
    play.round("house tac ab cat", "house tac ab")
    assert play.verdicts(A) == play.verdicts(B) | {"cat": Verdict.OK}
    assert Verdict.CROSSED not in play.verdicts(B).values()
    assert [play.graded(seat).points for seat in (A, B)] == [1, 0]


def test_invalid_words_may_cost_points() -> None:
    """O-B-7: `illegal_penalty=2` for each, not for crossed words and repeats."""
    play = Play(illegal_penalty=2)
    play.round("house tac ab cat cat", "cat")
    assert play.graded(A).points == -6
    assert play.graded(B).points == 0
    assert play.scores == {A: -6, B: 0, C: 0}


def test_one_player_alone() -> None:
    """O-B-14: he may practise, and nothing is crossed off."""
    play = Play(1)
    play.round("cat tea cat")
    assert play.over
    assert play.graded(A).points == 2
    assert play.winners == {A}


# --- the challenge cube -------------------------------------------------------------------


def test_one_cube_is_exchanged() -> None:
    """R-B-16, O-B-8: its cell is shown to all, with one of its faces."""
    faces: set[str] = set()
    cells: set[int | None] = set()
    play = Play(
        1, rows=None, challenge=True, target=1000, max_rounds=200, lexicon=SmallList(["zzzz"])
    )
    for _ in range(120):
        view = play.look()
        assert view.cube is not None
        cells.add(view.cube)
        faces.add(view.rows[(view.cube - 1) // 4][(view.cube - 1) % 4])
        play.time_up()
        play.time_up()
    assert faces == {"I", "K", "L", "M", "Qu", "U"}
    assert cells == set(range(1, 17))


def test_points_in_the_challenge_game() -> None:
    """R-B-17, O-B-13: its own table, for every word of that board, with the cube or without."""
    play = Play(1, challenge=True, cube=16)
    play.round(" ".join(["cat", "cats", *(SNAKE[:n] for n in range(5, 10))]))
    by_length = {len(word): points for word, points in play.points(A).items()}
    assert by_length == {3: 1, 4: 2, 5: 3, 6: 4, 7: 5, 8: 6, 9: 6}


def test_five_more_for_the_challenge_cube() -> None:
    """R-B-18: for each word formed with it."""
    play = Play(1, challenge=True, cube=3)
    play.round("cat cats tea dog care")
    assert play.points(A) == {"cat": 6, "cats": 7, "tea": 6, "dog": 1, "care": 2}
    assert {g.bonus for g in play.graded(A).groups} == {0, BONUS}


TWO_TEAS = (("T", "E", "A", "X"), ("E", "A", "X", "X"), ("X", "X", "X", "X"), ("X", "X", "X", "X"))
"""TEA stands here with the first row's E and with the second's."""


@pytest.mark.parametrize(
    ("cube", "rule", "points"), [(2, "any", 6), (2, "every", 1), (1, "any", 6), (1, "every", 6)]
)
def test_with_the_cube_and_without(cube: int, rule: str, points: int) -> None:
    """O-B-9: `challenge_path=any` takes the better path, `every` asks whether one avoids it.

    No path avoids cube 1. The bonus comes once, however many paths use it (O-B-11).
    """
    play = Play(1, challenge=True, rows=TWO_TEAS, cube=cube, challenge_path=rule)
    play.round("tea")
    assert play.points(A) == {"tea": points}


def test_a_crossed_word_brings_no_bonus() -> None:
    """O-B-10: the bonus goes with the words that remain."""
    play = Play(2, challenge=True, cube=3)
    play.round("cat tea", "cat")
    assert play.graded(A).points == 6
    assert play.graded(B).points == 0


# --- the larger grid ----------------------------------------------------------------------


def test_the_larger_grid() -> None:
    """O-B-22: 25 cubes, four letters at least: 4 is 1, 5 is 2, 6 is 3, 7 is 5, 8 or more 11."""
    words = ["sea", "seat", "seats", "seatsr", "seatsre", "seatsren", "seatsreni"]
    play = Play(1, dice="5x5", rows=LARGE, lexicon=SmallList(words))
    assert play.look().shortest == 4
    play.round(" ".join(words))
    assert play.verdicts(A)["sea"] is Verdict.SHORT
    by_length = {len(word): points for word, points in play.points(A).items()}
    assert by_length == {4: 1, 5: 2, 6: 3, 7: 5, 8: 11, 9: 11}


def test_a_larger_board_is_shaken() -> None:
    """O-B-22: five rows of five."""
    play = Play(1, dice="5x5", rows=None)
    assert [len(row) for row in play.look().rows] == [5] * 5


# --- what nobody found --------------------------------------------------------------------


def test_the_best_words_that_nobody_found() -> None:
    """O-B-20: the best first; found is what stands on a list, also if it was crossed off."""
    play = Play(2)
    play.round(f"{SNAKE} cat", "cat tea house")
    reading = play.state.reading
    assert reading is not None
    missed = [word for group in reading.missed for word in group.words]
    assert len(missed) == MISSED
    assert SNAKE[:15] in WORDS  # its Q alone stands on no cube
    assert missed[:2] == [SNAKE[:16], SNAKE[:14]]
    points = [group.points for group in reading.missed]
    assert all(one > two for one, two in pairwise(points))
    everything = on_the_board()
    assert set(missed) <= everything.keys() - {SNAKE, "cat", "tea"}
    assert reading.words == len(everything)
    assert reading.points == sum(everything.values())
    assert reading.found == 3


def test_the_common_words_that_nobody_found_come_first() -> None:
    """O-B-20: a player would kick themselves for a common word, not for a rare one."""
    rare = [word for word in REAL if len(word) > 3]
    lexicon = SmallList(
        ["cat", "tea"], bands={35: ["ten"], 50: ["dog", "raced"], 80: [*rare[:14], SNAKE[:16]]}
    )
    play = Play(1, lexicon=lexicon)
    play.round("tea")
    reading = play.state.reading
    assert reading is not None
    missed = [word for group in reading.missed for word in group.words]
    assert len(missed) == MISSED
    assert {"cat", "ten", "dog", "raced", SNAKE[:16]} <= {*missed}


def on_the_board() -> dict[str, int]:
    """Every word of the list that stands on the board, with its points: each asked about."""
    play = Play(1)
    play.round(" ".join(word for length in range(3, 18) for word in WORDS.words(length)))
    return play.points(A)


def test_what_the_host_does_not_offer() -> None:
    """A word that is never dealt counts for whoever finds it, and is not read out otherwise."""
    lexicon = SmallList(["cat", "tea", "dog"], never=["tea", "dog"])
    play = Play(1, lexicon=lexicon)
    play.round("dog")
    reading = play.state.reading
    assert reading is not None
    assert [group.words for group in reading.missed] == [("cat",)]
    assert play.points(A) == {"dog": 1}
    assert reading.words == 3


def test_an_empty_board() -> None:
    """A board without a word is no trouble."""
    play = Play(2, lexicon=SmallList(["zzzz"]))
    play.round("cat")
    assert play.verdicts(A) == {"cat": Verdict.NOT_A_WORD}
    assert play.told(B)[-1] == "The board had 0 words worth 0 points. Players found 0."
