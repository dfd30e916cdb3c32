"""Racks as grids: the spaces, their values, and what the viewer knows of each card."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from parlour import Cell, Grid, Reader, Row
from parlour_probe.catalogue import _
from parlour_probe.decks import BLANK, HIDDEN, SIDES, SPACES, VALUES
from parlour_probe.moves import card_word
from parlour_probe.state import Phase
from parlour_probe.views import PendingView, RackView, View

_EMPTY: Final = Cell("-", "dim", says=_("no card"), kind="none")
_UP: Final = "*"
_DOT: Final = "\N{MIDDLE DOT}"
"""The face of a blank in a picture."""
_YOURS: Final = (_("Your rack"), _("Your left rack"), _("Your right rack"))
RIGHT: Final = SIDES.index("right")
_IN_PLAY: Final = (Phase.ASKING, Phase.SHOWING, Phase.RECITING)
_CACHED: Final = 1024
"""Cached rows of cells, enough for the racks of about 200 tables. Few racks change at a time."""


def _numbers(numbers: Iterable[int]) -> tuple[Cell, ...]:
    return tuple(Cell(str(number), "dim") for number in numbers)


_VALUES: Final = _numbers(VALUES)
_HEADS: Final = (
    Row(_numbers(range(1, SPACES + 1)), _("Space"), _("score"), style="dim", role="index"),
    Row(_VALUES, _("Value"), style="dim", role="value"),
)


def racks(view: View, reader: Reader) -> Grid:
    """Draw all racks with the space values and the scores; of two racks beside the first."""
    scores = dict(zip(view.seats, view.scores, strict=True))
    playing, me, pending = view.phase in _IN_PLAY, view.me, view.pending
    asks = playing and me is not None
    rows = [
        _row(
            rack,
            reader.name(owner := rack.owner),
            str(scores[owner]) if rack.index < RIGHT else "",
            owner == me,
            asks,
            playing and owner == view.turn,
            owner in view.gone,
            () if owner != me or pending is None else _spaces_to_show(pending, rack.index),
        )
        for rack in view.racks
    ]
    return Grid(_("Racks"), tuple(rows), _HEADS)


def laid(cards: str, index: int) -> Grid:
    """Draw the viewer's own rack just after they hid a word."""
    name = _YOURS[index]
    cells = tuple(Cell(card, "mine") for card in cards) + (_EMPTY,) * (SPACES - len(cards))
    return Grid(name, (Row(cells, _("{rack}:", rack=name)), Row(_VALUES)))


@lru_cache(_CACHED)
def _row(
    rack: RackView,
    name: str,
    score: str,
    mine: bool,
    asks: bool,
    turn: bool,
    gone: bool,
    spaces: tuple[int, ...],
) -> Row:
    """Draw a rack. *asks*: the viewer plays, and may ask for cards; *spaces* are to be shown."""
    cells, types = _cells(rack), ""
    # Of two racks, before the name: a narrow screen cuts the end of it.
    label = f"{SIDES[rack.index][0].upper()} {name}" if rack.index else name
    seat = rack.owner
    if mine:
        label = _("{name} (you)", name=label)
        if spaces:
            cells = _to_show(cells, rack.index, spaces)
    elif asks and not gone:
        types = f"ask {name} "
    if gone:
        return Row(cells, label, score, _("left") if score else "", "dim", types, seat)
    if turn:
        return Row(cells, label, score, _("<- turn") if score else "", "strong", types, seat)
    return Row(cells, label, score, types=types, seat=seat)


def _spaces_to_show(pending: PendingView, index: int) -> tuple[int, ...]:
    """Return the spaces of the viewer's rack *index* whose card they may turn up."""
    cards = zip(pending.indexes or (), pending.spaces or (), strict=True)
    return tuple(space for rack, space in cards if rack == index)


@lru_cache(_CACHED)
def _cells(rack: RackView) -> tuple[Cell, ...]:
    """Draw a rack's twelve spaces as the viewer knows them."""
    own = rack.own or (None,) * len(rack.cards)
    cells = tuple(map(_cell, rack.cards, own))
    for space in rack.fresh:
        turned = replace(cells[space - 1], new=True)
        cells = (*cells[: space - 1], turned, *cells[space:])
    return cells + (_EMPTY,) * (SPACES - len(cells))


@lru_cache(_CACHED)
def _cell(face: str, own: str | None) -> Cell:
    """Draw a card. Plain text marks the viewer's own when it is face up."""
    blank = (own or face) == BLANK
    called, shown = (_("blank"), _DOT) if blank else (own or face, None)
    if face == HIDDEN:
        if own is None:
            return Cell(face, "dim", says=_("face down"), kind="back")
        down = _("{card}, face down", card=called)
        return Cell(own, "mine", says=down, kind="tile", face=shown)
    if own is None:
        return Cell(face, "strong", says=called if blank else "", kind="tile", face=shown)
    up = _("{card}, face up", card=called)
    return Cell(_UP + own, "strong", says=up, kind="tile", face=shown or own)


def _to_show(cells: tuple[Cell, ...], index: int, spaces: tuple[int, ...]) -> tuple[Cell, ...]:
    """Return *cells* with those on *spaces* marked as ones the viewer may turn up."""
    return tuple(
        replace(cell, style="hot", types=f"show {word}", value=word) if space in spaces else cell
        for space, cell in enumerate(cells, 1)
        for word in (card_word(index, space),)
    )
