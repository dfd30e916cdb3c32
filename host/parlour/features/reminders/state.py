"""Where each player wants to be reminded, by the numbers of their accounts."""

from __future__ import annotations

from typing import Final

import msgspec

from parlour.core.persistence import Write
from parlour.core.shelves import Shelf
from parlour.tables.happened import Removed


class Reminder(msgspec.Struct, frozen=True):
    """The address of a player."""

    player: int
    to: str


SHELF: Final = Shelf("reminder", Reminder, "player")


class Reminders:
    def __init__(self) -> None:
        self._to: dict[int, str] = {}

    def put(self, row: Reminder) -> None:
        self._to[row.player] = row.to

    def drop(self, player: int) -> None:
        self._to.pop(player, None)

    def forget(self, gone: Removed) -> list[Write]:
        """Remove the address of that player, and return what to write."""
        return [] if self._to.pop(gone.number, None) is None else [SHELF.dropped(gone.number)]

    def of(self, player: int) -> str | None:
        return self._to.get(player)
