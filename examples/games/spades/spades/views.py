"""Who may know what: your own cards, and everything that was said and played."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from parlour import Seat, Viewer, Views
from spades.state import Dealing, Dealt, Event, SpadesHeard, State, in_order, legal


@dataclass(frozen=True)
class CardView:
    """A card on the table."""

    seat: Seat
    """Who played it."""
    card: str
    """The card, such as `QS`."""


@dataclass(frozen=True)
class View:
    """The position as one viewer may know it. Lists with four members follow `seats`."""

    me: Seat | None
    """Your seat; null for a watcher."""
    phase: str
    """`bidding`, `playing` or `over`."""
    seats: tuple[Seat, ...]
    """The players. The first and the third are partners, and so are the other two."""
    dealer: Seat
    """Who dealt."""
    turn: Seat | None
    """Whose turn it is."""
    hand: tuple[str, ...] = field(repr=False)
    """Your cards."""
    playable: tuple[str, ...] = field(repr=False)
    """The cards that you may play now."""
    bids: tuple[int | None, ...]
    """The bids; null: none yet."""
    taken: tuple[int, ...]
    """Tricks taken in this hand."""
    trick: tuple[CardView, ...]
    """The cards on the table."""
    last: tuple[CardView, ...]
    """The trick before."""
    broken: bool
    """Spades may lead."""
    scores: tuple[int, int]
    """The scores of the teams, the first player's first."""
    bags: tuple[int, int]
    """Their overtricks."""
    target: int
    """Points that win."""
    winner: int | None
    """The team that has won, 0 or 1."""
    gone: tuple[Seat, ...]
    """Players who have left, for whom the host plays."""


class SpadesViews(Views[State, Event, View, SpadesHeard]):
    """Hands are hidden."""

    def look(self, state: State, viewer: Viewer) -> View:
        """Return the position with the viewer's own hand."""
        me = next((n for n, seat in enumerate(state.seats) if seat == viewer), None)
        hand = () if me is None else state.hands[me]
        plays = not state.over and None not in state.bids
        return View(
            None if me is None else state.seats[me],
            "over" if state.over else "playing" if plays else "bidding",
            state.seats,
            state.seats[state.dealer],
            None if state.over else state.seats[state.turn],
            hand,
            legal(hand, state.trick, state.broken) if plays and me == state.turn else (),
            state.bids,
            state.taken,
            tuple(CardView(state.seats[n], card) for n, card in state.trick),
            tuple(CardView(state.seats[n], card) for n, card in state.last),
            state.broken,
            state.scores,
            state.bags,
            state.target,
            state.winner,
            tuple(state.seats[n] for n in sorted(state.gone)),
        )

    def hear(self, event: Event, viewer: Viewer) -> SpadesHeard:
        """Return the event; of a deal, the viewer's own cards."""
        if not isinstance(event, Dealing):
            return event
        own = event.hands[viewer - 1] if isinstance(viewer, int) else ()
        return Dealt(event.dealer, own)

    def may_look_up(self, state: State, viewer: Viewer, word: str) -> bool:
        """Allow it, because no word matters here."""
        return True

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        """Deal the cards that the viewer cannot see again. What everybody has seen stays true.

        The result depends on nothing that the viewer does not know.
        """
        hidden = [n for n, seat in enumerate(state.seats) if seat != viewer]
        cards = list(in_order(card for n in hidden for card in state.hands[n]))
        rng.shuffle(cards)
        room = {n: len(state.hands[n]) for n in hidden}
        dealt = _dealt(cards, room, state.voids)
        hands = tuple(dealt.get(n, hand) for n, hand in enumerate(state.hands))
        return replace(state, hands=hands)


def _dealt(
    cards: list[str], room: dict[int, int], voids: tuple[str, ...]
) -> dict[int, tuple[str, ...]]:
    """Deal *cards* so that nobody gets a suit that they have failed to follow."""
    hands: dict[int, list[str]] = {n: [] for n in room}

    def place(card: str, tried: set[int]) -> bool:
        """Find room for *card*; if there is none, somebody passes another card on."""
        takers = [n for n in hands if card[1] not in voids[n] and n not in tried]
        for n in sorted(takers, key=lambda n: len(hands[n]) - room[n]):
            if len(hands[n]) < room[n]:
                hands[n].append(card)
                return True
        for n in takers:
            tried.add(n)
            for other in list(hands[n]):
                if other[1] != card[1] and place(other, tried):
                    hands[n].remove(other)
                    hands[n].append(card)
                    return True
        return False

    for card in cards:
        found = place(card, set())
        assert found, "the real deal is such a deal"
    return {n: in_order(hand) for n, hand in hands.items()}
