"""Who may know what: your own cards, the number of all others, and what is claimed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from cheat.state import DECK, RANKS, Called, Claimed, Event, Held, Move, Play, State, in_order
from parlour import Seat, Viewer, Views


@dataclass(frozen=True)
class ClaimView:
    """The claim that may be called now."""

    seat: Seat
    """Whose."""
    count: int
    """How many cards."""
    passed: tuple[Seat, ...]
    """Who lets it stand."""


@dataclass(frozen=True)
class View:
    """The position as one viewer may know it."""

    me: Seat | None
    """Your seat; null for a watcher."""
    seats: tuple[Seat, ...]
    """The players, in the order of play."""
    counts: tuple[int, ...]
    """How many cards each of them has."""
    hand: tuple[str, ...] = field(repr=False)
    """Your cards."""
    turn: Seat | None
    """Whose turn it is; null after the game."""
    rank: str
    """The rank of this turn."""
    pile: int
    """How many cards are on the pile."""
    claim: ClaimView | None
    """The claim on top of the pile, while it can be called."""
    gone: tuple[Seat, ...]
    """Who has left."""
    winners: tuple[Seat, ...]
    """Who has won."""


class CheatViews(Views[State, Event, View, Event]):
    """Hands and the pile are hidden."""

    def look(self, state: State, viewer: Viewer) -> View:
        """Return the position with the viewer's own hand."""
        me = next((n for n, seat in enumerate(state.seats) if seat == viewer), None)
        claim = state.claim
        return View(
            None if me is None else state.seats[me],
            state.seats,
            tuple(map(len, state.hands)),
            () if me is None else state.hands[me],
            None if state.over else state.seats[state.turn],
            RANKS[state.rank],
            len(state.pile),
            None
            if claim is None
            else ClaimView(
                state.seats[claim.player],
                claim.count,
                tuple(state.seats[n] for n in sorted(claim.passed)),
            ),
            tuple(state.seats[n] for n in sorted(state.gone)),
            state.winners if state.over else (),
        )

    def hear(self, event: Event, viewer: Viewer) -> Event:
        """Return the event. Only the player learns which cards they have played."""
        if isinstance(event, Claimed) and event.seat != viewer:
            return replace(event, cards=None)
        return event

    def may_look_up(self, state: State, viewer: Viewer, word: str) -> bool:
        """Allow it, because no word matters here."""
        return True

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        """Deal again what the viewer cannot see: other hands, and what others put on the pile.

        The result depends on nothing that the viewer does not know.
        """
        mine = next((n for n, seat in enumerate(state.seats) if seat == viewer), None)
        kept: set[str] = set() if mine is None else set(state.hands[mine])
        kept |= {held.card for held in state.pile if held.player == mine}
        cards = [card for card in DECK if card not in kept]
        rng.shuffle(cards)
        hands = tuple(
            hand if n == mine else in_order([cards.pop() for _ in hand])
            for n, hand in enumerate(state.hands)
        )
        pile = tuple(
            held if held.player == mine else Held(held.player, cards.pop()) for held in state.pile
        )
        return replace(state, hands=hands, pile=pile)

    def reveals(self, event: Event, viewer: Viewer) -> Any:
        """Return the cards that a call has turned up: the view does not keep them."""
        return event.cards if isinstance(event, Called) else None

    def variants(self, state: State, seat: Seat, move: Any, rng: Random) -> Sequence[Move]:
        """Return other plays of as many cards: nobody else may notice which."""
        if not isinstance(move, Play):
            return ()
        return tuple(Play(tuple(rng.sample(DECK, len(move.cards)))) for _ in range(24))
