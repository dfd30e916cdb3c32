"""What the last move has changed, found by comparing a position with the one before.

A game need not say it. It holds until the next change.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, TypeAlias

from msgspec import structs

from parlour.scene import Cell, Grid, Scene

_MOST: Final = 3
"""A grid in which more cells have changed is a new one: another board, or a hand that moved up."""
_Place: TypeAlias = tuple[str, int, int]
"""A cell: the name of its grid, its row and its column."""


def marked(before: Scene | None, after: Scene) -> Scene:
    """Return *after* with what has changed as new, unless the game marks that itself."""
    earlier, now = _things(before), _things(after)
    if before is None or any(cell.new for cell in now.values()):
        return after
    new = {place for place, cell in now.items() if _has_changed(earlier.get(place), cell)}
    if not new and all(map(_is_same, now.values(), map(earlier.get, now))):
        new = {place for place, cell in earlier.items() if cell.new}
    names = [name for name, _row, _column in new]
    new = {place for place in new if names.count(place[0]) <= _MOST}
    blocks = [_renewed(b, new) if isinstance(b, Grid) else b for b in after.blocks]
    return structs.replace(after, blocks=tuple(blocks)) if new else after


def _things(scene: Scene | None) -> Mapping[_Place, Cell]:
    """The pieces and empty spaces of *scene*."""
    grids = [b for b in (() if scene is None else scene.blocks) if isinstance(b, Grid)]
    return {
        (grid.name, at, column): cell
        for grid in grids
        for at, row in enumerate(grid.rows)
        for column, cell in enumerate(row.cells)
        if cell.kind
    }


def _is_same(one: Cell, other: Cell | None) -> bool:
    """Is it the same piece? How it is set off does not matter."""
    if other is None:
        return False
    return (one.kind, one.text, one.hue) == (other.kind, other.text, other.hue)


def _has_changed(before: Cell | None, now: Cell) -> bool:
    return before is not None and now.kind != "none" and not _is_same(now, before)


def _renewed(grid: Grid, new: Collection[_Place]) -> Grid:
    rows = [
        structs.replace(
            row,
            cells=tuple(
                [
                    structs.replace(cell, new=True) if (grid.name, at, column) in new else cell
                    for column, cell in enumerate(row.cells)
                ]
            ),
        )
        for at, row in enumerate(grid.rows)
    ]
    return structs.replace(grid, rows=tuple(rows))
