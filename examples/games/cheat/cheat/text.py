"""What people type and read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cheat import state as s
from cheat.rules import PLAY
from cheat.state import CARDS, Event, Move, Play, named
from cheat.views import View
from parlour import (
    Block,
    Catalogue,
    Meter,
    MoveFault,
    Prompt,
    Reader,
    Refused,
    Scene,
    Text,
    TextUI,
    count,
    enumerated,
    joined,
    lines_for,
)
from parlour.parts import players, who, whose

_: Final = Catalogue()
"""For sentences that say what to type: a reader who taps reads them without it."""


class CheatText(TextUI[Move, View, Event]):
    """The players with their cards, the pile, the reader's hand by rank."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        """Read cards, or a call or a pass."""
        if verb != PLAY.name:
            return super().parse(verb, rest, view, reader)
        cards = CARDS.read(rest.lower().removeprefix(f"{verb} "))
        if not cards:
            own = " ".join(view.hand[:2]) or "CARDS"
            text = _("<<Type|Play>> one to four cards<<, such as: play {own}|.>>", own=own)
            raise Refused(MoveFault.MALFORMED, text)
        return Play(cards)

    def draw(self, view: View, reader: Reader) -> Scene:
        """Draw who has how many cards, and the reader's hand."""
        table, status = view.table, _now(view, reader)
        claim, left = table.claim, dict.fromkeys(table.turns.gone, "left")
        turn = None if table.over or claim else table.turns.now
        cards = {"cards": [*view.counts.values()]}
        blocks: list[Block] = [Text.of(status, "strong", plain_only=True), *_hand(view, reader)]
        blocks += [players(reader, [*view.counts], cards, turn=turn, marks=left), Text()]
        blocks.append(Meter("On the pile", view.pile, len(CARDS.deck)))
        if claim:
            blocks.append(Text.of(f"{_claim(claim, table.rank, reader)}.", "hot"))
        waits = table.asked if claim else (turn,) if turn else ()
        return Scene(tuple(blocks), "Cheat", turn, status, waits)

    def sentence(self, heard: Event, reader: Reader) -> str:
        """Say what happened."""
        match heard:
            case s.Dealt():
                return _("All cards are dealt. <<To see your hand, type: look>>")
            case s.Turn(seat, rank):
                return f"{whose(seat, reader)} turn, to claim {named(rank)}."
            case s.Claimed(seat, _, rank, left, cards, auto):
                really = f" You played {enumerated(cards)}." if cards else ""
                slow = " (the host's choice)" if auto else ""
                left_over = f"{who(seat, reader, 'have')} {count(left, 'card')} left."
                return f"{_claim(heard, rank, reader)}{slow}.{really} {left_over}"
            case s.Called(caller, seat, cards, honest, taker, number):
                verdict = "That was the truth." if honest else "That was a lie!"
                return (
                    f"{who(caller, reader, 'call')} it. {whose(seat, reader)} cards: "
                    f"{enumerated(cards)}. {verdict} {who(taker, reader, 'take')} the pile, "
                    f"{count(number, 'card')}."
                )
            case s.Uncalled():
                return "Nobody calls it."
            case s.Gone(seat):
                return f"{whose(seat, reader)} cards go under the pile."
            case s.Passed():
                return ""

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        """Show the reader's hand, and say what to type."""
        claim, rank = view.table.claim, view.table.rank
        if claim is not None:
            told = f"{_claim(claim, rank, reader)}."
            return lines_for(reader, joined((told, _("<<Type: cheat or pass|Is it a lie?>>"))))
        own = [card for card in view.hand if card[:-1] == rank]
        have = f"You have {enumerated(own)}." if own else "You have none: you must lie."
        must = f"You must claim {named(rank)}. {have}"
        text = joined((must, _("<<Type one to four cards:|Play one to four cards.>>")))
        return lines_for(reader, *_hand(view, reader), text)


def _hand(view: View, reader: Reader) -> tuple[Block, ...]:
    """Return the hand, with the cards of this turn's rank framed."""
    table = view.table
    mine = table.claim is None and not table.over and reader.is_me(table.turns.now)
    marked = [card for card in view.hand if card[:-1] == table.rank]
    hand = CARDS.hand(view.hand, playable=view.hand if mine else (), marked=marked)
    return (*hand, Text()) if hand else ()


def _claim(claim: s.Claim | s.Claimed, rank: str, reader: Reader) -> str:
    return f"{who(claim.seat, reader, 'claim')} {claim.count} {named(rank, claim.count)}"


def _now(view: View, reader: Reader) -> str:
    if view.table.over:
        return "The game is over."
    return f"{whose(view.table.turns.now, reader)} turn, to claim {named(view.table.rank)}."
