"""What people type and read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hearts import state as s
from hearts.rules import PLAY
from hearts.state import HeartsHeard, Move, Pass, Play
from hearts.views import View
from parlour import (
    SPECTATOR,
    Block,
    Catalogue,
    Prompt,
    Reader,
    Scene,
    Score,
    Scores,
    Text,
    TextUI,
    Words,
    count,
    enumerated,
    joined,
    lines_for,
)
from parlour.parts import STANDARD, players, who

_: Final = Catalogue()
"""For sentences that say what to type: a reader who taps reads them without it."""
AUTO: Final = ("", " (the host's choice)")


class HeartsText(TextUI[Move, View, HeartsHeard]):
    """The table as a list of players, the hand by suits."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        """Read cards in any form that people write."""
        words = rest.lower().removeprefix(f"{verb} ")
        if verb == PLAY.name:
            return Play(STANDARD.read_one(words))
        return Pass(STANDARD.read(words))

    def draw(self, view: View, reader: Reader) -> Scene:
        """Draw the players with their points and cards, then the reader's hand."""
        table, order = view.table, view.table.turns.order
        passing, over = table.phase == "passing", table.phase == "over"
        turn = None if passing or over else table.turns.now
        waits = view.choice.waiting if passing else (turn,) if turn else ()
        status = _now(view, reader)
        points = [table.taken[seat] for seat in order]
        cards = [table.trick.cell(seat) for seat in order]
        blocks: list[Block] = [Text.of(status, "strong", plain_only=True)]
        if turn:
            blocks.append(
                Text.of(f"Hearts {'are not broken' if table.trick.unbroken else 'may lead'}.")
            )
        blocks += [
            players(reader, order, {"points": points, "card": cards}, turn=turn),
            Text(),
            *table.trick.blocks(reader),
            *(view.choice.blocks(reader) if passing else ()),
            *_hand(view),
        ]
        given = view.choice.of(reader.viewer)
        if passing and given:
            blocks.append(Words("You pass:", given))
        scores = tuple(Score((s,), reader.name(s), total) for s, total in table.scores.items())
        blocks.append(Scores(scores))
        if table.gone:
            blocks.append(Words("The host plays for:", tuple(map(reader.name, table.gone))))
        return Scene(tuple(blocks), f"Hearts to {table.target}", turn, status, waits)

    def sentence(self, heard: HeartsHeard, reader: Reader) -> str:
        """Say what happened."""
        match heard:
            case s.Dealt(number, cards):
                own = f" Your cards: {' '.join(cards)}." if cards else ""
                return f"Hand {number} is dealt.{own}"
            case s.HasPassed(seat, auto):
                return f"{who(seat, reader, 'pass')} three cards{AUTO[auto]}."
            case s.Got(giver, cards):
                got = f"{reader.name(giver)} passes you {enumerated(cards)}." if giver else ""
                return got or "The cards go round."
            case s.Played(seat, card, auto):
                return f"{who(seat, reader, 'play')} {card}{AUTO[auto]}."
            case s.Took(seat, points):
                cost = f": {count(points, 'point')}" if points else ""
                return f"{who(seat, reader, 'take')} the trick{cost}."
            case s.HandOver(moon, points):
                if moon is not None:
                    return (
                        f"{who(moon, reader, 'shoot')} the moon! All others get {s.MOON} points."
                    )
                told = enumerated(f"{reader.name(seat)} {more:+}" for seat, more in points.items())
                return f"The hand is over: {told}."

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        """Show the reader's hand, and say what to type."""
        table, me = view.table, reader.viewer
        if table.phase == "passing" and me is not SPECTATOR:
            taker = reader.name(table.turns.after(me, table.direction))
            text = _(
                "Pass three cards to {taker}<<, such as: {cards}|.>>",
                taker=taker,
                cards=" ".join(view.hand[:3]),
            )
            return lines_for(reader, *_hand(view), text)
        trick = " ".join(laid.card for laid in table.trick.plays)
        lies = f"On the table: {trick}." if trick else "You lead."
        may = _("<<You may play: {cards}|Play a card.>>", cards=" ".join(view.playable))
        return lines_for(reader, *_hand(view), joined((lies, may)))


def _hand(view: View) -> tuple[Block, ...]:
    if view.table.phase == "passing":
        return STANDARD.hand(view.hand, playable=() if view.choice.made else view.hand)
    return STANDARD.hand(view.hand, playable=view.playable, verb=PLAY.name)


def _now(view: View, reader: Reader) -> str:
    table = view.table
    if table.phase == "over":
        least = min(table.scores.values())
        best = [who(seat, reader) for seat, score in table.scores.items() if score == least]
        return f"The game is over. {' and '.join(best)} won."
    if table.phase == "passing":
        return "All pass three cards."
    return f"{who(table.turns.now, reader, 'play')}."
