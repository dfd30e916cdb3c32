"""The ratings of all accounts: who has which in each ladder, and who is ahead."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence
from itertools import islice
from typing import TypeAlias

from parlour.house.ratings import NEW, Rating

_Rank: TypeAlias = tuple[float, int]
"""Minus the worth of a rating, and the number of its account: the best is the first."""


class Ladders:
    """All ratings, by ladder and by the number of the account."""

    def __init__(self) -> None:
        self._ratings: dict[str, dict[int, Rating]] = {}
        self._ranks: dict[str, list[_Rank]] = {}
        """The accounts of each ladder in order, so that nobody sorts them for a request."""

    def of(self, ladder: str, player: int) -> Rating:
        """Return the rating of that account, or that of a new player."""
        return self._ratings.get(ladder, {}).get(player, NEW)

    def put(self, ladder: str, player: int, rating: Rating) -> None:
        """Set a rating."""
        ratings = self._ratings.setdefault(ladder, {})
        ranks = self._ranks.setdefault(ladder, [])
        if player in ratings:
            del ranks[bisect_left(ranks, _rank(player, ratings[player]))]
        ratings[player] = rating
        insort(ranks, _rank(player, rating))

    def remove(self, player: int) -> None:
        """Drop all ratings of that account."""
        for ladder, ratings in self._ratings.items():
            rating = ratings.pop(player, None)
            if rating is not None:
                ranks = self._ranks[ladder]
                del ranks[bisect_left(ranks, _rank(player, rating))]

    def all_of(self, player: int) -> list[tuple[str, Rating]]:
        """Return the ladders where that account has a rating, by name."""
        found = [(name, ratings.get(player)) for name, ratings in self._ratings.items()]
        return sorted((name, rating) for name, rating in found if rating is not None)

    def top(self, ladder: str, most: int) -> Sequence[tuple[int, Rating]]:
        """Return the first *most* accounts of a ladder, the best first."""
        ranks = self._ranks.get(ladder, [])
        return [(player, self._ratings[ladder][player]) for _, player in islice(ranks, most)]

    def size(self, ladder: str) -> int:
        """Return how many accounts a ladder has."""
        return len(self._ranks.get(ladder, []))

    def place(self, ladder: str, rating: Rating) -> int:
        """Return the place of a rating, from 1. Equal ratings share a place."""
        return bisect_left(self._ranks.get(ladder, []), (-rating.worth, 0)) + 1


def _rank(player: int, rating: Rating) -> _Rank:
    return (-rating.worth, player)
