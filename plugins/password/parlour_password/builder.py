"""The position while one entry is worked out.

A `Builder` is made from a frozen state at the start of a step, is given one frozen state after
the other by the rules, and never outlives the step. A refused move drops it unused.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from parlour import Context, Seat, Step
from parlour_password.heard import Event
from parlour_password.state import State

MS_PER_S: Final = 1000


class Builder:
    """The position so far, with the time, the luck and the events of its step."""

    __slots__ = ("ctx", "events", "state")

    def __init__(self, state: State, ctx: Context) -> None:
        self.state = state
        self.ctx = ctx
        self.events: list[Event] = []

    def step(self) -> Step[State, Event]:
        """The next state and what happened on the way."""
        return Step(self.state, tuple(self.events))

    def tell(self, event: Event) -> None:
        """Add *event* to what happened."""
        self.events.append(event)

    def after(self, seconds: int) -> int | None:
        """The table time in so many *seconds*; 0 means no clock (G-6)."""
        return self.ctx.now + seconds * MS_PER_S if seconds else None

    def book(self, seats: tuple[Seat, ...], points: int) -> None:
        """Add *points* to the score of each of *seats* (R-W-12)."""
        state = self.state
        scores = tuple(
            score + points if seat in seats else score
            for seat, score in zip(state.seats, state.scores, strict=True)
        )
        self.state = replace(state, scores=scores)
