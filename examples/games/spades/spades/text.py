"""What people type and read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Final

from parlour import (
    Block,
    Catalogue,
    Cell,
    Grid,
    Hue,
    MoveFault,
    Prompt,
    Reader,
    Refused,
    Row,
    Scene,
    Score,
    Scores,
    Seat,
    Style,
    Text,
    TextUI,
    Words,
    count,
    joined,
    plain,
    wrapped,
)
from spades.rules import BID
from spades.state import (
    ORDER,
    SUITS,
    Bid,
    Dealt,
    Ended,
    HandOver,
    HasBid,
    Move,
    Play,
    Played,
    SpadesHeard,
    Took,
)
from spades.views import View

_: Final = Catalogue()
"""For sentences that say what to type: a reader who taps reads them without it."""
SIGNS = {"S": "\u2660", "H": "\u2665", "D": "\u2666", "C": "\u2663"}
HUES = {"S": Hue.BLACK, "H": Hue.RED, "D": Hue.RED, "C": Hue.BLACK}


class SpadesText(TextUI[Move, View, SpadesHeard]):
    """The table as a list of players, the hand by suits."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        """Read a bid or a card: `qs`, `QS`, `10h` and `s q` are all cards."""
        word = rest.lower().removeprefix(f"{verb} ").strip().upper()
        if verb == BID.name:
            word = "0" if word == "NIL" else word
            if not (word.isascii() and word.isdecimal() and len(word) < 3):
                text = _("<<Type|Bid>> a number of tricks<<, like this: bid TRICKS|.>>")
                raise Refused(MoveFault.MALFORMED, text)
            return Bid(int(word))
        card = word.replace("10", "T").replace(" ", "")
        if card not in ORDER:
            card = card[::-1]
        if card not in ORDER:
            own = next(iter(view.playable or view.hand), "CARD")
            text = _("<<Type a card as rank and suit, such as: play {own}|Play a card.>>", own=own)
            raise Refused(MoveFault.MALFORMED, text)
        return Play(card)

    def draw(self, view: View, reader: Reader) -> Scene:
        """Draw the players with bids, tricks and cards, then the reader's hand."""
        cards = {played.seat: played.card for played in view.trick}
        rows = tuple(_player(view, n, cards, reader) for n in range(len(view.seats)))
        heads = (Row((Cell("bid"), Cell("won"), Cell("card")), label="Player"),)
        status = _now(view, reader)
        about = "Spades may lead." if view.broken else "Spades are not broken."
        blocks: list[Block] = [
            Text.of(status, "strong", plain_only=True),
            Text.of(about),
            Grid("Players", rows, heads),
            Text(),
        ]
        if view.last and not view.trick:
            last = tuple(f"{reader.name(each.seat)} {each.card}" for each in view.last)
            blocks.append(Words("Last trick:", last, style="dim"))
        if view.hand:
            blocks.append(_hand(view))
        blocks.append(_scores(view, reader))
        if view.gone:
            blocks.append(Words("The host plays for:", tuple(map(reader.name, view.gone))))
        waits = () if view.turn is None else (view.turn,)
        return Scene(tuple(blocks), f"Spades to {view.target}", view.turn, status, waits)

    def say(self, heard: SpadesHeard, reader: Reader) -> Sequence[str]:
        """Say what happened."""
        text = _said(heard, reader)
        return wrapped(text, reader) if text else ()

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        """Show the reader's hand, and say what to type."""
        hand = plain(Scene((_hand(view),)), reader.width, reader.lang)
        if view.phase == "bidding":
            text = _("How many tricks will you take? <<Type a number, 0 for nil:|0 is nil.>>")
            return [*hand, *wrapped(text, reader)]
        trick = " ".join(each.card for each in view.trick)
        table = f"On the table: {trick}." if trick else "You lead."
        may = _("<<You may play: {cards}|Play a card.>>", cards=" ".join(view.playable))
        return [*hand, *wrapped(joined((table, may)), reader)]


