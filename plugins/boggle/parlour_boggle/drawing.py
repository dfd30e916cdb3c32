"""The board and the lists drawn for a person, in plain letters of one width."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from parlour import Reader
from parlour_boggle.state import Group, Verdict

_CELL: Final = 5
"""Columns of a cube: `[Qu]`, or `Qu` with the number of a step, and a gap."""
_POINTS: Final = 4
"""Columns of a number of points."""
_INDENT: Final = " " * (_POINTS + 2)
_LABELS: Final = {
    Verdict.NOTED: "",
    Verdict.OK: "",
    Verdict.CROSSED: "crossed off: ",
    Verdict.REPEAT: "sent twice: ",
    Verdict.SHORT: "too short: ",
    Verdict.NOT_ON_BOARD: "not on the board: ",
    Verdict.NOT_A_WORD: "not a word: ",
    Verdict.LATE: "too late: ",
}
_CUBE: Final = "with the challenge cube: "


def board(rows: Sequence[Sequence[str]], cube: int | None) -> Sequence[str]:
    """The cubes as they lie; the challenge cube in brackets."""
    width = len(rows[0])
    return [
        _row(_marked(face, y * width + x + 1 == cube) for x, face in enumerate(row))
        for y, row in enumerate(rows)
    ]


def _marked(face: str, is_cube: bool) -> str:
    return f"[{face}]" if is_cube else f" {face} "


def way(rows: Sequence[Sequence[str]], cells: Sequence[int]) -> Sequence[str]:
    """The cubes of a word with the numbers of its steps; all others as dots."""
    steps = {cell: step for step, cell in enumerate(cells, 1)}
    width = len(rows[0])
    lines: list[str] = []
    for y, row in enumerate(rows):
        cubes = (
            f" {face}{steps[cell]}" if (cell := y * width + x + 1) in steps else " . "
            for x, face in enumerate(row)
        )
        lines.append(_row(cubes))
    return lines


def _row(cubes: Iterable[str]) -> str:
    return ("   " + "".join(cube.ljust(_CELL) for cube in cubes)).rstrip()


def lists(groups: Sequence[Group], reader: Reader) -> Sequence[str]:
    """A list as it is read out: a paragraph for each verdict and worth."""
    lines: list[str] = []
    for group in groups:
        label = _CUBE if group.bonus else _LABELS[group.verdict]
        points = str(group.points or "-")
        lines += _paragraph(f"{points:>{_POINTS}}  {label}", group.words, reader.width)
    return lines


def _paragraph(first: str, words: Sequence[str], width: int) -> Sequence[str]:
    """*first* and the *words* behind it with commas, in lines of *width*.

    By hand: at the end of a round it is done for every list at once, and `textwrap`, which knows
    any text, takes ten times as long.
    """
    lines: list[str] = []
    line = first
    for left, word in zip(range(len(words), 0, -1), words, strict=True):
        listed = f"{word}," if left > 1 else word
        if len(line) + len(listed) > width:
            lines.append(line.rstrip())
            line = _INDENT
        line += f"{listed} "
    return [*lines, line.rstrip()]
