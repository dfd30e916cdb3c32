"""The board as a grid, and lists of words as blocks of a scene."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Final

from parlour import Cell, Grid, Row, Run, Style, Text, Trace, Words, joined
from parlour_boggle.catalogue import _
from parlour_boggle.layout import Rows
from parlour_boggle.state import Graded, Group, Verdict

_POINTS: Final = 4
"""Columns of a number of points."""
_LABELS: Final = {
    Verdict.NOTED: "",
    Verdict.OK: "",
    Verdict.CROSSED: _("crossed off"),
    Verdict.REPEAT: _("sent twice"),
    Verdict.SHORT: _("too short"),
    Verdict.NOT_ON_BOARD: _("not on the board"),
    Verdict.NOT_A_WORD: _("not a word"),
    Verdict.LATE: _("too late"),
}
_CUBE: Final = _("with the challenge cube")


def board(rows: Rows, cube: int | None, trace: Trace | None = None) -> Grid:
    """The cubes as they lie, the challenge cube framed; with *trace* words can be traced."""
    numbers = count(1)
    drawn = [Row(tuple([_cube(face, next(numbers) == cube) for face in row])) for row in rows]
    return Grid(_("Board"), tuple(drawn), trace=trace)


def _cube(face: str, is_cube: bool) -> Cell:
    says = _("{face}, challenge cube", face=face) if is_cube else ""
    return Cell(face, "strong", framed=is_cube, says=says, kind="tile")


def way(rows: Rows, cells: Sequence[int]) -> Grid:
    """The cubes of a word with the numbers of its steps; all others as dots."""
    steps = {cell: step for step, cell in enumerate(cells, 1)}
    numbers = count(1)
    drawn = [Row(tuple([_step(face, steps.get(next(numbers))) for face in row])) for row in rows]
    return Grid(_("Path"), tuple(drawn))


def _step(face: str, step: int | None) -> Cell:
    if step is None:
        return Cell(".", "dim", says=face)
    return Cell(face, "strong", str(step), says=_("{face}, step {step}", face=face, step=step))


def line_of(name: str, graded: Graded) -> Text:
    """A whole list in one paragraph: `bob 7: 2 cared, race; crossed off tea`."""
    runs = [Run(_("{name} {points}:", name=name, points=graded.points), "strong")]
    for at, group in enumerate(graded.groups):
        label = _CUBE if group.bonus else _LABELS[group.verdict]
        counts = group.verdict is Verdict.OK
        worth = joined((str(group.points or ""), label))
        text = _("; {worth}", worth=worth) if at else _(" {worth}", worth=worth)
        runs.append(Run(text, "good" if counts else "bad"))
        runs.append(Run(f" {', '.join(group.words)}", "" if counts else "dim"))
    if not graded.groups:
        runs.append(Run(_(" no words"), "dim"))
    return Text(tuple(runs), spare=True)


def lists(groups: Sequence[Group]) -> tuple[Words, ...]:
    """A list as it is read out: a paragraph for each verdict and worth."""
    return tuple([_paragraph(group) for group in groups])


def _paragraph(group: Group) -> Words:
    label = _CUBE if group.bonus else _LABELS[group.verdict]
    style: Style = "" if group.verdict is Verdict.OK else "dim"
    points = f"{group.points or '-':>{_POINTS}} "
    name = _("{points} {label}:", points=points, label=label) if label else points
    return Words(name, group.words, _POINTS + 2, style=style)
