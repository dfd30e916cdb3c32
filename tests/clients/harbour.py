"""Harbour: a game that no client has heard of, which draws all that a scene can have.

It is Hunt with another text: ships lie at numbered berths.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from parlour import (
    Cell,
    Grid,
    Meter,
    Reader,
    Row,
    Run,
    Scene,
    Score,
    Scores,
    Style,
    Text,
    Trace,
    Words,
)
from parlour.api import AnyGame
from tests.games.hunt.game import HUNT
from tests.games.hunt.text_ui import HuntTextUI
from tests.games.hunt.views import View

ACROSS: Final = 5
"""Berths in a row of the harbour."""
LETTERS: Final = "ANCHOSTIDREHULLMASTBOWKEY"


class HarbourTextUI(HuntTextUI):
    """Hunt as a harbour."""

    def draw(self, view: View, reader: Reader) -> Scene:
        """The quay, who lies where as far as is known, and every other kind of block."""
        berths = [self._berth(number, view) for number in range(1, view.top + 1)]
        rows = [Row(tuple(berths[at : at + ACROSS])) for at in range(0, view.top, ACROSS)]
        ruled_out = sorted({n for found in view.ruled_out.values() for n in found})
        others = [seat for seat in view.hidden if not reader.is_me(seat)]
        known = [
            Row(
                (Cell(str(view.top - len(view.ruled_out[seat]))), Cell("?", "dim")),
                reader.name(seat),
                mark="<- turn" if seat == view.turn else "",
                types=f"try {reader.name(seat)} ",
            )
            for seat in others
        ]
        heads = (Row((Cell("left"), Cell("ship")), "Captain", style="dim"),)
        return Scene(
            (
                Grid("Quay", tuple(rows)),
                Text((Run("Ships lie at berths 1 to "), Run(str(view.top), "strong"), Run("."))),
                *([Grid("Ships", tuple(known), heads)] if known else []),
                *([Words("Empty:", tuple(map(str, ruled_out)), end=".")] if ruled_out else []),
                Meter("Tide", len(ruled_out), 48, "good"),
                Meter("Wind", 3, 6),
                Scores((*[Score((seat,), reader.name(seat), 0) for seat in view.hidden],)),
                self._crate(),
            ),
            title="The harbour at night.",
            turn=view.turn,
        )

    def _berth(self, number: int, view: View) -> Cell:
        mine = number == view.mine
        style: Style = "mine" if mine else ""
        types = f"hide {number}" if view.mine is None else ""
        return Cell(str(number), style, framed=mine, says=f"berth {number}", types=types)

    def _crate(self) -> Grid:
        """Letters in which words can be traced; the verb takes any number of them."""
        cells = [Cell(letter, "strong") for letter in LETTERS]
        rows = [Row(tuple(cells[at : at + 5])) for at in range(0, 25, 5)]
        return Grid("Crate", tuple(rows), trace=Trace("note", 2))


HARBOUR: Final[AnyGame] = replace(HUNT, id="harbour", title="Harbour", text_ui=HarbourTextUI())
GAMES: Final[Mapping[str, AnyGame]] = {"harbour": HARBOUR}
