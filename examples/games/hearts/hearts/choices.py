"""Which cards are dangerous: for the bot, and for players who are too slow."""

from __future__ import annotations

from collections.abc import Sequence

from hearts.state import PASSED, QUEEN
from parlour.parts import STANDARD


def usual_pass(hand: Sequence[str]) -> tuple[str, ...]:
    """Return the three cards that are the most dangerous to keep."""
    spades = sum(card[-1] == "S" for card in hand)

    def danger(card: str) -> float:
        length = sum(other[-1] == card[-1] for other in hand)
        if card[-1] == "S":  # with enough spades the queen is safe at home
            return 30.0 if spades < 5 and STANDARD.value(card) >= STANDARD.value(QUEEN) else -5.0
        return STANDARD.value(card) - length + 2 * (card[-1] == "H")

    return tuple(sorted(hand, key=danger, reverse=True)[:PASSED])
