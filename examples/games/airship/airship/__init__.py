"""Airship: a crew flies over the mountains, against the clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from airship.bot import Mate
from airship.rules import VERBS, AirshipRules, AirshipScoring
from airship.state import AirshipOptions, Move
from airship.text import AirshipText
from airship.views import AirshipViews
from parlour import AnyGame, Game, Topic, hookimpl

parlour_contract = "1.3"

RULES_TEXT: Final = """\
You are the crew of an airship, and you win or lose together. Each of you has three controls of
the ship, such as the burner or the rudder, with settings from 1 to 5. Everybody sees all
controls, and nobody can set those of another.

Each of you also has an order, such as "burner to 3". Only you know it, and most orders are for a
control of somebody else. So tell them: talk, or type "call" to call the order out. They type
"burner 3". When a control is set to what an order says, the ship goes a mile, and the player
whose order it was has a new one. It does not matter who knew of it.

An order that is not carried out in time costs height. The ship begins at height 5. At height 0
it crashes. It arrives after 8 miles for each of the crew.

Nobody has turns: everybody acts when they like. If a player leaves, the others share the
controls.

The option order_seconds says how long you have for each order: 30 is leisurely with netcat, 15
is hard.
"""

AIRSHIP: Final = Game(
    id="airship",
    title="Airship",
    version="2",
    seats=range(2, 7),
    verbs=VERBS,
    options=AirshipOptions,
    rules_text=RULES_TEXT,
    rules=AirshipRules(),
    views=AirshipViews(),
    scoring=AirshipScoring(),
    text_ui=AirshipText(),
    move_type=Move,
    bots=(Mate(),),
    rated_apart=("order_seconds",),
    topics=(
        Topic(
            ("order",), "What must be set, and how. Only you know your order until you tell it."
        ),
        Topic(
            ("control", "setting"),
            "Type the name of one of your controls, or its beginning, and a number: burner 3",
        ),
        Topic(("height",), "Each order that is missed costs one. At 0 the ship crashes."),
        Topic(("mile", "miles"), "Each order that is carried out brings the ship a mile on."),
    ),
)


@hookimpl
def register_games() -> Sequence[AnyGame]:
    """Offer Airship."""
    return (AIRSHIP,)
