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
    Hue,
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
                (
                    Cell(str(view.top - len(view.ruled_out[seat]))),
                    Cell("?", "dim", kind="back", says="hidden", new=seat == view.turn),
                ),
                reader.name(seat),
                mark="<- turn" if seat == view.turn else "",
                types=f"try {reader.name(seat)} ",
                seat=seat,
            )
            for seat in others
        ]
        heads = (Row((Cell("left"), Cell("ship")), "Captain", style="dim", role="value"),)
        captain = "Nobody" if view.turn is None else reader.name(view.turn)
        status = f"{captain} looks for ships."
        late = tuple(seat for seat in view.ruled_out if seat not in view.hidden)
        return Scene(
            (
                Grid("Quay", tuple(rows)),
                Text((Run("Ships lie at berths 1 to "), Run(str(view.top), "strong"), Run("."))),
                Text.of("[ ] yours", "dim", plain_only=True),
                Text.of(status, plain_only=True),
                *([Text.of(f"You noted: {view.note}", big=view.note[:200])] if view.note else []),
                *([Grid("Ships", tuple(known), heads)] if known else []),
                *([Words("Empty:", tuple(map(str, ruled_out)), end=".")] if ruled_out else []),
                Meter("Tide", len(ruled_out), 48, "good"),
                Meter("Wind", 3, 6),
                Scores((*[Score((seat,), reader.name(seat), 0) for seat in view.hidden],)),
                *self._crates(),
            ),
            title="The harbour at night.",
            turn=view.turn,
            status=status,
            waits=late if view.turn is None else (view.turn,),
        )

    def _berth(self, number: int, view: View) -> Cell:
        mine = number == view.mine
        style: Style = "mine" if mine else ""
        hides = view.mine is None and view.me is not None
        value = str(number) if hides or (view.turn is not None and view.turn == view.me) else ""
        return Cell(
            str(number),
            style,
            framed=mine,
            says=f"berth {number}",
            types=f"hide {number}" if hides else "",
            kind="tile" if mine else "none",
            hue=Hue.BLUE if mine else 0,
            value=value,
        )

    def _crates(self) -> tuple[Grid, Grid]:
        """Letters in which words can be traced; the verb takes any number of them.

        Beside them are flags of all colours.
        """
        cells = [Cell(letter, "strong", kind="tile") for letter in LETTERS]
        rows = [Row(tuple(cells[at : at + 5])) for at in range(0, 25, 5)]
        flags = [Cell(hue.name[:2], kind="tile", face="", hue=hue) for hue in Hue]
        pairs = [Row(tuple(flags[at : at + 2])) for at in range(0, len(flags), 2)]
        crate = Grid("Crate", tuple(rows), trace=Trace("note", 2))
        return crate, Grid("Flags", tuple(pairs), beside=True)


HARBOUR: Final[AnyGame] = replace(HUNT, id="harbour", title="Harbour", text_ui=HarbourTextUI())
GAMES: Final[Mapping[str, AnyGame]] = {"harbour": HARBOUR}
