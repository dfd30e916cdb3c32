"""A bot that plays by common sense: it counts its tricks, and does not forget its partner."""

from __future__ import annotations

from parlour import Bot, BotContext, Prompt, Seat, Thought
from parlour.parts import STANDARD, Trick
from spades.choices import usual_bid
from spades.state import TRUMP, Bid, Move, Play, SpadesHeard
from spades.views import View


class Steady(Bot[Move, View, SpadesHeard, None]):
    """It needs no memory, because it judges each trick by itself."""

    kind = "steady"
    about = "bids what it holds, follows its partner and keeps its spades"

    def begin(self, seat: Seat, view: View) -> None:
        """Remember nothing."""

    def hear(self, memory: None, heard: SpadesHeard) -> None:
        """Remember nothing."""

    def think(self, memory: None, view: View, prompt: Prompt, ctx: BotContext) -> Thought[Move]:
        """Bid, or play a card."""
        table, me = view.table, view.table.turns.now
        if table.phase == "bidding":
            return Thought(Bid(usual_bid(view.hand)))
        partner = table.turns.after(me, 2)
        bids = table.bids[me] + table.bids[partner]
        wants = table.bids[me] > 0 and table.taken[me] + table.taken[partner] < bids
        return Thought(Play(usual_card(view.playable, table.trick, partner, wants=wants)))


def usual_card(cards: tuple[str, ...], trick: Trick, partner: Seat, *, wants: bool) -> str:
    """Choose one of the legal *cards*. *wants* says whether the player still wants tricks."""
    low = min(cards, key=_cost)
    if not trick.plays:
        high = max(cards, key=lambda card: (card[0] in "AK", -_cost(card)))
        return high if wants and high[0] in "AK" else low
    best = trick.best()
    beating = [card for card in cards if trick.strength(card) > trick.strength(best.card)]
    losing = [card for card in cards if card not in beating]
    if not wants:  # throw the highest card that does not win
        return max(losing, key=_cost, default=low)
    if best.seat == partner or not beating:
        return min(losing, key=_cost, default=low)
    return min(beating, key=_cost)


def _cost(card: str) -> int:
    """Return how much a card is worth keeping."""
    return STANDARD.value(card) + (len(STANDARD.ranks) if card[1] == TRUMP else 0)
