"""The solver finds every word of a board, and says which need the challenge cube."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.lexicons import load_english
from parlour_boggle.automaton import build, prepare
from parlour_boggle.board import Board, paths
from parlour_boggle.dice import DICE, draw
from parlour_boggle.solver import Found, find, scan, solve, total
from parlour_kit.words import SmallList

FACES = st.sampled_from(["a", "b", "c", "q", "u", "qu", "abc"])
BOARDS = st.integers(2, 5).flatmap(
    lambda size: st.builds(
        Board,
        st.tuples(*[FACES] * size**2),
        st.none() | st.integers(0, size**2 - 1),
    )
)
WORDS = st.lists(st.text("abcqu", min_size=3, max_size=7), max_size=40)


def found(board: Board, *words: str) -> Found:
    """Which of *words* are on *board*."""
    return solve(board, build(words))


@pytest.mark.sweep
@given(BOARDS, WORDS)
def test_it_finds_what_can_be_spelled_and_nothing_else(board: Board, words: list[str]) -> None:
    """R-B-4 to R-B-6, O-B-9, O-B-22: against a search for each word by itself."""
    least = 4 if board.size == 5 else 3
    ways = {word: list(paths(board, word)) for word in words if len(word) >= least}
    assert solve(board, build(words)) == Found(
        frozenset(w for w in ways if any(board.challenge not in path for path in ways[w])),
        frozenset(w for w in ways if any(board.challenge in path for path in ways[w])),
    )


@pytest.mark.sweep
@given(BOARDS, WORDS)
def test_scanning_the_list_finds_the_same(board: Board, words: list[str]) -> None:
    assert scan(board, SmallList(words)) == solve(board, build(words))


@pytest.mark.sweep
@pytest.mark.parametrize("name", sorted(DICE))
@pytest.mark.parametrize("challenge", [False, True])
def test_it_finds_every_english_word(name: str, challenge: bool) -> None:
    """Boards as they are drawn, with the whole English list."""
    board = draw(DICE[name], Random(f"{name} {challenge}"), challenge=challenge)
    assert solve(board, prepare(load_english())) == scan(board, load_english())


def test_two_cubes_with_qu_make_words_of_eighteen_letters() -> None:
    """A challenge cube that shows Qu, besides the Qu of the set."""
    word = "quabcdefghijklmnqu"
    faces = ("qu", *"abc", *"gfed", *"hijk", "qu", *"nml")
    assert found(Board(faces, challenge=0), word) == Found(frozenset(), frozenset({word}))


def test_a_word_with_and_without_the_challenge_cube_is_in_both_sets() -> None:
    """O-B-9. The K of the first row is the challenge cube; the last rows have TAK too."""
    board = Board((*"takl", *"xxxx", *"xkxx", *"xtax"), challenge=2)
    solved = found(board, "tak", "axle", "talk", "takl", "tax")
    assert solved.using == {"tak", "takl"}
    assert solved.plain == {"tak", "tax"}
    assert solved.bonus() == {"tak", "takl"}
    assert solved.bonus(every=True) == {"takl"}


def test_the_total_of_a_board() -> None:
    """R-B-9, and with the challenge cube R-B-17 for all words and R-B-18 for some."""
    words = ("word", "words", "oxd")
    plain = Board(tuple("wordxxxsxxxxxxxx"))
    assert found(plain, *words).words == set(words)
    assert total(plain, found(plain, *words)) == 1 + 2 + 1
    marked = Board(plain.faces, challenge=7)
    assert found(marked, *words).using == {"words"}
    assert total(marked, found(marked, *words)) == 2 + (3 + 5) + 1


def test_an_unprepared_list_is_scanned() -> None:
    """The same answer at once, though slower. No cube is used twice (R-B-6)."""
    board = Board(tuple("catsxxxxxxxxxxxx"))
    words = SmallList(["cat", "cats", "act", "scat", "cac", "unprepared"])
    scanned = find(board, words)
    prepare(words)
    assert find(board, words) == scanned
    assert scanned.words == {"cat", "cats"}


LEFT: Final = """
import gc
from random import Random
from parlour.lexicons import load_english
from parlour_boggle.dice import DICE, draw
from parlour_boggle.solver import solve
from parlour_boggle.automaton import prepare

board, automaton = draw(DICE["1976"], Random(3)), prepare(load_english())
solve(board, automaton)
gc.disable()
gc.collect()
solve(board, automaton)
print(gc.collect())
"""


def test_it_leaves_nothing_for_the_garbage_collector() -> None:
    """In a process of its own, where nothing else leaves anything."""
    done = subprocess.run([sys.executable, "-c", LEFT], capture_output=True, text=True, check=True)
    assert done.stdout == "0\n"
