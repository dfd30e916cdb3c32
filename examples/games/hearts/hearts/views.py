"""Who may know what: your own cards, what you passed, and everything that was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from hearts.state import (
    FIRST,
    HAND,
    PASSED,
    Dealing,
    Dealt,
    Event,
    Got,
    HeartsHeard,
    Move,
    Pass,
    Passing,
    State,
    Table,
    legal,
)
from parlour import Seat, Viewer, Views
from parlour.parts import SecretChoice, redeal


@dataclass(frozen=True)
class View:
    """The position as one viewer may know it."""

    table: Table
    """What everybody may know."""
    choice: SecretChoice[tuple[str, ...]]
    """Who has passed, and which cards you have passed in this hand."""
    hand: tuple[str, ...] = field(repr=False)
    """Your cards."""
    playable: tuple[str, ...] = field(repr=False)
    """The cards that you may play now."""


class HeartsViews(Views[State, Event, View, HeartsHeard]):
    """Hands are hidden, and what is passed is known to two players."""

    def look(self, state: State, viewer: Viewer) -> View:
        """Return the position with the viewer's own hand."""
        table, hand = state.table, state.hands.of(viewer)
        plays = table.phase == "playing" and viewer == table.turns.now
        return View(table, state.choice.seen_by(viewer), hand, legal(table, hand) if plays else ())

    def hear(self, event: Event, viewer: Viewer) -> HeartsHeard:
        """Return the event; of a deal and of a pass, the viewer's own cards."""
        if isinstance(event, Dealing):
            return Dealt(event.number, event.hands.of(viewer))
        if isinstance(event, Passing):
            giver = event.givers[viewer] if isinstance(viewer, int) else None
            return Got(giver, event.cards[giver] if giver else ())
        return event

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        """Deal again what the viewer cannot see.

        The cards that they passed stay where they are, and so does the two of clubs, which says
        who begins. Of a pass between others they know the cards that have been played since.
        """
        table, made = state.table, state.choice.made
        if table.phase == "over":
            return state
        playing = table.phase == "playing"
        takers = {giver: table.turns.after(giver, table.direction) for giver in made}
        holds: dict[Seat, set[str]] = {seat: set() for seat in state.hands}
        if playing:
            if not table.trick.plays and len(state.hands[table.turns.now]) == HAND:
                holds[table.turns.now].add(FIRST)
            if isinstance(viewer, int) and viewer in takers:
                holds[takers[viewer]] |= {*made[viewer]} & {*state.hands[takers[viewer]]}
        hands = redeal(viewer, rng, state.hands, cannot=table.trick.cannot(), holds=holds)

        def passed(giver: Seat) -> tuple[str, ...]:
            if not playing:
                return tuple(rng.sample(hands[giver], PASSED))
            if (taker := takers[giver]) == viewer:
                return made[giver]
            known = tuple(card for card in made[giver] if card not in state.hands[taker])
            return known + tuple(rng.sample(hands[taker], PASSED - len(known)))

        return replace(state, hands=hands, choice=state.choice.redrawn(viewer, passed))

    def variants(self, state: State, seat: Seat, move: Any, rng: Random) -> Sequence[Move]:
        """Return other passes: nobody else may notice which."""
        if not isinstance(move, Pass):
            return ()
        return tuple(Pass(tuple(rng.sample(state.hands[seat], PASSED))) for _ in range(4))
