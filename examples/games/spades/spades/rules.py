"""What may happen: bidding, playing, scoring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from parlour import (
    ChoiceArg,
    Context,
    IntArg,
    MoveSpec,
    Prompt,
    Rules,
    Scoring,
    Seat,
    Setup,
    Step,
    Verb,
    illegal,
)
from parlour.parts import STANDARD, Hands, Turns, deal
from spades import state as s
from spades.choices import usual_bid
from spades.state import Bid, Event, Move, Play, SpadesOptions, State, Table

BID: Final = Verb("bid", "bid TRICKS", "say how many tricks you will take; 0 is nil")
PLAY: Final = Verb("play", "play CARD", "play a card: its rank, then its suit")
NIL: Final = 100
"""What nil brings if it is kept, and costs if it is not."""
BAGS: Final = 10
"""So many overtricks cost 100 points."""
MOST_HANDS: Final = 30
"""A game ends after so many hands, even if no team has reached the target."""


class SpadesRules(Rules[State, Move, Event]):
    """Four players, partners across the table."""

    def start(self, setup: Setup[SpadesOptions], ctx: Context) -> Step[State, Event]:
        """Deal the first hand."""
        options = setup.options
        turns = Turns(setup.seats, ctx.rng.choice(setup.seats))
        table = Table("bidding", options.target, turns, turns.now)
        events: list[Event] = []
        state = State(table, Hands(()), options.turn_seconds * 1000)
        return _settled(_deal(state, events, ctx), events, ctx)

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        """Ask the player whose turn it is."""
        table, seat = state.table, state.table.turns.now
        if table.phase == "over":
            return {}
        spec = MoveSpec(BID, (IntArg("tricks", 0, s.TRICKS),))
        if table.phase == "playing":
            spec = MoveSpec(PLAY, (ChoiceArg("card", table.trick.legal(state.hands[seat])),))
        return {seat: Prompt((spec,), bare=spec.verb.name, due=state.due)}

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        """Bid or play."""
        state.table.turns.check(seat)
        bidding = state.table.phase == "bidding"
        if bidding != (isinstance(move, Bid) and 0 <= move.tricks <= s.TRICKS):
            text = (
                "Bid first: a number from 0 to 13."
                if bidding
                else "The bids are made. Play a card."
            )
            raise illegal(text)
        if isinstance(move, Play):
            state.hands.check(seat, move.card)
            state.table.trick.check(state.hands[seat], move.card)
        return _taken(state, move, ctx)

    def time_up(self, state: State, ctx: Context) -> Step[State, Event]:
        """Bid or play for a player who was too slow."""
        return _taken(state, usual(state), ctx, auto=True)

    def chapter(self, state: State) -> int:
        """Return the hand: all its cards are played when the next one is dealt."""
        return state.table.number

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """Play on for a player who has left. If their partner has left too, they have lost."""
        table = replace(state.table, gone=(*state.table.gone, seat))
        if table.turns.after(seat, 2) not in table.gone:
            return _settled(replace(state, table=table), [], ctx)
        winner = 1 - table.team(seat)
        table = replace(table, phase="over", winner=winner)
        return Step(replace(state, table=table, due=None), (s.Deserted(winner),))

    def free(self, state: State) -> tuple[Seat, ...]:
        """Offer the seats of players who have left."""
        return state.table.gone

    def joined(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """Let a substitute play on with the cards of the player who has left."""
        gone = tuple(each for each in state.table.gone if each != seat)
        return Step(replace(state, table=replace(state.table, gone=gone)))


class SpadesScoring(Scoring[State]):
    """Partners have the same points."""

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Return the team's score for each player."""
        table = state.table
        return {seat: table.scores[table.team(seat)] for seat in table.turns.order}

    def winners(self, state: State) -> frozenset[Seat]:
        """Return the winning team; both after a draw."""
        table = state.table
        return frozenset(x for x in table.turns.order if table.winner in (None, table.team(x)))

    def sides(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Return the teams."""
        order = state.table.turns.order
        return order[0::2], order[1::2]


def usual(state: State) -> Move:
    """Return what the host does for a player: a careful bid, the lowest card."""
    hand = state.hands[state.table.turns.now]
    if state.table.phase == "bidding":
        return Bid(usual_bid(hand))
    return Play(state.table.trick.legal(hand)[-1])


def _taken(state: State, move: Move, ctx: Context, *, auto: bool = False) -> Step[State, Event]:
    """Make a legal move, and all moves for players who have left."""
    events: list[Event] = []
    return _settled(_after(state, move, events, ctx, auto=auto), events, ctx)


def _settled(state: State, events: list[Event], ctx: Context) -> Step[State, Event]:
    """Move for players who have left, until somebody who is here is asked."""
    while state.table.phase != "over" and state.table.turns.now in state.table.gone:
        state = _after(state, usual(state), events, ctx, auto=True)
    ticks = state.turn_ms and state.table.phase != "over"
    return Step(replace(state, due=ctx.now + state.turn_ms if ticks else None), tuple(events))


def _after(state: State, move: Move, events: list[Event], ctx: Context, *, auto: bool) -> State:
    table, me = state.table, state.table.turns.now
    table = replace(table, turns=table.turns.next())
    if isinstance(move, Bid):
        events.append(s.HasBid(me, move.tricks, auto))
        bids = {**table.bids, me: move.tricks}
        if len(bids) == len(table.turns.order):
            table = replace(table, phase="playing")
        return replace(state, table=replace(table, bids=bids))
    events.append(s.Played(me, move.card, auto))
    trick, hands = table.trick.add(me, move.card), state.hands.remove(me, move.card)
    table = replace(table, trick=trick)
    if len(trick.plays) == len(table.turns.order):
        winner = trick.best().seat
        taken = {**table.taken, winner: table.taken[winner] + 1}
        events.append(s.Took(winner, taken[winner]))
        table = replace(table, trick=trick.swept(), taken=taken, turns=table.turns.to(winner))
    state = replace(state, table=table, hands=hands)
    return state if any(hands.values()) else _scored(state, events, ctx)


def _scored(state: State, events: list[Event], ctx: Context) -> State:
    """Score the hand. Then the game is over, or the next hand is dealt."""
    table, points, bags = state.table, [0, 0], [0, 0]
    for team in (0, 1):
        players = table.turns.order[team::2]
        bid = sum(table.bids[player] for player in players)
        extra = sum(table.taken[player] for player in players) - bid
        points[team] = -10 * bid if extra < 0 else 10 * bid + extra
        for player in players:
            if not table.bids[player]:
                points[team] += -NIL if table.taken[player] else NIL
        bags[team] = table.bags[team] + max(0, extra)
        points[team] -= 100 * (bags[team] // BAGS)
        bags[team] %= BAGS
    one, two = table.scores[0] + points[0], table.scores[1] + points[1]
    events.append(s.HandOver((points[0], points[1]), (one, two)))
    table = replace(table, scores=(one, two), bags=(bags[0], bags[1]))
    far = max(one, two) >= table.target or min(one, two) <= -table.target
    if (far and one != two) or table.number >= MOST_HANDS:
        winner = None if one == two else int(two > one)
        return replace(state, table=replace(table, phase="over", winner=winner))
    dealer = table.turns.after(table.dealer)
    table = replace(table, number=table.number + 1, dealer=dealer)
    return _deal(replace(state, table=table), events, ctx)


def _deal(state: State, events: list[Event], ctx: Context) -> State:
    table, order = state.table, state.table.turns.order
    hands, _ = deal(ctx, STANDARD.deck, order)
    events.append(s.Dealing(table.dealer, hands))
    table = replace(
        table,
        phase="bidding",
        turns=table.turns.to(table.turns.after(table.dealer)),
        bids={},
        taken=dict.fromkeys(order, 0),
        trick=replace(s.NO_TRICK, last=table.trick.last),
    )
    return replace(state, table=table, hands=hands)
