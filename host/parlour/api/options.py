"""The options of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from inspect import get_annotations
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeAlias, TypeVar, overload

from parlour.api.seats import Seat

if TYPE_CHECKING:
    from typing import Self

T = TypeVar("T")

OptionValue: TypeAlias = str | int | bool
"""The value of an option."""


class _Value(Generic[T]):
    """What an option is to type checkers in a class of `Options`: its value in each game."""

    if TYPE_CHECKING:

        @overload
        def __get__(self, options: None, owner: type, /) -> Self: ...
        @overload
        def __get__(self, options: object, owner: type, /) -> T: ...
        def __get__(self, options: object, owner: type, /) -> object: ...


@dataclass(frozen=True)
class _Told:
    """An option of which somebody who opens a table should know.

    `told` has, by value, a sentence that they read then: what it means, and how to change it.
    """

    told: Mapping[OptionValue, str] = field(
        default_factory=dict[OptionValue, str], hash=False, kw_only=True
    )


@dataclass(frozen=True)
class ChoiceOption(_Told, _Value[str]):
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
class NumberOption(_Told, _Value[int]):
    """An option with a whole number from `min` to `max`, both allowed."""

    name: str
    about: str
    default: int
    min: int
    max: int


@dataclass(frozen=True)
class SwitchOption(_Told, _Value[bool]):
    """An option that is `on` or `off`."""

    name: str
    about: str
    default: bool


@dataclass(frozen=True)
class SeatOption(_Told, _Value[Seat | str]):
    """An option set to one of `words`, `seat1`, `seat2` …, or the name of a player at the table.

    The host checks at the start of the game whether a player of that name has a seat.
    """

    name: str
    about: str
    default: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class TextOption(_Told, _Value[str]):
    """An option set to a word of its own, without spaces: at most `longest` printable characters.

    If `letters` names some, the word has no others. Everybody can read it in the list of tables.
    """

    name: str
    about: str
    default: str
    longest: int = 20
    letters: str = ""


@dataclass(frozen=True)
class ListOption(_Told, _Value[str]):
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
"""An option."""

_TYPES: Final[Mapping[type, Any]] = {NumberOption: int, SwitchOption: bool, SeatOption: int | str}
"""The types of values. Those of all others are text."""


class Options(Mapping[str, OptionValue]):
    """The options of a game as attributes, with their types.

        class SpadesOptions(Options):
            turn_seconds = NumberOption("turn_seconds", "time for a turn", 60, 0, 600)

    With `Game(options=SpadesOptions)`, `setup.options.turn_seconds` is an `int`, also for type
    checkers. `SpadesOptions.turn_seconds` is the option. An attribute has the name of its option,
    and a class below this one may replace it. `SpadesOptions(turn_seconds=30)` has the
    defaults for all others.

    Options cannot be changed. They compare by value, map names to values, encode to JSON as an
    object, and are what `dataclasses.replace` takes. So a game can keep them in its state and
    show them.

    A class may have fields that are no options, with a type and a default. The host does not touch
    them: a game puts there what follows from the options and the setup.
    """

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    declared: ClassVar[Declared]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        own = {name: each for name, each in vars(cls).items() if isinstance(each, Option)}
        for name, option in own.items():
            if option.name != name:
                text = f"the option {option.name} must be the attribute {option.name}"
                raise TypeError(f"{cls.__name__}.{name}: {text}")
            if name in _TAKEN:
                raise TypeError(f"{cls.__name__}.{name}: that is a method of every mapping")
        types = {name: _TYPES.get(type(option), str) for name, option in own.items()}
        cls.__annotations__ = get_annotations(cls) | types
        for name, option in own.items():
            setattr(cls, name, field(default=option.default))
        dataclass(frozen=True, init=False, eq=False)(cls)
        for name, option in own.items():
            setattr(cls, name, option)
        above: tuple[Option, ...] = getattr(cls, "declared", ())
        cls.declared = Declared(({each.name: each for each in above} | own).values())
        cls.declared.kind = cls

    def __init__(self, options: Mapping[str, OptionValue] | None = None, /, **more: Any) -> None:
        """Take values by name. Raises TypeError for a name that is not a field."""
        given = {**(options or {}), **more}
        for each in fields(self):
            default = each.default if each.default_factory is MISSING else each.default_factory()
            self.__dict__[each.name] = given.pop(each.name, default)
        if given:
            raise TypeError(f"{type(self).__name__} has no {', '.join(sorted(given))}")

    def __getitem__(self, name: str) -> OptionValue:
        if all(name != option.name for option in self.declared):
            raise KeyError(name)
        value: OptionValue = self.__dict__[name]
        return value

    def __iter__(self) -> Iterator[str]:
        return (option.name for option in self.declared)

    def __len__(self) -> int:
        return len(self.declared)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Options):
            same = type(self) is type(other) and self.__dict__ == other.__dict__
            return self is other or same
        return dict(self) == other

    def __hash__(self) -> int:
        return hash(tuple(self.__dict__.values()))


class Declared(tuple[Option, ...]):
    """The options that a class of `Options` declares, in their order."""

    kind: type[Options]


_TAKEN: Final = frozenset(dir(Options))
"""Names that an option of such a class cannot have."""


GivenOptions: TypeAlias = tuple[Option, ...] | type[Options]
"""What a `Game` takes as its options."""


def as_declared(options: GivenOptions) -> tuple[Option, ...]:
    """Return the options of a class, or *options* themselves if they are none."""
    return options.declared if isinstance(options, type) else options


class OptionsField:
    """The type of `Game.options`: a class or a tuple goes in, a tuple comes out."""

    if TYPE_CHECKING:

        def __get__(self, game: object, owner: type, /) -> tuple[Option, ...]: ...
        def __set__(self, game: object, options: GivenOptions, /) -> None: ...
