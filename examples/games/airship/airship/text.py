"""What people type and read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from airship.rules import DIAL
from airship.state import (
    HEIGHT,
    SETTINGS,
    Call,
    Called,
    Control,
    Ended,
    Event,
    Gone,
    Missed,
    Move,
    Ordered,
    Set,
    Shared,
    WasSet,
)
from airship.views import ControlView, OrderView, View
from parlour import (
    Block,
    Catalogue,
    Cell,
    Grid,
    Meter,
    MoveFault,
    Prompt,
    Reader,
    Refused,
    Row,
    Scene,
    Seat,
    Text,
    TextUI,
    enumerated,
    joined,
    wrapped,
)

_: Final = Catalogue()
"""For sentences that say what to type: a reader who taps reads them without it."""


class AirshipText(TextUI[Move, View, Event]):
    """A panel for each of the crew."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        """Read a control and a number: the beginning of its name is enough."""
        words = rest.lower().removeprefix(f"{verb} ").split()
        if verb != DIAL.name or words == ["call"]:
            if words and verb != DIAL.name:
                raise Refused(MoveFault.MALFORMED, _("<<Type one word: call>>"))
            return Call()
        if len(words) != 2 or not (words[1].isascii() and words[1].isdecimal()):
            text = _(
                "<<Type|Set>> one of your controls <<and|to>> a number from 1 to 5"
                "<<: CONTROL NUMBER|.>>"
            )
            raise Refused(MoveFault.MALFORMED, text)
        own = [each.name for each in view.controls if reader.is_me(each.seat)]
        name = next((name for name in own if name.startswith(words[0])), words[0])
        return Set(name, int(words[1][:3]))

    def draw(self, view: View, reader: Reader) -> Scene:
        """Draw the panels, the height, and the orders that the reader knows."""
        ordered = {order.control: order for order in view.orders if order.control is not None}
        controls = sorted(view.controls, key=lambda each: (not reader.is_me(each.seat), each.seat))
        rows = tuple(_panel(each, ordered.get(each.name), view, reader) for each in controls)
        status = _now(view, reader)
        blocks: list[Block] = [
            Text.of(status, "strong", plain_only=True),
            Meter("Height", view.height, HEIGHT, "hot" if view.height < 3 else ""),
            Meter("Miles", view.miles, view.goal),
            Text(),
        ]
        if rows:
            blocks.append(Grid("Controls", rows))
        return Scene(tuple(blocks), "Airship", status=status)

    def say(self, heard: Event, reader: Reader) -> Sequence[str]:
        """Say what happened."""
        if isinstance(heard, Shared):
            return _shared(heard.controls, reader)
        text = _said(heard, reader)
        return wrapped(text, reader) if text else ()

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        """Say what the reader's order is."""
        order = next(order for order in view.orders if reader.is_me(order.seat))
        owner = next(each.seat for each in view.controls if each.name == order.control)
        if reader.is_me(owner):
            text = _("It is yours<<: {control} {setting}|.>>")
            how: str = text.filled(control=order.control, setting=order.setting)
        elif order.called:
            how = f"{reader.name(owner)} has heard it."
        else:
            text = _("It is {name}'s. Tell them, or <<type: call|call it out.>>")
            how = text.filled(name=reader.name(owner))
        return wrapped(joined((_order(order), how)), reader)


def _panel(control: ControlView, order: OrderView | None, view: View, reader: Reader) -> Row:
    """Return a control with all its settings. A known order for it is marked.

    A tap anywhere on one of the reader's own controls picks it.
    """
    mine = reader.is_me(control.seat)
    cells = tuple(
        Cell(
            str(n),
            "strong" if n == control.setting else "hot" if order and order.setting == n else "dim",
            framed=n == control.setting,
            types=f"dial {control.name} {n}" if mine else "",
            kind="tile" if n == control.setting else "",
            value=control.name if mine and not view.over else "",
        )
        for n in range(1, SETTINGS + 1)
    )
    label = control.name if mine else f"{reader.name(control.seat)}: {control.name}"
    mark = "" if order is None else f"<- {order.setting}"
    return Row(cells, label, mark=mark, style="mine" if mine else "", seat=control.seat)


def _now(view: View, reader: Reader) -> str:
    if not view.over:
        own = next((each for each in view.orders if reader.is_me(each.seat)), None)
        return _order(own) if own is not None else "The crew carries out its orders."
    return "The ship has arrived." if view.miles >= view.goal else "The ship has crashed."


def _shared(controls: Sequence[Control], reader: Reader) -> Sequence[str]:
    """Say which controls everybody has, the reader's own first."""
    held: dict[Seat, list[str]] = {}
    for each in controls:
        held.setdefault(each.seat, []).append(f"{each.name} {each.setting}")
    lines: list[str] = []
    for seat in sorted(held, key=lambda seat: (not reader.is_me(seat), seat)):
        whose = "Your controls" if reader.is_me(seat) else reader.name(seat)
        lines += wrapped(f"{whose}: {enumerated(held[seat])}.", reader)
    return lines


def _said(heard: Ordered | Called | WasSet | Missed | Gone | Ended, reader: Reader) -> str:
    match heard:
        case Ordered(_, _, None, _):
            return ""
        case Ordered(_, seconds, control, setting):
            return f"Your order, for the next {seconds} seconds: {control} to {setting}."
        case Called(seat, control, setting):
            return f"{_who(seat, reader, 'call')}: {control} to {setting}!"
        case WasSet(seat, control, setting, of, miles):
            what = f"{_who(seat, reader, 'set')} the {control} to {setting}"
            if of is None:
                return f"{what}."
            order = "your" if reader.is_me(of) else f"{reader.name(of)}'s"
            return f"{what}: {order} order. Mile {miles}."
        case Missed(seat, control, setting, height):
            whose = "Your" if reader.is_me(seat) else f"{reader.name(seat)}'s"
            return f"{whose} order was missed: {control} to {setting}. Height {height}."
        case Gone(seat):
            return f"{reader.name(seat)} has left. The others share the controls."
        case Ended(True, miles):
            return f"You have arrived after {miles} miles!"
        case Ended(_, miles):
            return f"The ship has crashed after {miles} miles."


def _who(seat: Seat, reader: Reader, verb: str) -> str:
    return f"You {verb}" if reader.is_me(seat) else f"{reader.name(seat)} {verb}s"


def _order(order: OrderView) -> str:
    """Return the reader's own order, in words."""
    return f"Your order: {order.control} to {order.setting}."
