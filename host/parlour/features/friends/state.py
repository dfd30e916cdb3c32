"""Who calls whom a friend, by the numbers of their accounts."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

import msgspec

from parlour.accounts.people import People
from parlour.core.persistence import Write
from parlour.core.sessions import Player
from parlour.core.shelves import Shelf
from parlour.tables.happened import Removed


class Friend(msgspec.Struct, frozen=True):
    """An account calls another one a friend. They are friends if the other one does so too."""

    player: int
    other: int


SHELF: Final = Shelf("friend", Friend, "player", "other")


class Friends:
    """Two players are friends if each of them has named the other.

    It is indexed both ways, so that every question takes as long as one player's own list, however
    many accounts there are.
    """

    def __init__(self) -> None:
        self._named: dict[int, dict[int, None]] = {}
        """By player: whom they have named, in that order."""
        self._namers: dict[int, dict[int, None]] = {}
        """By player: who has named them, in that order."""

    def __iter__(self) -> Iterator[Friend]:
        """Yield all pairs of somebody and whom they have named."""
        for player, others in self._named.items():
            yield from (Friend(player, other) for other in others)

    def put(self, row: Friend) -> None:
        """Note that somebody has named somebody."""
        self._named.setdefault(row.player, {})[row.other] = None
        self._namers.setdefault(row.other, {})[row.player] = None

    def remove(self, friend: Friend) -> bool:
        """Note that somebody no longer names somebody. Return False if they did not."""
        if friend.other not in self.named_by(friend.player):
            return False
        _less(self._named, friend.player, friend.other)
        _less(self._namers, friend.other, friend.player)
        return True

    def forget(self, gone: Removed) -> list[Write]:
        """Remove everything about that player, and return what to write."""
        player = gone.number
        named, namers = self._named.pop(player, {}), self._namers.pop(player, {})
        for other in named:
            _less(self._namers, other, player)
        for other in namers:
            _less(self._named, other, player)
        return [
            *(SHELF.dropped(player, other) for other in named),
            *(SHELF.dropped(other, player) for other in namers),
        ]

    def named_by(self, player: int) -> Collection[int]:
        """Return whom *player* has named: friends, and those who have not answered yet."""
        return self._named.get(player, {}).keys()

    def of(self, player: int) -> list[int]:
        namers = self._namers.get(player, {})
        return [other for other in self.named_by(player) if other in namers]

    def asking(self, player: int) -> list[int]:
        """Return who has named *player*, and waits for an answer."""
        named = self.named_by(player)
        return [other for other in self._namers.get(player, {}) if other not in named]


def asking(people: People, friends: Friends, player: Player) -> list[int]:
    """Return who asks to be the player's friend, without those whom they ignore."""
    numbers = friends.asking(player.number)
    return [number for number in numbers if name_of(people, number) not in player.ignored]


def name_of(people: People, number: int) -> str:
    """Return the name of that account, which is somebody's friend or asks to be one."""
    account = people.register.account(number)
    assert account is not None, "who is gone is nobody's friend"
    return account.name


def _less(lists: dict[int, dict[int, None]], player: int, other: int) -> None:
    del lists[player][other]
    if not lists[player]:
        del lists[player]
