"""Salvo: two fleets hidden from each other, and shots in turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour import AnyGame, Game, Topic, hookimpl
from salvo.bot import Gunner
from salvo.rules import VERBS, SalvoRules, SalvoScoring
from salvo.state import Move, SalvoOptions
from salvo.text import SalvoText
from salvo.views import SalvoViews

parlour_contract = "1.3"

RULES_TEXT: Final = """\
Each of two players has a fleet in a sea of its own, which the other cannot see. The squares are
named by row and column: a1 is at the top left.

Placing

The host places both fleets at random. Move ships if you like: "place 2 b3 down" puts your second
ship on b3 and the squares below it; "across" puts it on the squares to the right. Ships may
touch. "shuffle" places the whole fleet again. Type "done" when you like it.

Firing

You fire in turn. Type the name of a square. Everybody learns whether the shot hit a ship, and
whether a ship is sunk: that is when all its squares are hit. With the option salvo=on you have a
shot for each of your ships that is afloat.

If you sink the whole fleet of the other player, you win. A player who leaves loses.

The sea has 8 by 8 squares, with ships of 4, 3, 3, 2 and 2 squares. With size=7 the ships have 4,
3, 3 and 2 squares, with size=9 they have 5, 4, 3, 3 and 2.
"""

SALVO: Final = Game(
    id="salvo",
    title="Salvo",
    version="1",
    seats=range(2, 3),
    verbs=VERBS,
    options=SalvoOptions,
    rules_text=RULES_TEXT,
    rules=SalvoRules(),
    views=SalvoViews(),
    scoring=SalvoScoring(),
    text_ui=SalvoText(),
    move_type=Move,
    bots=(Gunner(),),
    rated_apart=("size", "salvo"),
    topics=(
        Topic(("square",), "Squares are named by row and column, such as b3: row b, column 3."),
        Topic(
            ("fleet", "ship"),
            "Your sea shows the numbers of your ships while you place them. Ships may touch, and "
            "never overlap.",
        ),
        Topic(
            ("hit", "sunk"),
            "A shot that hits a ship shows as x. When all squares of the ship are hit it is "
            "sunk, and shows as #.",
        ),
    ),
)


@hookimpl
def register_games() -> Sequence[AnyGame]:
    """Offer Salvo."""
    return (SALVO,)
