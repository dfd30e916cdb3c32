"""A bot that is mostly honest, and calls what cannot be true."""

from __future__ import annotations

from random import Random

from cheat.state import MOST_CARDS, RANKS, Call, Event, Move, Pass, Play, rank_of
from cheat.views import ClaimView, View
from parlour import Bot, BotContext, Prompt, Seat, Thought

SUSPECTS = (0.0, 0.03, 0.1, 0.3, 0.6)
"""The chance of calling a claim of so many cards, besides what the bot knows."""


class Doubter(Bot[Move, View, Event, None]):
    """It needs no memory, because it trusts nobody anyway."""

    kind = "doubter"
    about = "lies when it must, and calls what it cannot believe"

    def begin(self, seat: Seat, view: View) -> None:
        """Remember nothing."""

    def hear(self, memory: None, heard: Event) -> None:
        """Remember nothing."""

    def think(self, memory: None, view: View, prompt: Prompt, ctx: BotContext) -> Thought[Move]:
        """Play cards, call or pass."""
        rank = RANKS.index(view.rank)
        own = tuple(card for card in view.hand if rank_of(card) == rank)
        if view.claim is None:
            return Thought(Play(own if own else _lie(view, rank, ctx.rng)))
        return Thought(Call() if _doubts(view, view.claim, len(own), ctx.rng) else Pass())


def _lie(view: View, rank: int, rng: Random) -> tuple[str, ...]:
    """Return the cards whose turn is farthest away; now and then two of them."""
    turns = len(RANKS)
    far = sorted(view.hand, key=lambda card: (rank_of(card) - rank) % turns, reverse=True)
    return tuple(far[: 2 if len(far) > MOST_CARDS and rng.random() < 0.25 else 1])


def _doubts(view: View, claim: ClaimView, own: int, rng: Random) -> bool:
    """Return whether the claim is impossible, would win the game, or just smells."""
    if own + claim.count > MOST_CARDS:
        return True
    if view.counts[view.seats.index(claim.seat)] == 0:
        return True
    return rng.random() < SUSPECTS[claim.count] * (1 + own)
