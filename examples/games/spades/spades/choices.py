"""How to bid sensibly: for the bot, and for players who are too slow."""

from __future__ import annotations

from parlour.parts import STANDARD
from spades.state import TRUMP


def usual_bid(hand: tuple[str, ...]) -> int:
    """Count the tricks that a hand should take, at least one."""
    tricks = 0.0
    for suit in STANDARD.suits:
        ranks = [card[0] for card in hand if card[1] == suit]
        tricks += "A" in ranks
        tricks += 0.8 * ("K" in ranks and len(ranks) > 1)
        tricks += 0.3 * ("Q" in ranks and len(ranks) > 2)
        if suit == TRUMP:
            tricks += 0.7 * max(0, len(ranks) - 3)
    return max(1, int(tricks))
