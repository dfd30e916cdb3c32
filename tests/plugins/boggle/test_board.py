"""Ways over a board (R-B-5, R-B-6, R-B-13)."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour_boggle.board import Board, neighbours, paths
from parlour_boggle.dice import DICE, draw

BEST = Board(tuple("perslatgsineters"))
"""The best board under ENABLE (rules page, 2.1)."""


def cells_apart(one: int, other: int, size: int) -> int:
    """How many steps of a king are between two cells."""
    return max(abs(one // size - other // size), abs(one % size - other % size))


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_neighbours_are_the_cells_one_step_away(size: int) -> None:
    for cell, around in enumerate(neighbours(size)):
        steps = [cells_apart(cell, other, size) for other in range(size * size)]
        assert list(around) == [other for other, apart in enumerate(steps) if apart == 1]


def test_a_word_goes_sideways_up_down_and_diagonally() -> None:
    """R-B-5, on  P E R S / L A T G / S I N E / T E R S."""
    assert list(paths(BEST, "pert")) == [(0, 1, 2, 6)]
    assert list(paths(BEST, "lain")) == [(4, 5, 9, 10)]
    assert list(paths(BEST, "nil")) == [(10, 9, 4)]


def test_no_cube_is_skipped() -> None:
    """R-B-5."""
    assert not list(paths(BEST, "pin"))
    assert not list(paths(BEST, "lip"))


def test_no_cube_is_used_twice() -> None:
    """R-B-6: one P, one A."""
    assert not list(paths(BEST, "pep"))
    assert not list(paths(BEST, "ala"))


def test_qu_is_one_cube_and_two_letters() -> None:
    """R-B-13, O-B-19: neither its Q nor its U can be used alone."""
    board = Board(("qu", "a", "u", "d"))
    assert list(paths(board, "quad")) == [(0, 1, 3)]
    assert list(paths(board, "qua")) == [(0, 1)]
    assert list(paths(board, "daqu")) == [(3, 1, 0)]
    assert not list(paths(board, "qad"))
    assert not list(paths(board, "aq"))
    assert list(paths(board, "quu")) == [(0, 2)]
    assert not list(paths(board, "quuu"))


def test_the_longest_word_of_a_board_with_one_qu_has_seventeen_letters() -> None:
    """O-B-19."""
    faces = ("qu", *"abcd", *"hgfe", *"ijkl", *"onm")
    snake = Board(faces)
    order = (0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11, 15, 14, 13, 12)
    word = "".join(faces[cell] for cell in order)
    assert len(word) == 17
    assert order in paths(snake, word)


def test_a_q_alone_needs_a_u_beside_it() -> None:
    """The French cubes."""
    assert list(paths(Board(("q", "u", "e", "x")), "que")) == [(0, 1, 2)]
    assert not list(paths(Board(("q", "x", "e", "x")), "que"))


def test_every_way_to_spell_a_word_is_told_once() -> None:
    board = Board(("a", "b", "b", "a"))
    assert list(paths(board, "ab")) == [(0, 1), (0, 2), (3, 1), (3, 2)]
    assert len(list(paths(board, "abba"))) == 4


def test_nothing_is_spelled_by_nothing() -> None:
    assert not list(paths(BEST, ""))


def test_a_flood_of_one_letter_is_no_trouble() -> None:
    """A word that needs more of a letter than there is is refused before any way is tried."""
    assert not list(paths(Board(("e",) * 25), "e" * 26))


@given(st.sampled_from(sorted(DICE)), st.integers(), st.integers(1, 12))
def test_what_a_walk_spells_can_be_spelled_by_that_walk(name: str, seed: int, steps: int) -> None:
    """Any walk over new cells, and each path found is such a walk and spells the word."""
    rng = Random(seed)
    board = draw(DICE[name], rng)
    around = neighbours(board.size)
    walk = [rng.randrange(len(board.faces))]
    while len(walk) < steps and (onward := [c for c in around[walk[-1]] if c not in walk]):
        walk.append(rng.choice(onward))
    word = "".join(board.faces[cell] for cell in walk)
    found = list(paths(board, word))
    assert tuple(walk) in found
    assert found == sorted(set(found))
    for path in found:
        assert "".join(board.faces[cell] for cell in path) == word
        assert len(set(path)) == len(path)
        assert all(cells_apart(one, other, board.size) == 1 for one, other in pairwise(path))
