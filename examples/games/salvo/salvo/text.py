"""What people type and read."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Final

from parlour import (
    Block,
    Catalogue,
    Cell,
    Grid,
    MoveFault,
    Prompt,
    Reader,
    Refused,
    Row,
    Scene,
    Seat,
    Spectator,
    Text,
    TextUI,
    count,
    enumerated,
    joined,
    lines_for,
)
from salvo.rules import FIRE, PLACE, READY, SHUFFLE, WAYS
from salvo.state import (
    HIT,
    SUNK,
    WATER,
    Ended,
    Event,
    Fire,
    Fired,
    IsReady,
    Move,
    Place,
    Placed,
    Ready,
    Shuffle,
    Turn,
    name_of,
    names,
)
from salvo.views import View

_: Final = Catalogue()
"""For sentences that say what to type: a reader who taps reads them without it."""
SHIP = "="
WHAT = {"miss": "Only water.", "hit": "A hit!"}


class SalvoText(TextUI[Move, View, Event]):
    """Two seas side by side, and short sentences."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        """Read a move."""
        words = rest.lower().removeprefix(f"{verb} ").split()
        if verb == FIRE.name and len(words) == 1:
            return Fire(_square(words[0], view.size))
        if verb == PLACE.name and len(words) == 3 and words[0].isdecimal() and words[2] in WAYS:
            down = words[2] == "down"
            return Place(int(words[0][:4]), _square(words[1], view.size), down)
        if verb in (SHUFFLE.name, READY.name) and not words:
            return Shuffle() if verb == SHUFFLE.name else Ready()
        how = {PLACE.name: PLACE.usage, FIRE.name: FIRE.usage}.get(verb, verb)
        raise Refused(MoveFault.MALFORMED, _("<<Type it like this: {how}>>", how=how))

    def draw(self, view: View, reader: Reader) -> Scene:
        """Draw the other player's sea at the left, and the reader's own at the right.

        While they place ships, only their own.
        """
        mine = 0 if isinstance(reader.viewer, Spectator) else view.seats.index(reader.viewer)
        left, right = (_sea(view, n, reader) for n in (1 - mine, mine))
        own, seas = _grid(view, mine, right, reader), f"Left: {left}. Right: {right}."
        grids: tuple[Block, ...] = (
            _grid(view, 1 - mine, left, reader),
            dataclasses.replace(own, beside=True),
        )
        marks = f"{HIT} hit, {SUNK} sunk, o water, {SHIP} ship"
        if _places(view, mine, reader):
            grids, seas, marks = (own,), f"{own.name}.", "The numbers are those of your ships."
        status = _now(view, reader)
        blocks: tuple[Block, ...] = (
            Text.of(status, "strong", plain_only=True),
            Text.of(seas, plain_only=True),
            Text(),
            *grids,
            Text(),
            Text.of(marks, "dim", plain_only=True),
        )
        return Scene(blocks, "Salvo", view.turn, status, _waits(view))

    def sentence(self, heard: Event, reader: Reader) -> str:
        """Say what happened."""
        match heard:
            case Placed():
                return _("Your fleet is moved. <<To see it, type: look>>")
            case IsReady(seat):
                whose = "Your" if reader.is_me(seat) else f"{reader.name(seat)}'s"
                return f"{whose} fleet is placed."
            case Fired(seat, square, result, length):
                what = WHAT.get(result, f"A ship of {length} sinks!")
                return f"{_who(seat, reader, 'fire')} at {square}. {what}"
            case Turn(seat, shots):
                whose = "your" if reader.is_me(seat) else f"{reader.name(seat)}'s"
                more = f", with {shots} shots" if shots > 1 else ""
                return f"It is {whose} turn{more}."
            case Ended(winner, None):
                return f"The whole fleet is sunk. {_who(winner, reader, 'win')}."
            case Ended(winner, _):
                return f"{_who(winner, reader, 'win')}, because the other player has left."

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        """Show both seas, and say what to type."""
        seas = self.draw(view, reader).blocks[1:]
        if view.turn is not None:
            shots = f"{count(view.shots, 'shot')}." if view.shots > 1 else ""
            how = _(
                "<<Type a square of the left sea, its row and then its column:"
                "|Fire at a square of {sea}.>>",
                sea=_whose(next(s for s in view.seats if not reader.is_me(s)), reader),
            )
            return lines_for(reader, *seas, joined(("Your turn.", shots, how)))
        own = _ships(view, reader)
        first = own[0].partition(" from ")[2]
        how = _(
            "<<Move a ship: place 1 {first} - New fleet: shuffle - When it is good: done"
            "|Place your fleet.>>",
            first=first,
        )
        ships = "" if reader.taps else f"Your ships: {enumerated(own)}."
        return lines_for(reader, *seas, ships, how)


def _places(view: View, owner: int, reader: Reader) -> bool:
    """Return whether the reader can move the ships of *owner*."""
    return view.turn is None and not view.ready[owner] and reader.is_me(view.seats[owner])


def _ships(view: View, reader: Reader) -> tuple[str, ...]:
    """Return the reader's ships with their numbers."""
    mine = next(n for n, seat in enumerate(view.seats) if reader.is_me(seat))
    return tuple(
        f"{n}: {len(ship)} from {name_of(ship[0], view.size)} {WAYS[ship[1] - ship[0] > 1]}"
        for n, ship in enumerate(view.fleets[mine] or (), 1)
    )


