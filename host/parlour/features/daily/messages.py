"""What people read of the game of the day."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from parlour.language import Form, _
from parlour.wire.messages import Answer


class DailyRow(Answer, frozen=True, kw_only=True, gc=False):
    """A result of the game of the day."""

    place: int
    """The place, from 1; equal points share it."""
    name: str
    """The name of the player when they played."""
    points: int
    """Their points."""

    def lines(self, form: Form) -> Sequence[str]:
        return (
            _("{place:>4} {name} {points}", place=self.place, name=self.name, points=self.points),
        )


class DailyTable(Answer, frozen=True, kw_only=True, gc=False):
    """The end of the results of the game of the day."""

    unsent: ClassVar[tuple[str, ...]] = ("what",)
    count: int
    """How many results came. None come before you have tried."""
    day: str
    """The day (UTC), such as `2026-11-26`."""
    tried: bool
    """You have had your try."""
    players: int
    """How many players have begun a try."""
    what: tuple[str, ...]

    def lines(self, form: Form) -> Sequence[str]:
        return self.what
