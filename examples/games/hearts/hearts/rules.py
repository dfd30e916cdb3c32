"""What may happen: passing, playing, scoring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from hearts import state as s
from hearts.choices import usual_pass
from hearts.state import Event, HeartsOptions, Move, Pass, Play, State, Table, legal
from parlour import (
    ChoiceArg,
    Context,
    MoveSpec,
    Prompt,
    Rules,
    Scoring,
    Seat,
    Setup,
    Step,
    Verb,
    illegal,
    some,
)
from parlour.parts import STANDARD, Hands, SecretChoice, Turns, deal

PASS: Final = Verb("pass", "pass CARDS", "pass three cards to another player")
PLAY: Final = Verb("play", "play CARD", "play a card: its rank, then its suit")


class HeartsRules(Rules[State, Move, Event]):
    """Four players, each alone."""

    def start(self, setup: Setup[HeartsOptions], ctx: Context) -> Step[State, Event]:
        """Deal the first hand."""
        options = setup.options
        turns = Turns(setup.seats, setup.seats[0])
        table = Table("passing", options.target, turns, dict.fromkeys(setup.seats, 0), number=0)
        state = State(table, Hands(()), SecretChoice(()), options.turn_seconds * 1000)
        events: list[Event] = []
        return Step(_dealt(state, events, ctx), tuple(events))

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        """Ask all for cards to pass, or one player for a card."""
        found: dict[Seat, Prompt] = {}
        for seat in _asked(state):
            hand = state.hands[seat]
            spec = MoveSpec(PLAY, (ChoiceArg("card", legal(state.table, hand)),))
            if state.table.phase == "passing":
                spec = MoveSpec(PASS, (some("cards", hand, s.PASSED),))
            found[seat] = Prompt((spec,), bare=spec.verb.name, due=state.due)
        return found

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        """Pass cards, or play one."""
        table, cards = state.table, move.cards if isinstance(move, Pass) else (move.card,)
        if isinstance(move, Pass) != (table.phase == "passing"):
            first = table.phase == "passing"
            text = (
                "Pass three cards first."
                if first
                else "No cards are passed now. Play one in your turn."
            )
            raise illegal(text)
        state.hands.check(seat, *cards)
        if isinstance(move, Play):
            table.turns.check(seat)
            may = legal(table, state.hands[seat])
            if may == (s.FIRST,) != cards:
                raise illegal("The two of clubs leads the first trick.")
            table.trick.check(state.hands[seat], move.card)
            if move.card not in may:
                text = "No hearts and no queen of spades in the first trick."
                raise illegal(text)
        elif len(cards) != s.PASSED:
            raise illegal("Pass three cards.")
        events: list[Event] = []
        state = _after(state, seat, move, events, ctx)
        return _settled(state, events, ctx)

    def time_up(self, state: State, ctx: Context) -> Step[State, Event]:
        """Pass or play for the players who were too slow."""
        events: list[Event] = []
        for seat in _asked(state):
            state = _after(state, seat, usual(state, seat), events, ctx, auto=True)
        return _settled(state, events, ctx)

    def chapter(self, state: State) -> int:
        """Return the hand: all its cards are played when the next one is dealt."""
        return state.table.number

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """Play on for a player who has left."""
        table = replace(state.table, gone=(*state.table.gone, seat))
        return _settled(replace(state, table=table), [], ctx)

    def free(self, state: State) -> tuple[Seat, ...]:
        """Offer the seats of players who have left."""
        return state.table.gone

    def joined(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """Let a substitute play on with the cards of the player who has left."""
        gone = tuple(each for each in state.table.gone if each != seat)
        return Step(replace(state, table=replace(state.table, gone=gone)))


class HeartsScoring(Scoring[State]):
    """Points are bad."""

    lower_wins = True

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Return the points of the hands that are over."""
        return state.table.scores


def usual(state: State, seat: Seat) -> Move:
    """Return what the host does for a player: pass what is dangerous, play the lowest card."""
    if state.table.phase == "passing":
        return Pass(usual_pass(state.hands[seat]))
    return Play(legal(state.table, state.hands[seat])[-1])


