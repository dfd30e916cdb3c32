"""How to bid and play sensibly: for the bot, and for players who are too slow."""

from __future__ import annotations

from spades.state import RANKS, TRUMP, best, strength

Trick = tuple[tuple[int, str], ...]


def usual_bid(hand: tuple[str, ...]) -> int:
    """Count the tricks that a hand should take, at least one."""
    tricks = 0.0
    for suit in "SHDC":
        ranks = [card[0] for card in hand if card[1] == suit]
        tricks += "A" in ranks
        tricks += 0.8 * ("K" in ranks and len(ranks) > 1)
        tricks += 0.3 * ("Q" in ranks and len(ranks) > 2)
        if suit == TRUMP:
            tricks += 0.7 * max(0, len(ranks) - 3)
    return max(1, int(tricks))


def usual_card(cards: tuple[str, ...], trick: Trick, me: int, *, wants: bool) -> str:
    """Choose one of the legal *cards*. *wants* says whether the player still wants tricks."""
    low = min(cards, key=_cost)
    if not trick:
        high = max(cards, key=lambda card: (card[0] in "AK", -_cost(card)))
        return high if wants and high[0] in "AK" else low
    led = trick[0][1][1]
    winner, top = best(trick)
    beating = [card for card in cards if strength(card, led) > strength(top, led)]
    losing = [card for card in cards if card not in beating]
    if not wants:  # throw the highest card that does not win
        return max(losing, key=_cost) if losing else low
    if winner == (me + 2) % 4 or not beating:
        return min(losing, key=_cost) if losing else low
    return min(beating, key=_cost)


def _cost(card: str) -> int:
    """Return how much a card is worth keeping."""
    return RANKS.index(card[0]) + (len(RANKS) if card[1] == TRUMP else 0)
