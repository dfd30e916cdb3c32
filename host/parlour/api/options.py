"""The options of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

OptionValue: TypeAlias = str | int | bool
"""The value of an option."""


@dataclass(frozen=True)
class _Told:
    """An option of which somebody who opens a table should know.

    `told` has, by value, a sentence that they read then: what it means, and how to change it.
    """

    told: Mapping[OptionValue, str] = field(
        default_factory=dict[OptionValue, str], hash=False, kw_only=True
    )


@dataclass(frozen=True)
class ChoiceOption(_Told):
    """An option with a few allowed words.

    `brings` has, by choice, other defaults for other options of the table, the host's `lexicon`
    among them. A rule sheet in French brings `lexicon=fr`, if nobody names another list.
    """

    name: str
    about: str
    default: str
    choices: tuple[str, ...]
    brings: Mapping[str, Mapping[str, OptionValue]] = field(
        default_factory=dict[str, Mapping[str, OptionValue]], hash=False, kw_only=True
    )


@dataclass(frozen=True)
class NumberOption(_Told):
    """An option with a whole number from `min` to `max`, both allowed."""

    name: str
    about: str
    default: int
    min: int
    max: int


@dataclass(frozen=True)
class SwitchOption(_Told):
    """An option that is `on` or `off`."""

    name: str
    about: str
    default: bool


@dataclass(frozen=True)
class SeatOption(_Told):
    """An option set to one of `words`, `seat1`, `seat2` …, or the name of a player at the table.

    The host checks at the start of the game whether a player of that name has a seat.
    """

    name: str
    about: str
    default: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class TextOption(_Told):
    """An option set to a word of its own, without spaces: at most `longest` printable characters.

    If `letters` names some, the word has no others. Everybody can read it in the list of tables.
    """

    name: str
    about: str
    default: str
    longest: int = 20
    letters: str = ""


@dataclass(frozen=True)
class ListOption(_Told):
    """An option set to one of the game's own `words`, or to the name of a word list of the host.

    The rules find the named list in `Context.lists`. A list cannot be chosen if its name is
    one of the words.
    """

    name: str
    about: str
    default: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class DeckOption(ChoiceOption):
    """An option set to one of the game's own `choices`, or to the name of a deck of the host.

    A deck can be chosen if all its cards are among `cards`. The rules find it, a `Deck`, in
    `Context.lists`. A deck cannot be chosen if its name is one of the choices.
    """

    cards: frozenset[str] = frozenset()


Option: TypeAlias = (
    ChoiceOption | NumberOption | SwitchOption | SeatOption | TextOption | ListOption
)
