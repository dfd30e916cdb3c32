"""Lanterns, moves, events and the position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

import msgspec

from parlour import SPECTATOR, Heard, Hue, Seat, Viewer
from parlour.parts import Pile, Turns

COLOURS: Final = {each: Hue[each.upper()] for each in ("red", "yellow", "green", "blue", "purple")}
LETTERS: Final = "".join(each[0].upper() for each in COLOURS)
NUMBERS: Final = "12345"
ABOUTS: Final = (*COLOURS, *NUMBERS)
"""What a hint can be about."""
DECK: Final = tuple(letter + number for letter in LETTERS for number in "1112233445")
"""All lanterns: `R1` is a red one."""
OIL: Final = 8
MISTAKES: Final = 3
BEST: Final = len(LETTERS) * len(NUMBERS)
Place: TypeAlias = tuple[Seat, int]
"""A place in a hand, counted from 0."""
PILE: Final = Seat(0), 0
"""A place for the pile."""


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
    """A lantern in a hand, and what everybody knows of it by hints."""

    card: str = field(repr=False)
    """Its colour and number, such as `R1`; empty in the view of somebody who does not see it."""
    may: str = LETTERS + NUMBERS
    """The colours and numbers that it can still have."""

    def told(self, about: str) -> Lantern:
        """Return what is known after a hint to its holder."""
        sign, kind = sign_of(about), NUMBERS if about in NUMBERS else LETTERS
        has = sign in self.card
        may = (each for each in self.may if each not in kind or (each == sign) == has)
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
        kinds = zip((LETTERS, NUMBERS), self.known, strict=True)
        open_ = "".join(kind for kind, sign in kinds if sign == "?")
        return "".join(each for each in open_ if each not in self.may)


def sign_of(about: str) -> str:
    """Return the letter of a colour, or the number."""
    return about[:1].upper()


@dataclass(frozen=True)
class Table:
    """What everybody may know."""

    turns: Turns
    rows: Mapping[str, int]
    """How many hang in each row, by the letter of its colour."""
    pile: int
    """Lanterns in the pile."""
    turns_left: int
    """Turns that are left once the pile is empty."""
    lost: tuple[str, ...] = ()
    """Lanterns that were dropped, or did not fit."""
    oil: int = OIL
    mistakes: int = 0

    @property
    def points(self) -> int:
        """How many lanterns hang."""
        return sum(self.rows.values())

    @property
    def over(self) -> bool:
        """Nobody has another turn."""
        return not self.turns_left or self.mistakes == MISTAKES or self.points == BEST

    def next_of(self, card: str) -> bool:
        """Check whether *card* is the next of its row."""
        return self.rows[card[0]] + 1 == int(card[1])

    def passed_on(self) -> Table:
        """Return the table for the next player."""
        return replace(self, turns=self.turns.next(), turns_left=self.turns_left - (not self.pile))


@dataclass(frozen=True)
class State:
    """The position."""

    table: Table
    hands: Mapping[Seat, tuple[Lantern, ...]]
    pile: Pile[str]

    def hidden(self, viewer: Viewer) -> dict[Place, Lantern]:
        """Return the lanterns in hands that a viewer does not see."""
        return {
            (seat, at): each
            for seat, held in self.hands.items()
            for at, each in enumerate(held if viewer in (seat, SPECTATOR) else ())
        }

    def filled(self, cards: Mapping[Place, str]) -> dict[Seat, tuple[Lantern, ...]]:
        """Return the hands with other cards in these places."""
        return {
            seat: tuple(
                replace(each, card=cards.get((seat, at), each.card))
                for at, each in enumerate(held)
            )
            for seat, held in self.hands.items()
        }


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
