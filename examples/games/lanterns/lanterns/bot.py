"""A bot that hangs what it knows to fit, and hints at what others can hang."""

from __future__ import annotations

from lanterns.state import DECK, OIL, Drop, Event, Hang, Hint, Marks, Move, Table, sign_of
from lanterns.views import View
from parlour import Bot, BotContext, Prompt, Seat, Thought


class Keeper(Bot[Move, View, Event, Seat]):
    """It remembers nothing but its seat: hints stay with the lanterns."""

    kind = "keeper"
    about = "hangs what it knows to fit, and tells others what they can hang"

    def begin(self, seat: Seat, view: View) -> Seat:
        """Remember the seat."""
        return seat

    def hear(self, memory: Seat, heard: Event) -> Seat:
        """Remember nothing else."""
        return memory

    def think(self, memory: Seat, view: View, prompt: Prompt, ctx: BotContext) -> Thought[Move]:
        """Hang, hint or drop."""
        table = view.table
        own = table.marks[memory]
        chances = [_chance(table, marks, view) for marks in own]
        best = max(range(len(own)), key=chances.__getitem__)
        bold = 0.95 if table.mistakes else 0.75
        if chances[best] >= bold:
            return Thought(Hang(best + 1))
        hint = _hint(memory, view) if table.oil else None
        if hint is not None:
            return Thought(hint)
        if table.oil < OIL:
            useless = [_useless(table, marks) for marks in own]
            place = next((at for at, each in enumerate(useless) if each), 0)
            return Thought(Drop(place + 1))
        seat = table.turns.after(memory)
        return Thought(Hint(seat, view.hands[seat][0][1]))


def _unseen(view: View) -> list[str]:
    """Return the lanterns that are neither hung, nor lost, nor in a hand that is seen."""
    left = [*DECK]
    hung = [f"{letter}{n}" for letter, top in view.table.rows.items() for n in range(1, top + 1)]
    for card in (*hung, *view.table.lost, *(c for cards in view.hands.values() for c in cards)):
        left.remove(card)
    return left


def _chance(table: Table, marks: Marks, view: View) -> float:
    """Return how likely a lantern of which *marks* are known fits."""
    may = [card for card in _unseen(view) if marks.fits(card)]
    return sum(map(table.next_of, may)) / len(may) if may else 0.0


def _useless(table: Table, marks: Marks) -> bool:
    """Check whether it can only be a lantern that hangs already."""
    may = [card for card in {*DECK} if marks.fits(card)]
    return all(int(card[1]) <= table.rows[card[0]] for card in may)


def _hint(me: Seat, view: View) -> Hint | None:
    """Return a hint at a lantern that fits, to the next player who does not know it."""
    table, seat = view.table, me
    for _ in table.turns.order[1:]:
        seat = table.turns.after(seat)
        for card, marks in zip(view.hands[seat], table.marks[seat], strict=True):
            if table.next_of(card) and len(marks.letters) * len(marks.numbers) > 1:
                number, letter = card[1], card[0]
                if len(marks.numbers) > 1:
                    return Hint(seat, number)
                return Hint(seat, next(c for c in _COLOURS if sign_of(c) == letter))
    return None


_COLOURS = ("red", "yellow", "green", "blue", "purple")
