"""Hunt: a whole game, small enough to read before writing one of your own.

Everybody hides a number; then, in turn, each tries to find somebody else's. Who is found
is out, and the last one left wins. It has what a game can have: a secret for each seat,
a deadline, every kind of option and argument, a phase of bare words, prompts that only
allow something, events that one seat hears, a question, luck, and a bot.
"""

from __future__ import annotations

from typing import Final

from parlour import ChoiceOption, Game, NumberOption, SeatOption, SwitchOption
from tests.games.hunt.bots import Plodder
from tests.games.hunt.rules import HuntRules, HuntScoring
from tests.games.hunt.state import CHEER, COUNT, HIDE, NOTE, TRY, Event, Move, State
from tests.games.hunt.text_ui import HuntTextUI
from tests.games.hunt.views import HuntViews, View

HUNT: Final[Game[State, Move, Event, View, Event]] = Game(
    id="hunt",
    title="Hunt",
    version="1",
    seats=range(2, 5),
    verbs=(HIDE, TRY, NOTE, CHEER),
    questions=(COUNT,),
    options=(
        NumberOption("top", "the highest number", 20, 2, 99),
        NumberOption("seconds", "time to hide, and for each turn", 60, 5, 600),
        ChoiceOption("answers", "how a wrong try is answered", "warm", ("warm", "cold")),
        SwitchOption("cheers", "may everybody cheer", default=True),
        SeatOption("first", "who begins", "lowest", ("lowest", "draw")),
    ),
    rated_apart=("answers",),
    rules_text=(
        "Everybody hides a number. In turn, each tries to find the number of another.\n"
        "\n"
        "Who is found is out, and whoever found it has a point. The last one left wins.\n"
    ),
    rules=HuntRules(),
    views=HuntViews(),
    scoring=HuntScoring(),
    text_ui=HuntTextUI(),
    move_type=Move,
    bots=(Plodder(),),
)
