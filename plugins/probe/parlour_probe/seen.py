"""A view as the drawing for the terminal client reads it: as much of it as can be understood.

The view comes from a host, whose version of the game may be another one. What is missing there,
or is put in another way, has its default here.
"""

from __future__ import annotations

import msgspec

from parlour import Seat
from parlour_probe.state import Phase


class Rack(msgspec.Struct, frozen=True):
    """Cards as all see them and, for their owner, as they are."""

    owner: Seat
    cards: tuple[str, ...]
    own: tuple[str, ...] | None = None


class Pending(msgspec.Struct, frozen=True):
    """Somebody turns up a card."""

    owner: Seat
    drawer: Seat
    cause: str
    card: str | None = None
    spaces: tuple[int, ...] | None = None


class LastTurns(msgspec.Struct, frozen=True):
    """Who alone hides cards, and how many turns the others have to come."""

    hider: Seat
    turns: tuple[int, ...]


class Held(msgspec.Struct, frozen=True):
    """One's own guess that waits."""

    target: Seat
    cards: str


class Position(msgspec.Struct, frozen=True):
    """What is drawn of a `views.View`."""

    me: Seat | None = None
    phase: str = ""
    seats: tuple[Seat, ...] = ()
    racks: tuple[Rack, ...] = ()
    values: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    turn: Seat | None = None
    activity: str | None = None
    multiplier: int = 1
    extra: int = 0
    deck_left: int | None = None
    hidden: tuple[Seat, ...] | None = None
    pending: Pending | None = None
    held: tuple[Held, ...] = ()
    warned: str | None = None
    final: LastTurns | None = None
    gone: tuple[Seat, ...] = ()

    @property
    def in_play(self) -> bool:
        """Does somebody ask, or show a card?"""
        return self.phase in (Phase.ASKING, Phase.SHOWING)
