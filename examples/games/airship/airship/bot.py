"""A bot that sets what it hears, and calls what others must set."""

from __future__ import annotations

from airship.rules import CALL
from airship.state import Call, Event, Move, Set
from airship.views import View
from parlour import Bot, BotContext, Prompt, Seat, Thought

TAKES_MS = (1_500, 4_000)
"""How long it takes over anything. Drawn before it looks, so the time says nothing."""


class Mate(Bot[Move, View, Event, Seat]):
    """Its memory is its seat: the view shows everything else."""

    kind = "mate"
    about = "sets what is called, and calls its own orders out"

    def begin(self, seat: Seat, view: View) -> Seat:
        """Remember the seat."""
        return seat

    def hear(self, memory: Seat, heard: Event) -> Seat:
        """Remember the seat."""
        return memory

    def think(
        self, memory: Seat, view: View, prompt: Prompt, ctx: BotContext
    ) -> Thought[Move] | None:
        """Carry out an order for one of its controls, or call its own."""
        takes = ctx.rng.randint(*TAKES_MS)
        mine = {each.name for each in view.controls if each.seat == memory}
        for order in view.orders:
            if order.control in mine and order.setting is not None:
                return Thought(Set(order.control, order.setting), takes)
        can_call = any(spec.verb == CALL for spec in prompt.moves)
        return Thought(Call(), takes) if can_call else None
