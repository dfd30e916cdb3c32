"""A table of the players: a row for each, with what everybody may know of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from parlour.api import Reader, Seat
from parlour.language import _
from parlour.scene import Cell, Grid, Row

NONE: Final[Mapping[Any, Any]] = MappingProxyType({})


def players(
    reader: Reader,
    seats: Sequence[Seat],
    columns: Mapping[str, Sequence[Cell | str | int]] = NONE,
    *,
    held: Mapping[Seat, Sequence[Cell]] = NONE,
    turn: Seat | None = None,
    marks: Mapping[Seat, str] = NONE,
    notes: Mapping[Seat, str] = NONE,
    partner: Seat | None = None,
) -> Grid:
    """Return a table with a row for each of *seats*, in the order of play.

    *columns* are headings with a cell for each seat. *held* are cells behind these, such as dice
    or discs: they have no headings, and each seat may have another number of them. *marks* are
    short words behind a row, such as `dealer`; the player at *turn* has `<- turn` instead. *notes*
    are remarks on a row, such as a bid. The reader's own name is set off, and *partner* is named
    as such.
    """
    rows: list[Row] = []
    for n, seat in enumerate(seats):
        cells = [column[n] for column in columns.values()]
        name = reader.name(seat)
        told = [each if isinstance(each, Cell) else Cell(str(each)) for each in cells]
        rows.append(
            Row(
                (*told, *held.get(seat, ())),
                label=_("{name} (partner)", name=name) if seat == partner else name,
                mark="<- turn" if seat == turn else marks.get(seat, ""),
                style="mine" if reader.is_me(seat) else "",
                seat=seat,
                note=notes.get(seat, ""),
            )
        )
    heads = (Row(tuple(map(Cell, columns)), label=_("Player")),) if columns else ()
    return Grid(_("Players"), tuple(rows), heads)
