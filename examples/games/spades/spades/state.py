"""Moves, events and the position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

import msgspec

from parlour import Heard, NumberOption, Options, Seat
from parlour.parts import Hands, Trick, Turns

TRUMP: Final = "S"
TRICKS: Final = 13
NO_TRICK: Final = Trick(TRUMP, unbroken=TRUMP)


class SpadesOptions(Options):
    """What a table can choose."""

    target = NumberOption("target", "points that win the game", 200, 50, 500)
    turn_seconds = NumberOption("turn_seconds", "seconds for each turn; 0: no clock", 60, 0, 600)


class Bid(msgspec.Struct, frozen=True, tag="bid"):
    """Say how many tricks you will take."""

    tricks: int


class Play(msgspec.Struct, frozen=True, tag="play"):
    """Play a card."""

    card: str


Move: TypeAlias = Bid | Play


@dataclass(frozen=True)
class Dealt(Heard):
    """A hand is dealt. Everybody hears it, with their own cards."""

    dealer: Seat
    """Who dealt. The player after them bids and leads first."""
    cards: tuple[str, ...] = field(repr=False)
    """Your cards; none for a watcher."""


@dataclass(frozen=True)
class HasBid(Heard):
    """A player has bid."""

    seat: Seat
    """Who."""
    tricks: int
    """How many tricks; 0 is nil."""
    auto: bool
    """The host has bid for them, because their time was up or they have left."""


@dataclass(frozen=True)
class Played(Heard):
    """A card is played."""

    seat: Seat
    """Who played it."""
    card: str
    """The card, such as `QS`."""
    auto: bool
    """The host chose it, because their time was up or they have left."""


@dataclass(frozen=True)
class Took(Heard):
    """A trick is complete."""

    seat: Seat
    """Who took it."""
    tricks: int
    """How many they have taken in this hand."""


@dataclass(frozen=True)
class HandOver(Heard):
    """A hand is played and scored."""

    points: tuple[int, int]
    """What the hand brought each team; the first player's team is first."""
    scores: tuple[int, int]
    """The scores after that."""


@dataclass(frozen=True)
class Deserted(Heard):
    """A team has left, so the other one has won."""

    winner: int
    """The winning team, 0 or 1."""


@dataclass(frozen=True)
class Dealing:
    """What really happens when a hand is dealt: `views.py` makes `Dealt` of it for each player."""

    dealer: Seat
    hands: Hands[str]


Public: TypeAlias = HasBid | Played | Took | HandOver | Deserted
SpadesHeard: TypeAlias = Public | Dealt
Event: TypeAlias = Public | Dealing


@dataclass(frozen=True)
class Table:
    """What everybody may know. The first player and the third are team 0, the others team 1."""

    phase: Literal["bidding", "playing", "over"]
    """What the game waits for."""
    target: int
    """Points that win."""
    turns: Turns
    """Whose turn it is."""
    dealer: Seat
    """Who dealt."""
    trick: Trick = NO_TRICK
    """The cards on the table, the trick before, also that of the last hand, who is void in what,
    and if spades may lead."""
    bids: Mapping[Seat, int] = field(default_factory=dict[Seat, int])
    """The bids so far."""
    taken: Mapping[Seat, int] = field(default_factory=dict[Seat, int])
    """Tricks taken in this hand."""
    scores: tuple[int, int] = (0, 0)
    """The scores of the teams."""
    bags: tuple[int, int] = (0, 0)
    """Their overtricks, which cost 100 points for each ten."""
    number: int = 1
    """The hand, from 1."""
    gone: tuple[Seat, ...] = ()
    """Players who have left, for whom the host plays."""
    winner: int | None = None
    """The team that has won; null for a draw, and before the end."""

    def team(self, seat: Seat) -> int:
        """Return the team of a seat, 0 or 1."""
        return self.turns.order.index(seat) % 2


@dataclass(frozen=True)
class State:
    """The position: the table, the hands, the clock."""

    table: Table
    hands: Hands[str]
    turn_ms: int
    due: int | None = None
