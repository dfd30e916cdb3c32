"""The types a game is made of. They hold data and declare methods, and do nothing themselves.

A game is one frozen `Game` record with four small parts:

* `Rules`     what may happen (state, event -> state);
* `Views`     which viewer may know what. Nothing leaves the game except through this class;
* `Scoring`   the points, the winners, and results that are not points (`Outcome`);
* `TextUI`    how people type moves, and how a view reads as text.

The host treats states, moves, events, views and heard events as opaque values. They
must be immutable and compare by value: after every entry of a record, the host checks
that the state rebuilt from the record equals the live one.

Times are whole milliseconds of *table time*. It is 0 when the game starts, and does not
advance while the table is paused or the host is down.
"""

from typing import Final

from parlour.api.game import AnyGame, Bot, BotContext, Game, Imagined, Thought, Topic
from parlour.api.lists import Deck, Lexicon
from parlour.api.options import (
    ChoiceOption,
    DeckOption,
    ListOption,
    NumberOption,
    Option,
    Options,
    OptionValue,
    SeatOption,
    SwitchOption,
    TextOption,
)
from parlour.api.outcome import OUTCOME_TEXT_MAX, Nobody, Outcome, Ranks, Together
from parlour.api.prompts import (
    Arg,
    ChoiceArg,
    IntArg,
    MoveSpec,
    Prompt,
    SeatArg,
    SomeArg,
    TextArg,
    Verb,
    some,
)
from parlour.api.reader import Reader, wrapped
from parlour.api.rules import Context, Ending, Result, Rules, Scoring, Setup, Step
from parlour.api.seats import (
    MOST_SEATS,
    SPECTATOR,
    MoveFault,
    Refused,
    Seat,
    Spectator,
    Viewer,
    illegal,
)
from parlour.api.text_ui import TextUI, lines_for
from parlour.api.views import Heard, OpenViews, Views

CONTRACT: Final = "1.3"
"""The version of what a plugin and the host may expect of each other. The first number changes if
plugins must, the second if something was added. A plugin that needs a newer contract than the
first says so in a variable `parlour_contract` of its module, such as `"1.1"`."""

__all__ = [
    "CONTRACT",
    "MOST_SEATS",
    "OUTCOME_TEXT_MAX",
    "SPECTATOR",
    "AnyGame",
    "Arg",
    "Bot",
    "BotContext",
    "ChoiceArg",
    "ChoiceOption",
    "Context",
    "Deck",
    "DeckOption",
    "Ending",
    "Game",
    "Heard",
    "Imagined",
    "IntArg",
    "Lexicon",
    "ListOption",
    "MoveFault",
    "MoveSpec",
    "Nobody",
    "NumberOption",
    "OpenViews",
    "Option",
    "OptionValue",
    "Options",
    "Outcome",
    "Prompt",
    "Ranks",
    "Reader",
    "Refused",
    "Result",
    "Rules",
    "Scoring",
    "Seat",
    "SeatArg",
    "SeatOption",
    "Setup",
    "SomeArg",
    "Spectator",
    "Step",
    "SwitchOption",
    "TextArg",
    "TextOption",
    "TextUI",
    "Thought",
    "Together",
    "Topic",
    "Verb",
    "Viewer",
    "Views",
    "illegal",
    "lines_for",
    "some",
    "wrapped",
]
