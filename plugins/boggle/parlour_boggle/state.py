"""The position of a game of Boggle. Frozen values; what is secret does not print."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

import msgspec

from parlour import Seat
from parlour_boggle.board import Board
from parlour_boggle.options import Terms

LIST_MAX: Final = 400
"""Words a player may send in a round: more than anyone writes in three minutes, few enough that
the longest list fits into one line for a program (16 KiB)."""


class Phase(StrEnum):
    """What the game waits for."""

    FINDING = "finding"
    """A round: everybody writes their list."""
    CLOSING = "closing"
    """Time is up, but words of slow connections may still be on their way (`lag_credit`)."""
    PAUSE = "pause"
    """Between two rounds: all lists have been read out."""
    OVER = "over"


class Verdict(StrEnum):
    """What a word on a list is (O-B-20)."""

    NOTED = "noted"
    """It is on the list, and nobody has judged it yet."""
    OK = "ok"
    """It counts."""
    SHARED = "shared"
    """Somebody else has it too, and it counts all the same (`scoring=all`)."""
    CROSSED = "crossed"
    """Somebody else has it too, so it counts for nobody."""
    REPEAT = "repeat"
    """It was sent before, and counts once."""
    SHORT = "short"
    """It has too few letters."""
    NOT_ON_BOARD = "not_on_board"
    """The board does not have it."""
    NOT_A_WORD = "not_a_word"
    """The word list does not have it."""
    LATE = "late"
    """It came after the time was up."""


MAY_SCORE: Final = (Verdict.NOTED, Verdict.OK)
"""Words of a list that is being written which are not known to score nothing."""
SCORING: Final = (Verdict.OK, Verdict.SHARED)
"""Words that score, when lists are read out."""


@dataclass(frozen=True, slots=True)
class Written:
    """A word on a list, in small letters."""

    word: str = field(repr=False)
    verdict: Verdict
    """What its player was told. NOTED is not judged by the word list."""
    points: int = 0
    """With `verdicts=immediate`: what it brings if nobody else has it. With `scoring=all`: if
    somebody else has it."""
    bonus: int = 0
    """The part of `points` that comes from the challenge cube."""
    printed: str = field(default="", repr=False)
    """How the word is written, with accents, once its player knows that it is good."""

    @property
    def may_score(self) -> bool:
        """Whether its player does not know yet that it scores nothing."""
        return self.verdict in MAY_SCORE


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one player has sent in this round. Only that player may know it."""

    words: tuple[Written, ...] = field(default=(), repr=False)
    """Their list, as they wrote it."""
    again: tuple[str, ...] = field(default=(), repr=False)
    """Words of their list that they sent more than once."""
    late: tuple[str, ...] = field(default=(), repr=False)
    """Words that came too late to be on it."""

    def has(self, word: str) -> bool:
        """Return whether *word* is on the list."""
        return any(written.word == word for written in self.words)

    @property
    def count(self) -> int:
        """How many words of the list may score."""
        return sum(written.may_score for written in self.words)

    @property
    def points(self) -> int:
        """What the words are worth, as far as their player was told."""
        return sum(written.points for written in self.words)

    def __len__(self) -> int:
        """Return how many words they have sent, each counted once."""
        return len(self.words) + len(self.late)


class Group(msgspec.Struct, frozen=True, omit_defaults=True):
    """Words of a list that are worth the same for the same reason."""

    verdict: Verdict
    """What the words are."""
    points: int
    """The points of each word, including those for the challenge cube."""
    bonus: int
    """The part of `points` that comes from the challenge cube."""
    words: tuple[str, ...]
    """In alphabetical order; your own list, before it is judged, as you wrote it."""
    printed: tuple[str, ...] = ()
    """How these words are written, in the same order. Left out if none has an accent, and before
    they are judged."""

    def __repr__(self) -> str:
        """Leave out the words, which may be a secret."""
        return f"Group({self.verdict!r}, {self.points}, {self.bonus})"

    @property
    def shown(self) -> tuple[str, ...]:
        """The words as a reader sees them."""
        return self.printed or self.words


class Graded(msgspec.Struct, frozen=True):
    """A list as it is read out. Public."""

    seat: Seat
    """The player whose list it is."""
    points: int
    """What the list is worth."""
    groups: tuple[Group, ...]
    """The words, grouped by what they are worth."""


class Reading(msgspec.Struct, frozen=True):
    """All lists of a round, and what nobody has found. Public."""

    lists: tuple[Graded, ...]
    """By seat."""
    missed: tuple[Group, ...]
    """Up to a dozen words that nobody found: common ones first, then the best."""
    words: int
    """How many words of the list stand on the board."""
    points: int
    """What they would bring a player whom nobody crosses off."""
    found: int
    """How many of them were found."""


class State(msgspec.Struct, frozen=True):
    """Everything about a game. Tuples that go by player are in the order of `seats`."""

    terms: Terms
    seats: tuple[Seat, ...]
    phase: Phase
    round: int
    """Counted from 1."""
    board: Board
    sheets: tuple[Sheet, ...]
    totals: tuple[int, ...]
    """Points of all rounds that have been read out."""
    lengths: tuple[tuple[int, ...], ...]
    """For `tiebreak=long_words`: how many words of 0, 1, 2 ... letters scored in all rounds."""
    writers: tuple[Seat, ...]
    """The players whose lists will be read out: those who were there when the round began, but see
    `leaver_list`. A player who sat down since is not among them, and has an empty sheet."""
    pressed: frozenset[Seat] = frozenset()
    """Players who want to go on: to the next round or, without a clock, to the reading-out.
    Public."""
    gone: frozenset[Seat] = frozenset()
    """Players who have left for good."""
    ends: int | None = None
    """Table time, in ms, at which this round's time is up; None: it has no clock."""
    due: int | None = None
    """Table time at which the present wait ends."""
    reading: Reading | None = None
    """Of the round just over, in a pause and at the end."""

    def sheet(self, seat: Seat) -> Sheet:
        """What *seat* has sent."""
        return self.sheets[self.seats.index(seat)]

    @property
    def present(self) -> tuple[Seat, ...]:
        """The players who have not left."""
        return tuple(seat for seat in self.seats if seat not in self.gone)

    @property
    def waited_for(self) -> tuple[Seat, ...]:
        """Whom going on depends on: in a round its players who are left, else all who are."""
        return tuple(s for s in self.present if not self.in_round or s in self.writers)

    @property
    def in_round(self) -> bool:
        """Are lists being written, which nobody else may know of?"""
        return self.phase in (Phase.FINDING, Phase.CLOSING)
