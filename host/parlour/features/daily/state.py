"""The tries at the games of today and yesterday."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from parlour.core.persistence import Write
from parlour.core.shelves import Shelf
from parlour.tables.happened import Removed
from parlour.wire.names import name_key

DAY_S: Final = 86_400
"""Days begin at midnight UTC, the same for everybody."""
TRIES_MOST: Final = 1000
"""Tries a day: more than a house has players, and few enough to be kept in memory. Of more, those
that were given up are forgotten, so that nobody closes the day for others under a thousand names.
"""


class Try(msgspec.Struct, frozen=True):
    """A player's only try on a day."""

    day: int
    """Days since 1970 (UTC), when it began."""
    player: int
    """The number of the player, who may be a guest."""
    name: str
    """Their name then."""
    seed: str
    """What the luck of that day follows from: the same in all its tries. Secret."""
    table: int
    record: str
    """The record of the game."""
    points: int | None = None
    """None: they have not finished, or have given up."""

    def __repr__(self) -> str:
        """Leave out the seed."""
        return f"Try(day={self.day}, player={self.player}, points={self.points})"


SHELF: Final = Shelf("daily", Try, "day", "player")


class Daily:
    """The tries by day, and by the number of the player. Two days are kept."""

    def __init__(self) -> None:
        self._by_day: dict[int, dict[int, Try]] = {}

    def put(self, row: Try) -> None:
        self._by_day.setdefault(row.day, {})[row.player] = row

    def of(self, day: int) -> Mapping[int, Try]:
        return self._by_day.get(day, {})

    def tried(self, day: int, player: int, name: str) -> bool:
        """Check whether that player, or somebody with that name, has tried on that day."""
        tries = self.of(day)
        key = name_key(name)
        return player in tries or any(name_key(each.name) == key for each in tries.values())

    def seed(self, day: int) -> str:
        """Return the seed of that day, or nothing before its first try."""
        return next((each.seed for each in self.of(day).values()), "")

    def results(self, day: int, *, lower: bool) -> Sequence[tuple[int, Try]]:
        """Return the finished tries of that day with their places, the best first.

        *lower*: fewer points are better.
        """
        sign = 1 if lower else -1
        done = [(each.points, each) for each in self.of(day).values() if each.points is not None]
        done.sort(key=lambda row: (sign * row[0], row[1].name))
        first: dict[int, int] = {}
        return [(first.setdefault(points, n), each) for n, (points, each) in enumerate(done, 1)]

    def drop(self, one: Try) -> Write:
        """Forget that try, and return what to write."""
        del self._by_day[one.day][one.player]
        return SHELF.dropped(one.day, one.player)

    def of_record(self, day: int, record: str | None) -> Try | None:
        """Return the try of that day whose game has that record, or None."""
        return next((each for each in self.of(day).values() if each.record == record), None)

    def trim(self, day: int) -> list[Write]:
        """Forget all days but *day* and the one before it, and return what to write."""
        old = [each for each in self._by_day if each not in (day - 1, day)]
        gone = [one for each in old for one in self._by_day.pop(each).values()]
        return [SHELF.dropped(one.day, one.player) for one in gone]

    def forget(self, gone: Removed) -> list[Write]:
        """Drop the tries of a player whose data is removed."""
        lost = [
            one
            for tries in self._by_day.values()
            for one in tries.values()
            if one.player == gone.number or name_key(one.name) == gone.key
        ]
        return [self.drop(one) for one in lost]
