"""The position of a game of Probe. Frozen values; what is secret does not print."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import ClassVar, TypeAlias

import msgspec

from parlour import Seat
from parlour_probe.decks import BLANK, HIDDEN
from parlour_probe.options import Terms

Card: TypeAlias = tuple[Seat, int, int]
"""A card on a rack: its owner, the index of the rack, the space."""


class Phase(StrEnum):
    """What the game waits for."""

    HIDING = "hiding"
    """Everybody who has not done so hides a word."""
    ASKING = "asking"
    """The player at turn asks."""
    SHOWING = "showing"
    """Somebody chooses a card to turn up (`Pending`)."""
    RECITING = "reciting"
    """The player at turn must say the word they completed (`Recital`)."""
    OVER = "over"


class Cause(StrEnum):
    """Why a card is turned up: a question, or one of three activity cards."""

    QUESTION = "question"
    LEFT = "LEFT"
    RIGHT = "RIGHT"
    OWN_BLANK = "OWN_BLANK"


@dataclass(frozen=True, slots=True)
class Rack:
    """A player's cards from space 1 on. Empty strings until a word is hidden.

    `face` is what everybody reads: the card where it is face up, `?` where it is not.
    """

    owner: Seat
    index: int
    """0 for an only rack; of two, 1 for the left and 2 for the right."""
    cards: str = field(default="", repr=False)
    face: str = ""
    printed: str = field(default="", repr=False)
    """How the word is written with its accents, to be told once all of it is face up; empty: as
    its cards read."""

    @classmethod
    def laid(cls, owner: Seat, index: int, cards: str, printed: str = "") -> Rack:
        """A rack with *cards* face down."""
        return cls(owner, index, cards, HIDDEN * len(cards), printed)

    @property
    def word(self) -> str:
        """The letters without the blanks."""
        return self.cards.strip(BLANK)

    @property
    def hidden(self) -> int:
        """How many cards lie face down."""
        return self.face.count(HIDDEN)

    def spaces_hiding(self, card: str | None) -> tuple[int, ...]:
        """The spaces, from 1, where *card* lies face down; any card if it is None."""
        return tuple(
            [
                space
                for space, (face, own) in enumerate(zip(self.face, self.cards, strict=True), 1)
                if face == HIDDEN and (card is None or card == own)
            ]
        )

    def turned(self, space: int) -> Rack:
        """The rack with the card at *space* face up."""
        at = space - 1
        face = self.face[:at] + self.cards[at] + self.face[space:]
        return replace(self, face=face)

    def open(self) -> Rack:
        """The rack with every card face up."""
        return replace(self, face=self.cards)


class Pending(msgspec.Struct, frozen=True):
    """Somebody has to turn up a card. Public; which cards would do is only the owner's to know."""

    owner: Seat
    cause: Cause
    card: str | None
    """The card that was asked for, a blank for OWN_BLANK; None: any hidden card."""
    drawer: Seat
    """The player at turn, who asked or drew the activity card."""
    index: int = 0
    """The rack that the card must come from (R-P-48); 0: any of the owner's."""

    def may_be_on(self, rack: Rack) -> bool:
        """Could the card come from *rack*, as far as everybody knows?"""
        ours = rack.owner == self.owner and self.index in (0, rack.index)
        return ours and rack.hidden > 0

    def cards(self, racks: Iterable[Rack]) -> tuple[tuple[int, int], ...]:
        """Index of the rack and space of each card that would do, in the order of *racks*."""
        return tuple(
            [
                (rack.index, space)
                for rack in racks
                if rack.owner == self.owner and self.index in (0, rack.index)
                for space in rack.spaces_hiding(self.card)
            ]
        )


class Recital(msgspec.Struct, frozen=True):
    """The player at turn has found the last card of a word and must say it (O-P-43). Public."""

    seat: Seat
    """Who must say the word."""
    owner: Seat
    """Whose word it is."""
    index: int
    """Which of the owner's racks: 0, the only one; of two 1, the left, or 2, the right."""
    bonus: int
    """What saying it scores."""


@dataclass(frozen=True, slots=True)
class Held:
    """A word guess that waits for an exposure (O-P-23). Only its sender knows of it."""

    guesser: Seat
    target: Seat
    index: int
    cards: str = field(repr=False)


class FinalTurns(msgspec.Struct, frozen=True):
    """The last two rounds: one player hides cards, the others have so many turns to come."""

    hider: Seat
    turns: tuple[int, ...]
    """In the order of the seats, the turn in progress not counted."""


class Position(msgspec.Struct, frozen=True):
    """A large value that each move creates: a struct takes a fifth of the time of a dataclass.

    Its `repr` leaves out what is `secret`.
    """

    secret: ClassVar[frozenset[str]]

    def __repr__(self) -> str:
        """What may be printed."""
        told = [name for name in self.__struct_fields__ if name not in self.secret]
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in told)
        return f"{type(self).__name__}({values})"


class State(Position, frozen=True):
    """Everything about a game. Tuples that go by player are in the order of `seats`."""

    secret: ClassVar[frozenset[str]] = frozenset({"deck", "examples", "held", "warned"})
    terms: Terms
    seats: tuple[Seat, ...]
    examples: tuple[tuple[str, ...], ...]
    """For each player, rows that may be hidden under these terms, to show what they may type. No
    other player reads them: a program may hide one of them.
    """
    phase: Phase
    racks: tuple[Rack, ...]
    scores: tuple[int, ...]
    turn: Seat
    """Whose turn it is; while words are being hidden, who will take the first turn."""
    activity: str | None = None
    """The activity card of this turn that was drawn last."""
    multiplier: int = 1
    """Of the next question (R-P-25)."""
    extra: int = 0
    """Continuations still due in this turn (R-P-22, O-P-13)."""
    deck: tuple[str, ...] = ()
    """Activity cards to come, the next one last."""
    used: tuple[str, ...] = ()
    pending: Pending | None = None
    recital: Recital | None = None
    held: tuple[Held, ...] = ()
    warned: tuple[str, ...] = ()
    """For each of `racks`, the row with an unknown word that its player was warned of while
    hiding, as typed; empty: none. It is laid if the player says no more."""
    final: FinalTurns | None = None
    gone: frozenset[Seat] = frozenset()
    fresh: tuple[Card, ...] = ()
    """The cards turned up last, until the next question."""
    due: int | None = None
    """Table time, in ms, at which the present wait ends."""

    def rack(self, seat: Seat, index: int = 0) -> Rack:
        """The rack of *seat* numbered *index*."""
        return next(r for r in self.racks if r.owner == seat and r.index == index)

    def examples_for(self, seat: Seat) -> tuple[str, ...]:
        """The rows that are shown to *seat* as examples."""
        return self.examples[self.seats.index(seat)]
