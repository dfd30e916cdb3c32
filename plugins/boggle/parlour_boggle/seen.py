"""A view as the drawing for the terminal client reads it: as much of it as can be understood.

The view comes from a host, whose version of the game may be another one. What is missing there,
or is put in another way, has its default here.
"""

from __future__ import annotations

from typing import Final

import msgspec

from parlour import Seat
from parlour_boggle.heard import Path
from parlour_boggle.state import Phase

_PATH: Final = f"boggle.{Path.name}"
"""The answer to `path WORD`, as programs hear it."""


class Group(msgspec.Struct, frozen=True):
    """Words that are worth the same for the same reason."""

    verdict: str
    words: tuple[str, ...]
    points: int = 0
    bonus: int = 0


class Graded(msgspec.Struct, frozen=True):
    """A list that has been read out."""

    seat: Seat
    points: int
    groups: tuple[Group, ...]


class Terms(msgspec.Struct, frozen=True):
    """Of the options only what is drawn."""

    target: int = 0


class Way(msgspec.Struct, frozen=True):
    """Where a word stands on a board; without cells nowhere."""

    word: str
    rows: tuple[tuple[str, ...], ...]
    cells: tuple[int, ...] | None = None


class Answer(msgspec.Struct, frozen=True):
    """The client adds it to the view if the player has asked a question."""

    name: str
    data: Way


class Position(msgspec.Struct, frozen=True):
    """What is drawn of a `views.View`."""

    me: Seat | None = None
    phase: str = ""
    round: int | None = None
    seats: tuple[Seat, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    cube: int | None = None
    shortest: int | None = None
    own: tuple[Group, ...] | None = None
    totals: tuple[int, ...] = ()
    lists: tuple[Graded, ...] = ()
    missed: tuple[Group, ...] = ()
    held: tuple[int, int, int] | None = None
    pressed: tuple[Seat, ...] = ()
    gone: tuple[Seat, ...] = ()
    terms: Terms = Terms()
    answer: Answer | None = None

    @property
    def in_round(self) -> bool:
        """Are lists being written?"""
        return self.phase in (Phase.FINDING, Phase.CLOSING)

    @property
    def way(self) -> Way | None:
        """Where the word stands that was asked for last, if it was asked for on this board."""
        if self.answer is None or self.answer.name != _PATH:
            return None
        return self.answer.data if self.answer.data.rows == self.rows else None
