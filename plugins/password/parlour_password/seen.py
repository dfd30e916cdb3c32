"""A view as the drawing for the terminal client reads it: as much of it as can be understood.

The view comes from a host, whose version of the game may be another one. What is missing there,
or is put in another way, has its default here.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from parlour import Seat
from parlour_password.state import Phase

_IN_PLAY: Final = (Phase.CLUE, Phase.GUESS, Phase.CHANCE)


class Side(msgspec.Struct, frozen=True):
    """Who gives to whom."""

    giver: Seat
    receivers: Annotated[tuple[Seat, ...], msgspec.Meta(min_length=1)]


class Reply(msgspec.Struct, frozen=True):
    """An answer that has been given out."""

    seat: Seat
    verdict: str
    text: str | None = None


class Given(msgspec.Struct, frozen=True):
    """A clue, or the loss of one."""

    giver: Seat
    dial: int
    text: str | None = None
    answers: tuple[Reply, ...] = ()


class Plea(msgspec.Struct, frozen=True):
    """For the givers alone: a clue that one of them insists on."""

    giver: Seat
    judge: Seat
    clue: str
    kin: str


class Done(msgspec.Struct, frozen=True):
    """A word that is over."""

    label: str
    word: str
    scorers: tuple[Seat, ...]
    points: int


class Position(msgspec.Struct, frozen=True):
    """What is drawn of a `views.View`."""

    me: Seat | None = None
    phase: str = ""
    seats: tuple[Seat, ...] = ()
    teams: tuple[tuple[Seat, Seat], ...] = ()
    label: str | None = None
    number: int | None = None
    total: int | None = None
    double: bool = False
    sides: tuple[Side, ...] = ()
    turn: int | None = None
    dial: int | None = None
    password: str | None = None
    given: tuple[Given, ...] = ()
    plea: Plea | None = None
    answer: str | None = None
    answered: bool = False
    open_to: tuple[Seat, ...] = ()
    waived: bool = False
    chance: Seat | None = None
    scores: tuple[int, ...] = ()
    done: tuple[Done, ...] = ()
    pressed: tuple[Seat, ...] = ()
    gone: tuple[Seat, ...] = ()

    @property
    def in_play(self) -> bool:
        """Is a word in play?"""
        return self.phase in _IN_PLAY

    @property
    def side(self) -> Side | None:
        """Whose clue it is or was."""
        turn = self.turn
        return self.sides[turn] if turn is not None and 0 <= turn < len(self.sides) else None
