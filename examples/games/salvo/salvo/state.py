"""The sea: ships, shots, the position, and what happens in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Final, TypeAlias

import msgspec

from parlour import Heard, NumberOption, Options, Seat, SwitchOption

Ship: TypeAlias = tuple[int, ...]
"""The squares of a ship, counted row by row from 0."""
Fleet: TypeAlias = tuple[Ship, ...]

FLEETS: Final[dict[int, tuple[int, ...]]] = {
    7: (4, 3, 3, 2),
    8: (4, 3, 3, 2, 2),
    9: (5, 4, 3, 3, 2),
}
"""The lengths of the ships, by the size of the sea."""
WATER, MISS, HIT, SUNK = ".", "o", "x", "#"


class SalvoOptions(Options):
    """What a table may choose."""

    size = NumberOption("size", "squares on a side of the sea", 8, 7, 9)
    salvo = SwitchOption("salvo", "fire one shot for each of your ships afloat", False)


# --- moves ------------------------------------------------------------------------------


class Place(msgspec.Struct, frozen=True, tag="place"):
    """Put a ship elsewhere, while the fleets are being placed."""

    ship: int
    """Its number, from 1."""
    square: int
    """Its first square."""
    down: bool

    def __repr__(self) -> str:
        """Show nothing, because it is secret."""
        return "Place()"


class Shuffle(msgspec.Struct, frozen=True, tag="shuffle"):
    """Place the whole fleet at random."""

    def __repr__(self) -> str:
        """Read like `Place`, because nobody else may know which it was."""
        return "Place()"


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """Finish placing."""


class Fire(msgspec.Struct, frozen=True, tag="fire"):
    """Fire at a square of the other player's sea."""

    square: int


Move: TypeAlias = Place | Shuffle | Ready | Fire


# --- events -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Placed(Heard):
    """For its owner alone: the fleet has been moved."""

    seat: Seat
    """Whose fleet."""


@dataclass(frozen=True)
class IsReady(Heard):
    """A player has finished placing."""

    addressed_in = ("seat",)
    seat: Seat
    """Who."""


@dataclass(frozen=True)
class Fired(Heard):
    """A shot and what came of it."""

    seat: Seat
    """Who fired."""
    square: str
    """The square, such as `b3`."""
    result: str
    """`miss`, `hit` or `sunk`."""
    length: int
    """The length of the ship that sank, else 0."""


@dataclass(frozen=True)
class Turn(Heard):
    """A turn begins."""

    seat: Seat
    """Whose."""
    shots: int
    """How many shots they have."""


@dataclass(frozen=True)
class Ended(Heard):
    """The game is over."""

    winner: Seat
    """Who won."""
    left: Seat | None
    """Who left, if the game ended because of that."""


Event: TypeAlias = Placed | IsReady | Fired | Turn | Ended


# --- the position -----------------------------------------------------------------------


@dataclass(frozen=True)
class State:
    """The position. Players are numbered 0 and 1 in the order of `seats`."""

    seats: tuple[Seat, ...]
    size: int
    salvo: bool
    fleets: tuple[Fleet, Fleet] = field(repr=False)
    ready: tuple[bool, bool] = (False, False)
    shots: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    """The squares at which somebody has fired, by the owner of the sea."""
    turn: int = 0
    left: int = 0
    """Shots left in this turn."""
    gone: Seat | None = None

    @property
    def playing(self) -> bool:
        """Both fleets are placed."""
        return all(self.ready)

    def afloat(self, owner: int) -> list[Ship]:
        """Return the ships of *owner* that are not sunk."""
        return [ship for ship in self.fleets[owner] if not self.shots[owner].issuperset(ship)]

    @property
    def winner(self) -> Seat | None:
        """Who has sunk everything, or has been left alone."""
        if self.gone is not None:
            return next(seat for seat in self.seats if seat != self.gone)
        return next((self.seats[1 - n] for n in (0, 1) if not self.afloat(n)), None)

    def sea(self, owner: int) -> str:
        """Return what everybody knows of the sea of *owner*, a letter for each square."""
        ships = {square: ship for ship in self.fleets[owner] for square in ship}
        shots = self.shots[owner]
        return "".join(
            WATER
            if at not in shots
            else MISS
            if at not in ships
            else SUNK
            if shots.issuperset(ships[at])
            else HIT
            for at in range(self.size**2)
        )


def name_of(square: int, size: int) -> str:
    """Return the name of a square, such as `b3`."""
    row, column = divmod(square, size)
    return f"{'abcdefghi'[row]}{column + 1}"


@lru_cache
def names(size: int) -> dict[str, int]:
    """Return all squares by name."""
    return {name_of(at, size): at for at in range(size**2)}


def ship_at(square: int, down: bool, length: int, size: int) -> Ship | None:
    """Return the ship that begins at *square*, or None if it does not fit into the sea."""
    row, column = divmod(square, size)
    if (row if down else column) + length > size:
        return None
    return tuple(square + at * (size if down else 1) for at in range(length))


@lru_cache
def starts(length: int, size: int, down: bool) -> tuple[tuple[str, Ship], ...]:
    """Return every place for a ship that way, each with the name of its first square."""
    found = ((name, ship_at(at, down, length, size)) for name, at in names(size).items())
    return tuple((name, ship) for name, ship in found if ship is not None)


@lru_cache
def places(length: int, size: int) -> tuple[Ship, ...]:
    """Return every place for a ship."""
    found = (ship_at(at, down, length, size) for at in range(size**2) for down in (False, True))
    return tuple(ship for ship in found if ship is not None)


def random_fleet(size: int, rng: Random) -> Fleet:
    """Place a whole fleet at random."""
    return fleet_behind(WATER * size**2, FLEETS[size], size, rng)


def fleet_behind(sea: str, lengths: tuple[int, ...], size: int, rng: Random) -> Fleet:
    """Place ships of these *lengths* at random so that all shots shown in *sea* stay true.

    Sunk squares are other ships. Nothing but the arguments decides, so a player who knows them
    learns nothing from the result.
    """
    taken = frozenset(at for at, mark in enumerate(sea) if mark in (MISS, SUNK))
    hits = frozenset(at for at, mark in enumerate(sea) if mark == HIT)
    found = next(_fleets(taken, hits, hits, lengths, size, rng), None)
    assert found is not None, "the real fleet is such a fleet"
    ships = dict(found)
    return tuple(ships[number] for number in range(len(lengths)))


def _fleets(
    taken: frozenset[int],
    hits: frozenset[int],
    open_hits: frozenset[int],
    lengths: tuple[int, ...],
    size: int,
    rng: Random,
    placed: tuple[tuple[int, Ship], ...] = (),
) -> Iterator[tuple[tuple[int, Ship], ...]]:
    """Yield ways to place the ships that are not *placed*: first those that explain the hits."""
    rest = [n for n in range(len(lengths)) if n not in dict(placed)]
    if not rest:
        if not open_hits:
            yield placed
        return
    if sum(lengths[n] for n in rest) < len(open_hits):
        return
    target = min(open_hits, default=None)
    ways = [
        (number, ship)
        for number in (rest if target is not None else rest[:1])
        for ship in places(lengths[number], size)
        if (target is None or target in ship)
        and taken.isdisjoint(ship)
        and not hits.issuperset(ship)
    ]
    rng.shuffle(ways)
    for number, ship in ways:
        after = open_hits.difference(ship)
        more = (*placed, (number, ship))
        yield from _fleets(taken.union(ship), hits, after, lengths, size, rng, more)
