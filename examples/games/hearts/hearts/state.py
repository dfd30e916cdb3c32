"""Moves, events and the position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

import msgspec

from parlour import Heard, NumberOption, Options, Seat
from parlour.parts import Hands, SecretChoice, Trick, Turns

FIRST: Final = "2C"
"""The card that leads the first trick."""
QUEEN: Final = "QS"
MOON: Final = 26
"""All points of a hand."""
HAND: Final = 13
"""Cards that each player gets."""
PASSED: Final = 3
"""Cards that each player passes."""
NO_TRICK: Final = Trick(unbroken="H")
DIRECTIONS: Final = (1, 3, 2, 0)
"""How many places on the cards are passed, hand by hand: left, right, across, not at all."""


class HeartsOptions(Options):
    """What a table can choose."""

    target = NumberOption("target", "points that end the game", 100, 26, 200)
    turn_seconds = NumberOption("turn_seconds", "seconds for each turn; 0: no clock", 60, 0, 600)


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """Pass three cards to another player, before the play."""

    cards: tuple[str, ...]

    def __repr__(self) -> str:
        """Show no card: they are secret."""
        return "Pass()"


class Play(msgspec.Struct, frozen=True, tag="play"):
    """Play a card."""

    card: str


Move: TypeAlias = Pass | Play


@dataclass(frozen=True)
class Dealt(Heard):
    """A hand is dealt. Everybody hears it, with their own cards."""

    number: int
    """The hand, from 1."""
    cards: tuple[str, ...] = field(repr=False)
    """Your cards; none for a watcher."""


@dataclass(frozen=True)
class HasPassed(Heard):
    """A player has put three cards aside to pass them."""

    seat: Seat
    """Who."""
    auto: bool
    """The host chose, because their time was up or they have left."""


@dataclass(frozen=True)
class Got(Heard):
    """All have passed, and the cards go round."""

    giver: Seat | None
    """Who passed you cards; null for a watcher."""
    cards: tuple[str, ...] = field(repr=False)
    """The cards you got; none for a watcher."""


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
    points: int
    """The points in it."""


@dataclass(frozen=True)
class HandOver(Heard):
    """A hand is played and scored."""

    moon: Seat | None
    """Who took all points, so that the others get them; null: nobody."""
    points: Mapping[Seat, int]
    """What the hand cost each player."""


@dataclass(frozen=True)
class Dealing:
    """What really happens when a hand is dealt: `views.py` makes `Dealt` of it for each player."""

    number: int
    hands: Hands[str]


@dataclass(frozen=True)
class Passing:
    """What really happens when the cards go round: `views.py` makes `Got` of it."""

    givers: Mapping[Seat, Seat]
    """Whose cards each player gets."""
    cards: Mapping[Seat, tuple[str, ...]] = field(repr=False)
    """What each giver passed."""


Public: TypeAlias = HasPassed | Played | Took | HandOver
HeartsHeard: TypeAlias = Public | Dealt | Got
Event: TypeAlias = Public | Dealing | Passing


@dataclass(frozen=True)
class Table:
    """What everybody may know."""

    phase: Literal["passing", "playing", "over"]
    """What the game waits for."""
    target: int
    """Points that end the game."""
    turns: Turns
    """Whose turn it is, once cards are played."""
    scores: Mapping[Seat, int]
    """The points before this hand."""
    trick: Trick = NO_TRICK
    """The cards on the table, the trick before, also that of the last hand, who is void in what,
    and if hearts may lead."""
    taken: Mapping[Seat, int] = field(default_factory=dict[Seat, int])
    """The points that each player has taken in this hand."""
    number: int = 1
    """The hand, from 1."""
    gone: tuple[Seat, ...] = ()
    """Players who have left, for whom the host plays."""

    @property
    def direction(self) -> int:
        """How many places on the cards of this hand are passed; 0: not at all."""
        return DIRECTIONS[(self.number - 1) % len(DIRECTIONS)]


@dataclass(frozen=True)
class State:
    """The position: the table, the cards, what is passed, the clock."""

    table: Table
    hands: Hands[str]
    choice: SecretChoice[tuple[str, ...]]
    """The cards that are passed. Afterwards each giver still knows what they gave to whom."""
    turn_ms: int
    due: int | None = None


def points(card: str) -> int:
    """Return what a card costs."""
    return 13 if card == QUEEN else int(card[-1] == "H")


def legal(table: Table, hand: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards that may be played. Who has all their cards is in the first trick."""
    trick, first = table.trick, len(hand) == HAND
    if first and FIRST in hand and not trick.plays:
        return (FIRST,)
    cards = trick.legal(hand)
    return (first and tuple(card for card in cards if not points(card))) or cards
