"""A board: the letters as they lie, and the ways to spell a word on them (R-B-5, R-B-6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from math import isqrt
from typing import TypeAlias

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
