"""Hunt: a bot."""

from __future__ import annotations

from typing import TypeAlias

from parlour import Bot, BotContext, Prompt, Seat, Thought
from tests.games.hunt.state import Event, Hide, Move, Tried, Try
from tests.games.hunt.views import View

Memory: TypeAlias = tuple[Tried, ...]


class Plodder(Bot[Move, View, Event, Memory]):
    """Tries the lowest number that is still possible."""

    kind = "plodder"
    about = "tries one number after the other"

    def begin(self, seat: Seat, view: View) -> Memory:
        return ()

    def hear(self, memory: Memory, heard: Event) -> Memory:
        """It remembers what was tried."""
        return (*memory, heard) if isinstance(heard, Tried) else memory

    def think(
        self, memory: Memory, view: View, prompt: Prompt, ctx: BotContext
    ) -> Thought[Move] | None:
        """A number to hide, or one to try; it neither notes nor cheers."""
        if not prompt.urgent:
            return None
        if prompt.bare:
            return Thought(Hide(ctx.rng.randint(1, view.top)))
        target = next(seat for seat in view.hidden if seat != view.me)
        known = {tried.number for tried in memory if tried.target == target}
        possible = set(range(1, view.top + 1)) - known - set(view.ruled_out[target])
        return Thought(Try(target, min(possible)))
