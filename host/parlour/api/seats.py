"""Who plays, who may know something, and how a request is refused."""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import Final, NewType, TypeAlias

Seat = NewType("Seat", int)
"""A place at a table, counted from 1 as players read it."""


class Spectator(Enum):
    """The viewer without a seat, who may know only what is public."""

    SPECTATOR = "watcher"


SPECTATOR: Final = Spectator.SPECTATOR
MOST_SEATS: Final = 50
"""The most seats. A list of 50 seats with the longest names takes 5 of the 16 KiB of a line."""

Viewer: TypeAlias = Seat | Spectator
"""A seat or the spectator."""


class MoveFault(StrEnum):
    """Reasons for refusing a move. Each is also a code of the line protocol."""

    MALFORMED = "malformed_move"
    """The words do not form this move."""
    ILLEGAL = "illegal_move"
    """The move is well formed, but the rules do not allow it now."""
    AMBIGUOUS = "ambiguous"
    """The words could mean more than one move."""
    NOT_YOUR_TURN = "not_your_turn"
    """This move belongs to another player at this moment."""


class Refused(Exception):
    """The rules do not allow what a player asked for. Nothing has changed (G-2).

    `text` is one line: what was wrong and what would be right. Word it from what the
    player already sees, and make it the same whatever is hidden.
    `near` may name a word close to the one that was typed. `enter` is a line that was probably
    meant: an empty line stands for it if it comes next from a person, who is told so.
    """

    def __init__(
        self, fault: MoveFault, text: str, *, near: str | None = None, enter: str | None = None
    ) -> None:
        super().__init__(text)
        self.fault = fault
        self.text = text
        self.near = near
        self.enter = enter


def illegal(text: str) -> Refused:
    """Refuse a move that the rules do not allow now: raise what this returns."""
    return Refused(MoveFault.ILLEGAL, text)
