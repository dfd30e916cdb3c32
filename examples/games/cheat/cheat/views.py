"""Who may know what: your own cards, the number of all others, and what is claimed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from cheat.state import CARDS, Called, Claimed, Event, Move, Play, State, Table
from parlour import Seat, Viewer, Views
from parlour.parts import redeal


@dataclass(frozen=True)
class View:
    """The position as one viewer may know it."""

    table: Table
    """What everybody may know."""
    counts: Mapping[Seat, int]
    """How many cards each player has."""
    pile: int
    """How many cards are on the pile."""
    hand: tuple[str, ...] = field(repr=False)
    """Your cards."""


class CheatViews(Views[State, Event, View, Event]):
    """Hands and the pile are hidden."""

    def look(self, state: State, viewer: Viewer) -> View:
        """Return the position with the viewer's own hand."""
        return View(state.table, state.hands.counts, len(state.pile), state.hands.of(viewer))

    def hear(self, event: Event, viewer: Viewer) -> Event:
        """Return the event. Only the player learns which cards they have played."""
        if isinstance(event, Claimed) and event.seat != viewer:
            return replace(event, cards=None)
        return event

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        """Deal again what the viewer cannot see: other hands, and what others put on the pile."""
        hands, pile = redeal(viewer, rng, state.hands, state.pile)
        return replace(state, hands=hands, pile=pile)

    def reveals(self, event: Event, viewer: Viewer) -> Any:
        """Return the cards that a call has turned up: the view does not keep them."""
        return event.cards if isinstance(event, Called) else None

    def variants(self, state: State, seat: Seat, move: Any, rng: Random) -> Sequence[Move]:
        """Return other plays of as many cards: nobody else may notice which."""
        if not isinstance(move, Play):
            return ()
        return tuple(Play(tuple(rng.sample(CARDS.deck, len(move.cards)))) for _ in range(24))
