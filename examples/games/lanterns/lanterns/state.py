"""Lanterns, moves, events and the position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final, TypeAlias

import msgspec

from parlour import Heard, Hue, Seat
from parlour.parts import Hands, Pile, Turns

COLOURS: Final = {
    "red": Hue.RED,
    "yellow": Hue.YELLOW,
    "green": Hue.GREEN,
    "blue": Hue.BLUE,
    "purple": Hue.PURPLE,
}
LETTERS: Final = "".join(colour[0].upper() for colour in COLOURS)
NUMBERS: Final = "12345"
COPIES: Final = (3, 2, 2, 2, 1)
DECK: Final = tuple(
    f"{letter}{number}"
    for letter in LETTERS
    for number, copies in zip(NUMBERS, COPIES, strict=True)
    for _ in range(copies)
)
"""All lanterns: `R1` is the red one."""
OIL: Final = 8
MISTAKES: Final = 3
BEST: Final = len(LETTERS) * len(NUMBERS)


class Hint(msgspec.Struct, frozen=True, tag="hint"):
    """Tell a player which of their lanterns have a colour or a number."""

    player: Seat
    about: str


class Hang(msgspec.Struct, frozen=True, tag="hang"):
    """Hang one of your own lanterns, counted from 1."""

    place: int


class Drop(msgspec.Struct, frozen=True, tag="drop"):
    """Drop one of your own lanterns, counted from 1."""

    place: int


Move: TypeAlias = Hint | Hang | Drop


@dataclass(frozen=True)
class Marks:
    """What everybody knows of a lantern by hints: what it can still be."""

    letters: str = LETTERS
    numbers: str = NUMBERS

    def told(self, about: str, *, has: bool) -> Marks:
        """Return what is known after a hint *about* a colour or a number."""
        letters, numbers = (
            "".join(each for each in known if (each == sign_of(about)) == has)
            for known in (self.letters, self.numbers)
        )
        return (
            replace(self, numbers=numbers) if about in NUMBERS else replace(self, letters=letters)
        )

    def fits(self, card: str) -> bool:
        """Check whether it can be *card*."""
        return card[0] in self.letters and card[1] in self.numbers

    def __str__(self) -> str:
        """Return `R3`, `R?`, `?3` or `??`."""
        return "".join(known if len(known) == 1 else "?" for known in (self.letters, self.numbers))


def sign_of(about: str) -> str:
    """Return the letter of a colour, or the number."""
    return about if about in NUMBERS else about[0].upper()


@dataclass(frozen=True)
class Table:
    """What everybody may know."""

    turns: Turns
    marks: Mapping[Seat, tuple[Marks, ...]]
    """What hints say of each lantern."""
    rows: Mapping[str, int]
    """How many hang in each row, by the letter of its colour."""
    lost: tuple[str, ...] = ()
    """Lanterns that were dropped, or did not fit."""
    oil: int = OIL
    mistakes: int = 0
    pile: int = 0
    """Lanterns in the pile."""
    turns_left: int | None = None
    """Turns until the end, once the pile is empty."""

    @property
    def points(self) -> int:
        """How many lanterns hang."""
        return sum(self.rows.values())

    @property
    def over(self) -> bool:
        """Nobody has another turn."""
        return self.turns_left == 0 or self.mistakes == MISTAKES or self.points == BEST

    def next_of(self, card: str) -> bool:
        """Check whether *card* is the next of its row."""
        return self.rows[card[0]] + 1 == int(card[1])


@dataclass(frozen=True)
class State:
    """The position."""

    table: Table
    hands: Hands[str]
    pile: Pile[str]


@dataclass(frozen=True)
class Hinted(Heard):
    """A player has told another one about their lanterns."""

    name: ClassVar[str] = "hinted"
    seat: Seat
    player: Seat
    """Whose lanterns."""
    about: str
    """A colour or a number."""
    places: tuple[int, ...]
    """Which of them have it, from 1."""


@dataclass(frozen=True)
class Gone(Heard):
    """A player has hung or dropped a lantern, and everybody sees it now."""

    name: ClassVar[str] = "gone"
    seat: Seat
    place: int
    """Which one, from 1."""
    card: str
    fits: bool | None
    """It hangs in its row; false: it did not fit; null: it was dropped."""


@dataclass(frozen=True)
class Took(Heard):
    """A player takes a lantern from the pile."""

    name: ClassVar[str] = "took"
    seat: Seat
    card: str | None = field(repr=False)
    """The lantern; null for the player and for watchers."""
    left: int
    """Lanterns left in the pile. At 0 everybody has one more turn."""


Event: TypeAlias = Hinted | Gone | Took
