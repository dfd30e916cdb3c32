"""Means over many random boards, to be set beside the table of the rules page (2.1).

    python -m tests.plugins.boggle.means LIST DICE BOARDS

prints mean words, mean points and mean longest word. LIST is a text file of words.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from statistics import fmean

from parlour.lexicons import load_file
from parlour_boggle.automaton import prepare
from parlour_boggle.dice import DICE, draw
from parlour_boggle.solver import solve, total

SEED = 1


def main(file: str, name: str, boards: int) -> None:
    """Print the means."""
    automaton = prepare(load_file("list", Path(file)))
    rng = Random(SEED)
    words: list[int] = []
    points: list[int] = []
    longest: list[int] = []
    for _ in range(boards):
        board = draw(DICE[name], rng)
        found = solve(board, automaton)
        words.append(len(found.words))
        points.append(total(board, found))
        longest.append(max(map(len, found.words), default=0))
    sys.stdout.write(f"{fmean(words):.3f} {fmean(points):.3f} {fmean(longest):.3f}\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
