"""Who may know what: the speakers know the key, all others what is uncovered."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from codewords.state import Event, State
from parlour import Seat, Viewer, Views


@dataclass(frozen=True)
class ClueView:
    """A clue."""

    team: int
    """0: Red, 1: Blue."""
    word: str
    """The word."""
    number: int
    """For how many words it was given."""


@dataclass(frozen=True)
class View:
    """The position as one viewer may know it."""

    me: Seat | None
    """Your seat; null for a watcher."""
    teams: tuple[tuple[Seat, ...], tuple[Seat, ...]]
    """The players of Red and of Blue who are here."""
    speakers: tuple[Seat, Seat]
    """Who gives the clues of Red and of Blue."""
    words: tuple[str, ...]
    """The board, row by row."""
    key: tuple[str | None, ...] = field(repr=False)
    """Whose each word is: `red`, `blue`, `grey` or `trap`; null if you don't know."""
    covered: tuple[bool, ...]
    """Which words nobody has picked yet."""
    left: tuple[int, int]
    """How many words each team still has to find."""
    team: int
    """Whose turn it is."""
    clue: ClueView | None
    """The clue of this turn."""
    picks: int
    """Words picked in this turn."""
    clues: tuple[ClueView, ...]
    """All clues so far."""
    winner: int | None
    """The team that has won."""


class CodeWordsViews(Views[State, Event, View, Event]):
    """The key is hidden from all but the speakers."""

    def look(self, state: State, viewer: Viewer) -> View:
        """Return the position; with the whole key for speakers and after the game."""
        sees = _sees(state, viewer)
        me = viewer if isinstance(viewer, int) else None
        clue = state.clue
        return View(
            me,
            (state.players(0), state.players(1)),
            state.speakers,
            state.words,
            tuple(
                kind if sees or at in state.found else None for at, kind in enumerate(state.key)
            ),
            tuple(at not in state.found for at in range(len(state.words))),
            (state.left(0), state.left(1)),
            state.team,
            None if clue is None else ClueView(state.team, clue.word, clue.number),
            state.picks,
            tuple(ClueView(*clue) for clue in state.clues),
            state.winner,
        )

    def hear(self, event: Event, viewer: Viewer) -> Event:
        """Return the event: everything that is said is public."""
        return event

    def may_talk(self, state: State, viewer: Viewer) -> bool:
        """Keep the speakers silent until the game is over."""
        return state.winner is not None or viewer not in state.speakers

    def channel(self, state: State, seat: Seat, name: str) -> tuple[Seat, ...]:
        """Let those who pick for a team talk among themselves."""
        team = state.seats.index(seat) % 2 if seat in state.seats else 0
        pickers = state.pickers(team)
        return pickers if seat in pickers and state.winner is None else ()

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        """Deal the key of the words that are still covered again.

        The result depends on nothing that the viewer does not know.
        """
        if _sees(state, viewer):
            return state
        rest = sorted(kind for at, kind in enumerate(state.key) if at not in state.found)
        rng.shuffle(rest)
        key = tuple(kind if at in state.found else rest.pop() for at, kind in enumerate(state.key))
        return replace(state, key=key)


def _sees(state: State, viewer: Viewer) -> bool:
    is_speaker = viewer in state.speakers and viewer not in state.gone
    return is_speaker or state.winner is not None
