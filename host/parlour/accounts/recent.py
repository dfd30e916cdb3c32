"""Who has left, and from which address: for the operator, who may want to ban them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from parlour.core.sessions import Player, Session

KEPT: Final = 200
"""The number of people who are remembered: more than leave in an evening."""
KEPT_S: Final = 86_400
"""A day. The addresses are never stored, so a host that stops forgets them."""


class Left(msgspec.Struct, frozen=True):
    """Somebody who has left."""

    name: str
    key: str
    guest: bool
    address: str
    at_s: int
    """When, in seconds since 1970."""


class Recent:
    """The people who left last."""

    def __init__(self) -> None:
        self._left: dict[str, Left] = {}

    def note(self, player: Player, session: Session, wall: float) -> None:
        self.forget(player.key)
        left = Left(player.name, player.key, player.guest, session.address, int(wall))
        self._left[player.key] = left
        if len(self._left) > KEPT:
            del self._left[next(iter(self._left))]

    def forget(self, key: str) -> None:
        self._left.pop(key, None)

    def since(self, wall: float) -> Iterator[Left]:
        """Yield those who left within the last day, the latest first."""
        return (left for left in reversed(self._left.values()) if left.at_s > wall - KEPT_S)
