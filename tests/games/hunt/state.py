"""Hunt: its moves, its events, and where it is."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final, TypeAlias

import msgspec

from parlour import Heard, Seat, Verb

HIDE: Final = Verb("hide", "hide NUMBER", "hide your number")
TRY: Final = Verb("try", "try PLAYER NUMBER", "say what number a player has hidden")
NOTE: Final = Verb("note", "note TEXT", "write something down for yourself", weight="side")
CHEER: Final = Verb(
    "cheer", "cheer LOUDLY|SOFTLY", "let the others know that you are there", weight="side"
)
COUNT: Final = Verb("count", "count PLAYER", "how many numbers a player may have hidden")
MOODS: Final = ("loudly", "softly")


class Hide(msgspec.Struct, frozen=True, tag="hide"):
    number: int

    def __repr__(self) -> str:
        """The number is a secret and does not print."""
        return "Hide()"


class Try(msgspec.Struct, frozen=True, tag="try"):
    """Say that *target* has hidden this number."""

    target: Seat
    number: int


class Note(msgspec.Struct, frozen=True, tag="note"):
    words: str

    def __repr__(self) -> str:
        """What somebody notes is theirs alone and does not print."""
        return "Note()"


class Cheer(msgspec.Struct, frozen=True, tag="cheer"):
    mood: str


Move: TypeAlias = Hide | Try | Note | Cheer


@dataclass(frozen=True)
class Hid(Heard):
    """Somebody has hidden a number, which only they hear."""

    name: ClassVar[str] = "hid"
    seat: Seat
    number: int | None = field(repr=False)


@dataclass(frozen=True)
class Tried(Heard):
    """Somebody has looked for somebody's number. `answer`: found, missed, higher, lower."""

    name: ClassVar[str] = "tried"
    asker: Seat
    target: Seat
    number: int
    answer: str

    @property
    def addressees(self) -> Collection[Seat]:
        """Both are addressed as "you"; all others read the same."""
        return (self.asker, self.target)


@dataclass(frozen=True)
class Passed(Heard):
    """The turn has gone to this seat."""

    name: ClassVar[str] = "turn"
    seat: Seat


@dataclass(frozen=True)
class Noted(Heard):
    """Somebody has written something down; nobody else hears of it."""

    name: ClassVar[str] = "noted"
    seat: Seat
    words: str = field(repr=False)


@dataclass(frozen=True)
class Cheered(Heard):
    """Somebody has made themselves heard."""

    name: ClassVar[str] = "cheered"
    seat: Seat
    mood: str


@dataclass(frozen=True)
class Counted(Heard):
    """How many numbers a seat may have hidden: the answer to a question."""

    name: ClassVar[str] = "counted"
    seat: Seat
    possible: int


Event: TypeAlias = Hid | Tried | Passed | Noted | Cheered | Counted


@dataclass(frozen=True)
class State:
    """The position of the game. `ruled_out` are the numbers a seat is known not to have."""

    seats: tuple[Seat, ...]
    top: int
    seconds: int
    warm: bool
    cheers: bool
    turn: Seat
    due: int
    numbers: Mapping[Seat, int] = field(repr=False)
    notes: Mapping[Seat, str] = field(repr=False)
    ruled_out: Mapping[Seat, frozenset[int]]
    points: Mapping[Seat, int]
    out: frozenset[Seat] = frozenset()
    """Who was found, or has left."""

    @property
    def active(self) -> tuple[Seat, ...]:
        """Who is still in the game."""
        return tuple(seat for seat in self.seats if seat not in self.out)

    @property
    def hiding(self) -> bool:
        """Are some still to hide their numbers?"""
        return any(seat not in self.numbers for seat in self.active)
