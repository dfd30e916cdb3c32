"""What people type and read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from liarsdice import state as s
from liarsdice.rules import BID
from liarsdice.state import NAMES, Bid, Event, Move, Table, named
from liarsdice.views import View
from parlour import (
    Block,
    Catalogue,
    Cell,
    Grid,
    Prompt,
    Reader,
    Row,
    Scene,
    Seat,
    Style,
    Text,
    TextUI,
    joined,
    lines_for,
    wrapped,
)
from parlour.parts import players, who, whose

_: Final = Catalogue()
"""For sentences that say what to type: a reader who taps reads them without it."""
TITLE: Final = "Liar's dice"
WORDS: Final[Mapping[str, str]] = {
    **{name: str(n) for n, name in enumerate((*NAMES, "seven", "eight", "nine", "ten"), 1)},
    **{named(2, face).split()[1]: str(face) for face in s.FACES},
}
"""Words for numbers and faces: `four fives`."""

_BID: Final = re.compile("[0-9]{1,3} [0-9]")


class DiceText(TextUI[Move, View, Event]):
    """A cup for each player, with what they have bid."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        """Read `4 5`, `4x5`, `4 fives` or `four fives`; or a doubt."""
        if verb == BID.name:
            words: list[str] = re.findall(r"\d+|[a-z]+", re.sub(r"(?<!si)x", " ", rest.lower()))
            rest = " ".join(WORDS.get(word, word) for word in words)
            if _BID.fullmatch(rest):
                return Bid(*map(int, rest.split()))  # the rules say what would be higher
        return super().parse(verb, rest, view, reader)

    def draw(self, view: View, reader: Reader) -> Scene:
        """Draw the cups, and below them the dice of the last round, until the next bid."""
        table, status = view.table, _now(view.table, reader)
        ones = ", ones are wild" if table.wild else ""
        title = f"{TITLE}. Round {table.number}, {_number(table.total)}{ones}."
        blocks: list[Block] = [_cups(view, reader)]
        if table.lifted and table.last:
            heading = Text.of(f"The last bid was {table.last}. All dice:")
            blocks += [
                Text(),
                heading,
                _dice(table.lifted, table.last.face, reader, wild=table.wild),
            ]
        blocks += [Text(), Text.of(status, "strong", plain_only=True)]
        turn = None if table.over else table.turns.now
        return Scene(tuple(blocks), title, turn, status, (turn,) if turn else ())

    def say(self, heard: Event, reader: Reader) -> Sequence[str]:
        """Say what happened; after a doubt, show all dice."""
        match heard:
            case s.Rolled(number, first, cups):
                own = next(iter(cups.values()), ())
                text = f"Round {number}. {who(first, reader, 'bid')} first. {_own(own)}".rstrip()
            case s.HasBid(seat, bid, auto):
                text = f"{who(seat, reader, 'bid')} {bid}{_slow(auto=auto)}."
            case s.Lifted():
                return _lifted(heard, reader)
            case s.Gone(seat):
                text = f"{whose(seat, reader)} dice are gone. All others roll again."
        return wrapped(text, reader)

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        """Show the reader's dice and the bid, and say what to type."""
        table, lowest = view.table, view.table.lowest
        total = f"There are {_number(table.total)}."
        if table.bid is None:
            how = _("<<Type how many, and the face, such as: {n} {face}|Bid first.>>")
            return wrapped(joined((total, how.filled(n=max(1, table.total // 3), face=5))), reader)
        if lowest is None:
            how = _("<<No bid is higher. Type: doubt|No bid is higher.>>")
        else:
            higher = f"{lowest.count} {lowest.face}"
            how = _("<<Bid more, such as: {bid} - or: doubt|Bid more, or doubt.>>", bid=higher)
        return lines_for(reader, f"{_own(view.dice)} {total}", how)


def _own(dice: Sequence[int]) -> str:
    """Tell a player their dice; nothing if they have none."""
    told = " ".join(map(str, dice))
    return f"Your {'die' if len(dice) == 1 else 'dice'}: {told}." if dice else ""


def _number(dice: int) -> str:
    return "1 die" if dice == 1 else f"{dice} dice"


def _slow(*, auto: bool) -> str:
    return " (out of time)" if auto else ""


def _now(table: Table, reader: Reader) -> str:
    seat = table.turns.now
    if table.over:
        return f"The game is over. {who(table.turns.present[0], reader)} won."
    if not table.bids:
        return f"{who(seat, reader, 'bid')} first."
    bidder, bid = table.bids[-1]
    turn = "You bid more or doubt" if reader.is_me(seat) else f"{reader.name(seat)} is next"
    return f"{who(bidder, reader, 'bid')} {bid}. {turn}."


def _cups(view: View, reader: Reader) -> Grid:
    """Return a row for each player: their dice if the reader may see them, and their last bid."""
    table, bids = view.table, dict(view.table.bids)
    dice = {seat: (_HIDDEN,) * number for seat, number in table.dice.items()}
    own = {seat: [_die(die, "mine") for die in view.dice] for seat in dice if reader.is_me(seat)}
    notes = {seat: str(bids.get(seat, "")) if dice[seat] else "no dice" for seat in dice}
    turn = None if table.over else table.turns.now
    return players(reader, table.turns.order, held={**dice, **own}, turn=turn, notes=notes)


def _dice(cups: Mapping[Seat, tuple[int, ...]], face: int, reader: Reader, *, wild: bool) -> Grid:
    """Return the dice of all, with those framed that count for *face*."""
    rows = (
        Row(tuple(_die(die, framed=s.counts(die, face, wild=wild)) for die in dice), name)
        for name, dice in ((reader.name(seat), dice) for seat, dice in cups.items())
    )
    return Grid("All dice", tuple(rows))


_HIDDEN: Final = Cell("?", "dim", kind="back", says="a hidden die")


def _die(die: int, style: Style = "", *, framed: bool = False) -> Cell:
    return Cell(str(die), style, kind="tile", framed=framed)


def _lifted(heard: s.Lifted, reader: Reader) -> Sequence[str]:
    """Say who doubts, show all dice, and say who loses one."""
    bid, found, loser = heard.bid, heard.found, heard.loser
    lies = "The bid was true" if found >= bid.count else "The bid was a lie"
    doubts = f"{who(heard.seat, reader, 'doubt')} it{_slow(auto=heard.auto)}. The bid: {bid}."
    dice = _dice(heard.cups, bid.face, reader, wild=heard.wild)
    has = f"has {_number(heard.left)} left" if heard.left else "is out of the game"
    if reader.is_me(loser):
        has = f"have {_number(heard.left)} left" if heard.left else "are out of the game"
    text = f"{lies}: {named(found, bid.face)}. {who(loser, reader, 'lose')} a die and {has}."
    return lines_for(reader, doubts, dice, text)
