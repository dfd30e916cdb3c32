"""Racks drawn for a person, in plain letters of one width."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from parlour import Reader
from parlour_probe.decks import HIDDEN, SPACES, VALUES
from parlour_probe.state import Phase
from parlour_probe.views import RackView, View

EMPTY: Final = "-"
UP: Final = "*"
LEGEND: Final = "? hidden  * yours, seen  . blank  - none"
_CELL: Final = 3
"""Columns of a space: a number or a marked letter, and a gap."""
_CELLS: Final = SPACES * _CELL
_SCORE: Final = 8
_MARK: Final = 9
"""Columns for `  <- turn`; `  left` is shorter."""
_IN_PLAY: Final = (Phase.ASKING, Phase.SHOWING)
_CACHED: Final = 1024
"""Rows kept as they were drawn: the racks of some 200 tables, 100 bytes each."""
_LABEL_MIN: Final = 8
"""With less room for names each name gets a line of its own."""


def _cells(cards: Iterable[str]) -> str:
    return "".join([card.rjust(_CELL) for card in cards])


_NUMBERS: Final = _cells(map(str, range(1, SPACES + 1)))
_VALUES: Final = _cells(map(str, VALUES))


def columns(text: str) -> int:
    """The columns that *text* takes on a screen."""
    if text.isascii():
        return len(text)
    return sum(map(_columns_of, text))


def _columns_of(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def padded(text: str, width: int) -> str:
    """*text* cut or filled up to *width* columns."""
    if len(text) <= width and text.isascii():
        return text.ljust(width)
    while columns(text) > width:
        text = text[:-1]
    return text + " " * (width - columns(text))


def racks(view: View, reader: Reader) -> Sequence[str]:
    """All racks with the space values and the scores."""
    labels = [_label(rack, view, reader) for rack in view.racks]
    room = reader.width - _CELLS - _SCORE - _MARK
    if room < _LABEL_MIN:
        return _stacked(view, labels)
    width = min(room, max(len("Space"), *map(columns, labels)))
    lines = list(_heads(width))
    for rack, label, score in zip(view.racks, labels, view.scores, strict=True):
        row = padded(label, width) + _row(rack) + f"{score:>{_SCORE}}"
        mark = _mark(rack, view)
        lines.append(f"{row}  {mark}" if mark else row)
    return lines


@lru_cache(_CACHED)
def _heads(width: int) -> Sequence[str]:
    """The first two lines, with so many columns for names."""
    return (
        padded("Space", width) + _NUMBERS + f"{'score':>{_SCORE}}",
        padded("Value", width) + _VALUES,
    )


def _stacked(view: View, labels: Sequence[str]) -> Sequence[str]:
    """The same for a narrow screen: each name above its rack."""
    lines = [_VALUES]
    for rack, label, score in zip(view.racks, labels, view.scores, strict=True):
        mark = _mark(rack, view)
        lines.append(f"{label} {score}  {mark}" if mark else f"{label} {score}")
        lines.append(_row(rack))
    return lines


def laid_row(cards: str, width: int) -> Sequence[str]:
    """One's own rack just after a word was laid."""
    label = "Your rack:" if len("Your rack:") + _CELLS <= width else ""
    return (
        label + _cells([*cards, *EMPTY * (SPACES - len(cards))]),
        " " * len(label) + _VALUES,
    )


def _label(rack: RackView, view: View, reader: Reader) -> str:
    name = reader.name(rack.owner)
    return f"{name} (you)" if rack.owner == view.me else name


def _mark(rack: RackView, view: View) -> str:
    if rack.owner in view.gone:
        return "left"
    return "<- turn" if rack.owner == view.turn and view.phase in _IN_PLAY else ""


@lru_cache(_CACHED)
def _row(rack: RackView) -> str:
    """A rack's twelve spaces; most racks look as they did when they were last drawn."""
    return _cells(_marked(rack))


def _marked(rack: RackView) -> list[str]:
    """The cards as the viewer knows them; one's own are marked when all can see them."""
    if rack.own is None:
        cards = list(rack.cards)
    else:
        cards = [
            own if face == HIDDEN else UP + own
            for face, own in zip(rack.cards, rack.own, strict=True)
        ]
    return cards + [EMPTY] * (SPACES - len(cards))
