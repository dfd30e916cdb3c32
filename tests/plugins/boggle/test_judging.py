"""What a word is and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from parlour import OptionValue
from parlour_boggle.board import BONUS
from parlour_boggle.heard import Noted
from parlour_boggle.judging import MISSED
from parlour_boggle.state import Reading, Verdict
from parlour_kit.words import SmallList
from tests.plugins.boggle.playbook import ELSEWHERE, REAL, SNAKE, WORDS, A, B, C, Play

OK, SHORT, CROSSED, SHARED = Verdict.OK, Verdict.SHORT, Verdict.CROSSED, Verdict.SHARED
NOT_ON_BOARD, NOT_A_WORD = Verdict.NOT_ON_BOARD, Verdict.NOT_A_WORD
LARGE = (
    ("S", "E", "A", "T", "S"),
    ("L", "I", "N", "E", "R"),
    ("O", "D", "G", "M", "A"),
    ("P", "Qu", "U", "B", "I"),
    ("T", "H", "C", "K", "F"),
)
TWO_CATS = (
    ("C", "A", "T", "A"),
    ("A", "C", "X", "C"),
    ("X", "X", "X", "X"),
    ("X", "X", "X", "X"),
)
TWO_TEAS = (("T", "E", "A", "X"), ("E", "A", "X", "X"), ("X", "X", "X", "X"), ("X", "X", "X", "X"))
"""TEA stands here with the first row's E and with the second's."""


def read(*lists: str, **options: OptionValue) -> Play:
    """These lists are read out; each word that they have is one of the word list."""
    words = sorted({word for each in lists for word in each.split()})
    play = Play(len(lists), lexicon=SmallList(words), options=options)
    play.round(*lists)
    return play


def reading(play: Play) -> Reading:
    """All that was read out."""
    assert play.state.reading is not None
    return play.state.reading


def missed(play: Play) -> list[str]:
    """The words that were read out because nobody found them."""
    return [word for group in reading(play).missed for word in group.words]


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        ("at a", SHORT),  # R-B-4: three letters or more, whatever the board and the list say
        ("cat tac cri irc cen nec", OK),  # R-B-5: sideways, down, diagonally, and back
        ("tni", NOT_ON_BOARD),  # two rows away: no cube is skipped
        ("ted", OK),
        ("tat dede", NOT_ON_BOARD),  # R-B-6: one cube would be used twice
        ("qua quag", OK),  # R-B-13, O-B-19: Qu is two letters on one cube
        ("qag uag", NOT_ON_BOARD),  # neither of them goes alone
        ("qa", SHORT),
    ],
)
def test_what_stands_on_the_board(words: str, verdict: Verdict) -> None:
    """Letter by letter along neighbours."""
    assert {*read(words).verdicts(A).values()} == {verdict}


def test_the_word_list_decides() -> None:
    """R-B-7, O-B-3: what it has counts, a word inside another too; all else is not a word."""
    play = Play(1)
    play.round("cat cats care cared tac")
    assert play.points(A) == {"cat": 1, "cats": 1, "care": 1, "cared": 2}
    assert play.verdicts(A)["tac"] is NOT_A_WORD


def test_one_word_two_meanings_two_places() -> None:
    """R-B-11, R-B-12: it is one word, and counts once."""
    play = Play(1, rows=TWO_CATS)
    play.round("cat cat")
    assert play.points(A) == {"cat": 1}


@pytest.mark.parametrize(
    ("challenge", "points"),
    [
        (False, {3: 1, 4: 1, 5: 2, 6: 3, 7: 5, 8: 11, 9: 11, 16: 11}),
        (True, {3: 1, 4: 2, 5: 3, 6: 4, 7: 5, 8: 6, 9: 6}),
    ],
)
def test_points_by_letters(challenge: bool, points: dict[int, int]) -> None:
    """R-B-9: 3 and 4 letters 1, 5 letters 2, 6 letters 3, 7 letters 5, 8 or more 11. R-B-17,
    O-B-13: a game with the challenge cube has its own table, for words without the cube as well.
    """
    play = Play(1, challenge=challenge, cube=16 if challenge else None)
    play.round(" ".join(SNAKE[:length] if length > 4 else "cats"[:length] for length in points))
    assert {len(word): points for word, points in play.points(A).items()} == points
    assert play.graded(A).points == sum(points.values())


def test_what_two_have_is_crossed_off_both() -> None:
    """R-B-8, R-B-14: and off a third list as well. A plural is another word than its singular."""
    play = Play(4)
    play.round("cat tea", "cat dog", "dog cat", "tea cats")
    assert [play.graded(seat).points for seat in play.state.seats] == [0, 0, 0, 1]
    assert play.verdicts(A) == {"cat": CROSSED, "tea": CROSSED}
    assert play.verdicts(C) == {"dog": CROSSED, "cat": CROSSED}


def test_all_words_count_and_those_that_nobody_else_has_twice() -> None:
    """`scoring=all`, our variant for small company. Alone nothing is doubled (O-B-14)."""
    play = Play(3, scoring="all", challenge=True, cube=3, tiebreak="long_words")
    play.round("cat care", "cat dog house", "cat")
    assert play.points(A) == {"care": 4}
    assert play.verdicts(B) == {"cat": SHARED, "dog": OK, "house": NOT_ON_BOARD}
    assert [play.graded(seat).points for seat in (A, B, C)] == [10, 8, 6]
    assert play.told(B)[:4] == [
        "Time is up.",
        "ann: 10 points",
        "   4  care",
        "   6  with the challenge cube, shared: cat",
    ]
    assert [sum(each) for each in play.state.lengths] == [2, 2, 1]
    play = Play(1, scoring="all")
    play.round("cat")
    assert play.graded(A).points == 1


@pytest.mark.parametrize("cube", [None, 3])
@pytest.mark.parametrize("rule", ["any", "every"])
def test_what_is_told_at_once_is_what_is_read_out(cube: int | None, rule: str) -> None:
    """O-B-4, O-B-9: word by word, with the bonus of the challenge cube."""
    words = " ".join([*REAL, *ELSEWHERE, "at", "tac"])
    play = Play(1, challenge=cube is not None, cube=cube, challenge_path=rule)
    play.word(A, words)
    (noted,) = play.of(Noted)
    told = {word: (g.verdict, g.points, g.bonus) for g in noted.groups for word in g.words}
    play.time_up()
    read = {w: (g.verdict, g.points, g.bonus) for g in play.graded(A).groups for w in g.words}
    assert told == read
    assert noted.total == play.graded(A).points


@pytest.mark.parametrize(("penalty", "points"), [(0, [1, 0, 0]), (2, [-5, -6, 0])])
def test_invalid_words(penalty: int, points: Sequence[int]) -> None:
    """O-B-7: on two lists they are invalid and not crossed off. They cost nothing, or
    `illegal_penalty=2` each, not for crossed words and repeats.
    """
    play = Play(illegal_penalty=penalty)
    play.round("house tac ab cat tea tea", "house tac ab tea", "tea")
    assert play.verdicts(A) == play.verdicts(B) | {"cat": OK}
    assert [play.graded(seat).points for seat in (A, B, C)] == points
    assert [*play.scores.values()] == points


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


def test_five_more_for_the_challenge_cube() -> None:
    """R-B-18, O-B-10: for each word formed with it that remains, and none for a crossed one."""
    play = Play(2, challenge=True, cube=3)
    play.round("cat cats tea dog care ten", "ten")
    assert play.points(A) == {"cat": 6, "cats": 7, "tea": 6, "dog": 1, "care": 2}
    assert {group.bonus for group in play.graded(A).groups} == {0, BONUS}
    assert play.graded(B).points == 0


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


def test_the_larger_grid() -> None:
    """O-B-22: 25 cubes, four letters at least: 4 is 1, 5 is 2, 6 is 3, 7 is 5, 8 or more 11."""
    words = ["sea", "seat", "seats", "seatsr", "seatsre", "seatsren", "seatsreni"]
    play = Play(1, dice="5x5", rows=LARGE, lexicon=SmallList(words))
    assert play.look().shortest == 4
    play.round(" ".join(words))
    assert play.verdicts(A)["sea"] is SHORT
    by_length = {len(word): points for word, points in play.points(A).items()}
    assert by_length == {4: 1, 5: 2, 6: 3, 7: 5, 8: 11, 9: 11}
    assert [len(row) for row in Play(1, dice="5x5", rows=None).look().rows] == [5] * 5


# --- what nobody found --------------------------------------------------------------------


def test_the_best_words_that_nobody_found() -> None:
    """O-B-20: the best first; found is what stands on a list, also if it was crossed off."""
    play = Play(2)
    play.round(f"{SNAKE} cat", "cat tea house")
    found = missed(play)
    assert len(found) == MISSED
    assert SNAKE[:15] in WORDS  # its Q alone stands on no cube
    assert found[:2] == [SNAKE[:16], SNAKE[:14]]
    points = [group.points for group in reading(play).missed]
    assert all(one > two for one, two in pairwise(points))
    alone = Play(1)
    alone.round(" ".join(word for length in range(3, 18) for word in WORDS.words(length)))
    everything = alone.points(A)
    assert set(found) <= everything.keys() - {SNAKE, "cat", "tea"}
    assert reading(play).words == len(everything)
    assert reading(play).points == sum(everything.values())
    assert reading(play).found == 3


def test_the_common_words_that_nobody_found_come_first() -> None:
    """O-B-20: a player would kick themselves for a common word, not for a rare one."""
    rare = [word for word in REAL if len(word) > 3]
    lexicon = SmallList(
        ["cat", "tea"], bands={35: ["ten"], 50: ["dog", "raced"], 80: [*rare[:14], SNAKE[:16]]}
    )
    play = Play(1, lexicon=lexicon)
    play.round("tea")
    found = missed(play)
    assert len(found) == MISSED
    assert {"cat", "ten", "dog", "raced", SNAKE[:16]} <= {*found}


def test_what_the_host_does_not_offer() -> None:
    """A word that is never dealt counts for whoever finds it, and is not read out otherwise. A
    board without a word is no trouble.
    """
    play = Play(1, lexicon=SmallList(["cat", "tea", "dog"], never=["tea", "dog"]))
    play.round("dog")
    assert missed(play) == ["cat"]
    assert play.points(A) == {"dog": 1}
    assert reading(play).words == 3
    play = Play(2, lexicon=SmallList(["zzzz"]))
    play.round("cat")
    assert play.verdicts(A) == {"cat": NOT_A_WORD}
    assert play.told(B)[-1] == "The board had 0 words worth 0 points. Players found 0."
