"""A bot that hangs what it knows to fit, and hints at what others can hang."""

from collections.abc import Sequence

from lanterns.state import DECK, NUMBERS, OIL, SIGNS, Drop, Event, Hang, Hint, Move, State
from parlour import Bot, BotContext, Prompt, Seat, Thought


class Keeper(Bot[Move, State, Event, Seat]):
    """It remembers nothing but its seat: hints stay with the lanterns."""

    kind = "keeper"
    about = "hangs what it knows to fit, and tells others what they can hang"

    def begin(self, seat: Seat, view: State) -> Seat:
        """Remember the seat."""
        return seat

    def hear(self, memory: Seat, heard: Event) -> Seat:
        """Remember nothing else."""
        return memory

    def think(self, memory: Seat, view: State, prompt: Prompt, ctx: BotContext) -> Thought[Move]:
        """Hang, hint or drop."""
        table, unseen = view.table, _unseen(view)
        may = [[card for card in unseen if each.fits(card)] for each in view.held(memory)]
        chances = [sum(map(table.next_of, cards)) / len(cards) for cards in may]
        if max(chances) >= (0.95 if table.mistakes else 0.75):
            return Thought(Hang(chances.index(max(chances)) + 1))
        hint = _hint(memory, view) if table.oil else None
        if hint is None and table.oil < OIL:
            useless = [all(int(c[1]) <= table.rows[c[0]] for c in cards) for cards in may]
            return Thought(Drop(useless.index(True) + 1 if True in useless else 1))
        seat = table.turns.after(memory)
        return Thought(hint or Hint(seat, view.held(seat)[0].card[1]))


def _unseen(view: State) -> Sequence[str]:
    """Return the lanterns that are neither hung, nor lost, nor in a hand that is seen."""
    left = [*DECK]
    hung = [letter + n for letter, top in view.table.rows.items() for n in NUMBERS[:top]]
    seen = [each.card for each in view.lanterns if each.card]
    for card in (*hung, *view.table.lost, *seen):
        left.remove(card)
    return left


def _hint(me: Seat, view: State) -> Hint | None:
    """Return a hint at a lantern that fits, to the next player who does not know it."""
    turns = view.table.turns
    for seat in (turns.after(me, count) for count in range(1, len(turns.order))):
        for each in view.held(seat):
            if view.table.next_of(each.card) and "?" in each.known:
                sign = each.card[1] if each.known[1] == "?" else each.card[0]
                return Hint(seat, next(about for about, its in SIGNS.items() if its == sign))
    return None
