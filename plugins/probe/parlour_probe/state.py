"""The position of a game of Probe. What is secret does not print."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, ClassVar, TypeAlias

import msgspec
from msgspec.structs import astuple

from parlour import Context, Seat, Step
from parlour_probe.decks import BLANK, HIDDEN, SIDES
from parlour_probe.heard import Event, Waiting
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
    warned: str = field(default="", repr=False)
    """The row with an unknown word that its owner was warned of while hiding, as typed; empty:
    none. It is laid if the player says no more."""

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


class Pending(msgspec.Struct, frozen=True):
    """Somebody has to turn up a card. Public; which cards would do is only the owner's to know."""

    owner: Seat
    cause: str
    """`question`, or the code of an activity card: LEFT, RIGHT or OWN_BLANK."""
    card: str | None
    """The card that was asked for, a blank for OWN_BLANK; None: any hidden card."""
    drawer: Seat
    """The player at turn, who asked or drew the activity card."""
    index: int = 0
    """The rack that the card must come from (R-P-48); 0: any of the owner's."""

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


class FinalView(msgspec.Struct, frozen=True):
    """The last two rounds."""

    hider: Seat
    """Who still has cards hidden."""
    turns: tuple[int, ...]
    """Turns to come in the order of `View.seats`, the one in progress not counted."""


class Secretive:
    """A struct whose `repr` leaves out what is `secret`."""

    __slots__ = ()
    __struct_fields__: ClassVar[tuple[str, ...]]
    secret: ClassVar[frozenset[str]]

    def __repr__(self) -> str:
        told = [name for name in self.__struct_fields__ if name not in self.secret]
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in told)
        return f"{type(self).__name__}({values})"


class State(Secretive, msgspec.Struct):
    """Everything about a game. Tuples that go by player are in the order of `seats`.

    Only a `Builder` is ever changed.
    """

    secret: ClassVar[frozenset[str]] = frozenset({"deck", "examples", "held"})
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
    held: tuple[Waiting, ...] = ()
    """Word guesses that wait for an exposure (O-P-23). Only their senders know of them."""
    final: FinalView | None = None
    gone: frozenset[Seat] = frozenset()
    fresh: tuple[Card, ...] = ()
    """The cards turned up last, until the next question."""
    due: int | None = None
    """Table time, in ms, at which the present wait ends."""
    denied: tuple[str, ...] = ()
    """With `notes=on`: for each player, the cards they were asked for and did not hide, in the
    order of asking. Empty without, because nobody may keep a list (R-P-13)."""

    @property
    def paired(self) -> bool:
        """Has each player two racks (R-P-47)?"""
        return len(self.racks) > len(self.seats)

    @property
    def over(self) -> bool:
        return self.phase is Phase.OVER

    def rack(self, seat: Seat, index: int = 0) -> Rack:
        return next(r for r in self.racks if r.owner == seat and r.index == index)

    def racks_of(self, seat: Seat) -> tuple[Rack, ...]:
        """The racks of *seat*, the left one first."""
        return tuple(r for r in self.racks if r.owner == seat)

    def examples_for(self, seat: Seat) -> tuple[str, ...]:
        return self.examples[self.seats.index(seat)]

    def present(self) -> tuple[Seat, ...]:
        """The players who have not left, in turn order."""
        return tuple(s for s in self.seats if s not in self.gone)

    def after(self, seat: Seat, step: int = 1) -> Seat:
        """The next seat in turn order, or with -1 the previous one (O-P-1)."""
        return self.seats[(self.seats.index(seat) + step) % len(self.seats)]

    def hides(self, seat: Seat) -> bool:
        """Has *seat* a card face down?"""
        return any(r.hidden for r in self.racks if r.owner == seat)

    def has_nobody_to_ask(self, seat: Seat) -> bool:
        """Are all cards of all others face up?"""
        return not any(r.hidden for r in self.racks if r.owner != seat)

    def may_count(self, rack: Rack) -> bool:
        """Does *rack* hide enough cards for a guess, less the one that it is certain to turn up?

        A guess counts now, or could once a card that is being chosen is up (O-P-23). It follows
        from public facts, before a guess is looked at.
        """
        least, pending = self.terms.interrupt_min_hidden, self.pending
        if pending is not None and pending.owner == rack.owner:
            may_turn = [r for r in self.racks_of(rack.owner) if pending.index in (0, r.index)]
            least += [r.index for r in may_turn if r.hidden] == [rack.index]
        return rack.hidden >= least


class Builder(State, kw_only=True):
    """The position while one entry is worked out: a copy that the rules change, then the next
    state. It never outlives the step, and a refused move drops it unused.
    """

    ctx: Context
    events: list[Event] = []
    sealed: dict[Seat, Any] = {}
    """What has been hidden in this step, for the host to commit to."""
    cut: bool = False
    """The turn ends early, whatever could still be asked (`interrupt_wrong_ends_turn`)."""
    turned: tuple[Card, ...] = ()
    """The cards turned up in this step."""

    @classmethod
    def of(cls, state: State, ctx: Context) -> Builder:
        return cls(*astuple(state), ctx=ctx)

    def step(self) -> Step[State, Event]:
        """The next state and what happened on the way."""
        self.fresh = self.turned or self.fresh
        state = State(*astuple(self)[: len(State.__struct_fields__)])
        return Step(state, tuple(self.events), self.sealed)

    def tell(self, event: Event) -> None:
        self.events.append(event)

    def wait(self, seconds: int) -> None:
        """Set the clock for the next move; 0 means no clock (G-6)."""
        self.due = self.ctx.now + 1000 * seconds if seconds else None

    def book(self, seat: Seat, points: int) -> int:
        """Add *points* at once (R-P-12) and return the new score, maybe negative (O-P-19)."""
        scores = dict(zip(self.seats, self.scores, strict=True))
        scores[seat] += points
        self.scores = tuple(scores.values())
        return scores[seat]

    def seal(self, rack: Rack) -> None:
        """Commit to the cards of *rack*: by the name of the rack if its owner has two."""
        if self.paired:
            rows = self.sealed.get(rack.owner, {})
            self.sealed[rack.owner] = {**rows, SIDES[rack.index]: rack.cards}
        else:
            self.sealed[rack.owner] = rack.cards

    def deny(self, seat: Seat, card: str) -> None:
        """Note that *seat* hides no *card*. None comes back, so that stays true."""
        self.denied = tuple(
            [
                cards + card if each == seat and card not in cards else cards
                for each, cards in zip(self.seats, self.denied, strict=True)
            ]
        )

    def put(self, rack: Rack) -> None:
        """Let *rack* take the place of the one with its owner and index."""
        key = rack.owner, rack.index
        self.racks = tuple([rack if (r.owner, r.index) == key else r for r in self.racks])

    def turn_up(self, rack: Rack, *spaces: int) -> Rack:
        """Turn up the cards of *rack* on *spaces*, and return the rack as it is now."""
        self.turned += tuple([(rack.owner, rack.index, space) for space in spaces])
        for space in spaces:
            rack = rack.turned(space)
        self.put(rack)
        return rack
