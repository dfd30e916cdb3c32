"""Whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass, replace

from parlour.api import MoveFault, Refused, Seat
from parlour.language import _


@dataclass(frozen=True)
class Turns:
    """The order of play, with players who leave. All of it is public, so a view can have it.

    `Turns(seats, seats[0])` begins with the first player. Each method returns new turns.
    """

    order: tuple[Seat, ...]
    """All players, in the order of play."""
    now: Seat
    """Whose turn it is."""
    gone: frozenset[Seat] = frozenset()
    """Players who have left."""
    backwards: bool = False
    """Play goes the other way round."""

    @property
    def present(self) -> tuple[Seat, ...]:
        """The players who have not left, in the order of `order`."""
        return tuple(seat for seat in self.order if seat not in self.gone)

    def check(self, seat: Seat) -> None:
        """Raise Refused (NOT_YOUR_TURN) unless it is the turn of *seat*."""
        if seat != self.now:
            raise Refused(MoveFault.NOT_YOUR_TURN, _("It isn't your turn."))

    def after(self, seat: Seat | None = None, count: int = 1) -> Seat:
        """Return the player *count* places after *seat*, or after the one whose turn it is.

        Players who have left do not count. *seat* itself may have left, and if nobody else is
        there, it is the next one too.
        """
        at = self.order.index(self.now if seat is None else seat)
        others = [*self.order[at + 1 :], *self.order[:at]]
        if self.backwards:
            others.reverse()
        line = [s for s in (*others, self.order[at]) if s not in self.gone] or [self.order[at]]
        return line[(count - 1) % len(line)]

    def next(self, skip: int = 0) -> Turns:
        """Pass the turn on, over the heads of *skip* players."""
        return replace(self, now=self.after(count=skip + 1))

    def to(self, seat: Seat) -> Turns:
        """Give the turn to *seat*."""
        return replace(self, now=seat)

    def reversed(self) -> Turns:
        """Turn the direction of play round. It is still the same player's turn."""
        return replace(self, backwards=not self.backwards)

    def leave(self, seat: Seat) -> Turns:
        """Go on without *seat*. If it was their turn, it is the next player's."""
        left = replace(self, gone=self.gone | {seat})
        return left.next() if seat == self.now else left

    def join(self, seat: Seat) -> Turns:
        """Let somebody play for *seat* again."""
        return replace(self, gone=self.gone - {seat})
