"""Parlour: a host for parlour games over a text line.

This module is what the author of a game imports, and nothing else is needed.

The floors, from the top; imports only go down:

    __main__ | testing      the command line; the kit for game authors
    server                  the only trio code
    plugins | lexicons      finds and checks games; loads word lists
    config | store          reads the config; keeps the records
    house                   pure: what happened -> what to send
    engine | wire           pure: tables and matches; lines and messages
    hookspecs | rendering   how the host calls a plugin; scenes as plain text
    texts                   pieces of texts and drawings
    api                     types only
    scene                   what a position looks like, as a value
"""

from importlib import import_module
from typing import TYPE_CHECKING

from parlour.api import (
    SPECTATOR,
    Bot,
    BotContext,
    ChoiceArg,
    ChoiceOption,
    Context,
    Game,
    Heard,
    IntArg,
    Lexicon,
    ListOption,
    MoveFault,
    MoveSpec,
    NumberOption,
    Option,
    OptionValue,
    Prompt,
    Reader,
    Refused,
    Rules,
    Scoring,
    Seat,
    SeatArg,
    SeatOption,
    Setup,
    Spectator,
    Step,
    SwitchOption,
    TextArg,
    TextUI,
    Thought,
    Verb,
    Viewer,
    Views,
)
from parlour.hookspecs import hookimpl
from parlour.texts import columns, count, enumerated, padded, read_view, reader_of, wrapped

if TYPE_CHECKING:
    from parlour.rendering import plain
    from parlour.scene import (
        Block,
        Cell,
        Grid,
        Meter,
        Row,
        Run,
        Scene,
        SceneFault,
        Score,
        Scores,
        Style,
        Text,
        Trace,
        Words,
    )
else:

    def __getattr__(name: str) -> object:
        """Load scenes when they are first asked for: msgspec comes with them.

        Every command of the command line imports this module, and most need neither.
        """
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module = import_module("parlour.rendering" if name == "plain" else "parlour.scene")
        value = globals()[name] = getattr(module, name)
        return value


__all__ = [
    "SPECTATOR",
    "Block",
    "Bot",
    "BotContext",
    "Cell",
    "ChoiceArg",
    "ChoiceOption",
    "Context",
    "Game",
    "Grid",
    "Heard",
    "IntArg",
    "Lexicon",
    "ListOption",
    "Meter",
    "MoveFault",
    "MoveSpec",
    "NumberOption",
    "Option",
    "OptionValue",
    "Prompt",
    "Reader",
    "Refused",
    "Row",
    "Rules",
    "Run",
    "Scene",
    "SceneFault",
    "Score",
    "Scores",
    "Scoring",
    "Seat",
    "SeatArg",
    "SeatOption",
    "Setup",
    "Spectator",
    "Step",
    "Style",
    "SwitchOption",
    "Text",
    "TextArg",
    "TextUI",
    "Thought",
    "Trace",
    "Verb",
    "Viewer",
    "Views",
    "Words",
    "columns",
    "count",
    "enumerated",
    "hookimpl",
    "padded",
    "plain",
    "read_view",
    "reader_of",
    "wrapped",
]
