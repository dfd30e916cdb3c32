"""Who may know what: your own cards, and everything that was said and played."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from parlour import Viewer, Views
from parlour.parts import redeal
from spades.state import Dealing, Dealt, Event, SpadesHeard, State, Table


@dataclass(frozen=True)
class View:
    """The position as one viewer may know it."""

    table: Table
    """What everybody may know."""
    hand: tuple[str, ...] = field(repr=False)
    """Your cards."""
    playable: tuple[str, ...] = field(repr=False)
    """The cards that you may play now."""


class SpadesViews(Views[State, Event, View, SpadesHeard]):
    """Hands are hidden."""

    def look(self, state: State, viewer: Viewer) -> View:
        """Return the position with the viewer's own hand."""
        table, hand = state.table, state.hands.of(viewer)
        plays = table.phase == "playing" and viewer == table.turns.now
        return View(table, hand, table.trick.legal(hand) if plays else ())

    def hear(self, event: Event, viewer: Viewer) -> SpadesHeard:
        """Return the event; of a deal, the viewer's own cards."""
        if isinstance(event, Dealing):
            return Dealt(event.dealer, event.hands.of(viewer))
        return event

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        """Deal the cards that the viewer cannot see again; nobody gets a suit they are void in."""
        cannot = state.table.trick.cannot()
        return replace(state, hands=redeal(viewer, rng, state.hands, cannot=cannot))
