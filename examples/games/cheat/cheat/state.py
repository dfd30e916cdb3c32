"""Cards, moves, events and the position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import msgspec

from parlour import Heard, NumberOption, Options, Seat
from parlour.parts import RANK_NAMES, Hands, Pile, PlayingCards, Turns

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CARDS: Final = PlayingCards(RANKS, by_rank=True)
MOST_CARDS: Final = 4
"""The most cards in one claim."""
MOST_TURNS: Final = 200
"""After so many turns the player with the fewest cards wins."""


class CheatOptions(Options):
    """What a table can choose."""

    call_seconds = NumberOption(
        "call_seconds", "seconds to call a claim; 0: until all pass", 10, 0, 60
    )
    turn_seconds = NumberOption("turn_seconds", "seconds to play; 0: no clock", 60, 0, 600)


def named(rank: str, count: int = 2) -> str:
    """Return the name of one card of a rank, or of several: `kings`."""
    name = str(RANK_NAMES[rank])
    return name if count == 1 else f"{name}{'es' if rank == '6' else 's'}"


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

    counts: Mapping[Seat, int]
    """How many cards each player has."""


@dataclass(frozen=True)
class Turn(Heard):
    """A turn begins."""

    seat: Seat
    """Whose."""
    rank: str
    """The rank that they must claim."""


@dataclass(frozen=True)
class Claimed(Heard):
    """A player has put cards on the pile and claims that they have the rank of the turn."""

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

    seat: Seat
    """Whose claim."""


@dataclass(frozen=True)
class Passed(Heard):
    """A player lets the claim stand."""

    seat: Seat
    """Who."""


@dataclass(frozen=True)
class Gone(Heard):
    """A player has left. Their cards go on the pile."""

    seat: Seat
    """Who."""


Event: TypeAlias = Dealt | Turn | Claimed | Called | Uncalled | Passed | Gone


@dataclass(frozen=True)
class Claim:
    """The claim that may be called now."""

    seat: Seat
    """Whose."""
    count: int
    """How many cards."""
    passed: tuple[Seat, ...] = ()
    """Who lets it stand."""


@dataclass(frozen=True)
class Table:
    """What everybody may know, besides the numbers of cards."""

    turns: Turns
    """Whose turn it is, and who has left."""
    rank: str
    """The rank to claim in this turn."""
    claim: Claim | None = None
    """The claim on top of the pile, while it can be called."""
    number: int = 0
    """Turns so far."""
    over: bool = False
    """The players with the fewest cards have won."""

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The players who may call the claim."""
        done = () if self.claim is None else (self.claim.seat, *self.claim.passed)
        return tuple(seat for seat in self.turns.present if done and seat not in done)


@dataclass(frozen=True)
class State:
    """The position: the table, the cards, the clock."""

    table: Table
    hands: Hands[str]
    pile: Pile[str]
    turn_ms: int
    call_ms: int
    due: int | None = None
