"""A bot that plays by common sense: it counts its tricks, and does not forget its partner."""

from __future__ import annotations

from parlour import Bot, BotContext, Prompt, Seat, Thought
from spades.choices import usual_bid, usual_card
from spades.state import Bid, Move, Play, SpadesHeard
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
        if view.phase == "bidding":
            return Thought(Bid(usual_bid(view.hand)))
        assert view.me is not None, "somebody asks a player"
        me = view.seats.index(view.me)
        bid, partners = view.bids[me], view.bids[(me + 2) % 4]
        bids = (bid or 0) + (partners or 0)
        wants = bool(bid) and view.taken[me] + view.taken[(me + 2) % 4] < bids
        trick = tuple((view.seats.index(each.seat), each.card) for each in view.trick)
        return Thought(Play(usual_card(view.playable, trick, me, wants=wants)))
