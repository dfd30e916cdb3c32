"""Where each player wants to be reminded, by the numbers of their accounts."""

from __future__ import annotations

from typing import Final

import msgspec

from parlour.core.persistence import Write
from parlour.core.shelves import Shelf
from parlour.tables.happened import Removed
from parlour.wire.flood import Bucket

AT_ONCE: Final = 10
"""Reminders that one player may get at once: nobody checks that an address is theirs."""
EVERY_S: Final = 600
"""Seconds until there may be one more: enough for a game in which both answer at once."""


class Reminder(msgspec.Struct, frozen=True):
    """The address of a player."""

    player: int
    to: str


SHELF: Final = Shelf("reminder", Reminder, "player")


class Reminders:
    def __init__(self) -> None:
        self._to: dict[int, str] = {}
        self._sent: dict[int, Bucket] = {}
        """Also of players who have taken their address back: they may give it again."""

    def put(self, row: Reminder) -> None:
        self._to[row.player] = row.to

    def drop(self, player: int) -> None:
        self._to.pop(player, None)

    def forget(self, gone: Removed) -> list[Write]:
        """Remove the address of that player, and return what to write."""
        self._sent.pop(gone.number, None)
        return [] if self._to.pop(gone.number, None) is None else [SHELF.dropped(gone.number)]

    def of(self, player: int) -> str | None:
        return self._to.get(player)

    def may_send(self, player: int, now: float) -> bool:
        """Check whether that player may be reminded once more. If so, that counts as sent."""
        return not self._sent.setdefault(player, Bucket(AT_ONCE, 1 / EVERY_S)).take(now)
