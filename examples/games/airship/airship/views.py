"""Who may know what: an order belongs to its player until they call it out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from airship.state import Event, Missed, Order, Ordered, State, draw_order
from parlour import Seat, Viewer, Views


@dataclass(frozen=True)
class ControlView:
    """A control of the ship."""

    name: str
    """What it is called."""
    seat: Seat
    """Whose it is."""
    setting: int
    """How it is set, 1 to 5."""


@dataclass(frozen=True)
class OrderView:
    """An order, as far as the viewer knows it."""

    seat: Seat
    """Whose it is."""
    due: int
    """The table time in ms by which it must be carried out."""
    called: bool
    """Everybody has heard it."""
    control: str | None = field(repr=False)
    """What must be set; null if you don't know."""
    setting: int | None = field(repr=False)
    """To which number; null if you don't know."""


@dataclass(frozen=True)
class View:
    """The position as one viewer may know it."""

    seats: tuple[Seat, ...]
    """The crew."""
    controls: tuple[ControlView, ...]
    """All controls."""
    orders: tuple[OrderView, ...]
    """An order for each of the crew."""
    miles: int
    """How far the ship has come."""
    goal: int
    """How far it must go."""
    height: int
    """How high it is. At 0 it has crashed."""
    over: bool
    """The flight is over."""


class AirshipViews(Views[State, Event, View, Event]):
    """Orders are hidden until they are called."""

    def look(self, state: State, viewer: Viewer) -> View:
        """Return the position with the viewer's own order."""
        return View(
            state.seats,
            tuple(ControlView(each.name, each.seat, each.setting) for each in state.controls),
            tuple(_seen(order, viewer) for order in state.orders),
            state.miles,
            state.goal,
            state.height,
            state.over,
        )

    def hear(self, event: Event, viewer: Viewer) -> Event:
        """Return the event. Only its player learns what an order is."""
        if isinstance(event, Ordered) and event.seat != viewer:
            return replace(event, control=None, setting=None)
        return event

    def reveals(self, event: Event, viewer: Viewer) -> Missed | None:
        """Return an order that nobody has carried out: everybody hears of it, and it is gone."""
        return event if isinstance(event, Missed) else None

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        """Draw the orders that the viewer does not know again.

        The result depends on nothing that the viewer does not know.
        """
        known = tuple(order for order in state.orders if order.called or order.seat == viewer)
        drawn = {order.seat: order for order in known}
        for order in state.orders:
            if order.seat not in drawn:
                others = tuple(drawn.values())
                new = draw_order(order.seat, order.due, state.controls, others, rng)
                drawn[order.seat] = new
        return replace(state, orders=tuple(drawn[order.seat] for order in state.orders))


def _seen(order: Order, viewer: Viewer) -> OrderView:
    knows = order.called or order.seat == viewer
    return OrderView(
        order.seat,
        order.due,
        order.called,
        order.control if knows else None,
        order.setting if knows else None,
    )
