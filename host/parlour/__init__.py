"""Parlour: a host for parlour games over a text line.

This module is what the author of a game imports, and nothing else is needed.

The floors, from the top; imports only go down:

    __main__ | testing      the command line; the kit for game authors
    server                  the only trio code
    plugins | lexicons      finds and checks games; loads word lists
    config | store          reads the config; keeps the records
    house                   pure: what happened -> what to send
    engine | wire           pure: tables and matches; lines and messages
    hookspecs | texts       how the host calls a plugin; pieces of texts and drawings
    api                     types only
"""

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
    Notation,
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
    Thought,
    Verb,
    Viewer,
    Views,
)
from parlour.hookspecs import hookimpl
from parlour.texts import count, enumerated, read_view, reader_of, wrapped

__all__ = [
    "SPECTATOR",
    "Bot",
    "BotContext",
    "ChoiceArg",
    "ChoiceOption",
    "Context",
    "Game",
    "Heard",
    "IntArg",
    "Lexicon",
    "ListOption",
    "MoveFault",
    "MoveSpec",
    "Notation",
    "NumberOption",
    "Option",
    "OptionValue",
    "Prompt",
    "Reader",
    "Refused",
    "Rules",
    "Scoring",
    "Seat",
    "SeatArg",
    "SeatOption",
    "Setup",
    "Spectator",
    "Step",
    "SwitchOption",
    "TextArg",
    "Thought",
    "Verb",
    "Viewer",
    "Views",
    "count",
    "enumerated",
    "hookimpl",
    "read_view",
    "reader_of",
    "wrapped",
]
