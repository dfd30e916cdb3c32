"""Who sits where in which game, and with which luck: all of it follows from the seed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import Any, Final, TypeAlias

from parlour.api import AnyGame, Context, Lexicon, Seat, Setup
from parlour.engine import seals

FEW: Final = 5
"""Up to so many players sit down in every order, deal by deal. More are shuffled."""
STARTS: Final = 8
"""Starts that are compared to tell whether luck decides who plays together."""

Lineup: TypeAlias = tuple[int, ...]
"""The player at each seat, by its place in the list of players, from seat 1."""


class Seeds:
    """All luck of an arena. The seed of the organiser is any text, and is told to no player.

    Each kind of luck has a seed of its own, and none of them tells anything about another one.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._root = hashlib.sha256(b"parlour arena 1\n" + text.encode()).digest()

    @property
    def commitment(self) -> str:
        """What is published before the first game, as for the luck of a game on a host."""
        return seals.of_seed(self._root)

    def deal(self, number: int) -> str:
        """Return the seed of deal *number*, from 1, as a record has it: 256 bits."""
        return self._derived(f"deal {number}").hex()

    def luck(self, number: int, turn: int, seat: int) -> Random:
        """Return the luck of whoever sits at *seat* (0: of nobody) in a game of a deal."""
        return Random(self._derived(f"luck {number} {turn} {seat}"))

    def order(self, number: int) -> Random:
        """Return the luck that says in which order players sit down in a deal."""
        return Random(self._derived(f"order {number}"))

    def _derived(self, label: str) -> bytes:
        return hashlib.sha256(self._root + label.encode()).digest()


@dataclass(frozen=True)
class Seating:
    """The seats of an arena: how many there are, and which of them play together."""

    seats: int
    sides: tuple[tuple[int, ...], ...]
    """The seats of each side, from 0. On their own, everybody is a side. None: luck decides."""

    def lineups(self, players: int, number: int, order: Random) -> list[Lineup]:
        """Return who sits where in each game of deal *number*.

        Everybody sits on each place once: a place is a side if there are as many sides as players,
        and a seat otherwise. Who comes after whom changes from deal to deal.
        """
        base = _order(players, number, order)
        teams = len(self.sides) == players and sum(map(len, self.sides)) == self.seats
        place = [0] * self.seats
        for at, side in enumerate(self.sides if teams else [(n,) for n in range(self.seats)]):
            for seat in side:
                place[seat] = at
        return [tuple(base[(at + turn) % players] for at in place) for turn in range(players)]


def _order(players: int, number: int, order: Random) -> Sequence[int]:
    """Return the players in the order of deal *number*. The first one begins every circle."""
    others = list(range(1, players))
    if players > FEW:
        order.shuffle(others)
        return [0, *others]
    every = list(permutations(others))
    return [0, *every[(number - 1) % len(every)]]


def seating(
    game: AnyGame, seats: int, options: Any, lexicon: Lexicon | None, lists: Any
) -> Seating:
    """Return the seats and the sides of a game with so many *seats*. Raises Refused.

    Sides that luck decides, such as who is the traitor, are none that a player can fill.
    """
    setup = Setup(tuple(Seat(n + 1) for n in range(seats)), game.chosen(options))
    found: set[tuple[tuple[int, ...], ...]] = set()
    for luck in range(STARTS):
        ctx = Context(now=0, seed=bytes([luck]) * 32, number=0, lexicon=lexicon, lists=lists)
        state = game.rules.start(setup, ctx).state
        sides = (tuple(seat - 1 for seat in side) for side in game.scoring.sides(state))
        found.add(tuple(side for side in sides if side))
    return Seating(seats, found.pop() if len(found) == 1 else ())
