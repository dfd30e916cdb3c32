"""Racks as grids: the spaces, their values, and what the viewer knows of each card."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from parlour import Cell, Grid, Reader, Row
from parlour_probe.decks import BLANK, HIDDEN, SPACES, VALUES
from parlour_probe.state import Phase
from parlour_probe.views import RackView, View

_EMPTY: Final = Cell("-", "dim", says="no card")
_UP: Final = "*"
_IN_PLAY: Final = (Phase.ASKING, Phase.SHOWING)
_CACHED: Final = 1024
"""Cached rows of cells, enough for the racks of about 200 tables. Few racks change at a time."""


def _numbers(numbers: Iterable[int]) -> tuple[Cell, ...]:
    return tuple(Cell(str(number), "dim") for number in numbers)


_VALUES: Final = _numbers(VALUES)
_HEADS: Final = (
    Row(_numbers(range(1, SPACES + 1)), "Space", "score", style="dim"),
    Row(_VALUES, "Value", style="dim"),
)


def racks(view: View, reader: Reader) -> Grid:
    """Draw all racks with the space values and the scores."""
    rows = [
        _row(rack, str(score), view, reader)
        for rack, score in zip(view.racks, view.scores, strict=True)
    ]
    return Grid("Racks", tuple(rows), _HEADS)


def laid(cards: str) -> Grid:
    """Draw the viewer's own rack just after they hid a word."""
    cells = tuple(Cell(card, "mine") for card in cards) + (_EMPTY,) * (SPACES - len(cards))
    return Grid("Your rack", (Row(cells, "Your rack:"), Row(_VALUES)))


def _row(rack: RackView, score: str, view: View, reader: Reader) -> Row:
    label, cells, types = reader.name(rack.owner), _cells(rack), ""
    playing = view.phase in _IN_PLAY
    if rack.owner == view.me:
        label = f"{label} (you)"
        if view.pending is not None and view.pending.spaces:
            cells = _to_show(cells, view.pending.spaces)
    elif playing and view.me is not None and rack.owner not in view.gone:
        types = f"ask {label} "
    if rack.owner in view.gone:
        return Row(cells, label, score, "left", "dim", types)
    if playing and rack.owner == view.turn:
        return Row(cells, label, score, "<- turn", "strong", types)
    return Row(cells, label, score, types=types)


@lru_cache(_CACHED)
def _cells(rack: RackView) -> tuple[Cell, ...]:
    """Draw a rack's twelve spaces as the viewer knows them."""
    own = rack.own or (None,) * len(rack.cards)
    cells = tuple(map(_cell, rack.cards, own))
    return cells + (_EMPTY,) * (SPACES - len(cells))


@lru_cache(_CACHED)
def _cell(face: str, own: str | None) -> Cell:
    """Draw a card. The viewer's own is marked when it is face up."""
    called = "blank" if (own or face) == BLANK else own or face
    if face == HIDDEN:
        if own is None:
            return Cell(face, "dim", says="face down")
        return Cell(own, "mine", says=f"{called}, face down")
    if own is None:
        return Cell(face, "strong", says="blank" if face == BLANK else "")
    return Cell(_UP + own, "strong", says=f"{called}, face up")


def _to_show(cells: tuple[Cell, ...], spaces: tuple[int, ...]) -> tuple[Cell, ...]:
    """Return *cells* with those on *spaces* marked as ones the viewer may turn up."""
    return tuple(
        Cell(cell.text, "hot", says=cell.says, types=f"show {space}") if space in spaces else cell
        for space, cell in enumerate(cells, 1)
    )
