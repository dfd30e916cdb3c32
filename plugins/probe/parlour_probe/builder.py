"""The position while one entry is worked out.

A `Builder` is made from a frozen state at the start of a step, changed in place by the rules, and
frozen into the next state. It never outlives the step, and a refused move drops it unused.
"""

from __future__ import annotations

from typing import Any

from parlour import Context, Seat, Step
from parlour_probe.decks import SIDES
from parlour_probe.heard import Event
from parlour_probe.state import Card, Phase, Rack, State

MS_PER_S = 1000


class Builder:
    """A state that may be changed, with the time, the luck and the events of its step."""

    __slots__ = (
        "activity",
        "ctx",
        "cut",
        "deck",
        "due",
        "events",
        "examples",
        "extra",
        "final",
        "fresh",
        "gone",
        "held",
        "multiplier",
        "pending",
        "phase",
        "racks",
        "recital",
        "scores",
        "sealed",
        "seats",
        "terms",
        "turn",
        "turned",
        "used",
        "warned",
    )

    def __init__(self, state: State, ctx: Context) -> None:
        self.ctx = ctx
        self.events: list[Event] = []
        self.sealed: dict[Seat, Any] = {}
        """What has been hidden in this step, for the host to commit to."""
        self.cut = False
        """The turn ends early, whatever could still be asked (`interrupt_wrong_ends_turn`)."""
        self.terms = state.terms
        self.seats = state.seats
        self.examples = state.examples
        self.phase = state.phase
        self.racks = list(state.racks)
        self.scores = list(state.scores)
        self.turn = state.turn
        self.activity = state.activity
        self.multiplier = state.multiplier
        self.extra = state.extra
        self.deck = state.deck
        self.used = state.used
        self.pending = state.pending
        self.recital = state.recital
        self.held = state.held
        self.warned = state.warned
        self.final = state.final
        self.gone = state.gone
        self.fresh = state.fresh
        self.turned: tuple[Card, ...] = ()
        """The cards turned up in this step."""
        self.due = state.due

    def step(self) -> Step[State, Event]:
        """The next state and what happened on the way."""
        state = State(
            terms=self.terms,
            seats=self.seats,
            examples=self.examples,
            phase=self.phase,
            racks=tuple(self.racks),
            scores=tuple(self.scores),
            turn=self.turn,
            activity=self.activity,
            multiplier=self.multiplier,
            extra=self.extra,
            deck=self.deck,
            used=self.used,
            pending=self.pending,
            recital=self.recital,
            held=self.held,
            warned=self.warned,
            final=self.final,
            gone=self.gone,
            fresh=self.turned or self.fresh,
            due=self.due,
        )
        return Step(state, tuple(self.events), self.sealed)

    def tell(self, event: Event) -> None:
        """Add *event* to what happened."""
        self.events.append(event)

    def wait(self, seconds: int) -> None:
        """Set the clock for the next move; 0 means no clock (G-6)."""
        self.due = self.ctx.now + seconds * MS_PER_S if seconds else None

    def book(self, seat: Seat, points: int) -> int:
        """Add *points* at once (R-P-12) and return the new score, maybe negative (O-P-19)."""
        at = self.seats.index(seat)
        self.scores[at] += points
        return self.scores[at]

    def warn(self, rack: Rack, cards: str) -> None:
        """Keep the row with an unknown word that the owner of *rack* was warned of; empty: none
        any more.
        """
        at = self._place(rack)
        self.warned = (*self.warned[:at], cards, *self.warned[at + 1 :])

    def warned_of(self, rack: Rack) -> str:
        """The row that the owner of *rack* was warned of last; empty: none."""
        return self.warned[self._place(rack)]

    def seal(self, rack: Rack) -> None:
        """Commit to the cards of *rack*: by the name of the rack if its owner has two."""
        if self.paired:
            rows = self.sealed.get(rack.owner, {})
            self.sealed[rack.owner] = {**rows, SIDES[rack.index]: rack.cards}
        else:
            self.sealed[rack.owner] = rack.cards

    @property
    def paired(self) -> bool:
        """Has each player two racks (R-P-47)?"""
        return len(self.racks) > len(self.seats)

    def rack(self, seat: Seat, index: int = 0) -> Rack:
        """The rack of *seat* numbered *index*."""
        return next(r for r in self.racks if r.owner == seat and r.index == index)

    def racks_of(self, seat: Seat) -> tuple[Rack, ...]:
        """The racks of *seat*, the left one first."""
        return tuple(r for r in self.racks if r.owner == seat)

    def put(self, rack: Rack) -> None:
        """Let *rack* take the place of the one with its owner and index."""
        self.racks[self._place(rack)] = rack

    def turn_up(self, rack: Rack, *spaces: int) -> Rack:
        """Turn up the cards of *rack* on *spaces*, and return the rack as it is now."""
        self.turned += tuple([(rack.owner, rack.index, space) for space in spaces])
        for space in spaces:
            rack = rack.turned(space)
        self.put(rack)
        return rack

    def _place(self, rack: Rack) -> int:
        """Where the rack with the owner and index of *rack* is among the racks."""
        same = ((r.owner, r.index) == (rack.owner, rack.index) for r in self.racks)
        return list(same).index(True)

    def examples_for(self, seat: Seat) -> tuple[str, ...]:
        """The rows that are shown to *seat* as examples."""
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

    @property
    def over(self) -> bool:
        """Has the game ended within this step?"""
        return self.phase is Phase.OVER
