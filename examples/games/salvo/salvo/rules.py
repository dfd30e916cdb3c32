"""What may happen: placing in secret, firing in turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from parlour import (
    Catalogue,
    ChoiceArg,
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
    illegal,
)
from salvo.state import (
    FLEETS,
    Ended,
    Event,
    Fire,
    Fired,
    Fleet,
    IsReady,
    Move,
    Place,
    Placed,
    Ready,
    SalvoOptions,
    Shuffle,
    State,
    Turn,
    name_of,
    names,
    random_fleet,
    ship_at,
    starts,
)

_: Final = Catalogue()

PLACE: Final = Verb(
    "place", "place SHIP SQUARE WAY", "move a ship: across or down from that square"
)
SHUFFLE: Final = Verb(
    "shuffle", "shuffle", "place your whole fleet at random", label="New fleet", weight="side"
)
READY: Final = Verb(
    "done", "done", "finish placing your fleet", label="The fleet is placed", weight="final"
)
FIRE: Final = Verb("fire", "fire SQUARE", "fire at a square: its row, then its column")
VERBS: Final = (PLACE, SHUFFLE, READY, FIRE)
DOWN: Final = "down"
WAYS: Final = ("across", DOWN)


class SalvoRules(Rules[State, Move, Event]):
    """Two players."""

    def start(self, setup: Setup[SalvoOptions], ctx: Context) -> Step[State, Event]:
        """Place both fleets at random. Their owners may move them."""
        size = setup.options.size
        fleets = random_fleet(size, ctx.rng), random_fleet(size, ctx.rng)
        return Step(State(setup.seats, size, setup.options.salvo, fleets))

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        """Ask both to place their fleets, and then each in turn to fire."""
        if state.winner is not None:
            return {}
        if not state.playing:
            return {
                seat: _to_place(state.fleets[n], state.size)
                for n, seat in enumerate(state.seats)
                if not state.ready[n]
            }
        shots = state.shots[1 - state.turn]
        squares = tuple(name for name, at in names(state.size).items() if at not in shots)
        prompt = Prompt((MoveSpec(FIRE, (ChoiceArg("square", squares),)),), bare=FIRE.name)
        return {state.seats[state.turn]: prompt}

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        """Make a move."""
        me = state.seats.index(seat)
        match move:
            case Fire(square):
                return _fire(state, me, square)
            case Ready() if not state.ready[me]:
                return _ready(state, me)
            case Place() | Shuffle() if not state.ready[me]:
                fleet = (
                    random_fleet(state.size, ctx.rng)
                    if isinstance(move, Shuffle)
                    else _moved(state, me, move)
                )
                fleets = (fleet, state.fleets[1]) if me == 0 else (state.fleets[0], fleet)
                return Step(replace(state, fleets=fleets), (Placed(seat),))
            case _:
                raise illegal("Your fleet is placed: it cannot move any more.")

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """Let the other player win."""
        after = replace(state, gone=seat)
        winner = after.winner
        assert winner is not None, "one player is left"
        return Step(after, (Ended(winner, seat),))


class SalvoScoring(Scoring[State]):
    """A point for each ship you have sunk."""

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Return the ships that each player has sunk."""
        sunk = [len(fleet) - len(state.afloat(n)) for n, fleet in enumerate(state.fleets)]
        return dict(zip(state.seats, reversed(sunk), strict=True))

    def winners(self, state: State) -> frozenset[Seat]:
        """Return the winner."""
        return frozenset() if state.winner is None else frozenset({state.winner})


def _to_place(fleet: Fleet, size: int) -> Prompt:
    """Offer all places of each ship that no other ship is in the way of, across and down."""
    forms: list[MoveSpec] = []
    for number, ship in enumerate(fleet, 1):
        taken = {square for other in fleet if other is not ship for square in other}
        for way in WAYS:
            fits = starts(len(ship), size, way == DOWN)
            squares = tuple(name for name, to in fits if taken.isdisjoint(to))
            if squares:
                args = ("ship", (str(number),)), ("square", squares), ("way", (way,))
                forms.append(MoveSpec(PLACE, tuple(ChoiceArg(*arg) for arg in args)))
    return Prompt((*forms, MoveSpec(SHUFFLE), MoveSpec(READY)))


def _moved(state: State, me: int, move: Place) -> Fleet:
    """Return the fleet with one ship elsewhere. Raises Refused."""
    fleet, lengths = state.fleets[me], FLEETS[state.size]
    if not 1 <= move.ship <= len(fleet):
        raise illegal(f"Your ships are numbered 1 to {len(fleet)}.")
    ship = ship_at(move.square, move.down, lengths[move.ship - 1], state.size)
    if ship is None:
        raise illegal("There the ship would leave the sea.")
    others = [*fleet[: move.ship - 1], *fleet[move.ship :]]
    if any(square in other for other in others for square in ship):
        raise illegal("Another of your ships is in the way.")
    return (*fleet[: move.ship - 1], ship, *fleet[move.ship :])


def _ready(state: State, me: int) -> Step[State, Event]:
    """Seal the fleet: everybody can check later that it has not moved."""
    seat = state.seats[me]
    ready = (True, state.ready[1]) if me == 0 else (state.ready[0], True)
    after = replace(state, ready=ready)
    events: tuple[Event, ...] = (IsReady(seat),)
    if after.playing:
        after, turn = _turn(after, 0)
        events = (*events, turn)
    return Step(after, events, sealed={seat: state.fleets[me]})


def _turn(state: State, player: int) -> tuple[State, Turn]:
    shots = min(
        len(state.afloat(player)) if state.salvo else 1,
        state.size**2 - len(state.shots[1 - player]),
    )
    return replace(state, turn=player, left=shots), Turn(state.seats[player], shots)


def _fire(state: State, me: int, square: int) -> Step[State, Event]:
    if not state.ready[me]:
        text = _("Place your fleet first<<, then type: ready|.>>")
        raise Refused(MoveFault.NOT_YOUR_TURN, text)
    if not state.playing:
        raise Refused(MoveFault.NOT_YOUR_TURN, "Wait: the other fleet is still being placed.")
    if state.turn != me:
        raise Refused(MoveFault.NOT_YOUR_TURN, "It isn't your turn to fire.")
    other = 1 - me
    name = name_of(square, state.size)
    if square in state.shots[other]:
        raise illegal(f"There was a shot at {name} before. Choose another.")
    shots = state.shots[other] | {square}
    both = (shots, state.shots[1]) if other == 0 else (state.shots[0], shots)
    after = replace(state, shots=both, left=state.left - 1)
    ship = next((ship for ship in state.fleets[other] if square in ship), ())
    sunk = bool(ship) and shots.issuperset(ship)
    result = "sunk" if sunk else "hit" if ship else "miss"
    events: list[Event] = [Fired(state.seats[me], name, result, len(ship) if sunk else 0)]
    if after.winner is not None:
        events.append(Ended(after.winner, None))
    elif not after.left:
        after, turn = _turn(after, other)
        events.append(turn)
    return Step(after, tuple(events))
