"""What an entry led to, in order, before anybody has been told.

Happenings hold seats and values, never sentences, and may hold secrets: the house
turns each into what one viewer may know (`house.tables.announce`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from parlour.api import Ending, OptionValue, Prompt, Seat


@dataclass(frozen=True, slots=True)
class Occurred:
    """An event of the game; who hears what of it is for its views to say."""

    event: Any = field(repr=False)


@dataclass(frozen=True, slots=True)
class Sealed:
    """A seat has hidden something; `commitment` (`engine.seals`) fixes what, and tells nothing."""

    seat: Seat
    commitment: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat has a new prompt, number `number` of this seat."""

    seat: Seat
    number: int
    prompt: Prompt = field(repr=False)


@dataclass(frozen=True, slots=True)
class Unasked:
    """A seat's prompt is over and none took its place."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class Scored:
    """The scores have changed."""

    scores: Mapping[Seat, int]
    final: bool


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has ended."""

    reason: Ending
    scores: Mapping[Seat, int]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TimeCalled:
    """So much time is left before the deadline."""

    left_ms: int


@dataclass(frozen=True, slots=True)
class SeatChanged:
    """A seat was taken or given up, or its player changed his readiness or his presence."""

    seat: Seat
    name: str
    bot: str | None
    change: Literal[
        "sat", "left", "kicked", "absent", "silent", "ready", "unready", "away", "back", "host"
    ]
    plays: bool = False
    """He sat down at a game that is being played, and takes part in it."""


@dataclass(frozen=True, slots=True)
class OptionsChanged:
    """The options of the table were changed: the new values of those that differ."""

    changed: Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Begun:
    """A game has begun; its particulars stand in the table."""


@dataclass(frozen=True, slots=True)
class Proposal:
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


@dataclass(frozen=True, slots=True)
class PauseChanged:
    """The clock stands, or runs again."""

    paused: bool


@dataclass(frozen=True, slots=True)
class Talked:
    """Somebody said something."""

    name: str
    to: Literal["table", "watchers"]
    what: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The plugin failed; the table is frozen."""


@dataclass(frozen=True, slots=True)
class Continued:
    """The table, which stood still, goes on; its game has this version now."""

    version: str
    recoded: bool = False
    """The version is the same, and the code another one."""


@dataclass(frozen=True, slots=True)
class TableClosed:
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
