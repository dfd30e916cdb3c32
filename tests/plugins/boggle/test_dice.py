"""The cubes, and how they fall (rules page, 2.1; R-B-1, R-B-16, O-B-1, O-B-8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations, product
from random import Random
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour_boggle.board import Board
from parlour_boggle.dice import CHALLENGE_CUBE, DICE, Cube, DiceSet, draw
from tests.plugins.boggle.chances import chi_square, evenly, limit
from tests.plugins.boggle.playbook import Play
from tests.sizes import sized

SETS = sorted(DICE)
SHAKES = sized(8_000, 20_000)


@pytest.mark.parametrize("name", SETS)
def test_a_set_has_a_cube_for_every_cell_and_a_cube_six_faces(name: str) -> None:
    """One face of all shows Qu; the French cubes have a Q alone."""
    dice = DICE[name]
    assert dice.name == name
    assert len(dice.cubes) == (25 if name.startswith("5x5") else 16)
    for cube in (*dice.cubes, CHALLENGE_CUBE):
        assert len(cube) == 6
        assert set(cube) <= {*ascii_lowercase, "qu"}
    faces = Counter(face for cube in dice.cubes for face in cube)
    assert (faces["qu"], faces["q"]) == ((0, 1) if name == "fr" else (1, 0))


def test_the_default_set_comes_first_and_the_later_one_has_four_other_cubes() -> None:
    """O-B-1: dice=1976."""
    assert next(iter(DICE)) == "1976"
    first, later = (
        Counter("".join(cube) for cube in DICE[name].cubes) for name in ("5x5", "5x5_later")
    )
    assert first - later == Counter(["ccenst", "ddhnot", "dhlnor", "iprrry"])
    assert later - first == Counter(["ccnstw", "ddlnor", "dhhnot", "hiprry"])


def can_show(cubes: Sequence[Cube], faces: Sequence[str]) -> bool:
    """Is there another of *cubes* for each of *faces* that has it?"""
    shown_by: dict[int, int] = {}  # cube: face

    def place(number: int, tried: set[int]) -> bool:
        for cube, sides in enumerate(cubes):
            if faces[number] in sides and cube not in tried:
                tried.add(cube)
                if cube not in shown_by or place(shown_by[cube], tried):
                    shown_by[cube] = number
                    return True
        return False

    return all(place(number, set()) for number in range(len(faces)))


@given(st.sampled_from(SETS), st.booleans(), st.integers())
def test_every_board_is_one_that_its_cubes_can_show(name: str, challenge: bool, seed: int) -> None:
    """O-B-1; with the challenge cube, all others are of the set (R-B-16)."""
    cubes = DICE[name].cubes
    board = draw(DICE[name], Random(seed), challenge=challenge)
    assert len(board.faces) == len(cubes)
    faces = list(board.faces)
    assert (board.challenge is not None) == challenge
    if board.challenge is not None:
        assert faces.pop(board.challenge) in CHALLENGE_CUBE
    assert can_show(cubes, faces)


@pytest.mark.parametrize("name", SETS)
def test_a_round_is_shaken_with_the_set_of_the_table(name: str) -> None:
    """O-B-1: `dice=1976` and the other sets."""
    for seed in range(12):
        board = Play(1, rows=None, dice=name, first=seed).state.board
        assert can_show(DICE[name].cubes, list(board.faces))


def test_what_no_cubes_show_is_found_out() -> None:
    """The check above can fail: one Q is all there is, and no two faces are of one cube."""
    assert not can_show([("a", "b"), ("c", "d")], ["a", "b"])
    assert can_show([("a", "b"), ("a", "d")], ["a", "a"])
    assert can_show([("a", "b"), ("a", "c"), ("b", "c")], ["c", "b", "a"])


SMALL = DiceSet("small", "", (("a", "b"), ("c", "d"), ("e", "f"), ("g", "h")))


@pytest.mark.sweep
def test_all_ways_to_fall_are_equally_likely() -> None:
    """O-B-1, in full: of cubes whose faces all differ, every order with every face."""
    rng = Random(1976)
    seen = Counter(draw(SMALL, rng).faces for _ in range(2 * SHAKES))
    ways = {faces for order in permutations(SMALL.cubes) for faces in product(*order)}
    assert len(ways) == 24 * 16
    assert evenly(seen, ways)


@pytest.mark.sweep
def test_the_challenge_cube_replaces_each_cube_equally_often_everywhere() -> None:
    """R-B-16: which is replaced, how the cubes lie and what they show are all equally likely."""
    plain = DiceSet("plain", "", (("a",), ("b",), ("c",), ("d",)))
    rng = Random(1977)
    seen: Counter[Board] = Counter(draw(plain, rng, challenge=True) for _ in range(2 * SHAKES))
    ways = {
        Board((*others[:cell], face, *others[cell:]), cell)
        for others in permutations("abcd", 3)
        for cell in range(4)
        for face in CHALLENGE_CUBE
    }
    assert len(ways) == 24 * 4 * 6
    assert evenly(seen, ways)


@pytest.mark.sweep
@pytest.mark.parametrize("name", SETS)
def test_every_cube_falls_into_every_cell_equally_often_and_shows_each_face(name: str) -> None:
    """The cubes of the set, marked so that they can be told apart."""
    cubes = DICE[name].cubes
    number = len(cubes)
    marks = [tuple(f"{cube} {face}" for face in faces) for cube, faces in enumerate(cubes)]
    marked = DiceSet("marked", "", tuple(marks))
    rng = Random(1988)
    boards = [[face.split() for face in draw(marked, rng).faces] for _ in range(SHAKES // 4)]
    fell = Counter((cell, cube) for faces in boards for cell, (cube, _) in enumerate(faces))
    shares = {(cell, str(cube)): 1 / number**2 for cell in range(number) for cube in range(number)}
    # Each cell has one cube and each cube one cell: (n - 1)^2 counts are free, and stray a
    # little more than as many counts that know nothing of each other would.
    assert chi_square(fell, shares) * (number - 1) / number < limit((number - 1) ** 2)
    sides = Counter(face for cube in cubes for face in cube)
    shown = {face: count / sides.total() for face, count in sides.items()}
    for cell in range(number):
        seen = Counter(faces[cell][1] for faces in boards)
        assert chi_square(seen, shown) < limit(len(shown) - 1)


def test_a_board_does_not_tell_what_the_challenge_cube_replaced() -> None:
    """O-B-8: two shakes that differ only in that give equal boards."""
    same = ("x",)
    dice = DiceSet("same", "", (same, same, same, same))
    boards = {draw(dice, Random(seed), challenge=True) for seed in range(500)}
    assert len(boards) == 4 * 6
