"""Who may read what: your own lines, and the one above the line that you write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from folded.state import Event, Line, Paper, State, Write, Wrote
from parlour import Seat, Viewer, Views

WORDS = ("a", "lamp", "sailor", "the", "slowly", "sang", "moon", "under", "her", "yellow", "shoe")


@dataclass(frozen=True)
class View:
    """What a viewer knows of the game."""

    round: int
    """The round, from 1."""
    rounds: int
    """How many lines a story has."""
    written: tuple[Seat, ...]
    """Who has written in this round."""
    waits: tuple[Seat, ...]
    """Who has not."""
    above: str
    """The line above the one that you write; empty on a blank paper and for a watcher."""
    mine: str
    """What you have written in this round; empty before that."""
    papers: tuple[Paper, ...]
    """The stories, when the game is over; none before."""


class FoldedViews(Views[State, Event, View, Event]):
    """Nobody reads a story before its end."""

    def look(self, state: State, viewer: Viewer) -> View:
        """Show the line above to the player who writes below it."""
        lines = state.lines
        return View(
            min(state.round + 1, state.rounds),
            state.rounds,
            lines.chosen,
            () if state.over else lines.waiting,
            state.above(viewer),
            lines.of(viewer) or "",
            state.papers if state.over else (),
        )

    def hear(self, event: Event, viewer: Viewer) -> Event:
        """Keep a line for the player who wrote it."""
        if isinstance(event, Wrote) and event.seat != viewer:
            return replace(event, line=None)
        return event

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        """Write other lines where the viewer has not read."""
        if state.over:
            return state
        known = state.known(viewer)
        papers = tuple(
            tuple(
                line if (number, place) in known else Line(line.seat, _nonsense(rng))
                for place, line in enumerate(paper)
            )
            for number, paper in enumerate(state.papers)
        )
        lines = state.lines.redrawn(viewer, lambda _: _nonsense(rng))
        return replace(state, papers=papers, lines=lines)

    def variants(self, state: State, seat: Seat, move: Write, rng: Random) -> Sequence[Write]:
        """Return other lines: only the next player will see a difference."""
        return [Write(_nonsense(rng)) for _ in range(3)]


def _nonsense(rng: Random) -> str:
    return " ".join(rng.choices(WORDS, k=rng.randint(1, 12)))