def _player(view: View, n: int, cards: dict[Seat, str], reader: Reader) -> Row:
    seat, bid = view.seats[n], view.bids[n]
    said = "-" if bid is None else "nil" if bid == 0 else str(bid)
    card = Cell("", kind="none")
    if seat in cards:
        card = _card(cards[seat], "strong", new=seat == view.trick[-1].seat)
    cells = (Cell(said), Cell(str(view.taken[n])), card)
    partner = view.me is not None and view.me != seat and view.seats.index(view.me) % 2 == n % 2
    label = f"{reader.name(seat)}{' (partner)' if partner else ''}"
    mark = "<- turn" if seat == view.turn else "dealer" if seat == view.dealer else ""
    style: Style = "mine" if reader.is_me(seat) else ""
    return Row(cells, label=label, mark=mark, style=style, seat=seat)


def _hand(view: View) -> Grid:
    """Return a row for each suit; a card that may be played can be clicked."""
    suits = {suit: [card for card in view.hand if card[1] == suit] for suit in SUITS}
    most = max(len(cards) for cards in suits.values())
    rows = tuple(
        Row(
            tuple(_held(card, view) for card, _ in zip_longest(cards, range(most))),
            label=SUITS[suit].capitalize(),
        )
        for suit, cards in suits.items()
        if cards
    )
    return Grid("Your hand", rows)


def _held(card: str | None, view: View) -> Cell:
    """Return a card of the reader's hand, or nothing to fill the row."""
    if card is None:
        return Cell("")
    if card in view.playable:
        return replace(_card(card, "strong"), types=f"play {card}", value=card)
    return _card(card, "dim" if view.playable else "")


def _card(card: str, style: Style, *, new: bool = False) -> Cell:
    """Return a card: `TH` in plain text, a ten of hearts in a picture."""
    rank, suit = card.replace("T", "10")[:-1], card[-1]
    says = f"{card[0]} of {SUITS[suit]}"
    face = f"{rank}{SIGNS[suit]}"
    return Cell(card, style, says=says, kind="tile", face=face, hue=HUES[suit], new=new)


def _scores(view: View, reader: Reader) -> Scores:
    return Scores(
        tuple(
            Score(view.seats[team::2], _team(view.seats[team::2], reader), points, f"bags {bags}")
            for team, (points, bags) in enumerate(zip(view.scores, view.bags, strict=True))
        )
    )


def _team(seats: Sequence[Seat], reader: Reader) -> str:
    return " and ".join(map(reader.name, seats))


def _now(view: View, reader: Reader) -> str:
    if view.turn is not None:
        verb = "bid" if view.phase == "bidding" else "play"
        return f"{_who(view.turn, reader, verb)}."
    if view.winner is None:
        return "A draw."
    return f"{_team(view.seats[view.winner :: 2], reader)} have won."


def _who(seat: Seat, reader: Reader, verb: str) -> str:
    return f"You {verb}" if reader.is_me(seat) else f"{reader.name(seat)} {verb}s"


def _said(heard: SpadesHeard, reader: Reader) -> str:
    match heard:
        case Dealt(dealer, cards):
            own = f" Your cards: {' '.join(cards)}." if cards else ""
            return f"{_who(dealer, reader, 'deal')} 13 cards to each player.{own}"
        case HasBid(seat, tricks, auto):
            bid = "nil" if tricks == 0 else count(tricks, "trick")
            return f"{_who(seat, reader, 'bid')} {bid}{_auto(auto)}."
        case Played(seat, card, auto):
            return f"{_who(seat, reader, 'play')} {card}{_auto(auto)}."
        case Took(seat, tricks):
            times = f" That makes {tricks}." if tricks > 1 else ""
            return f"{_who(seat, reader, 'take')} the trick.{times}"
        case HandOver(points, scores):
            one, two = (_team(seats, reader) for seats in _teams(reader))
            return (
                f"The hand is over. {one}: {points[0]:+}, now {scores[0]}. "
                f"{two}: {points[1]:+}, now {scores[1]}."
            )
        case Ended(winner, deserted):
            if winner is None or not deserted:
                return ""  # the host says who has won
            return f"The other team has left, so {_team(_teams(reader)[winner], reader)} have won."


def _teams(reader: Reader) -> tuple[Sequence[Seat], Sequence[Seat]]:
    seats = sorted(reader.names)
    return seats[0::2], seats[1::2]


def _auto(auto: bool) -> str:
    return " (the host's choice)" if auto else ""
