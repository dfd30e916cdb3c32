"""The values that the host hands to the hooks of the whole host. They are frozen.

None of them holds what a running game hides. `docs/host-hooks.md` says when each is handed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from parlour.api import AnyGame, Ending, Lexicon, OptionValue, Outcome, Prompt, Seat, Viewer
from parlour.structs import Struct

T = TypeVar("T")


# --- settings -------------------------------------------------------------------------


class SettingsFault(Exception):
    """A setting of a plugin that is wrong. The text says what would be right, in one line.

    `key` is the name of the setting; empty if none is to blame.
    """

    def __init__(self, key: str, text: str) -> None:
        super().__init__(text)
        self.key = key
        self.text = text


@dataclass(frozen=True)
class Section:
    """The operator's settings for one plugin: what is below `[plugins.NAME]` in the config."""

    name: str
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    folder: Path = field(default_factory=Path)
    """The folder of the config, to which paths in the settings are relative: `folder / path`."""

    def read(self, kind: type[T]) -> T:
        """Return the settings as a *kind*, a `msgspec.Struct`. Raises SettingsFault.

        Its fields are the keys, and their defaults those of the settings.
        """
        known = [each.encode_name for each in msgspec.structs.fields(kind)]  # type: ignore[arg-type]
        for key in self.values:
            if key not in known:
                near = get_close_matches(key, known, 1)
                hint = (
                    f"Did you mean {near[0]}?" if near else f"Keys: {', '.join(known) or 'none'}"
                )
                raise SettingsFault(key, f"there is no such key. {hint}")
        try:
            return msgspec.convert(dict(self.values), kind)
        except msgspec.ValidationError as error:
            raise _fault(str(error)) from None


def _fault(text: str) -> SettingsFault:
    """Return in words what `msgspec` says of the settings."""
    what, _at, path = text.partition(" - at `$.")
    missing = what.partition("missing required field `")[2].partition("`")[0]
    if path or not missing:
        key = re.match(r"\w*", path)
        return SettingsFault(key[0] if key else "", f"{what[:1].lower()}{what[1:]}")
    return SettingsFault("", f"the key {missing} is missing")


# --- what a plugin brings -------------------------------------------------------------


class WordFile(Struct, frozen=True):
    """A word list or a deck of cards that a plugin brings, in the form of an operator's file."""

    name: str
    path: Path
    deck: bool = False


class Asked(Struct, frozen=True):
    """A player has typed a command of a plugin."""

    name: str
    """The player's name."""
    rest: str
    """The words after the verb, as typed."""
    width: int
    """The columns of their screen."""
    table: TableSeen | None = None
    """The table where they are. None: they are at none."""


class TableSeen(Struct, frozen=True):
    """A table as one of its people may know it."""

    number: int
    game: AnyGame
    options: Mapping[str, OptionValue]
    names: Mapping[Seat, str]
    viewer: Viewer
    """The seat of the player who asks, or the watcher."""
    view: Any = None
    """What they see of the game. None: no game has begun, or its position cannot be shown."""
    prompt: Prompt | None = None
    """What the game asks of them now."""
    lexicon: Lexicon | None = None


Answer: TypeAlias = Sequence[str]


@dataclass(frozen=True)
class PluginCommand:
    """A command that a plugin adds. Only the player who types it reads the answer.

    `where`: `lobby` is anywhere with a name, `table` at a table, also as a watcher, `seat` in a
    seat. `run` returns lines, or raises `Refused`. It gets what the player sees and no more, so
    its answer may depend on nothing else.
    """

    verb: str
    usage: str
    about: str
    run: Callable[[Asked], Answer] = field(repr=False)
    where: Literal["lobby", "table", "seat"] = "lobby"


# --- what has happened ------------------------------------------------------------------


class HostInfo(Struct, frozen=True):
    """The host that has started."""

    name: str
    version: str
    games: tuple[str, ...]
    """The ids of its games."""


class TableOpened(Struct, frozen=True):
    """Somebody has opened a public table."""

    table: int
    game: str
    title: str
    options: Mapping[str, OptionValue]


class GameStarted(Struct, frozen=True):
    """A game has begun at a public table."""

    table: int
    record: str
    """The name of its record, such as `g17`."""
    game: str
    title: str
    version: str
    names: Mapping[Seat, str]
    bots: Mapping[Seat, str]
    """The kinds of the bots, by seat."""
    options: Mapping[str, OptionValue]


@dataclass(frozen=True)
class GameEnded:
    """A game at a public table is over, so nothing of it is hidden any more."""

    table: int
    record: str
    game: str
    title: str
    version: str
    ended_s: int
    """When, in seconds since 1970 UTC."""
    reason: Ending
    names: Mapping[Seat, str]
    bots: Mapping[Seat, str]
    scores: Mapping[Seat, int]
    winners: tuple[Seat, ...]
    options: Mapping[str, OptionValue]
    entries: tuple[bytes, ...] = field(default=(), repr=False)
    """Its whole record, an entry of JSON each (`docs/record-format.md`)."""
    outcome: Outcome | None = None
    """How it ended, if points do not say it. `scores` may be empty then."""


class YourTurn(Struct, frozen=True):
    """A game over days waits for a player who is not connected. It holds nothing of the game."""

    name: str
    """The player's name."""
    to: str
    """Where they want to be told, as they have typed it (`remind`)."""
    table: int
    game: str
    title: str


News: TypeAlias = TableOpened | GameStarted | GameEnded | YourTurn
"""What the house tells plugins, after it is stored."""


# --- what a plugin decides about ----------------------------------------------------------


class Talk(Struct, frozen=True):
    """Something that a player is about to say."""

    name: str
    to: str
    """`table`, `watchers`, a channel of the game, or `player` for a private message."""
    what: str
    table: int | None = None
    game: str | None = None
    """The id of the game at that table."""


@dataclass(frozen=True)
class SignIn:
    """Somebody is about to come in under a name."""

    name: str
    way: Literal["guest", "password", "key", "code"]
    """`guest`: a new name. `password`: with the password of an account. `key`: with an ssh key of
    theirs. `code`: back with their code or token."""
    address: str = field(repr=False, default="")
    near: bool = False
    """From this computer or a private network."""
