"""The ratings of all accounts: who has which in each ladder, and who is ahead."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence
from itertools import islice
from typing import Final, TypeAlias

import msgspec

from parlour.core.persistence import Played, Write
from parlour.core.shelves import Shelf
from parlour.features.ratings.arithmetic import NEW, Rated, Rating
from parlour.tables.happened import Removed

_Rank: TypeAlias = tuple[float, int]
"""Minus the worth of a rating, and the number of its account: the best is the first."""


class SavedRating(msgspec.Struct, frozen=True):
    """The rating of an account in a ladder."""

    ladder: str
    player: int
    """The number of the account."""
    rating: Rating


SHELF: Final = Shelf("rating", SavedRating, "ladder", "player")


def note(game: Rated) -> dict[str, msgspec.Raw]:
    """Return what the archive keeps of a game that counts (`Played.notes`)."""
    return {SHELF.name: msgspec.Raw(msgspec.json.encode(game))}


def noted(game: Played) -> Rated | None:
    """Return how a game in the archive counts, or None if it does not."""
    kept = game.notes.get(SHELF.name)
    return None if kept is None else msgspec.json.decode(kept, type=Rated)


class Ladders:
    """All ratings, by ladder and by the number of the account."""

    def __init__(self) -> None:
        self._ratings: dict[str, dict[int, Rating]] = {}
        self._ranks: dict[str, list[_Rank]] = {}
        """The accounts of each ladder in order, so that nobody sorts them for a request."""

    def of(self, ladder: str, player: int) -> Rating:
        """Return the rating of that account, or that of a new player."""
        return self._ratings.get(ladder, {}).get(player, NEW)

    def put(self, row: SavedRating) -> None:
        """Take over a rating, in place of the one before."""
        ratings = self._ratings.setdefault(row.ladder, {})
        ranks = self._ranks.setdefault(row.ladder, [])
        if row.player in ratings:
            del ranks[bisect_left(ranks, _rank(row.player, ratings[row.player]))]
        ratings[row.player] = row.rating
        insort(ranks, _rank(row.player, row.rating))

    def forget(self, gone: Removed) -> list[Write]:
        """Remove all ratings of that account, and return what to write."""
        player, lost = gone.number, self.all_of(gone.number)
        for ladder, rating in lost:
            del self._ratings[ladder][player]
            ranks = self._ranks[ladder]
            del ranks[bisect_left(ranks, _rank(player, rating))]
        return [SHELF.dropped(ladder, player) for ladder, _rating in lost]

    def all_of(self, player: int) -> list[tuple[str, Rating]]:
        """Return the ladders where that account has a rating, by name."""
        found = [(name, ratings.get(player)) for name, ratings in self._ratings.items()]
        return sorted((name, rating) for name, rating in found if rating is not None)

    def top(self, ladder: str, most: int) -> Sequence[tuple[int, Rating]]:
        """Return the first *most* accounts of a ladder, the best first."""
        ranks = self._ranks.get(ladder, [])
        return [(player, self._ratings[ladder][player]) for _, player in islice(ranks, most)]

    def size(self, ladder: str) -> int:
        return len(self._ranks.get(ladder, []))

    def place(self, ladder: str, rating: Rating) -> int:
        """Return the place of a rating, from 1. Equal ratings share a place."""
        return bisect_left(self._ranks.get(ladder, []), (-rating.worth, 0)) + 1


def _rank(player: int, rating: Rating) -> _Rank:
    return (-rating.worth, player)
