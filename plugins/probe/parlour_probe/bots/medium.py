"""`medium` weighs words as `sharp` does, and otherwise plays like a person."""

from __future__ import annotations

from typing import Final

from parlour import BotContext, Prompt, Thought
from parlour_probe.bots.easy import plain_move, question
from parlour_probe.bots.memory import Glimpse, Notes
from parlour_probe.bots.open import asks, opened
from parlour_probe.bots.sharp import Sharp
from parlour_probe.catalogue import _
from parlour_probe.moves import Move
from parlour_probe.views import View

_SLIP: Final = 0.12
"""How often it asks without thinking. Chosen so that it is as good as a thinking adult: see the
table in docs/games/probe.md."""


class Medium(Sharp):
    """Hides common words, shows its cheapest card, slips, and never speaks out of turn."""

    kind = "medium"
    about: str = _("remembers the answers, and now and then asks without thinking")

    def decide(
        self, memory: Notes, view: View, prompt: Prompt, ctx: BotContext
    ) -> Thought[Move] | None:
        """The move of `sharp`, if it thinks; in its own turn only."""
        if not prompt.urgent:
            return None
        moves = opened(prompt)
        plain = plain_move(view, moves, ctx)
        if plain is not None:
            return Thought(plain)
        if asks(moves)[0] and ctx.rng.random() < _SLIP:
            return Thought(question(Glimpse(), view, moves, ctx))
        return super().decide(memory, view, prompt, ctx)


medium: Final = Medium()
