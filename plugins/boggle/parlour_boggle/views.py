"""Who may know what: the only door through which anything leaves (rules page, 2.5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final, get_args

from parlour import Seat, Spectator, Viewer, Views
from parlour_boggle.heard import BoggleHeard, Event, Noted, Public, Taken
from parlour_boggle.layout import Rows, cube_of, rows_of
from parlour_boggle.options import Terms
from parlour_boggle.resample import resample
from parlour_boggle.state import Graded, Group, Reading, State, Verdict, Written
from parlour_boggle.worth import shortest
from parlour_boggle.writing import grouped

_PUBLIC: Final = frozenset(get_args(Public))
"""Events that everybody hears as they are. Nobody hears an event that is neither here nor in
`hear`."""
READ_MAX: Final = 8_000
"""Letters of all lists together, each word with three more, up to which a view holds them: half
of a line for a program (16 KiB)."""


@dataclass(frozen=True, slots=True)
class View:
    """The position as one viewer may know it. In a round it shows only who the others are.

    All viewers see the same, except for `me` and `own`.
    """

    me: Seat | None
    """The viewer's seat; None for a watcher."""
    phase: str
    """`finding`, `closing`, `pause` or `over`."""
    round: int
    """The number of the round, from 1."""
    seats: tuple[Seat, ...]
    """The players, in seat order."""
    rows: Rows
    """The board, row by row, one face to a cube."""
    cube: int | None
    """The cell of the challenge cube, counted from 1 row by row; None: not in play."""
    shortest: int
    """The fewest letters that a word may have."""
    own: tuple[Group, ...] | None = field(repr=False)
    """Your own list with what you know of it or, after the round, as it was read out. Null for a
    watcher, and for a player who came too late for this round."""
    totals: tuple[int, ...]
    """The points of all rounds that have been read out, in the order of `seats`."""
    lists: tuple[Graded, ...]
    """After the round: all lists. Empty if they are too long for one line; the events `read` have
    them too."""
    missed: tuple[Group, ...]
    """After the round: up to a dozen words that nobody found, the most common ones."""
    held: tuple[int, int, int] | None
    """After the round: how many words the board had, their points, how many were found."""
    pressed: tuple[Seat, ...]
    """Who wants to go on."""
    gone: tuple[Seat, ...]
    """The players who left for good."""
    terms: Terms
    """The options of the table."""


class BoggleViews(Views[State, Event, View, BoggleHeard]):
    """The board and the totals are public. A list is its writer's until all are read out."""

    def look(self, state: State, viewer: Viewer) -> View:
        """The position as *viewer* may know it."""
        me = None if isinstance(viewer, Spectator) else viewer
        reading = state.reading
        return View(
            me=me,
            phase=state.phase,
            round=state.round,
            seats=state.seats,
            rows=rows_of(state.board),
            cube=cube_of(state.board),
            shortest=shortest(state.board.size),
            own=None if me is None else _own(state, me),
            totals=state.totals,
            lists=() if reading is None else _lists(reading),
            missed=() if reading is None else reading.missed,
            held=None if reading is None else (reading.words, reading.points, reading.found),
            pressed=tuple(sorted(state.pressed)),
            gone=tuple(sorted(state.gone)),
            terms=state.terms,
        )

    def hear(self, event: Event, viewer: Viewer) -> BoggleHeard | None:
        """What *viewer* learns of *event*."""
        if isinstance(event, (Noted, Taken)):
            return event if viewer == event.seat else None
        return event if type(event) in _PUBLIC else None

    def may_look_up(self, state: State, viewer: Viewer, word: str) -> bool:
        """Not in a round: the word list would judge words before time (O-B-4)."""
        return not state.in_round

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        """Another position that looks the same to *viewer*."""
        return resample(state, viewer, rng)


def _own(state: State, me: Seat) -> tuple[Group, ...] | None:
    """Return the list of *me*, as far as they know what it is worth, or None if they have none."""
    if me not in state.writers:
        return None
    if state.reading is not None:
        return next(each.groups for each in state.reading.lists if each.seat == me)
    sheet = state.sheet(me)
    late = (Written(word, Verdict.LATE) for word in sheet.late)
    return tuple(grouped((*sheet.words, *late)))


def _lists(reading: Reading) -> tuple[Graded, ...]:
    words = (word for each in reading.lists for group in each.groups for word in group.words)
    return reading.lists if sum(len(word) + 3 for word in words) <= READ_MAX else ()
