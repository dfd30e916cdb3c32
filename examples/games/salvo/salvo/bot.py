"""A bot that counts in how many ways the ships that are left could lie on each square."""

from __future__ import annotations

from parlour import Bot, BotContext, Prompt, Seat, Thought
from salvo.state import HIT, MISS, SUNK, Event, Fire, Move, Ready, places
from salvo.views import View

NEAR = 30
"""How much more a place counts for each hit that it explains."""


class Gunner(Bot[Move, View, Event, None]):
    """It needs no memory, because the view shows all shots."""

    kind = "gunner"
    about = "fires where a ship is most likely to be"

    def begin(self, seat: Seat, view: View) -> None:
        """Remember nothing."""

    def hear(self, memory: None, heard: Event) -> None:
        """Remember nothing."""

    def think(self, memory: None, view: View, prompt: Prompt, ctx: BotContext) -> Thought[Move]:
        """Keep the fleet it was given, and fire at the likeliest square."""
        if view.turn is None:
            return Thought(Ready())
        target = 1 - view.seats.index(view.turn)
        weights = likely(view.seas[target], view.afloat[target], view.size)
        most = max(weights)
        return Thought(Fire(ctx.rng.choice([at for at, w in enumerate(weights) if w == most])))


def likely(sea: str, lengths: tuple[int, ...], size: int) -> list[int]:
    """Return how much speaks for a ship on each square that nobody has fired at."""
    weights = [0] * len(sea)
    for length in lengths:
        for ship in places(length, size):
            marks = [sea[at] for at in ship]
            if MISS in marks or SUNK in marks:
                continue
            weight = 1 + NEAR * marks.count(HIT)
            for at in ship:
                weights[at] += weight
    return [
        0 if mark in (HIT, MISS, SUNK) else weight
        for mark, weight in zip(sea, weights, strict=True)
    ]
