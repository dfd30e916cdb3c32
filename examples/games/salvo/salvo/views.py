"""Who may know what: the shots are public, a fleet belongs to its owner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from parlour import Seat, Viewer, Views
from salvo.state import Event, Fleet, Move, Place, Placed, Shuffle, State, fleet_behind


@dataclass(frozen=True)
class View:
    """The position as one viewer may know it. Lists with two members follow `seats`."""

    seats: tuple[Seat, ...]
    """The players."""
    size: int
    """Squares on a side of the sea."""
    ready: tuple[bool, bool]
    """Who has finished placing."""
    turn: Seat | None
    """Whose turn it is; null while fleets are placed and after the game."""
    shots: int
    """Shots left in this turn."""
    seas: tuple[str, str]
    """Each player's sea, a letter for each square: `.` unknown, `o` miss, `x` hit, `#` sunk."""
    afloat: tuple[tuple[int, ...], ...]
    """The lengths of the ships that are afloat."""
    fleets: tuple[Fleet | None, ...] = field(repr=False)
    """The squares of the ships: your own; after the game, both."""
    winner: Seat | None
    """Who has won."""


class SalvoViews(Views[State, Event, View, Event]):
    """Fleets are hidden; what shots found is not."""

    def look(self, state: State, viewer: Viewer) -> View:
        """Return the position with the viewer's own fleet."""
        over = state.winner is not None
        running = state.playing and not over
        return View(
            state.seats,
            state.size,
            state.ready,
            state.seats[state.turn] if running else None,
            state.left if running else 0,
            (state.sea(0), state.sea(1)),
            tuple(tuple(len(ship) for ship in state.afloat(n)) for n in (0, 1)),
            tuple(
                fleet if over or seat == viewer else None
                for seat, fleet in zip(state.seats, state.fleets, strict=True)
            ),
            state.winner,
        )

    def hear(self, event: Event, viewer: Viewer) -> Event | None:
        """Return the event, unless somebody else moves a ship."""
        return None if isinstance(event, Placed) and event.seat != viewer else event

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        """Place the fleets that the viewer cannot see elsewhere, behind the same shots."""
        if state.winner is not None:
            return state
        fleets = [
            fleet if seat == viewer else _other_fleet(state, owner, rng)
            for owner, (seat, fleet) in enumerate(zip(state.seats, state.fleets, strict=True))
        ]
        return replace(state, fleets=(fleets[0], fleets[1]))

    def variants(self, state: State, seat: Seat, move: Any, rng: Random) -> Sequence[Move]:
        """Return other ways to place: nobody else may notice which."""
        return (Shuffle(), Place(1, 0, False)) if isinstance(move, (Place, Shuffle)) else ()


def _other_fleet(state: State, owner: int, rng: Random) -> Fleet:
    """Keep the ships that everybody has seen sink, each at its number, and move all others."""
    fleet, shots = state.fleets[owner], state.shots[owner]
    afloat = [n for n, ship in enumerate(fleet) if not shots.issuperset(ship)]
    lengths = tuple(len(fleet[n]) for n in afloat)
    moved = dict(
        zip(afloat, fleet_behind(state.sea(owner), lengths, state.size, rng), strict=True)
    )
    return tuple(moved.get(n, ship) for n, ship in enumerate(fleet))
