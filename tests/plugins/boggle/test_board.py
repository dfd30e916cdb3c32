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


QUAD = Board(("qu", "a", "u", "d"))
TWICE = Board(("a", "b", "b", "a"))
FACES = ("qu", *"abcd", *"hgfe", *"ijkl", *"onm")
SNAKE = (0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11, 15, 14, 13, 12)


@pytest.mark.parametrize(
    ("board", "word", "ways"),
    [
        (BEST, "pert", [(0, 1, 2, 6)]),  # R-B-5: sideways, up, down and diagonally
        (BEST, "lain", [(4, 5, 9, 10)]),
        (BEST, "nil", [(10, 9, 4)]),
        (BEST, "pin", []),  # no cube is skipped
        (BEST, "lip", []),
        (BEST, "pep", []),  # R-B-6: one P, one A
        (BEST, "ala", []),
        (QUAD, "quad", [(0, 1, 3)]),  # R-B-13, O-B-19: one cube and two letters
        (QUAD, "qua", [(0, 1)]),
        (QUAD, "daqu", [(3, 1, 0)]),
        (QUAD, "qad", []),  # neither its Q nor its U can be used alone
        (QUAD, "aq", []),
        (QUAD, "quu", [(0, 2)]),
        (QUAD, "quuu", []),
        (Board(FACES), "".join(FACES[cell] for cell in SNAKE), [SNAKE]),  # seventeen letters
        (Board(("q", "u", "e", "x")), "que", [(0, 1, 2)]),  # the French cubes have a Q alone
        (Board(("q", "x", "e", "x")), "que", []),
        (TWICE, "ab", [(0, 1), (0, 2), (3, 1), (3, 2)]),  # every way is told once
        (TWICE, "abba", [(0, 1, 2, 3), (0, 2, 1, 3), (3, 1, 2, 0), (3, 2, 1, 0)]),
        (BEST, "", []),
        (Board(("e",) * 25), "e" * 26, []),  # refused before any of so many ways is tried
    ],
)
def test_the_ways_of_a_word(board: Board, word: str, ways: list[tuple[int, ...]]) -> None:
    """On  P E R S / L A T G / S I N E / T E R S, and boards with Qu."""
    assert list(paths(board, word)) == ways


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
