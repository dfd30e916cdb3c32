"""A bot that reckons how likely a bid is, from its own dice and the number of all others."""

from __future__ import annotations

from math import comb

from liarsdice.state import Bid, Doubt, Event, Move, found
from liarsdice.views import View
from parlour import Bot, BotContext, Prompt, Seat, Thought

BOLD: tuple[float, float] = (0.4, 0.75)
"""A bid must be at least so likely; the bot draws a number between these for each turn."""
DARING = 0.1
"""How much likelier a doubt must be than its best bid, because nobody may doubt the bid."""


class Gambler(Bot[Move, View, Event, None]):
    """It remembers nothing, and believes no bid of others."""

    kind = "gambler"
    about = "reckons how likely a bid is, and doubts what is not"

    def begin(self, seat: Seat, view: View) -> None:
        """Remember nothing."""

    def hear(self, memory: None, heard: Event) -> None:
        """Remember nothing."""

    def think(self, memory: None, view: View, prompt: Prompt, ctx: BotContext) -> Thought[Move]:
        """Doubt a bid that is less likely than any higher one, or bid more."""
        table, bid = view.table, view.table.bid
        above = [
            Bid(count, face)
            for count in range(1, table.total + 1)
            for face in table.faces
            if bid is None or Bid(count, face) > bid
        ]
        by_chance = {each: chance(view, each) for each in above}
        best = max(by_chance, key=by_chance.__getitem__, default=None)
        if best is None or (bid and 1 - chance(view, bid) > by_chance[best] + DARING):
            return Thought(Doubt())
        bold = ctx.rng.uniform(*BOLD)
        good = [each for each in above if by_chance[each] >= bold]
        return Thought(ctx.rng.choice(good[-4:]) if good else best)


def chance(view: View, bid: Bid) -> float:
    """Return how likely it is that *bid* is true, if all hidden dice are rolled by chance."""
    table = view.table
    hidden = table.total - len(view.dice)
    needed = bid.count - found(view.dice, bid.face, wild=table.wild)
    p = (2 if table.wild and bid.face != 1 else 1) / 6
    return sum(
        comb(hidden, n) * p**n * (1 - p) ** (hidden - n) for n in range(max(0, needed), hidden + 1)
    )
