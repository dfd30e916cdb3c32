"""What an entry led to, in order, before anybody has been told.

Happenings hold seats and values, never sentences, and may hold secrets: the house
turns each into what one viewer may know (`house.tables.announce`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from parlour.api import Ending, OptionValue, Prompt, Seat


class Occurred(msgspec.Struct, frozen=True):
    """An event of the game; who hears what of it is for its views to say."""

    event: Any

    def __repr__(self) -> str:
        """Nothing of the event, which may be a secret."""
        return "Occurred()"


class Sealed(msgspec.Struct, frozen=True):
    """A seat has hidden something; `commitment` (`engine.seals`) fixes what, and tells nothing."""

    seat: Seat
    commitment: str


class Asked(msgspec.Struct, frozen=True):
    """A seat has a new prompt, number `number` of this seat."""

    seat: Seat
    number: int
    prompt: Prompt

    def __repr__(self) -> str:
        """Nothing of the prompt, which is for this seat alone."""
        return f"Asked(seat={self.seat}, number={self.number})"


class Unasked(msgspec.Struct, frozen=True):
    """A seat's prompt is over and none took its place."""

    seat: Seat
    number: int


class Scored(msgspec.Struct, frozen=True):
    """The scores have changed."""

    scores: Mapping[Seat, int]
    final: bool


class GameOver(msgspec.Struct, frozen=True):
    """The game has ended."""

    reason: Ending
    scores: Mapping[Seat, int]
    winners: tuple[Seat, ...]


class TimeCalled(msgspec.Struct, frozen=True):
    """So much time is left before the deadline."""

    left_ms: int


class SeatChanged(msgspec.Struct, frozen=True):
    """A seat was taken or given up, or its player changed his readiness or his presence."""

    seat: Seat
    name: str
    bot: str | None
    change: Literal[
        "sat", "left", "kicked", "absent", "silent", "ready", "unready", "away", "back", "host"
    ]
    plays: bool = False
    """He sat down at a game that is being played, and takes part in it."""


class OptionsChanged(msgspec.Struct, frozen=True):
    """The options of the table were changed: the new values of those that differ."""

    changed: Mapping[str, OptionValue]


class Begun(msgspec.Struct, frozen=True):
    """A game has begun; its particulars stand in the table."""


class Proposal(msgspec.Struct, frozen=True):
    """Something was proposed, agreed on, declined, or lapsed."""

    kind: Literal["proposed", "accepted", "agreed", "declined", "lapsed"]
    number: int
    what: Literal["abort", "pause", "resume", "remove", "replace"]
    name: str
    whom: str | None = None
    """The player whose seat it is about."""
    bot: str | None = None
    """The kind of bot that is to play there."""
    seconds: int = 0
    """How long that player has to show that they are there."""
    tacit: bool = False
    """It was agreed on because those who have not answered in time said nothing."""


class PauseChanged(msgspec.Struct, frozen=True):
    """The clock stands, or runs again."""

    paused: bool


class Talked(msgspec.Struct, frozen=True):
    """Somebody said something."""

    name: str
    to: Literal["table", "watchers"]
    what: str


class Failed(msgspec.Struct, frozen=True):
    """The plugin failed; the table is frozen."""


class Continued(msgspec.Struct, frozen=True):
    """The table, which stood still, goes on; its game has this version now."""

    version: str
    recoded: bool = False
    """The version is the same, and the code another one."""


class TableClosed(msgspec.Struct, frozen=True):
    """The table is gone."""

    why: Literal["empty", "deserted", "host", "operator"]


Happening: TypeAlias = (
    Occurred
    | Sealed
    | Asked
    | Unasked
    | Scored
    | GameOver
    | TimeCalled
    | SeatChanged
    | OptionsChanged
    | Begun
    | Proposal
    | PauseChanged
    | Talked
    | Failed
    | Continued
    | TableClosed
)
