"""Cards, moves, events and the position."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, Final, TypeAlias

import msgspec

from parlour import Heard, NumberOption, Seat

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
NAMES: Final = (
    *("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king"),
)
DECK: Final = tuple(rank + suit for rank in RANKS for suit in "SHDC")
ORDER: Final = {card: place for place, card in enumerate(DECK)}
MOST_CARDS: Final = 4
"""The most cards in one claim."""
MOST_TURNS: Final = 200
"""After so many turns the player with the fewest cards wins."""

CALL: Final = NumberOption("call_seconds", "seconds to call a claim; 0: until all pass", 10, 0, 60)
CLOCK: Final = NumberOption("turn_seconds", "seconds to play; 0: no clock", 60, 0, 600)


def rank_of(card: str) -> int:
    """Return the place of a card's rank in `RANKS`."""
    return ORDER[card] // 4


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Sort cards by rank, aces first."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def claimed(count: int, rank: int) -> str:
    """Return words such as `2 kings`."""
    plural = "" if count == 1 else "es" if NAMES[rank] == "six" else "s"
    return f"{count} {NAMES[rank]}{plural}"


class Play(msgspec.Struct, frozen=True, tag="play"):
    """Put cards on the pile, face down."""

    cards: tuple[str, ...]

    def __repr__(self) -> str:
        """Show only their number, which is public."""
        return f"Play({len(self.cards)} cards)"


class Call(msgspec.Struct, frozen=True, tag="cheat"):
    """Say that the last player lied."""


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """Let the claim stand."""


Move: TypeAlias = Play | Call | Pass


@dataclass(frozen=True)
class Dealt(Heard):
    """The cards are dealt."""

    name: ClassVar[str] = "dealt"
    counts: tuple[int, ...]
    """How many cards each player has, in seat order."""


@dataclass(frozen=True)
class Turn(Heard):
    """A turn begins."""

    name: ClassVar[str] = "turn"
    seat: Seat
    """Whose."""
    rank: str
    """The rank that they must claim."""


@dataclass(frozen=True)
class Claimed(Heard):
    """A player has put cards on the pile and claims that they have the rank of the turn."""

    name: ClassVar[str] = "claimed"
    seat: Seat
    """Who."""
    count: int
    """How many cards."""
    rank: str
    """The rank."""
    left: int
    """How many cards the player has left."""
    cards: tuple[str, ...] | None = field(repr=False)
    """For the player alone: the cards."""
    auto: bool
    """The host chose, because their time was up."""


@dataclass(frozen=True)
class Called(Heard):
    """Somebody has called a claim, and its cards are turned up."""

    name: ClassVar[str] = "called"
    caller: Seat
    """Who called."""
    seat: Seat
    """Who made the claim."""
    cards: tuple[str, ...]
    """The cards of the claim."""
    honest: bool
    """They are what the player has claimed."""
    taker: Seat
    """Who takes the pile."""
    count: int
    """How many cards that is."""


@dataclass(frozen=True)
class Uncalled(Heard):
    """Nobody has called the claim."""

    name: ClassVar[str] = "uncalled"
    seat: Seat
    """Whose claim."""


@dataclass(frozen=True)
class Passed(Heard):
    """A player lets the claim stand."""

    name: ClassVar[str] = "passed"
    seat: Seat
    """Who."""


@dataclass(frozen=True)
class Gone(Heard):
    """A player has left. Their cards go on the pile."""

    name: ClassVar[str] = "gone"
    seat: Seat
    """Who."""


@dataclass(frozen=True)
class Ended(Heard):
    """The game is over."""

    name: ClassVar[str] = "ended"
    winners: tuple[Seat, ...]
    """Who has the fewest cards."""


Event: TypeAlias = Dealt | Turn | Claimed | Called | Uncalled | Passed | Gone | Ended


@dataclass(frozen=True)
class Claim:
    """The claim that may be called now."""

    player: int
    count: int
    passed: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Held:
    """A card on the pile, and who put it there."""

    player: int
    card: str = field(repr=False)


@dataclass(frozen=True)
class State:
    """The position. Players are counted from 0 in the order of `seats`."""

    seats: tuple[Seat, ...]
    turn_ms: int
    call_ms: int
    hands: tuple[tuple[str, ...], ...] = field(repr=False)
    turn: int
    rank: int = 0
    """The rank to claim in this turn, as a place in `RANKS`."""
    pile: tuple[Held, ...] = ()
    """The last card is on top."""
    claim: Claim | None = None
    number: int = 0
    """Turns so far."""
    due: int | None = None
    gone: frozenset[int] = frozenset()
    over: bool = False

    @property
    def present(self) -> tuple[int, ...]:
        """The players who have not left."""
        return tuple(n for n in range(len(self.seats)) if n not in self.gone)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The players with the fewest cards."""
        least = min((len(self.hands[n]) for n in self.present), default=0)
        return tuple(self.seats[n] for n in self.present if len(self.hands[n]) == least)
