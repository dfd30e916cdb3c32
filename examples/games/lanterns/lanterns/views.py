"""Who may know what: all lanterns but your own, and what hints say of those."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from lanterns.state import DECK, PILE, Event, Lantern, State, Table, Took
from parlour import SPECTATOR, Seat, Viewer, Views
from parlour.parts import redistribute


@dataclass(frozen=True)
class View:
    """The position as one viewer may know it."""

    table: Table
    """What everybody may know."""
    hands: Mapping[Seat, tuple[Lantern, ...]]
    """What all hold, in the order of play. You do not see the cards of your own lanterns."""


class LanternViews(Views[State, Event, View, Event]):
    """A player sees what all others hold. A watcher could tell them, and so sees nothing."""

    def look(self, state: State, viewer: Viewer) -> View:
        """Return the position without the viewer's own lanterns."""
        return View(state.table, state.filled(dict.fromkeys(state.hidden(viewer), "")))

    def hear(self, event: Event, viewer: Viewer) -> Event:
        """Keep the face of a new lantern from its holder."""
        if isinstance(event, Took) and viewer in (event.seat, SPECTATOR):
            return replace(event, card=None)
        return event

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        """Deal again the pile and what the viewer holds, so that all hints hold."""
        own = state.hidden(viewer)
        cards = {at: (each.card,) for at, each in own.items()}
        cannot = {at: [card for card in DECK if not each.fits(card)] for at, each in own.items()}
        dealt = redistribute({**cards, PILE: state.pile.cards}, rng, cannot=cannot)
        hands = state.filled({at: dealt[at][0] for at in own})
        return replace(state, hands=hands, pile=replace(state.pile, cards=dealt[PILE]))
