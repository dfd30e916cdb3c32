"""Who may know what: all lanterns but your own, and what hints say of those."""

from dataclasses import replace
from random import Random

from lanterns.state import DECK, Event, State, Took
from parlour import SPECTATOR, Viewer, Views
from parlour.parts import redistribute


class LanternViews(Views[State, Event, State, Event]):
    """A player sees what all others hold. A watcher could tell them, and so sees nothing."""

    def look(self, state: State, viewer: Viewer) -> State:
        """Cover the lanterns that the viewer does not see, and leave out the pile."""
        held = (each for each in state.lanterns if each.seat is not None)
        seen = (replace(each, card="") if state.covers(each, viewer) else each for each in held)
        return replace(state, lanterns=tuple(seen))

    def hear(self, event: Event, viewer: Viewer) -> Event:
        """Keep the face of a new lantern from its holder."""
        if isinstance(event, Took) and viewer in (event.seat, SPECTATOR):
            return replace(event, card=None)
        return event

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        """Deal again the pile and what the viewer holds, so that all hints hold."""
        covered = {n: each for n, each in enumerate(state.lanterns) if state.covers(each, viewer)}
        cannot = {n: [x for x in DECK if not each.fits(x)] for n, each in covered.items()}
        drawn = redistribute({n: (covered[n].card,) for n in covered}, rng, cannot=cannot)
        new = {n: replace(covered[n], card=card) for n, (card,) in drawn.items()}
        return replace(state, lanterns=tuple(new.get(n, x) for n, x in enumerate(state.lanterns)))
