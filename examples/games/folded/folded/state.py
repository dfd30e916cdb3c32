"""Papers that go round, and what everybody knows of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

import msgspec

from parlour import SPECTATOR, Heard, NumberOption, Options, Seat, Viewer
from parlour.parts import SecretChoice

LONGEST: Final = 90
"""Characters of a line: all stories of six players with six lines each must fit into a scene."""


class FoldedOptions(Options):
    """What a table can choose."""

    lines = NumberOption("lines", "lines of each story", 4, 2, 6)
    seconds = NumberOption("seconds", "seconds for each line; 0: no clock", 120, 0, 600)


class Write(msgspec.Struct, frozen=True, tag="write"):
    """Write the next line of the paper in your hand."""

    line: str

    def __repr__(self) -> str:
        """Say nothing of the line: nobody else may read it before the end."""
        return "Write()"


@dataclass(frozen=True)
class Line:
    """A line of a story."""

    seat: Seat
    """Who wrote it."""
    text: str = field(repr=False)
    """What they wrote."""


Paper: TypeAlias = tuple[Line, ...]
"""A story, the first line first."""


@dataclass(frozen=True)
class State:
    """The position. Paper n begins with the n-th seat, and goes to the next seat in each round."""

    seats: tuple[Seat, ...]
    rounds: int
    turn_ms: int
    papers: tuple[Paper, ...]
    """The lines of the rounds before."""
    lines: SecretChoice[str]
    """The lines of this round."""
    round: int = 0
    """The round, from 0. After the last one everything is unfolded."""
    due: int | None = None

    @property
    def over(self) -> bool:
        """All lines are written, or at most one player is left."""
        return self.round == self.rounds or len(self.lines.seats) < 2

    def in_hand(self, seat: Seat) -> int:
        """Return the number of the paper that *seat* holds, from 0."""
        return (self.seats.index(seat) - self.round) % len(self.seats)

    def above(self, viewer: Viewer) -> str:
        """Return the line that *viewer* sees: the last one on the paper in their hand."""
        if viewer is SPECTATOR or viewer not in self.lines.seats or self.over:
            return ""
        paper = self.papers[self.in_hand(viewer)]
        return paper[-1].text if paper else ""

    def known(self, viewer: Viewer) -> frozenset[tuple[int, int]]:
        """Return the lines that *viewer* knows, as paper and place: their own, and those above."""
        own = {
            (number, place)
            for number, paper in enumerate(self.papers)
            for place, line in enumerate(paper)
            if line.seat == viewer
        }
        above = {(number, place - 1) for number, place in own}
        if viewer is not SPECTATOR and viewer in self.lines.seats:
            number = self.in_hand(viewer)
            above.add((number, len(self.papers[number]) - 1))
        return frozenset(own | above)


@dataclass(frozen=True)
class Wrote(Heard):
    """A player has written a line."""

    seat: Seat
    """Who."""
    line: str | None = field(repr=False)
    """The line, for the player alone; null for all others."""


@dataclass(frozen=True)
class Passed(Heard):
    """The papers go to the next player."""

    round: int
    """The round that begins, from 1."""


@dataclass(frozen=True)
class Unfolded(Heard):
    """The game is over, and everybody reads the stories."""

    papers: tuple[Paper, ...]
    """All of them; one that nobody has written on is empty."""


Event: TypeAlias = Wrote | Passed | Unfolded
