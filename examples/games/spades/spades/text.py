"""What people type and read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour import (
    Block,
    Catalogue,
    Cell,
    Prompt,
    Reader,
    Scene,
    Score,
    Scores,
    Seat,
    Text,
    TextUI,
    Words,
    count,
    joined,
    lines_for,
)
from parlour.parts import STANDARD, players, who
from spades import state as s
from spades.rules import PLAY
from spades.state import Move, Play, SpadesHeard
from spades.views import View

_: Final = Catalogue()
"""For sentences that say what to type: a reader who taps reads them without it."""
AUTO: Final = ("", " (the host's choice)")


class SpadesText(TextUI[Move, View, SpadesHeard]):
    """The table as a list of players, the hand by suits."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        """Read a bid, or a card in any form that people write."""
        words = rest.lower().removeprefix(f"{verb} ").strip()
        if verb == PLAY.name:
            return Play(STANDARD.read_one(words))
        return super().parse(verb, "0" if words == "nil" else words, view, reader)

    def draw(self, view: View, reader: Reader) -> Scene:
        """Draw the players with bids, tricks and cards, then the reader's hand."""
        table, order, status = view.table, view.table.turns.order, _now(view, reader)
        turn = None if table.phase == "over" else table.turns.now
        bids = [table.bids.get(seat) for seat in order]
        columns: dict[str, list[Cell | str | int]] = {
            "bid": ["-" if bid is None else bid or "nil" for bid in bids],
            "won": [table.taken[seat] for seat in order],
            "card": [table.trick.cell(seat) for seat in order],
        }
        marks = {table.dealer: "dealer"}
        partner = next((s for s in order if reader.is_me(table.turns.after(s, 2))), None)
        blocks: list[Block] = [
            Text.of(status, "strong", plain_only=True),
            Text.of(f"Spades {'are not broken' if table.trick.unbroken else 'may lead'}."),
            players(reader, order, columns, turn=turn, marks=marks, partner=partner),
            Text(),
            *table.trick.blocks(reader),
            *_hand(view),
        ]
        rows = zip(_teams(order), table.scores, table.bags, strict=True)
        scores = (Score(t, _team(t, reader), points, f"bags {bags}") for t, points, bags in rows)
        blocks.append(Scores(tuple(scores)))
        if table.gone:
            blocks.append(Words("The host plays for:", tuple(map(reader.name, table.gone))))
        title = f"Spades to {table.target}"
        return Scene(tuple(blocks), title, turn, status, (turn,) if turn else ())

    def sentence(self, heard: SpadesHeard, reader: Reader) -> str:
        """Say what happened."""
        teams = [_team(seats, reader) for seats in _teams(sorted(reader.names))]
        match heard:
            case s.Dealt(dealer, cards):
                own = f" Your cards: {' '.join(cards)}." if cards else ""
                return f"{who(dealer, reader, 'deal')} 13 cards to each player.{own}"
            case s.HasBid(seat, tricks, auto):
                bid = "nil" if tricks == 0 else count(tricks, "trick")
                return f"{who(seat, reader, 'bid')} {bid}{AUTO[auto]}."
            case s.Played(seat, card, auto):
                return f"{who(seat, reader, 'play')} {card}{AUTO[auto]}."
            case s.Took(seat, tricks):
                times = f" That makes {tricks}." if tricks > 1 else ""
                return f"{who(seat, reader, 'take')} the trick.{times}"
            case s.HandOver(points, scores):
                rows = zip(teams, points, scores, strict=True)
                told = " ".join(f"{team}: {more:+}, now {score}." for team, more, score in rows)
                return f"The hand is over. {told}"
            case s.Deserted(winner):
                return f"The other team has left, so {teams[winner]} have won."

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        """Show the reader's hand, and say what to type."""
        if view.table.phase == "bidding":
            text = _("How many tricks will you take? <<Type a number, 0 for nil:|0 is nil.>>")
            return lines_for(reader, *_hand(view), text)
        trick = " ".join(each.card for each in view.table.trick.plays)
        table = f"On the table: {trick}." if trick else "You lead."
        may = _("<<You may play: {cards}|Play a card.>>", cards=" ".join(view.playable))
        return lines_for(reader, *_hand(view), joined((table, may)))


def _hand(view: View) -> tuple[Block, ...]:
    return STANDARD.hand(view.hand, playable=view.playable, verb=PLAY.name)


def _teams(seats: Sequence[Seat]) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    return tuple(seats[0::2]), tuple(seats[1::2])


def _team(seats: Sequence[Seat], reader: Reader) -> str:
    return " and ".join(map(reader.name, seats))


def _now(view: View, reader: Reader) -> str:
    table = view.table
    if table.phase != "over":
        return who(table.turns.now, reader, "bid" if table.phase == "bidding" else "play") + "."
    if table.winner is None:
        return "A draw."
    return f"{_team(_teams(table.turns.order)[table.winner], reader)} have won."
