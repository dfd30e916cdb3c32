"""What may happen: claims, calls, and who takes the pile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from cheat.state import (
    CALL,
    CLOCK,
    DECK,
    MOST_CARDS,
    MOST_TURNS,
    RANKS,
    Call,
    Called,
    Claim,
    Claimed,
    Dealt,
    Ended,
    Event,
    Gone,
    Held,
    Move,
    Passed,
    Play,
    State,
    Turn,
    Uncalled,
    in_order,
    rank_of,
)
from parlour import (
    Context,
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
    some,
)

PLAY: Final = Verb("play", "play CARDS", "put 1 to 4 of your cards on the pile")
CHEAT: Final = Verb("cheat", "cheat", "say that the last claim is a lie", label="Call it a lie")
PASS: Final = Verb("pass", "pass", "let the last claim stand", label="Believe it")
VERBS: Final = (PLAY, CHEAT, PASS)


class CheatRules(Rules[State, Move, Event]):
    """Three to six players."""

    def start(self, setup: Setup, ctx: Context) -> Step[State, Event]:
        """Deal all cards. A player drawn by lot begins with aces."""
        count = len(setup.seats)
        deck = ctx.rng.sample(DECK, len(DECK))
        hands = tuple(in_order(deck[n::count]) for n in range(count))
        turn_ms, call_ms = (int(setup.options[each.name]) * 1000 for each in (CLOCK, CALL))
        state = State(setup.seats, turn_ms, call_ms, hands, ctx.rng.randrange(count))
        events: list[Event] = [Dealt(tuple(map(len, hands)))]
        return Step(_begin(state, state.turn, 0, events, ctx), tuple(events))

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        """Ask the player at turn for cards, and all others about the claim."""
        if state.over:
            return {}
        if state.claim is None:
            hand = state.hands[state.turn]
            spec = MoveSpec(PLAY, (some("cards", hand, 1, min(MOST_CARDS, len(hand))),))
            return {state.seats[state.turn]: Prompt((spec,), bare=PLAY.name, due=state.due)}
        prompt = Prompt((MoveSpec(CHEAT), MoveSpec(PASS)), due=state.due)
        return {state.seats[n]: prompt for n in _asked(state, state.claim)}

    def deadline(self, state: State) -> int | None:
        """Return the end of the turn, or of the time to call."""
        return None if state.over else state.due

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        """Claim, call or pass."""
        me, claim, events = state.seats.index(seat), state.claim, list[Event]()
        if isinstance(move, Play):
            if me != state.turn or claim is not None:
                raise Refused(MoveFault.NOT_YOUR_TURN, "It isn't your turn to play.")
            _check(state.hands[me], move.cards)
            return Step(_claimed(state, move.cards, events, ctx), tuple(events))
        if claim is None or me not in _asked(state, claim):
            raise Refused(MoveFault.ILLEGAL, "There is no claim that you can call or pass now.")
        if isinstance(move, Call):
            return Step(_called(state, claim, me, events, ctx), tuple(events))
        events.append(Passed(seat))
        claim = replace(claim, passed=claim.passed | {me})
        state = replace(state, claim=claim)
        if not _asked(state, claim):
            state = _stands(state, claim, events, ctx)
        return Step(state, tuple(events))

    def time_up(self, state: State, ctx: Context) -> Step[State, Event]:
        """Let the claim stand, or play a card for a player who was too slow: a true one if any."""
        events: list[Event] = []
        if state.claim is not None:
            return Step(_stands(state, state.claim, events, ctx), tuple(events))
        hand = state.hands[state.turn]
        card = next((card for card in hand if rank_of(card) == state.rank), hand[0])
        return Step(_claimed(state, (card,), events, ctx, auto=True), tuple(events))

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """Put the cards of a player who has left under the pile, and go on."""
        me, events = state.seats.index(seat), list[Event]([Gone(seat)])
        under = tuple(Held(me, card) for card in state.hands[me])
        state = replace(
            state,
            hands=_with(state.hands, me, ()),
            pile=(*under, *state.pile),
            gone=state.gone | {me},
        )
        if len(state.present) < 2:
            return Step(_over(state, events), tuple(events))
        claim = state.claim
        if claim is None:
            if me == state.turn:
                state = _begin(state, _after(state, me), state.rank, events, ctx)
        elif claim.player == me or not _asked(state, claim):
            state = _stands(state, claim, events, ctx)
        return Step(state, tuple(events))

    def is_over(self, state: State) -> bool:
        """Check whether the game is over."""
        return state.over


class CheatScoring(Scoring[State]):
    """A point for each card in your hand: fewer are better."""

    lower_wins = True

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Return the cards in hand; for a player who has left, the whole deck."""
        return {
            seat: len(DECK) if n in state.gone else len(state.hands[n])
            for n, seat in enumerate(state.seats)
        }

    def winners(self, state: State) -> frozenset[Seat]:
        """Return the players with the fewest cards."""
        return frozenset(state.winners)


