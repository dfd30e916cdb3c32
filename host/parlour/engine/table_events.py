"""The results of an entry, in order, before the house tells anybody.

Happenings hold seats and values, never sentences, and may hold secrets. The house
turns each into what one viewer may know (`tables.announce`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from parlour.api import Ending, OptionValue, Outcome, Prompt, Seat


class Occurred(msgspec.Struct, frozen=True):
    """An event of the game. The game's views decide who hears what of it."""

    event: Any

    def __repr__(self) -> str:
        """Leave out the event, which may be a secret."""
        return "Occurred()"


class Sealed(msgspec.Struct, frozen=True):
    """A seat has hidden something. `commitment` (`engine.seals`) fixes it without revealing it."""

    seat: Seat
    commitment: str


class Prompted(msgspec.Struct, frozen=True):
    """A seat has a new prompt, number `number` of this seat."""

    seat: Seat
    number: int
    prompt: Prompt

    def __repr__(self) -> str:
        """Leave out the prompt, which is for this seat alone."""
        return f"Prompted(seat={self.seat}, number={self.number})"


class Unasked(msgspec.Struct, frozen=True):
    """A seat's prompt has closed, and no other replaced it."""

    seat: Seat
    number: int


class ScoresChanged(msgspec.Struct, frozen=True):
    """The scores have changed."""

    scores: Mapping[Seat, int]
    final: bool


class GameOver(msgspec.Struct, frozen=True):
    """The game has ended."""

    reason: Ending
    scores: Mapping[Seat, int]
    winners: tuple[Seat, ...]
    outcome: Outcome | None = None


class TimeCalled(msgspec.Struct, frozen=True):
    """The host warns that so much time is left before the deadline."""

    left_ms: int


class SeatChanged(msgspec.Struct, frozen=True):
    """A player took or gave up a seat, or changed their readiness or presence."""

    seat: Seat
    name: str
    bot: str | None
    change: Literal[
        "sat", "left", "kicked", "absent", "silent", "ready", "unready", "away", "back", "host"
    ]
    plays: bool = False
    """They took a seat in a game in progress, and take part in it."""


class OptionsChanged(msgspec.Struct, frozen=True):
    """The options of the table have changed. `changed` holds the new values."""

    changed: Mapping[str, OptionValue]


class Begun(msgspec.Struct, frozen=True):
    """A game has begun. The table holds its details."""


class ProposalChanged(msgspec.Struct, frozen=True):
    """A proposal was made, accepted, agreed on, declined, or it lapsed."""

    kind: Literal["proposed", "accepted", "agreed", "declined", "lapsed"]
    number: int
    what: Literal["abort", "adjourn", "pause", "resume", "remove", "replace", "takeback"]
    name: str
    whom: str | None = None
    """The player whose seat it is about."""
    bot: str | None = None
    """The kind of bot that would play there."""
    person: str | None = None
    """The player who asks for that seat."""
    seconds: int = 0
    """Seconds that player has to show that they are there, and keep their seat."""
    tacit: bool = False
    """True if some players did not answer in time and so agreed by silence."""
    by: Seat | None = None
    """The seat that has just proposed it; None: somebody who asks for a seat."""
    asked: frozenset[Seat] = frozenset()
    """The seats whose answer a new proposal needs."""


class PauseChanged(msgspec.Struct, frozen=True):
    """The clock has stopped, or runs again."""

    paused: bool
    owned: bool = False
    """Decided by what the table belongs to, not by its players."""


class Talked(msgspec.Struct, frozen=True):
    """Somebody said something: to the `table`, to the `watchers`, or in a channel of the game."""

    name: str
    to: str
    what: str
    seats: frozenset[Seat] = frozenset()
    """The seats that hear it in a channel."""


class GameFailed(msgspec.Struct, frozen=True):
    """The plugin failed, and the table is frozen."""


class TableAdjourned(msgspec.Struct, frozen=True):
    """The table waits until its players are back."""


class GoneOn(msgspec.Struct, frozen=True):
    """The stopped table continues. Its game has this version now."""

    version: str
    recoded: bool = False
    """The version is the same, but the code is different."""


class TableClosed(msgspec.Struct, frozen=True):
    """The table is closed."""

    why: Literal["empty", "deserted", "host", "operator", "party"]


Happening: TypeAlias = (
    Occurred
    | Sealed
    | Prompted
    | Unasked
    | ScoresChanged
    | GameOver
    | TimeCalled
    | SeatChanged
    | OptionsChanged
    | Begun
    | ProposalChanged
    | PauseChanged
    | Talked
    | GameFailed
    | TableAdjourned
    | GoneOn
    | TableClosed
)
