"""The reference values of the rules page, 2.1, under the ENABLE list.

The list does not come with Parlour. Name it in the environment to run these tests:

    PARLOUR_ENABLE_LIST=/path/to/enable2k.lst pytest tests/plugins/boggle
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.lexicons import load_file
from parlour_boggle.automaton import prepare
from parlour_boggle.board import Board
from parlour_boggle.solver import solve, total

VARIABLE = "PARLOUR_ENABLE_LIST"
FILE = os.environ.get(VARIABLE)
BOARDS = 20_000

pytestmark = pytest.mark.skipif(
    FILE is None, reason=f"{VARIABLE} does not name the file of the ENABLE word list"
)


@pytest.mark.sweep
def test_the_best_board() -> None:
    assert FILE is not None
    automaton = prepare(load_file("enable", Path(FILE)))
    board = Board(tuple("perslatgsineters"))
    found = solve(board, automaton)
    assert len(found.words) == 1045
    assert total(board, found) == 3625


@pytest.mark.parametrize(
    ("dice", "words", "points", "longest"),
    [("1976", 90.6, 124.9, 6.55), ("1987", 98.6, 141.1, 6.72)],
)
def test_means_of_random_boards(dice: str, words: float, points: float, longest: float) -> None:
    """Within 1 %. In a process of its own: measuring coverage would take it minutes."""
    assert FILE is not None
    command = [sys.executable, "-m", "tests.plugins.boggle.means", FILE, dice, str(BOARDS)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    means = [float(figure) for figure in done.stdout.split()]
    assert means == pytest.approx([words, points, longest], rel=0.01)