def _asked(state: State, claim: Claim) -> tuple[int, ...]:
    """Return the players who may still call the claim."""
    return tuple(n for n in state.present if n != claim.player and n not in claim.passed)


def _check(hand: tuple[str, ...], cards: tuple[str, ...]) -> None:
    if not 1 <= len(cards) <= MOST_CARDS:
        raise Refused(MoveFault.ILLEGAL, "Play one, two, three or four cards.")
    if len(set(cards)) < len(cards):
        raise Refused(MoveFault.ILLEGAL, "You named a card twice.")
    missing = next((card for card in cards if card not in hand), None)
    if missing is not None:
        raise Refused(MoveFault.ILLEGAL, f"You don't have {missing}.")


def _claimed(
    state: State, cards: tuple[str, ...], events: list[Event], ctx: Context, *, auto: bool = False
) -> State:
    me = state.turn
    hand = tuple(card for card in state.hands[me] if card not in cards)
    seat, rank = state.seats[me], RANKS[state.rank]
    events.append(Claimed(seat, len(cards), rank, len(hand), cards, auto))
    return replace(
        state,
        hands=_with(state.hands, me, hand),
        pile=(*state.pile, *(Held(me, card) for card in cards)),
        claim=Claim(me, len(cards)),
        due=ctx.now + state.call_ms if state.call_ms else None,
    )


def _called(state: State, claim: Claim, me: int, events: list[Event], ctx: Context) -> State:
    """Turn the cards up: the liar, or the one who was wrong, takes the pile."""
    cards = tuple(held.card for held in state.pile[-claim.count :])
    honest = all(rank_of(card) == state.rank for card in cards)
    taker = me if honest else claim.player
    seats = state.seats
    count = len(state.pile)
    events.append(Called(seats[me], seats[claim.player], cards, honest, seats[taker], count))
    hand = in_order([*state.hands[taker], *(held.card for held in state.pile)])
    return _next(
        replace(state, hands=_with(state.hands, taker, hand), pile=()), claim, events, ctx
    )


def _stands(state: State, claim: Claim, events: list[Event], ctx: Context) -> State:
    events.append(Uncalled(state.seats[claim.player]))
    return _next(state, claim, events, ctx)


def _next(state: State, claim: Claim, events: list[Event], ctx: Context) -> State:
    done = claim.player not in state.gone and not state.hands[claim.player]
    if done or state.number >= MOST_TURNS:
        return _over(state, events)
    rank = (state.rank + 1) % len(RANKS)
    return _begin(state, _after(state, claim.player), rank, events, ctx)


def _begin(state: State, player: int, rank: int, events: list[Event], ctx: Context) -> State:
    events.append(Turn(state.seats[player], RANKS[rank]))
    return replace(
        state,
        turn=player,
        rank=rank,
        claim=None,
        number=state.number + 1,
        due=ctx.now + state.turn_ms if state.turn_ms else None,
    )


def _after(state: State, player: int) -> int:
    """Return the next player who is here."""
    return min(state.present, key=lambda n: (n - player - 1) % len(state.seats))


def _over(state: State, events: list[Event]) -> State:
    events.append(Ended(state.winners))
    return replace(state, over=True, claim=None, due=None)


def _with(
    hands: tuple[tuple[str, ...], ...], at: int, hand: tuple[str, ...]
) -> tuple[tuple[str, ...], ...]:
    return (*hands[:at], hand, *hands[at + 1 :])
