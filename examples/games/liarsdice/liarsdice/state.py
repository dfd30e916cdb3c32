"""Dice, bids, events and the position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar, Final, TypeAlias

import msgspec

from parlour import Heard, NumberOption, Options, Seat, SwitchOption
from parlour.parts import Hands, Turns

FACES: Final = range(1, 7)
NAMES: Final = ("one", "two", "three", "four", "five", "six")


class DiceOptions(Options):
    """What a table can choose."""

    dice = NumberOption("dice", "dice of each player at the start", 5, 1, 6)
    wild = SwitchOption("wild", "ones count as every face", True)
    turn_seconds = NumberOption("turn_seconds", "seconds for a bid; 0: no clock", 60, 0, 600)


class Bid(msgspec.Struct, frozen=True, tag="bid", order=True):
    """Say that at least so many dice show a face. Bids compare by the rules."""

    count: int
    face: int

    def __str__(self) -> str:
        """Return `4 fives`."""
        return named(self.count, self.face)


class Doubt(msgspec.Struct, frozen=True, tag="doubt"):
    """Say that the last bid is not true."""


Move: TypeAlias = Bid | Doubt


def named(count: int, face: int) -> str:
    """Return so many dice in words: `1 five`, `4 sixes`, `no twos`."""
    ending = "" if count == 1 else "es" if face == len(NAMES) else "s"
    return f"{count or 'no'} {NAMES[face - 1]}{ending}"


def roll(rng: Random, count: int) -> tuple[int, ...]:
    """Roll dice, and sort them."""
    return tuple(sorted(rng.choices(FACES, k=count)))


def counts(die: int, face: int, *, wild: bool) -> bool:
    """Return whether *die* counts for a bid of *face*."""
    return die == face or (wild and die == 1)


def found(dice: Iterable[int], face: int, *, wild: bool) -> int:
    """Return how many of *dice* count for a bid of *face*."""
    return sum(counts(die, face, wild=wild) for die in dice)


@dataclass(frozen=True)
class Rolled(Heard):
    """A round begins: everybody rolls."""

    number: int
    """The round, from 1."""
    first: Seat
    """Who bids first."""
    cups: Mapping[Seat, tuple[int, ...]] = field(repr=False)
    """The dice below the cups: for each player only their own."""


@dataclass(frozen=True)
class HasBid(Heard):
    """A player has bid."""

    name: ClassVar[str] = "bid"
    seat: Seat
    """Who."""
    bid: Bid
    """What."""
    auto: bool
    """The host has bid, because the player was too slow."""


@dataclass(frozen=True)
class Lifted(Heard):
    """A player doubts a bid. All cups are lifted, and one player loses a die."""

    seat: Seat
    """Who doubts."""
    bidder: Seat
    """Whose bid it was."""
    bid: Bid
    """The bid."""
    cups: Mapping[Seat, tuple[int, ...]]
    """All dice, by player."""
    wild: bool
    """Ones count as every face."""
    found: int
    """How many dice count for the bid."""
    loser: Seat
    """Who loses a die."""
    left: int
    """How many dice they have left."""
    auto: bool
    """The host has doubted, because the player was too slow."""


@dataclass(frozen=True)
class Gone(Heard):
    """A player has left, with all their dice."""

    seat: Seat
    """Who."""


Event: TypeAlias = Rolled | HasBid | Lifted | Gone


@dataclass(frozen=True)
class Table:
    """What everybody may know."""

    turns: Turns
    """Whose turn it is. Players without dice are gone from it."""
    wild: bool
    """Ones count as every face."""
    dice: Mapping[Seat, int]
    """How many dice each player has."""
    number: int = 0
    """The round, from 1."""
    bids: tuple[tuple[Seat, Bid], ...] = ()
    """The bids of this round, in order."""
    out: tuple[Seat, ...] = ()
    """Who has no dice any more, in this order."""
    lifted: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict[Seat, tuple[int, ...]])
    """All dice of the last round, until somebody bids again; empty if nobody has doubted it."""
    last: Bid | None = None
    """The bid that was doubted in the last round, as long as `lifted` shows its dice."""

    @property
    def over(self) -> bool:
        """Only one player has dice."""
        return len(self.turns.present) < 2

    @property
    def bid(self) -> Bid | None:
        """The bid to beat."""
        return self.bids[-1][1] if self.bids else None

    @property
    def total(self) -> int:
        """How many dice are under all cups."""
        return sum(self.dice.values())

    @property
    def faces(self) -> range:
        """The faces that can be bid."""
        return FACES[1:] if self.wild else FACES

    @property
    def lowest(self) -> Bid | None:
        """The lowest bid that is allowed now, or None after the highest one."""
        bid, low = self.bid, self.faces[0]
        if bid is None:
            return Bid(1, low)
        if bid.face < FACES[-1]:
            return Bid(bid.count, bid.face + 1)
        return Bid(bid.count + 1, low) if bid.count < self.total else None


@dataclass(frozen=True)
class State:
    """The position: the table, the dice, the clock."""

    table: Table
    cups: Hands[int]
    turn_ms: int
    due: int | None = None
