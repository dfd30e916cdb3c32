"""Parlour: a game server you can join with plain netcat or telnet.

Authors of games import this module, and need nothing else.

docs/reference/ describes what is here. docs/architecture.md is the map of everything else.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.api import (
        CONTRACT,
        SPECTATOR,
        AnyGame,
        Bot,
        BotContext,
        ChoiceArg,
        ChoiceOption,
        Context,
        Deck,
        DeckOption,
        Game,
        Heard,
        Imagined,
        IntArg,
        Lexicon,
        ListOption,
        MoveFault,
        MoveSpec,
        Nobody,
        NumberOption,
        OpenViews,
        Option,
        Options,
        OptionValue,
        Outcome,
        Prompt,
        Ranks,
        Reader,
        Refused,
        Result,
        Rules,
        Scoring,
        Seat,
        SeatArg,
        SeatOption,
        Setup,
        SomeArg,
        Spectator,
        Step,
        SwitchOption,
        TextArg,
        TextOption,
        TextUI,
        Thought,
        Together,
        Topic,
        Verb,
        Viewer,
        Views,
        illegal,
        lines_for,
        some,
        wrapped,
    )
    from parlour.hookspecs import hookimpl
    from parlour.hookvalues import (
        Asked,
        GameEnded,
        GameStarted,
        HostInfo,
        PluginCommand,
        Section,
        SettingsFault,
        SignIn,
        TableOpened,
        TableSeen,
        Talk,
        WordFile,
        YourTurn,
    )
    from parlour.language import Catalogue, Sentence, joined, translated
    from parlour.rendering import plain
    from parlour.scene import (
        Block,
        Cell,
        Grid,
        Hue,
        Kind,
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
    from parlour.search import SearchBot
    from parlour.texts import columns, count, enumerated, padded
else:
    _MODULES = (
        "hookspecs",
        "hookvalues",
        "api",
        "texts",
        "scene",
        "rendering",
        "language",
        "search",
    )

    _RENAMED = {"Notation": "TextUI"}

    def __getattr__(name: str) -> object:
        """Load a name on first use, because msgspec comes with most of them.

        Every command of the command line imports this module, and many need none of these names.
        Raises ImportError for an old name, since an import drops the text of an AttributeError.
        """
        if name in __all__:
            for module in _MODULES:
                found = vars(import_module(f"parlour.{module}"))
                if name in found:
                    globals()[name] = found[name]
                    return found[name]
        if name in _RENAMED:
            raise ImportError(
                f"parlour.{name} is now called parlour.{_RENAMED[name]}. "
                "docs/how-to/upgrade.md lists what else has changed.",
                name=__name__,
            )
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "CONTRACT",
    "SPECTATOR",
    "AnyGame",
    "Asked",
    "Block",
    "Bot",
    "BotContext",
    "Catalogue",
    "Cell",
    "ChoiceArg",
    "ChoiceOption",
    "Context",
    "Deck",
    "DeckOption",
    "Game",
    "GameEnded",
    "GameStarted",
    "Grid",
    "Heard",
    "HostInfo",
    "Hue",
    "Imagined",
    "IntArg",
    "Kind",
    "Lexicon",
    "ListOption",
    "Meter",
    "MoveFault",
    "MoveSpec",
    "Nobody",
    "NumberOption",
    "OpenViews",
    "Option",
    "OptionValue",
    "Options",
    "Outcome",
    "PluginCommand",
    "Prompt",
    "Ranks",
    "Reader",
    "Refused",
    "Result",
    "Row",
    "Rules",
    "Run",
    "Scene",
    "SceneFault",
    "Score",
    "Scores",
    "Scoring",
    "SearchBot",
    "Seat",
    "SeatArg",
    "SeatOption",
    "Section",
    "Sentence",
    "SettingsFault",
    "Setup",
    "SignIn",
    "SomeArg",
    "Spectator",
    "Step",
    "Style",
    "SwitchOption",
    "TableOpened",
    "TableSeen",
    "Talk",
    "Text",
    "TextArg",
    "TextOption",
    "TextUI",
    "Thought",
    "Together",
    "Topic",
    "Trace",
    "Verb",
    "Viewer",
    "Views",
    "WordFile",
    "Words",
    "YourTurn",
    "columns",
    "count",
    "enumerated",
    "hookimpl",
    "illegal",
    "joined",
    "lines_for",
    "padded",
    "plain",
    "some",
    "translated",
    "wrapped",
]
