"""A bot that writes what comes to its mind, which has little to do with the line above."""

from __future__ import annotations

from typing import Final

from folded.state import Event, Write
from folded.views import View
from parlour import Bot, BotContext, Prompt, Seat, Thought

WHO: Final = ("The captain", "A small owl", "My aunt from Leeds", "The last postman", "Somebody")
DID: Final = ("opened", "forgot", "sold", "painted", "was afraid of", "sang to")
WHAT: Final = ("the red umbrella", "a bag of stars", "the clock", "an old map", "the soup")
HOW: Final = ("at once", "without a word", "for the third time", "in the rain", "and smiled")


class Magpie(Bot[Write, View, Event, None]):
    """It remembers nothing."""

    kind = "magpie"
    about = "writes sentences that fit anywhere"

    def begin(self, seat: Seat, view: View) -> None:
        """Remember nothing."""

    def hear(self, memory: None, heard: Event) -> None:
        """Remember nothing."""

    def think(self, memory: None, view: View, prompt: Prompt, ctx: BotContext) -> Thought[Write]:
        """Put a sentence together."""
        return Thought(Write(" ".join(map(ctx.rng.choice, (WHO, DID, WHAT, HOW))) + "."))
