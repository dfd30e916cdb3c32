"""Controls, orders, moves, events and the position."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeAlias

import msgspec

from parlour import Heard, NumberOption, Options, Seat

CONTROLS: Final = (
    *("burner", "rudder", "lantern", "anchor", "valve", "bell", "pump", "sail", "winch"),
    *("ballast", "whistle", "wheel", "boiler", "flap", "hatch", "chain", "mirror", "bellows"),
)
EACH: Final = 3
"""Controls of each player."""
SETTINGS: Final = 5
HEIGHT: Final = 5
"""The height at the start, and the most."""
MILES: Final = 8
"""How many orders the crew must carry out for each of its members."""


class AirshipOptions(Options):
    """What a table may choose."""

    order_seconds = NumberOption("order_seconds", "seconds to carry out an order", 30, 2, 120)


class Set(msgspec.Struct, frozen=True, tag="set"):
    """Set one of your controls."""

    control: str
    setting: int


class Call(msgspec.Struct, frozen=True, tag="call"):
    """Call your order out, so that everybody hears it."""


Move: TypeAlias = Set | Call


@dataclass(frozen=True)
class Control:
    """A control of the ship: everybody sees it."""

    name: str
    seat: Seat
    setting: int


@dataclass(frozen=True)
class Shared(Heard):
    """The controls are shared out: at the start, and when somebody has left."""

    controls: tuple[Control, ...]
    """All of them, with their settings now."""


@dataclass(frozen=True)
class Ordered(Heard):
    """A player has a new order. Only they know what it is."""

    seat: Seat
    """Whose order."""
    seconds: int
    """How long they have."""
    control: str | None = field(repr=False)
    """For the player alone: what must be set."""
    setting: int | None = field(repr=False)
    """For the player alone: to which number."""


@dataclass(frozen=True)
class Called(Heard):
    """A player calls an order out."""

    seat: Seat
    """Whose order."""
    control: str
    """What must be set."""
    setting: int
    """To which number."""


@dataclass(frozen=True)
class WasSet(Heard):
    """A control is set."""

    seat: Seat
    """Who set it."""
    control: str
    """Which."""
    setting: int
    """To which number."""
    order_of: Seat | None
    """Whose order that was; null: nobody's."""
    miles: int
    """How far the ship has come."""


@dataclass(frozen=True)
class Missed(Heard):
    """An order was not carried out in time, and the ship sinks."""

    seat: Seat
    """Whose order."""
    control: str
    """What should have been set."""
    setting: int
    """To which number."""
    height: int
    """The height of the ship now."""


@dataclass(frozen=True)
class Gone(Heard):
    """A player has left. The others share the controls."""

    seat: Seat
    """Who."""


@dataclass(frozen=True)
class Ended(Heard):
    """The flight is over."""

    landed: bool
    """The ship has arrived; else it has crashed."""
    miles: int
    """How far it came."""


Event: TypeAlias = Shared | Ordered | Called | WasSet | Missed | Gone | Ended


@dataclass(frozen=True)
class Order:
    """What somebody must see done."""

    seat: Seat
    due: int
    control: str = field(repr=False)
    setting: int = field(repr=False)
    called: bool = False
    """Everybody has heard it."""


@dataclass(frozen=True)
class State:
    """The position."""

    seats: tuple[Seat, ...]
    """The crew that is aboard."""
    crew: tuple[Seat, ...]
    """The crew that began."""
    seconds: int
    controls: tuple[Control, ...]
    orders: tuple[Order, ...] = ()
    """One for each of `seats`."""
    miles: int = 0
    height: int = HEIGHT

    @property
    def goal(self) -> int:
        """How many miles it is."""
        return MILES * len(self.crew)

    @property
    def landed(self) -> bool:
        """The ship has arrived."""
        return self.miles >= self.goal

    @property
    def over(self) -> bool:
        """The ship has arrived or crashed, or nobody is aboard."""
        return self.landed or not self.height or not self.seats

    def order_of(self, seat: Seat) -> Order | None:
        """Return the order of a player."""
        return next((order for order in self.orders if order.seat == seat), None)


def draw_order(
    seat: Seat, due: int, controls: tuple[Control, ...], others: tuple[Order, ...], rng: Random
) -> Order:
    """Return an order for a control that no other order is for, and that must change."""
    taken = {order.control for order in others}
    control = rng.choice([each for each in controls if each.name not in taken])
    setting = rng.choice([n for n in range(1, SETTINGS + 1) if n != control.setting])
    return Order(seat, due, control.name, setting)
