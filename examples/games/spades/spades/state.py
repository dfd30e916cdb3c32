"""Cards, moves, events and the position."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, Final, TypeAlias

import msgspec

from parlour import Heard, NumberOption, Seat

SUITS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANKS: Final = "23456789TJQKA"
DECK: Final = tuple(rank + suit for suit in SUITS for rank in reversed(RANKS))
"""Every card by its code, such as `QS`, in the order in which a hand is sorted."""
ORDER: Final = {card: place for place, card in enumerate(DECK)}
TRUMP: Final = "S"
PLAYERS: Final = 4
TRICKS: Final = 13
MOST_HANDS: Final = 30
"""A game ends after so many hands, even if no team has reached the target."""

TARGET: Final = NumberOption("target", "points that win the game", 200, 50, 500)
CLOCK: Final = NumberOption("turn_seconds", "seconds for each turn; 0: no clock", 60, 0, 600)


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

    name: ClassVar[str] = "dealt"
    dealer: Seat
    """Who dealt. The player after them bids and leads first."""
    cards: tuple[str, ...] = field(repr=False)
    """Your cards; none for a watcher."""


@dataclass(frozen=True)
class HasBid(Heard):
    """A player has bid."""

    name: ClassVar[str] = "has_bid"
    seat: Seat
    """Who."""
    tricks: int
    """How many tricks; 0 is nil."""
    auto: bool
    """The host has bid for them, because their time was up or they have left."""


@dataclass(frozen=True)
class Played(Heard):
    """A card is played."""

    name: ClassVar[str] = "played"
    seat: Seat
    """Who played it."""
    card: str
    """The card, such as `QS`."""
    auto: bool
    """The host chose it, because their time was up or they have left."""


@dataclass(frozen=True)
class Took(Heard):
    """A trick is complete."""

    name: ClassVar[str] = "took"
    seat: Seat
    """Who took it."""
    tricks: int
    """How many they have taken in this hand."""


@dataclass(frozen=True)
class HandOver(Heard):
    """A hand is played and scored."""

    name: ClassVar[str] = "hand_over"
    points: tuple[int, int]
    """What the hand brought each team; the first player's team is first."""
    scores: tuple[int, int]
    """The scores after that."""


@dataclass(frozen=True)
class Ended(Heard):
    """The game is over."""

    name: ClassVar[str] = "ended"
    winner: int | None
    """The winning team, 0 or 1; null for a draw."""
    deserted: bool
    """The other team has left."""


@dataclass(frozen=True)
class Dealing:
    """What really happens when a hand is dealt: `views.py` makes `Dealt` of it for each player."""

    dealer: Seat
    hands: tuple[tuple[str, ...], ...] = field(repr=False)


Public: TypeAlias = HasBid | Played | Took | HandOver | Ended
SpadesHeard: TypeAlias = Public | Dealt
Event: TypeAlias = Public | Dealing


@dataclass(frozen=True)
class State:
    """The position. Players are counted 0 to 3 in the order of `seats`; 0 and 2 are partners."""

    seats: tuple[Seat, ...]
    target: int
    turn_ms: int
    dealer: int
    hands: tuple[tuple[str, ...], ...] = field(repr=False)
    turn: int
    bids: tuple[int | None, ...] = (None,) * PLAYERS
    trick: tuple[tuple[int, str], ...] = ()
    """The cards on the table, in the order in which they were played."""
    last: tuple[tuple[int, str], ...] = ()
    """The trick before."""
    taken: tuple[int, ...] = (0,) * PLAYERS
    broken: bool = False
    """A spade has been played in this hand."""
    voids: tuple[str, ...] = ("",) * PLAYERS
    """The suits that each player has failed to follow in this hand: all can see that."""
    scores: tuple[int, int] = (0, 0)
    bags: tuple[int, int] = (0, 0)
    """Overtricks, which cost 100 points for each ten."""
    number: int = 1
    """The hand, from 1."""
    due: int | None = None
    gone: frozenset[int] = frozenset()
    over: bool = False
    winner: int | None = None
    """The winning team when the game is over; None for a draw."""


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Sort cards by suit, the highest first."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def legal(
    hand: tuple[str, ...], trick: tuple[tuple[int, str], ...], broken: bool
) -> tuple[str, ...]:
    """Return the cards that may be played: follow suit; no spade leads before one is played."""
    if trick:
        led = trick[0][1][1]
        return tuple(card for card in hand if card[1] == led) or hand
    plain = tuple(card for card in hand if card[1] != TRUMP)
    return hand if broken or not plain else plain


def best(trick: tuple[tuple[int, str], ...]) -> tuple[int, str]:
    """Return who takes the trick as it lies, and with which card."""
    led = trick[0][1][1]
    return max(trick, key=lambda played: strength(played[1], led))


def strength(card: str, led: str) -> tuple[bool, bool, int]:
    """Return how strong a card is in a trick: spades beat the suit led, which beats the others."""
    return card[1] == TRUMP, card[1] == led, RANKS.index(card[0])
