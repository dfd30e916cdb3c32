"""The board, its key, moves, events and the position."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from importlib import resources
from typing import Final, TypeAlias

import msgspec

from parlour import Heard, NumberOption, Options, Seat

WORDS: Final = 25
TEAMS: Final = ("Red", "Blue")
GREY, TRAP = "grey", "trap"
OWNERS: Final = ("red", "blue", GREY, TRAP)
KEY: Final = (("red", 8), ("blue", 8), (GREY, 7), (TRAP, 1))
"""How many words of each kind; the team that begins has one more."""


class CodeWordsOptions(Options):
    """What a table may choose."""

    turn_seconds = NumberOption(
        "turn_seconds", "seconds for each clue and for the picks; 0: no clock", 180, 0, 600
    )


@lru_cache(maxsize=1)
def word_list() -> tuple[str, ...]:
    """Return the words that boards are made of."""
    text = resources.files("codewords").joinpath("data", "words.txt").read_text("ascii")
    return tuple(text.split())


# --- moves ------------------------------------------------------------------------------


class Clue(msgspec.Struct, frozen=True, tag="clue"):
    """Give a clue for some words."""

    word: str
    number: int


class Pick(msgspec.Struct, frozen=True, tag="pick"):
    """Pick a word for the team."""

    word: str


class Stop(msgspec.Struct, frozen=True, tag="stop"):
    """End the team's turn."""


Move: TypeAlias = Clue | Pick | Stop


# --- events -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Turn(Heard):
    """A team's turn begins with a clue of its speaker."""

    team: int
    """0: Red, 1: Blue."""
    speaker: Seat
    """Who gives the clue."""


@dataclass(frozen=True)
class Given(Heard):
    """A clue."""

    seat: Seat
    """Who gave it."""
    word: str
    """The clue."""
    number: int
    """How many words it is for. The team may pick one more."""


@dataclass(frozen=True)
class Picked(Heard):
    """A word was picked and is uncovered."""

    seat: Seat
    """Who picked it."""
    word: str
    """The word."""
    owner: str
    """Whose it is: `red`, `blue`, `grey` (nobody's) or `trap`."""
    good: bool
    """It belongs to the player's team."""


@dataclass(frozen=True)
class Stopped(Heard):
    """A team's turn is over."""

    team: int
    """The team."""
    seat: Seat | None
    """Who ended it; null: its time was up."""


@dataclass(frozen=True)
class NewSpeaker(Heard):
    """The speaker has left, and another player gives the clues."""

    team: int
    """The team."""
    seat: Seat
    """The new speaker."""


class Ending(StrEnum):
    """Why the game is over."""

    FOUND = "found"
    """All words of the winners are found."""
    TRAP = "trap"
    """The other team picked the trap."""
    LEFT = "left"
    """The other team has too few players."""


@dataclass(frozen=True)
class Ended(Heard):
    """The game is over."""

    winner: int
    """The team that has won."""
    reason: Ending
    """Why."""


Event: TypeAlias = Turn | Given | Picked | Stopped | NewSpeaker | Ended


# --- the position -----------------------------------------------------------------------


@dataclass(frozen=True)
class State:
    """The position."""

    seats: tuple[Seat, ...]
    """The players in order; every other one is on the same team."""
    turn_ms: int
    words: tuple[str, ...]
    key: tuple[str, ...] = field(repr=False)
    """Whose each of `words` is."""
    speakers: tuple[Seat, Seat]
    team: int
    """Whose turn it is."""
    found: frozenset[int] = frozenset()
    """The words that are uncovered."""
    clue: Clue | None = None
    picks: int = 0
    """Words picked in this turn."""
    clues: tuple[tuple[int, str, int], ...] = ()
    """All clues: team, word, number."""
    due: int | None = None
    gone: frozenset[Seat] = frozenset()
    winner: int | None = None

    def players(self, team: int) -> tuple[Seat, ...]:
        """Return the players of *team* who have not left."""
        return tuple(seat for seat in self.seats[team::2] if seat not in self.gone)

    def pickers(self, team: int) -> tuple[Seat, ...]:
        """Return the players who pick words for *team*."""
        return tuple(seat for seat in self.players(team) if seat != self.speakers[team])

    def left(self, team: int) -> int:
        """Return how many words *team* still has to find."""
        own = OWNERS[team]
        return sum(self.key[at] == own and at not in self.found for at in range(WORDS))

    @property
    def open(self) -> tuple[str, ...]:
        """The words that nobody has picked."""
        return tuple(word for at, word in enumerate(self.words) if at not in self.found)
