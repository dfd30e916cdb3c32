"""What may happen: everybody acts at any time, and the clock runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from airship.state import (
    CONTROLS,
    EACH,
    SETTINGS,
    AirshipOptions,
    Called,
    Control,
    Ended,
    Event,
    Gone,
    Missed,
    Move,
    Order,
    Ordered,
    Set,
    Shared,
    State,
    WasSet,
    draw_order,
)
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

DIAL: Final = Verb("dial", "dial CONTROL NUMBER", "set one of your controls, 1 to 5", label="Set")
CALL: Final = Verb("call", "call", "call your order out to the whole crew", label="Call it out")
VERBS: Final = (DIAL, CALL)


class AirshipRules(Rules[State, Move, Event]):
    """A crew of two to six."""

    def start(self, setup: Setup[AirshipOptions], ctx: Context) -> Step[State, Event]:
        """Give everybody three controls and an order."""
        seats, rng = setup.seats, ctx.rng
        names = rng.sample(CONTROLS, EACH * len(seats))
        controls = tuple(
            Control(name, seats[at // EACH], rng.randint(1, SETTINGS))
            for at, name in enumerate(names)
        )
        state = State(seats, seats, setup.options.order_seconds, controls)
        return _with_orders(state, seats, [Shared(controls)], ctx)

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        """Let everybody act at any time."""
        if state.over:
            return {}
        return {order.seat: _prompt(state, order) for order in state.orders}

    def deadline(self, state: State) -> int | None:
        """Return the time at which the first order runs out."""
        return None if state.over else min(order.due for order in state.orders)

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        """Set a control, or call an order out."""
        order = state.order_of(seat)
        if order is None:
            raise illegal("You are not aboard.")
        if isinstance(move, Set):
            return _set(state, seat, move, ctx)
        if order.called:
            raise illegal("You have called your order already.")
        orders = tuple(replace(o, called=o.called or o == order) for o in state.orders)
        return Step(replace(state, orders=orders), (Called(seat, order.control, order.setting),))

    def time_up(self, state: State, ctx: Context) -> Step[State, Event]:
        """Let the ship sink for each order that was not carried out."""
        late = [order for order in state.orders if order.due <= ctx.now]
        events: list[Event] = []
        for order in late[: state.height]:
            state = replace(state, height=state.height - 1)
            events.append(Missed(order.seat, order.control, order.setting, state.height))
        return _with_orders(state, [order.seat for order in late], events, ctx)

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """Share the controls of a player who has left."""
        seats = tuple(other for other in state.seats if other != seat)
        events: list[Event] = [Gone(seat)]
        if not seats:
            return Step(replace(state, seats=(), orders=()), (*events, Ended(False, state.miles)))
        shared = iter(seats * EACH * len(state.crew))
        controls = tuple(
            replace(each, seat=next(shared)) if each.seat == seat else each
            for each in state.controls
        )
        orders = tuple(order for order in state.orders if order.seat != seat)
        events.append(Shared(controls))
        return Step(replace(state, seats=seats, controls=controls, orders=orders), tuple(events))


class AirshipScoring(Scoring[State]):
    """All win together, or nobody does."""

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Return the miles, the same for all."""
        return dict.fromkeys(state.crew, state.miles)

    def winners(self, state: State) -> frozenset[Seat]:
        """Return the crew, if it has arrived."""
        return frozenset(state.seats if state.landed else ())

    def sides(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Return the crew: it is one team, so nobody's rating changes."""
        return (state.crew,)


def _prompt(state: State, order: Order) -> Prompt:
    own = tuple(each.name for each in state.controls if each.seat == order.seat)
    args = ChoiceArg("control", own), IntArg("number", 1, SETTINGS)
    call = () if order.called else (MoveSpec(CALL),)
    return Prompt((MoveSpec(DIAL, args), *call), DIAL.name, order.due, urgent=False)


def _set(state: State, seat: Seat, move: Set, ctx: Context) -> Step[State, Event]:
    control = next((each for each in state.controls if each.name == move.control), None)
    if control is None or control.seat != seat:
        raise illegal(f"{move.control[:8]} is not one of your controls.")
    if not 1 <= move.setting <= SETTINGS:
        raise illegal(f"Set it to a number from 1 to {SETTINGS}.")
    new = replace(control, setting=move.setting)
    done = next(
        (o for o in state.orders if (o.control, o.setting) == (move.control, move.setting)), None
    )
    controls = tuple(new if each == control else each for each in state.controls)
    state = replace(state, controls=controls, miles=state.miles + (done is not None))
    whose = None if done is None else done.seat
    events: list[Event] = [WasSet(seat, move.control, move.setting, whose, state.miles)]
    if done is None:
        return Step(state, tuple(events))
    return _with_orders(state, [done.seat], events, ctx)


def _with_orders(
    state: State, seats: Iterable[Seat], events: list[Event], ctx: Context
) -> Step[State, Event]:
    """Give these players new orders, unless the flight is over."""
    if state.over:
        return Step(state, (*events, Ended(state.landed, state.miles)))
    due = ctx.now + state.seconds * 1000
    for seat in seats:
        others = tuple(order for order in state.orders if order.seat != seat)
        order = draw_order(seat, due, state.controls, others, ctx.rng)
        state = replace(state, orders=(*others, order))
        events.append(Ordered(seat, state.seconds, order.control, order.setting))
    return Step(state, tuple(events))
