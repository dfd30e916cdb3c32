"""A bot that ducks: it takes tricks only when they cost nothing, and gets rid of what is dear."""

from __future__ import annotations

from hearts.choices import usual_pass
from hearts.state import HAND, QUEEN, Dealt, HeartsHeard, Move, Pass, Play, Played, points
from hearts.views import View
from parlour import Bot, BotContext, Prompt, Seat, Thought
from parlour.parts import STANDARD


class Ducker(Bot[Move, View, HeartsHeard, frozenset[str]]):
    """It remembers the cards that were played in this hand."""

    kind = "ducker"
    about = "ducks under the others, and gets rid of its queen"

    def begin(self, seat: Seat, view: View) -> frozenset[str]:
        """Remember what lies on the table."""
        trick = view.table.trick
        last = trick.last if len(view.hand) < HAND - 1 else ()  # it may be of another hand
        return frozenset(laid.card for laid in (*trick.plays, *last))

    def hear(self, memory: frozenset[str], heard: HeartsHeard) -> frozenset[str]:
        """Remember a card, or forget all when a new hand is dealt."""
        if isinstance(heard, Dealt):
            return frozenset()
        return memory | {heard.card} if isinstance(heard, Played) else memory

    def think(
        self, memory: frozenset[str], view: View, prompt: Prompt, ctx: BotContext
    ) -> Thought[Move]:
        """Pass dangerous cards, or play a card."""
        if view.table.phase == "passing":
            return Thought(Pass(usual_pass(view.hand)))
        return Thought(Play(_card(view, QUEEN in memory)))


def _card(view: View, queen_is_out: bool) -> str:
    trick, cards, value = view.table.trick, view.playable, STANDARD.value

    def dear(card: str) -> int:
        high_spade = card in ("AS", "KS") and not queen_is_out
        return 100 * (card == QUEEN) + 50 * high_spade + 20 * (card[-1] == "H") + value(card)

    if not trick.plays:
        return min(cards, key=dear)
    if cards[0][-1] != trick.led:  # nothing to follow with: away with the dearest card
        return max(cards, key=dear)
    best = trick.best()
    under = [card for card in cards if value(card) < value(best.card)]
    if under:
        return max(under, key=dear)
    last = len(trick.plays) == len(view.table.turns.order) - 1
    cheap = not any(points(laid.card) for laid in trick.plays)
    safe = [card for card in cards if card != QUEEN] or list(cards)
    return max(safe, key=value) if last and cheap else min(safe, key=value)
