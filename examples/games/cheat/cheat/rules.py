"""What may happen: claims, calls, and who takes the pile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from cheat import state as s
from cheat.state import MOST_CARDS, RANKS, CheatOptions, Claim, Event, Move, Play, State, Table
from parlour import (
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
from parlour.parts import Pile, Turns, deal

PLAY: Final = Verb("play", "play CARDS", "put 1 to 4 of your cards on the pile")
CHEAT: Final = Verb("cheat", "cheat", "say that the last claim is a lie", label="Call it a lie")
PASS: Final = Verb("pass", "pass", "let the last claim stand", label="Believe it")


class CheatRules(Rules[State, Move, Event]):
    """Two to six players."""

    def start(self, setup: Setup[CheatOptions], ctx: Context) -> Step[State, Event]:
        """Deal all cards. A player drawn by lot begins with aces."""
        hands, pile = deal(ctx, s.CARDS.deck, setup.seats)
        options = setup.options
        turn_ms, call_ms = options.turn_seconds * 1000, options.call_seconds * 1000
        table = Table(Turns(setup.seats, ctx.rng.choice(setup.seats)), RANKS[0])
        state = State(table, hands, pile, turn_ms, call_ms)
        return _begun(state, table, [s.Dealt(hands.counts)], ctx)

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        """Ask the player at turn for cards, and all others about the claim."""
        table, seat = state.table, state.table.turns.now
        if table.over:
            return {}
        if table.claim is None:
            hand = state.hands[seat]
            spec = MoveSpec(PLAY, (some("cards", hand, 1, min(MOST_CARDS, len(hand))),))
            return {seat: Prompt((spec,), bare=PLAY.name, due=state.due)}
        return dict.fromkeys(table.asked, Prompt((MoveSpec(CHEAT), MoveSpec(PASS)), due=state.due))

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        """Claim, call or pass."""
        table, claim = state.table, state.table.claim
        if isinstance(move, Play):
            table.turns.check(seat)
            if not 1 <= len(move.cards) <= MOST_CARDS:
                raise illegal("Play one, two, three or four cards.")
            state.hands.check(seat, *move.cards)
            return _claimed(state, move.cards, ctx)
        if claim is None or seat not in table.asked:
            raise illegal("There is no claim that you can call or pass now.")
        if isinstance(move, s.Call):
            return _called(state, claim, seat, ctx)
        table = replace(table, claim=replace(claim, passed=(*claim.passed, seat)))
        state, told = replace(state, table=table), s.Passed(seat)
        return Step(state, (told,)) if table.asked else _stands(state, claim, [told], ctx)

    def time_up(self, state: State, ctx: Context) -> Step[State, Event]:
        """Let the claim stand, or play a card for a player who was too slow: a true one if any."""
        table = state.table
        if table.claim is not None:
            return _stands(state, table.claim, [], ctx)
        hand = state.hands[table.turns.now]
        card = next((card for card in hand if card[:-1] == table.rank), hand[0])
        return _claimed(state, (card,), ctx, auto=True)

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """Put the cards of a player who has left under the pile, and go on."""
        cards, now, events = state.hands[seat], state.table.turns.now, list[Event]([s.Gone(seat)])
        table = replace(state.table, turns=state.table.turns.leave(seat))
        hands, pile = state.hands.remove(seat, *cards), Pile[str]().add(*cards, by=seat)
        state = replace(state, table=table, hands=hands, pile=pile.under(state.pile))
        if len(table.turns.present) < 2:
            return _over(state, events)
        if (claim := table.claim) and (claim.seat == seat or not table.asked):
            return _stands(state, claim, events, ctx)
        turned = claim is None and seat == now
        return _begun(state, table, events, ctx) if turned else Step(state, tuple(events))


class CheatScoring(Scoring[State]):
    """A point for each card in your hand: fewer are better."""

    lower_wins = True

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Return the cards in hand; for a player who has left, the whole deck."""
        gone = dict.fromkeys(state.table.turns.gone, len(s.CARDS.deck))
        return {**state.hands.counts, **gone}


def _claimed(
    state: State, cards: tuple[str, ...], ctx: Context, *, auto: bool = False
) -> Step[State, Event]:
    table, seat = state.table, state.table.turns.now
    hands, count = state.hands.remove(seat, *cards), len(cards)
    told = s.Claimed(seat, count, table.rank, len(hands[seat]), cards, auto)
    pile, table = state.pile.add(*cards, by=seat), replace(table, claim=Claim(seat, count))
    due = ctx.now + state.call_ms if state.call_ms else None
    return Step(replace(state, table=table, hands=hands, pile=pile, due=due), (told,))


def _called(state: State, claim: Claim, seat: Seat, ctx: Context) -> Step[State, Event]:
    """Turn the cards up: the liar, or the one who was wrong, takes the pile."""
    cards, count = state.pile.top(claim.count), len(state.pile)
    honest = all(card[:-1] == state.table.rank for card in cards)
    taker = seat if honest else claim.seat
    told = s.Called(seat, claim.seat, cards, honest, taker, count)
    hands = state.hands.add(taker, *state.pile.cards)
    return _next(replace(state, hands=hands, pile=Pile()), claim, [told], ctx)


def _stands(state: State, claim: Claim, events: list[Event], ctx: Context) -> Step[State, Event]:
    return _next(state, claim, [*events, s.Uncalled(claim.seat)], ctx)


def _next(state: State, claim: Claim, events: list[Event], ctx: Context) -> Step[State, Event]:
    table = state.table
    done = claim.seat in table.turns.present and not state.hands[claim.seat]
    if done or table.number >= s.MOST_TURNS:
        return _over(state, events)
    rank = RANKS[(RANKS.index(table.rank) + 1) % len(RANKS)]
    turns = table.turns.to(table.turns.after(claim.seat))
    return _begun(state, replace(table, turns=turns, rank=rank), events, ctx)


def _begun(state: State, table: Table, events: list[Event], ctx: Context) -> Step[State, Event]:
    """Begin a turn."""
    table = replace(table, claim=None, number=table.number + 1)
    due = ctx.now + state.turn_ms if state.turn_ms else None
    told = s.Turn(table.turns.now, table.rank)
    return Step(replace(state, table=table, due=due), (*events, told))


def _over(state: State, events: list[Event]) -> Step[State, Event]:
    table = replace(state.table, over=True, claim=None)
    return Step(replace(state, table=table, due=None), tuple(events))