def _asked(state: State) -> tuple[Seat, ...]:
    table = state.table
    if table.phase == "over":
        return ()
    return state.choice.waiting if table.phase == "passing" else (table.turns.now,)


def _settled(state: State, events: list[Event], ctx: Context) -> Step[State, Event]:
    """Move for players who have left, until the game waits only for people who are here."""
    while late := [seat for seat in _asked(state) if seat in state.table.gone]:
        state = _after(state, late[0], usual(state, late[0]), events, ctx, auto=True)
    return Step(state, tuple(events))


def _after(
    state: State, seat: Seat, move: Move, events: list[Event], ctx: Context, *, auto: bool = False
) -> State:
    if isinstance(move, Pass):
        cards = STANDARD.in_order(
            move.cards
        )  # in which order they were typed is nobody's business
        state = replace(state, choice=state.choice.choose(seat, cards))
        events.append(s.HasPassed(seat, auto))
        return _passed(state, events, ctx) if state.choice.done else state
    table, card = state.table, move.card
    events.append(s.Played(seat, card, auto))
    trick, hands = table.trick.add(seat, card), state.hands.remove(seat, card)
    table = replace(table, trick=trick, turns=table.turns.next())
    if len(trick.plays) == len(table.turns.order):
        winner = trick.best().seat
        cost = sum(s.points(laid.card) for laid in trick.plays)
        taken = {**table.taken, winner: table.taken[winner] + cost}
        events.append(s.Took(winner, cost))
        table = replace(table, trick=trick.swept(), taken=taken, turns=table.turns.to(winner))
    state = replace(state, table=table, hands=hands, due=_due(state, ctx))
    return state if any(hands.values()) else _scored(state, events, ctx)


def _passed(state: State, events: list[Event], ctx: Context) -> State:
    """Let the cards go round."""
    turns, hands, cards = state.table.turns, state.hands, state.choice.made
    takers = {giver: turns.after(giver, state.table.direction) for giver in cards}
    for giver, taker in takers.items():
        hands = hands.remove(giver, *cards[giver]).add(taker, *cards[giver])
    events.append(s.Passing({taker: giver for giver, taker in takers.items()}, cards))
    return _led(replace(state, hands=hands), ctx)


def _led(state: State, ctx: Context) -> State:
    """Give the lead to the player with the two of clubs."""
    first = next(seat for seat, hand in state.hands.items() if s.FIRST in hand)
    table = replace(state.table, phase="playing", turns=state.table.turns.to(first))
    return replace(state, table=table, due=_due(state, ctx))


def _scored(state: State, events: list[Event], ctx: Context) -> State:
    """Score the hand. Then the game is over, or the next hand is dealt."""
    table, points = state.table, dict(state.table.taken)
    moon = next((seat for seat, taken in points.items() if taken == s.MOON), None)
    if moon is not None:
        points = {seat: 0 if seat == moon else s.MOON for seat in points}
    events.append(s.HandOver(moon, points))
    scores = {seat: score + points[seat] for seat, score in table.scores.items()}
    table = replace(table, scores=scores)
    if max(scores.values()) >= table.target:
        return replace(state, table=replace(table, phase="over"), due=None)
    return _dealt(replace(state, table=table), events, ctx)


def _dealt(state: State, events: list[Event], ctx: Context) -> State:
    order, number = state.table.turns.order, state.table.number + 1
    hands, _ = deal(ctx, STANDARD.deck, order)
    events.append(s.Dealing(number, hands))
    table = replace(
        state.table,
        phase="passing",
        trick=replace(s.NO_TRICK, last=state.table.trick.last),
        taken=dict.fromkeys(order, 0),
        number=number,
    )
    choice = SecretChoice[tuple[str, ...]](order if table.direction else ())
    state = replace(state, table=table, hands=hands, choice=choice, due=_due(state, ctx))
    return state if table.direction else _led(state, ctx)


def _due(state: State, ctx: Context) -> int | None:
    return ctx.now + state.turn_ms if state.turn_ms else None
