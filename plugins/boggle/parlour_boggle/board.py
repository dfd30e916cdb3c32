"""A board: the letters as they lie, the ways to spell a word on them, and what a word scores.

A `Board` counts its cells from 0 (R-B-5, R-B-6). People and programs read it as rows of faces in
capitals, with cells counted from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from math import isqrt
from typing import Final, TypeAlias

import msgspec

Path: TypeAlias = tuple[int, ...]
"""Cells in the order in which they spell a word."""


class Board(msgspec.Struct, frozen=True):
    """A square of cubes, cells counted from 0, row by row.

    `faces` are in lower case and may have more letters than one (`qu`, R-B-13).
    `challenge` is the cell of the challenge cube, or None.
    """

    faces: tuple[str, ...]
    challenge: int | None = None

    @property
    def size(self) -> int:
        """How many cells a row has."""
        return isqrt(len(self.faces))

    @property
    def letters(self) -> str:
        """All letters of the faces."""
        return "".join(self.faces)


@cache
def neighbours(size: int) -> tuple[tuple[int, ...], ...]:
    """The cells next to each cell of a square: sideways, up, down and diagonally (R-B-5)."""
    return tuple(
        tuple(
            row * size + column
            for row in range(max(0, at // size - 1), min(size, at // size + 2))
            for column in range(max(0, at % size - 1), min(size, at % size + 2))
            if row * size + column != at
        )
        for at in range(size * size)
    )


def paths(board: Board, word: str) -> Iterator[Path]:
    """Every way to spell *word*, in lower case, on *board*; in ascending order of cells."""
    letters = board.letters
    # Without this, more equal letters than there are would be tried in every order.
    if word and all(word.count(letter) <= letters.count(letter) for letter in set(word)):
        yield from _spell(board, word, range(len(board.faces)), ())


def _spell(board: Board, rest: str, cells: Iterable[int], path: Path) -> Iterator[Path]:
    """Every way to go on from *path* over one of *cells* that spells *rest*."""
    if not rest:
        yield path
        return
    for cell in cells:
        face = board.faces[cell]
        if rest.startswith(face) and cell not in path:
            onward = neighbours(board.size)[cell]
            yield from _spell(board, rest.removeprefix(face), onward, (*path, cell))


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


SHORTEST: Final = 3
"""The letters of the shortest word that counts on any board (R-B-4)."""
SHORTEST_OF_LARGE: Final = 4
"""The same on a board of 5 x 5 (O-B-22)."""
LARGE: Final = 5
"""From so many cells in a row on, a board is large."""

LONG: Final = 8
"""From so many letters on, all words score the same."""
POINTS: Final[Mapping[int, int]] = {3: 1, 4: 1, 5: 2, 6: 3, 7: 5, LONG: 11}
"""Points of a word by its letters (R-B-9). O-B-22 has the same figures from four letters on."""
CHALLENGE_POINTS: Final[Mapping[int, int]] = {3: 1, 4: 2, 5: 3, 6: 4, 7: 5, LONG: 6}
"""Points of every word of a board with the challenge cube (R-B-17, O-B-13)."""
BONUS: Final = 5
"""Added once for a word formed with the challenge cube (R-B-18, O-B-11)."""


def shortest(size: int) -> int:
    """Letters of the shortest word that counts on a board of *size* cells in a row."""
    return SHORTEST_OF_LARGE if size >= LARGE else SHORTEST


def worth(word: str, *, challenge: bool) -> int:
    """Points of *word*, of three letters or more, without a bonus.

    Length is counted in letters, Qu as two (O-B-19).
    """
    return (CHALLENGE_POINTS if challenge else POINTS)[min(len(word), LONG)]
