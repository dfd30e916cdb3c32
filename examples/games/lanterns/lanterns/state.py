"""Lanterns, moves, events and the position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

import msgspec

from parlour import SPECTATOR, Heard, Seat, Viewer
from parlour.parts import Turns

COLOURS: Final = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "P": "purple"}
LETTERS: Final = "".join(COLOURS)
NUMBERS: Final = "12345"
SIGNS: Final = {**{name: x for x, name in COLOURS.items()}, **{x: x for x in NUMBERS}}
"""What a hint can be about, and the sign of it on a lantern."""
DECK: Final = tuple(letter + number for letter in LETTERS for number in "1112233445")
"""All lanterns: `R1` is a red one."""
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
class Lantern:
    """A lantern in a hand or in the pile, and what everybody knows of it by hints."""

    card: str = field(repr=False)
    """Its colour and number, such as `R1`; empty in the view of somebody who does not see it."""
    seat: Seat | None = None
    """Who holds it; null: it is in the pile."""
    may: str = LETTERS + NUMBERS
    """The colours and numbers that it can still have."""

    def told(self, about: str) -> Lantern:
        """Return what is known after a hint to its holder."""
        sign, kind = SIGNS[about], NUMBERS if about in NUMBERS else LETTERS
        may = (x for x in self.may if x not in kind or (x == sign) == (sign in self.card))
        return replace(self, may="".join(may))

    def fits(self, card: str) -> bool:
        """Check whether it can be *card*."""
        return {*card} <= {*self.may}

    @property
    def known(self) -> str:
        """What is certain: `R3`, `R?`, `?3` or `??`."""
        left = [[each for each in kind if each in self.may] for kind in (LETTERS, NUMBERS)]
        return "".join(each[0] if len(each) == 1 else "?" for each in left)

    @property
    def excluded(self) -> str:
        """What it cannot be, where that is not certain anyway."""
        certain = LETTERS * (self.known[0] != "?") + NUMBERS * (self.known[1] != "?")
        return "".join(x for x in LETTERS + NUMBERS if x not in self.may + certain)


@dataclass(frozen=True)
class Table:
    """What everybody may know."""

    turns: Turns
    pile: int
    """Lanterns in the pile."""
    turns_left: int
    """Turns that are left once the pile is empty."""
    rows: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(LETTERS, 0))
    """How many hang in each row, by the letter of its colour."""
    lost: tuple[str, ...] = ()
    """Lanterns that were dropped, or did not fit."""
    oil: int = OIL
    mistakes: int = 0

    @property
    def points(self) -> int:
        """How many lanterns hang."""
        return sum(self.rows.values())

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is, or None after the end."""
        over = not self.turns_left or self.mistakes == MISTAKES or self.points == BEST
        return None if over else self.turns.now

    def next_of(self, card: str) -> bool:
        """Check whether *card* is the next of its row."""
        return self.rows[card[0]] + 1 == int(card[1])

    def passed_on(self) -> Table:
        """Return the table for the next player."""
        return replace(self, turns=self.turns.next(), turns_left=self.turns_left - (not self.pile))


@dataclass(frozen=True)
class State:
    """The position. In a view, lanterns have no face that the viewer does not see."""

    table: Table
    lanterns: tuple[Lantern, ...]
    """Those in hands, and the pile, in the order in which they are drawn. In a view: no pile."""

    def held(self, seat: Seat) -> tuple[Lantern, ...]:
        """Return what a player holds, the oldest first."""
        return tuple(each for each in self.lanterns if each.seat == seat)

    def covers(self, lantern: Lantern, viewer: Viewer) -> bool:
        """Check whether a viewer does not see a face. At the end all see what was held."""
        own = lantern.seat == viewer or viewer is SPECTATOR
        return lantern.seat is None or (own and self.table.turn is not None)


@dataclass(frozen=True)
class Hinted(Heard):
    """A player has told another one about their lanterns."""

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

    seat: Seat
    place: int
    """Which one, from 1."""
    card: str
    fits: bool | None
    """It hangs in its row; false: it did not fit; null: it was dropped."""
    mistakes: int
    """Mistakes so far."""


@dataclass(frozen=True)
class Took(Heard):
    """A player takes a lantern from the pile."""

    seat: Seat
    card: str | None = field(repr=False)
    """The lantern; null for the player and for watchers."""
    left: int
    """Lanterns left in the pile. At 0 everybody has one more turn."""


Event: TypeAlias = Hinted | Gone | Took
