"""A bot that is mostly honest, and calls what cannot be true."""

from __future__ import annotations

from random import Random

from cheat.state import CARDS, MOST_CARDS, RANKS, Call, Claim, Event, Move, Pass, Play
from cheat.views import View
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
        rank, claim = view.table.rank, view.table.claim
        own = tuple(card for card in view.hand if card[:-1] == rank)
        if claim is None:
            return Thought(Play(own or _lie(view, RANKS.index(rank), ctx.rng)))
        return Thought(Call() if _doubts(view, claim, len(own), ctx.rng) else Pass())


def _lie(view: View, rank: int, rng: Random) -> tuple[str, ...]:
    """Return the cards whose turn is farthest away; now and then two of them."""
    turns = len(RANKS)
    far = sorted(view.hand, key=lambda card: (CARDS.value(card) - rank) % turns, reverse=True)
    return tuple(far[: 2 if len(far) > MOST_CARDS and rng.random() < 0.25 else 1])


def _doubts(view: View, claim: Claim, own: int, rng: Random) -> bool:
    """Return whether the claim is impossible, would win the game, or just smells."""
    if own + claim.count > MOST_CARDS or not view.counts[claim.seat]:
        return True
    return rng.random() < SUSPECTS[claim.count] * (1 + own)
