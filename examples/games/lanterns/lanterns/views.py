"""Who may know what: all lanterns but your own, and what hints say of those."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random

from lanterns.state import DECK, Event, State, Table, Took
from parlour import SPECTATOR, Seat, Viewer, Views
from parlour.parts import Pile, redistribute


@dataclass(frozen=True)
class View:
    """The position as one viewer may know it."""

    table: Table
    """What everybody may know."""
    hands: Mapping[Seat, tuple[str, ...]] = field(repr=False)
    """The lanterns of all others; for a watcher, none."""


class LanternViews(Views[State, Event, View, Event]):
    """A player sees what all others hold. A watcher could tell them, and so sees nothing."""

    def look(self, state: State, viewer: Viewer) -> View:
        """Return the position without the viewer's own lanterns."""
        seen = {} if viewer is SPECTATOR else {s: c for s, c in state.hands.items() if s != viewer}
        return View(state.table, seen)

    def hear(self, event: Event, viewer: Viewer) -> Event:
        """Keep the face of a new lantern from its holder."""
        if isinstance(event, Took) and viewer in (event.seat, SPECTATOR):
            return replace(event, card=None)
        return event

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        """Deal again the pile and what the viewer holds, so that all hints hold."""
        blind = state.hands if viewer is SPECTATOR else [s for s in state.hands if s == viewer]
        slots = [(seat, at) for seat in blind for at in range(len(state.hands[seat]))]
        hidden: dict[tuple[Seat, int] | None, tuple[str, ...]] = {None: state.pile.cards}
        hidden |= {(seat, at): (state.hands[seat][at],) for seat, at in slots}
        cannot: dict[tuple[Seat, int] | None, list[str]] = {
            (seat, at): [c for c in DECK if not state.table.marks[seat][at].fits(c)]
            for seat, at in slots
        }
        dealt = redistribute(hidden, rng, cannot=cannot)
        hands = state.hands.refilled(
            viewer,
            {seat: [dealt[seat, at][0] for at in range(len(state.hands[seat]))] for seat in blind},
        )
        return replace(state, hands=hands, pile=Pile[str]().add(*dealt[None]))
