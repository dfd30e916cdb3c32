"""Hunt: who may know what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from parlour import Seat, Viewer, Views
from tests.games.hunt.state import Event, Hid, Noted, State


@dataclass(frozen=True)
class View:
    """The position as one viewer may know it."""

    me: Seat | None
    top: int
    turn: Seat | None
    hidden: tuple[Seat, ...]
    """Whose numbers are hidden and not found."""
    ruled_out: Mapping[Seat, Sequence[int]]
    mine: int | None = field(repr=False)
    note: str | None = field(repr=False)


class HuntViews(Views[State, Event, View, Event]):
    """A number is its player's own, and so are their notes."""

    def look(self, state: State, viewer: Viewer) -> View:
        """What is public, and what is the viewer's own."""
        me = viewer if isinstance(viewer, int) else None
        return View(
            me=me,
            top=state.top,
            turn=None if state.hiding else state.turn,
            hidden=tuple(seat for seat in state.active if seat in state.numbers),
            ruled_out={seat: sorted(state.ruled_out[seat]) for seat in state.seats},
            mine=None if me is None else state.numbers.get(me),
            note=None if me is None else state.notes.get(me),
        )

    def hear(self, event: Event, viewer: Viewer) -> Event | None:
        """Others hear that a number is hidden, and nothing of notes."""
        if isinstance(event, Hid) and event.seat != viewer:
            return replace(event, number=None)
        if isinstance(event, Noted) and event.seat != viewer:
            return None
        return event

    def may_look_up(self, state: State, viewer: Viewer, word: str) -> bool:
        """Not while everybody thinks of a number."""
        return not state.hiding

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        """Other numbers that fit what was answered, and other notes."""
        numbers: dict[Seat, int] = {}
        for seat, number in state.numbers.items():
            could = [n for n in range(1, state.top + 1) if n not in state.ruled_out[seat]]
            open_to_all = seat == viewer or seat in state.out
            numbers[seat] = number if open_to_all else rng.choice(could)
        notes = {seat: words if seat == viewer else "?" for seat, words in state.notes.items()}
        return replace(state, numbers=numbers, notes=notes)
