"""A table of the players: a row for each, with what everybody may know of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.api import Reader, Seat
from parlour.language import _
from parlour.scene import Cell, Grid, Row


def players(
    reader: Reader,
    seats: Sequence[Seat],
    columns: Mapping[str, Sequence[Cell | str | int]],
    *,
    turn: Seat | None = None,
    marks: Mapping[Seat, str] | None = None,
    partner: Seat | None = None,
) -> Grid:
    """Return a table with a row for each of *seats*, in the order of play.

    *columns* are headings with a cell for each seat. *marks* are short words behind a row, such as
    `dealer`; the player at *turn* has `<- turn` instead. The reader's own name is set off, and
    *partner* is named as such.
    """
    rows: list[Row] = []
    for n, seat in enumerate(seats):
        cells = [column[n] for column in columns.values()]
        name = reader.name(seat)
        rows.append(
            Row(
                tuple(each if isinstance(each, Cell) else Cell(str(each)) for each in cells),
                label=_("{name} (partner)", name=name) if seat == partner else name,
                mark="<- turn" if seat == turn else (marks or {}).get(seat, ""),
                style="mine" if reader.is_me(seat) else "",
                seat=seat,
            )
        )
    heads = Row(tuple(map(Cell, columns)), label=_("Player"))
    return Grid(_("Players"), tuple(rows), (heads,))
