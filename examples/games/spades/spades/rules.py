"""What may happen: bidding, playing, scoring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, TypeVar

from parlour import (
    ChoiceArg,
    Context,
    IntArg,
    MoveFault,
    MoveSpec,
    Prompt,
    Refused,
    Rules,
    Scoring,
    Seat,
    Setup,
    Step,
    Verb,
)
from spades.choices import usual_bid
from spades.state import (
    CLOCK,
    DECK,
    MOST_HANDS,
    PLAYERS,
    SUITS,
    TARGET,
    TRICKS,
    TRUMP,
    Bid,
    Dealing,
    Ended,
    Event,
    HandOver,
    HasBid,
    Move,
    Play,
    Played,
    State,
    Took,
    best,
    in_order,
    legal,
)

BID: Final = Verb("bid", "bid TRICKS", "say how many tricks you will take; 0 is nil")
PLAY: Final = Verb("play", "play CARD", "play a card: its rank, then its suit")
T = TypeVar("T")

NIL: Final = 100
"""What nil brings if it is kept, and costs if it is not."""
BAGS: Final = 10
"""So many overtricks cost 100 points."""


class SpadesRules(Rules[State, Move, Event]):
    """Four players, partners across the table."""

    def start(self, setup: Setup, ctx: Context) -> Step[State, Event]:
        """Deal the first hand."""
        target, clock = (int(setup.options[option.name]) for option in (TARGET, CLOCK))
        state = State(setup.seats, target, clock * 1000, ctx.rng.randrange(PLAYERS), (), 0)
        return _deal(state, [], ctx)

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        """Ask the player whose turn it is."""
        if state.over:
            return {}
        if None in state.bids:
            spec, bare = MoveSpec(BID, (IntArg("tricks", 0, TRICKS),)), BID.name
        else:
            cards = legal(state.hands[state.turn], state.trick, state.broken)
            spec, bare = MoveSpec(PLAY, (ChoiceArg("card", cards),)), PLAY.name
        return {state.seats[state.turn]: Prompt((spec,), bare=bare, due=state.due)}

    def deadline(self, state: State) -> int | None:
        """Return the end of the turn, if a clock runs."""
        return None if state.over else state.due

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        """Bid or play."""
        player = state.seats.index(seat)
        if player != state.turn:
            raise Refused(MoveFault.NOT_YOUR_TURN, "It isn't your turn.")
        bidding = None in state.bids
        if isinstance(move, Bid) != bidding:
            text = "Bid first: a number from 0 to 13." if bidding else "The bids are made."
            raise Refused(MoveFault.ILLEGAL, text)
        if isinstance(move, Bid) and not 0 <= move.tricks <= TRICKS:
            raise Refused(MoveFault.ILLEGAL, "Bid a number from 0 to 13.")
        if isinstance(move, Play):
            _check(state, move.card)
        return _taken(state, move, ctx)

    def time_up(self, state: State, ctx: Context) -> Step[State, Event]:
        """Bid or play for a player who was too slow."""
        return _taken(state, usual(state), ctx, auto=True)

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """Play on for a player who has left. If their partner has left too, they have lost."""
        player = state.seats.index(seat)
        after = replace(state, gone=state.gone | {player})
        if (player + 2) % PLAYERS in after.gone:
            winner = 1 - player % 2
            return Step(replace(after, over=True, winner=winner), (Ended(winner, True),))
        return _settled(after, [], ctx)

    def is_over(self, state: State) -> bool:
        """Check whether a team has won."""
        return state.over

    def free(self, state: State) -> tuple[Seat, ...]:
        """Offer the seats of players who have left."""
        return tuple(state.seats[player] for player in sorted(state.gone))

    def joined(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """Let a substitute play on with the cards of the player who has left."""
        return Step(replace(state, gone=state.gone - {state.seats.index(seat)}))


class SpadesScoring(Scoring[State]):
    """Partners have the same points."""

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Return the team's score for each player."""
        return {seat: state.scores[player % 2] for player, seat in enumerate(state.seats)}

    def winners(self, state: State) -> frozenset[Seat]:
        """Return the winning team; both after a draw."""
        return frozenset(
            seat for n, seat in enumerate(state.seats) if state.winner in (None, n % 2)
        )

    def sides(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Return the teams."""
        return state.seats[0::2], state.seats[1::2]


def usual(state: State) -> Move:
    """Return what the host does for a player: a careful bid, the lowest card."""
    hand = state.hands[state.turn]
    if None in state.bids:
        return Bid(usual_bid(hand))
    return Play(legal(hand, state.trick, state.broken)[-1])


def _check(state: State, card: str) -> None:
    """Raise Refused if the player may not play *card*."""
    hand = state.hands[state.turn]
    if card not in hand:
        raise Refused(MoveFault.ILLEGAL, f"You don't have {card}.")
    if card in legal(hand, state.trick, state.broken):
        return
    if state.trick:
        led = SUITS[state.trick[0][1][1]]
        raise Refused(MoveFault.ILLEGAL, f"You have {led}, so you must follow suit.")
    raise Refused(MoveFault.ILLEGAL, "No spade can lead before somebody has played one.")


def _taken(state: State, move: Move, ctx: Context, *, auto: bool = False) -> Step[State, Event]:
    """Make a legal move, and all moves for players who have left."""
    events: list[Event] = []
    return _settled(_after(state, move, events, ctx, auto=auto), events, ctx)


def _settled(state: State, events: list[Event], ctx: Context) -> Step[State, Event]:
    """Move for players who have left, until somebody who is here is asked."""
    while not state.over and state.turn in state.gone:
        state = _after(state, usual(state), events, ctx, auto=True)
    if not state.over:
        due = ctx.now + state.turn_ms if state.turn_ms else None
        state = replace(state, due=due)
    return Step(state, tuple(events))


def _after(state: State, move: Move, events: list[Event], ctx: Context, *, auto: bool) -> State:
    me, following = state.turn, (state.turn + 1) % PLAYERS
    if isinstance(move, Bid):
        events.append(HasBid(state.seats[me], move.tricks, auto))
        return replace(state, bids=_with(state.bids, me, move.tricks), turn=following)
    card = move.card
    events.append(Played(state.seats[me], card, auto))
    voids = state.voids
    if state.trick and (led := state.trick[0][1][1]) not in (card[1], *voids[me]):
        voids = _with(voids, me, voids[me] + led)
    state = replace(
        state,
        hands=_with(state.hands, me, tuple(held for held in state.hands[me] if held != card)),
        trick=(*state.trick, (me, card)),
        broken=state.broken or card[1] == TRUMP,
        voids=voids,
        turn=following,
    )
    if len(state.trick) < PLAYERS:
        return state
    winner, _ = best(state.trick)
    taken = _with(state.taken, winner, state.taken[winner] + 1)
    events.append(Took(state.seats[winner], taken[winner]))
    state = replace(state, trick=(), last=state.trick, taken=taken, turn=winner)
    return state if any(state.hands) else _scored(state, events, ctx)


def _scored(state: State, events: list[Event], ctx: Context) -> State:
    """Score the hand. Then the game is over, or the next hand is dealt."""
    points, bags = [0, 0], [0, 0]
    for team in (0, 1):
        players = (team, team + 2)
        bids = [state.bids[player] or 0 for player in players]
        won = sum(state.taken[player] for player in players)
        extra = won - sum(bids)
        points[team] = -10 * sum(bids) if extra < 0 else 10 * sum(bids) + extra
        for player, bid in zip(players, bids, strict=True):
            if not bid:
                points[team] += -NIL if state.taken[player] else NIL
        bags[team] = state.bags[team] + max(0, extra)
        points[team] -= 100 * (bags[team] // BAGS)
        bags[team] %= BAGS
    scores = state.scores[0] + points[0], state.scores[1] + points[1]
    events.append(HandOver((points[0], points[1]), scores))
    state = replace(state, scores=scores, bags=(bags[0], bags[1]))
    far = max(scores) >= state.target or min(scores) <= -state.target
    if (far and scores[0] != scores[1]) or state.number >= MOST_HANDS:
        winner = None if scores[0] == scores[1] else int(scores[1] > scores[0])
        events.append(Ended(winner, False))
        return replace(state, over=True, winner=winner, due=None)
    state = replace(state, number=state.number + 1, dealer=(state.dealer + 1) % PLAYERS)
    return _deal(state, events, ctx).state


def _deal(state: State, events: list[Event], ctx: Context) -> Step[State, Event]:
    deck = ctx.rng.sample(DECK, len(DECK))
    hands = tuple(in_order(deck[player::PLAYERS]) for player in range(PLAYERS))
    events.append(Dealing(state.seats[state.dealer], hands))
    fresh = replace(
        state,
        hands=hands,
        turn=(state.dealer + 1) % PLAYERS,
        bids=(None,) * PLAYERS,
        taken=(0,) * PLAYERS,
        voids=("",) * PLAYERS,
        last=(),
        broken=False,
    )
    due = ctx.now + state.turn_ms if state.turn_ms else None
    return Step(replace(fresh, due=due), tuple(events))


def _with(items: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*items[:at], value, *items[at + 1 :])
