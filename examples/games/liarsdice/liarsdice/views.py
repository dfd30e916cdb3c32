"""Who may know what: your own dice, the number of all others, and every bid."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from liarsdice.state import Event, Rolled, State, Table, roll
from parlour import Viewer, Views


@dataclass(frozen=True)
class View:
    """The position as one viewer may know it."""

    table: Table
    """What everybody may know."""
    dice: tuple[int, ...] = field(repr=False)
    """Your own dice; none for a watcher."""


class DiceViews(Views[State, Event, View, Event]):
    """Dice are hidden below the cups, except for your own."""

    def look(self, state: State, viewer: Viewer) -> View:
        """Return the table and the viewer's own dice."""
        return View(state.table, state.cups.of(viewer))

    def hear(self, event: Event, viewer: Viewer) -> Event:
        """Return the event. Each player learns their own roll."""
        if isinstance(event, Rolled):
            own = {seat: dice for seat, dice in event.cups.items() if seat == viewer}
            return replace(event, cups=own)
        return event

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        """Roll the dice below all other cups again: no bid rules anything out."""
        cups = state.cups
        rolled = {seat: roll(rng, len(dice)) for seat, dice in cups.unseen(viewer).items()}
        return replace(state, cups=cups.refilled(viewer, rolled))