def _square(word: str, size: int) -> int:
    square = names(size).get(word)
    if square is None:
        last = name_of(size**2 - 1, size)
        raise Refused(MoveFault.MALFORMED, f"Squares are named a1 to {last}.")
    return square


def _waits(view: View) -> tuple[Seat, ...]:
    """Return who fires, or who still places ships."""
    if view.turn is not None:
        return (view.turn,)
    if view.winner is not None:
        return ()
    return tuple(s for s, ready in zip(view.seats, view.ready, strict=True) if not ready)


def _grid(view: View, owner: int, name: str, reader: Reader) -> Grid:
    """Return the sea of *owner*, with numbers above it and letters before its rows."""
    numbers = tuple(Cell(str(n + 1), "dim") for n in range(view.size))
    squares = [_cell(view, owner, at, reader) for at in range(view.size**2)]
    rows = tuple(
        Row(tuple(squares[at * view.size :][: view.size]), label=letter)
        for at, letter in enumerate("abcdefghi"[: view.size])
    )
    return Grid(f"{name[0].upper()}{name[1:]}", rows, (Row(numbers, role="index"),))


def _cell(view: View, owner: int, square: int, reader: Reader) -> Cell:
    """Return a square: water that nobody has fired at is a back, unless the reader's own."""
    mark, name = view.seas[owner][square], name_of(square, view.size)
    fleet = view.fleets[owner]
    places = _places(view, owner, reader)
    value = name if places else ""
    if mark == WATER:
        ship = next((n for n, ship in enumerate(fleet or (), 1) if square in ship), None)
        if ship is not None:
            shown, says = str(ship) if places else SHIP, f"{name}, ship {ship}"
            face = None if places else ""
            return Cell(shown, "mine", says=says, kind="tile", face=face, value=value)
        if fleet is not None:
            return Cell(WATER, "dim", says=f"{name}, unknown", kind="none", value=value)
        if view.turn is None or reader.viewer != view.turn:
            return Cell(WATER, "dim", says=f"{name}, unknown", kind="back")
        types = f"fire {name}"
        return Cell(WATER, "dim", says=f"{name}, unknown", types=types, kind="back", value=name)
    if mark == SUNK:
        return Cell(SUNK, "bad", says=f"{name}, sunk", kind="tile")
    if mark == HIT:
        return Cell(mark, "hot", says=f"{name}, hit", kind="tile")
    return Cell(mark, says=f"{name}, water", kind="none", face=mark)


def _sea(view: View, owner: int, reader: Reader) -> str:
    """Return whose sea it is, and the ships afloat there."""
    whose = _whose(view.seats[owner], reader)
    ships = ", ".join(map(str, view.afloat[owner]))
    return f"{whose}, ships {ships}" if ships else f"{whose}, no ships"


def _whose(seat: Seat, reader: Reader) -> str:
    return "your sea" if reader.is_me(seat) else f"{reader.name(seat)}'s sea"


def _now(view: View, reader: Reader) -> str:
    if view.winner is not None:
        return f"{_who(view.winner, reader, 'win')}."
    if view.turn is None:
        busy = [seat for seat, ready in zip(view.seats, view.ready, strict=True) if not ready]
        return " ".join(f"{_who(seat, reader, 'place')} ships." for seat in busy)
    return f"{_who(view.turn, reader, 'fire')}."


def _who(seat: Seat, reader: Reader, verb: str) -> str:
    return f"You {verb}" if reader.is_me(seat) else f"{reader.name(seat)} {verb}s"
