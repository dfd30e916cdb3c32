"""Tables to try: every number of players and every value of every option, in few of them.

A fault that shows in one situation only mostly needs one choice, or two together. So the rows are
a covering array: each value is in some row, and then as many pairs of values as there is room for.
They depend on nothing but the game, so a row can be played again by its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Final, TypeAlias

from parlour.api import (
    AnyGame,
    ChoiceOption,
    Lexicon,
    ListOption,
    NumberOption,
    Option,
    OptionValue,
    SeatOption,
    SwitchOption,
)
from parlour.engine.options import LEXICON, options_of, read_options

ROWS: Final = 24
"""Rows to make, unless more are needed for every value to be in one."""
DRAWN: Final = 12
"""Rows that are drawn, to take the best one."""
ALONE: Final = 20
"""The weight of a value that is in no row yet, beside that of a pair."""
KEPT: Final = (1.0, 0.5, 0.25, 0.0)
"""How many of its options a row keeps, if the game refuses them together: the shares to try."""

Value: TypeAlias = tuple[str, OptionValue]
_SEATS: Final = ""
"""The name of the number of players, among those of the options."""


@dataclass(frozen=True)
class Row:
    """A table to try. `options` has what differs from the defaults."""

    seats: int
    options: Mapping[str, OptionValue] = field(default_factory=dict[str, OptionValue])

    def fewer(self, rng: Random) -> Iterator[Row]:
        """Yield the row, then with fewer and fewer options, for a game that refuses them."""
        for share in KEPT:
            chosen = {n: v for n, v in self.options.items() if share == 1 or rng.random() < share}
            yield Row(self.seats, chosen)


def _edges(option: Option) -> Sequence[OptionValue]:
    """Return the values of *option* to try, in order: all of them, or its ends."""
    match option:
        case ChoiceOption():
            return option.choices
        case NumberOption():
            return option.min, option.max
        case SwitchOption():
            return False, True
        case SeatOption():
            return *option.words, "seat1"
        case ListOption():
            return option.words or (option.default,)
        case _:
            letters = option.letters or "m"
            return letters[:1], option.default, (letters * option.longest)[: option.longest]


def _others(option: Option) -> list[OptionValue]:
    """Return the values of *option* to try, without its default."""
    return [value for value in dict.fromkeys(_edges(option)) if value != option.default]


def rows_of(game: AnyGame) -> Iterator[Row]:
    """Yield the rows for *game*: the usual table, its ends, and then the covering ones.

    The ends are the most players with each option at its last value, and at its first.
    """
    seats = game.seats
    usual = {option.name: option.default for option in game.options}
    values: dict[str, tuple[OptionValue, ...]] = {_SEATS: tuple(seats)}
    values |= {each.name: (each.default, *_others(each)) for each in game.options}
    left = _Left(values)
    first: list[dict[str, OptionValue]] = [{_SEATS: min(seats[-1], max(seats[0], 2)), **usual}]
    for at in (-1, 0):
        ends = {each.name: _edges(each)[at] for each in game.options}
        first.append({_SEATS: seats[-1], **ends})
    rng, made = Random(game.id), 0
    while first or left.alone or (left.pairs and made < ROWS):
        row = first.pop(0) if first else max(left.drawn(rng), key=left.worth)
        left.cover(row)
        made += 1
        chosen = {name: value for name, value in row.items() if name and value != usual[name]}
        yield Row(int(row[_SEATS]), chosen)


class _Left:
    """The values, and the pairs of values, that are in no row yet."""

    def __init__(self, values: Mapping[str, Sequence[OptionValue]]) -> None:
        self._values = values
        self.alone = {(name, value) for name, found in values.items() for value in found}
        self.pairs = {
            (one, two)
            for mine, others in combinations(values, 2)
            for one in _each(values, mine)
            for two in _each(values, others)
        }

    def drawn(self, rng: Random) -> Iterator[dict[str, OptionValue]]:
        """Yield rows, each of which has values that none has yet, as far as there are any."""
        for _ in range(DRAWN):
            row: dict[str, OptionValue] = {}
            for name, found in self._values.items():
                new = [value for value in found if (name, value) in self.alone]
                row[name] = rng.choice(new or found)
            yield row

    def worth(self, row: Mapping[str, OptionValue]) -> int:
        """Return how much that no row has yet is in *row*."""
        alone = self.alone.intersection(row.items())
        return ALONE * len(alone) + len(self.pairs.intersection(combinations(row.items(), 2)))

    def cover(self, row: Mapping[str, OptionValue]) -> None:
        """Take what is in *row* off the list."""
        self.alone.difference_update(row.items())
        self.pairs.difference_update(combinations(row.items(), 2))


def _each(values: Mapping[str, Sequence[OptionValue]], name: str) -> list[Value]:
    return [(name, value) for value in values[name]]


def settled(
    game: AnyGame,
    options: Mapping[str, OptionValue],
    lexicon: Lexicon | None,
    lists: Mapping[str, Lexicon],
) -> tuple[dict[str, OptionValue], Lexicon | None]:
    """Return the value of every option, and the word list, as a table has them.

    What *options* leave out has its default, or what another choice brings.
    """
    words = [f"{name}={_typed(value)}" for name, value in options.items()]
    found = read_options(options_of(game, lists), words)
    brought = str(found.get(LEXICON, ""))
    if brought not in ("", game.lexicon):
        lexicon = lists[brought]
    return {option.name: found[option.name] for option in game.options}, lexicon


def typed(options: Mapping[str, OptionValue]) -> str:
    """Return *options* as somebody types them."""
    return " ".join(f"{name}={_typed(value)}" for name, value in options.items())


def _typed(value: OptionValue) -> str:
    return ("off", "on")[value] if isinstance(value, bool) else str(value)
