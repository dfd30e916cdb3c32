"""What has happened here, as values: how the lower layers reach features without knowing them.

A feature says what it wants to hear of (`commands.feature.hear`). The one who lets a thing happen
tells it (`Tables.happened`), and does not know who listens. A listener may refuse what is about to
happen by raising CommandError, where a value says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from parlour.api import Seat
from parlour.core.persistence import Saved
from parlour.core.sessions import Player, Session
from parlour.engine.table_events import GameOver
from parlour.tables.rooms import Room


class Happened(msgspec.Struct, frozen=True):
    """Something that features may hear of."""


class Restoring(Happened, frozen=True):
    """A host starts again: what it has kept is there, its players and tables are not yet."""

    saved: Saved


class Restored(Happened, frozen=True):
    """The players and the tables are back as well."""

    saved: Saved


class Connecting(Happened, frozen=True):
    """A connection is about to be let in. CommandError refuses it, and its text is the last line.

    Nothing is known of them but where they come from.
    """

    session: Session


class SigningIn(Happened, frozen=True):
    """Somebody is about to have a name here. CommandError refuses it."""

    key: str
    """The folded form of the name."""


class KeyShown(Happened, frozen=True):
    """Whose account has this ssh key? A feature that knows puts the number of the account in."""

    key: str
    """Its fingerprint, as in `Session.key`. It is never empty."""
    by: list[int]


class CameIn(Happened, frozen=True):
    """A player has a connection now who had none."""

    player: Player
    arrives: bool
    """They were away for long."""
    greet: bool
    """They want to read what is new, because their client has not kept what it knew."""


class Talking(Happened, frozen=True):
    """A player is about to say something that others read. CommandError refuses it."""

    player: Player
    session: Session


class RatingsWanted(Happened, frozen=True):
    """A game begins that wants to know how strong its players are (`Game.wants`)."""

    room: Room
    points: dict[Seat, int]
    """Put in the points of every seat about which something is known."""


class Archiving(Happened, frozen=True):
    """A game has ended, and is about to go to the archive."""

    room: Room
    over: GameOver
    notes: dict[str, msgspec.Raw]
    """Put in what the archive is to keep of the game, as JSON under a name of your own."""


class TableClosed(Happened, frozen=True):
    """A table is closed, and nobody needs what was kept for it."""

    room: Room


class Entering(Happened, frozen=True):
    """A player is about to sit down at this table, or to watch it. CommandError refuses it."""

    room: Room
    player: Player


class Seating(Happened, frozen=True):
    """These players are about to play at this table. CommandError refuses it."""

    room: Room
    players: tuple[Player, ...]


class TakenOver(Happened, frozen=True):
    """The seat of somebody who is disconnected is *player*'s from now on."""

    room: Room
    seat: Seat
    player: Player


class Expecting(Happened, frozen=True):
    """Is a player expected? A feature that expects them puts its name in."""

    player: Player
    by: set[str]


class TurnCame(Happened, frozen=True):
    """A game over days begins to wait for a player who is not connected."""

    room: Room
    player: Player


class Removing(Happened, frozen=True):
    """A player's data is about to be removed. CommandError refuses it."""

    player: Player


class Removed(Happened, frozen=True):
    """A player's data is removed. Drop every row about them."""

    number: int
    """The number of their account. If they had none, a number that nobody has."""
    key: str
    """The folded form of their name."""
    by: str
    """The name that finished games have in place of theirs."""


class Counting(Happened, frozen=True):
    """The operator asks how the host is. Put in what is worth knowing of a feature."""

    figures: dict[str, int]


H = TypeVar("H", bound=Happened)


class Listeners:
    """Who hears of what, in the order of the list of features."""

    def __init__(self) -> None:
        self._by: dict[type[Happened], list[Callable[[Any], None]]] = {}

    def add(self, kind: type[H], do: Callable[[H], None]) -> None:
        self._by.setdefault(kind, []).append(do)

    def tell(self, what: Happened) -> None:
        for do in self._by.get(type(what), ()):
            do(what)
