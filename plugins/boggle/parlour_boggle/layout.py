"""A board as people and programs read it: rows of faces in capitals, cells counted from 1."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TypeAlias

from parlour_boggle.board import Board, paths

Rows: TypeAlias = tuple[tuple[str, ...], ...]
"""The faces as the cubes show them, `Qu` on one of them."""
Cells: TypeAlias = tuple[int, ...]
"""Cells counted from 1, row by row, in the order in which they spell a word."""


def rows_of(board: Board) -> Rows:
    """The faces of *board*, row by row."""
    faces = [face.capitalize() for face in board.faces]
    return tuple(tuple(faces[at : at + board.size]) for at in range(0, len(faces), board.size))


def cube_of(board: Board) -> int | None:
    """The cell of the challenge cube; None if it is not in play."""
    return None if board.challenge is None else board.challenge + 1


def board_of(rows: Sequence[Sequence[str]], cube: int | None) -> Board:
    """The board that shows *rows*, with the challenge cube at the cell *cube*."""
    faces = tuple(face.lower() for face in chain.from_iterable(rows))
    return Board(faces, None if cube is None else cube - 1)


def way(rows: Sequence[Sequence[str]], cube: int | None, word: str) -> Cells | None:
    """A way to spell *word*, over the challenge cube if there is one such (O-B-9)."""
    first: Cells | None = None
    for path in paths(board_of(rows, cube), word):
        cells = tuple(cell + 1 for cell in path)
        if cube is None or cube in cells:
            return cells
        first = first or cells
    return first
