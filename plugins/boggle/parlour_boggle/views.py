"""Who may know what: the only door through which anything leaves (rules page, 2.5).

`resample` draws positions that one viewer cannot tell apart, for the tests of blindness. A twin
differs in everything the viewer may not know: the words on the lists of the others, how many there
are, their order, and what they sent twice or too late. Some of these words are on the viewer's own
list too, because nobody may notice that either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, get_args

from msgspec.structs import replace

from parlour import Seat, Spectator, Viewer, Views
from parlour_boggle.board import Rows, cube_of, rows_of, shortest
from parlour_boggle.heard import BoggleHeard, Event, Noted, Public, Taken
from parlour_boggle.judging import grouped, judged
from parlour_boggle.options import Terms
from parlour_boggle.state import (
    LIST_MAX,
    Graded,
    Group,
    Phase,
    Reading,
    Sheet,
    State,
    Verdict,
    Written,
)

_INVENTED = 8
"""Words that nobody has, beside those that somebody has."""


def resample(state: State, viewer: Viewer, rng: Random) -> State:
    """Return a position that looks the same to *viewer* and differs in what they can't see."""
    if not state.in_round:
        return state
    known = {written.word: written for sheet in state.sheets for written in sheet.words}
    for _ in range(_INVENTED):
        written = _invented(state, rng)
        known.setdefault(written.word, written)
    pool = list(known.values())
    return replace(
        state,
        sheets=tuple(
            sheet
            if seat == viewer or seat not in state.writers
            else _other(state, sheet, pool, rng)
            for seat, sheet in zip(state.seats, state.sheets, strict=True)
        ),
    )


def _invented(state: State, rng: Random) -> Written:
    word = "".join(chr(rng.randrange(97, 123)) for _ in range(rng.randint(3, 7)))
    return judged(state.terms, state.board, None, word)


def _other(state: State, sheet: Sheet, pool: Sequence[Written], rng: Random) -> Sheet:
    """Another sheet than *sheet*, with words of *pool*."""
    while True:
        words = rng.sample(pool, rng.randint(0, min(len(pool), LIST_MAX)))
        again = [written.word for written in words if rng.random() < 0.2]
        late: list[str] = []
        if state.phase is Phase.CLOSING:
            late = [each.word for each in pool if each not in words and rng.random() < 0.3]
        found = Sheet(tuple(words), tuple(again), tuple(late))
        if found != sheet:
            return found


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
