"""Auctions: bids that rise until all others have passed, and sealed bids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from parlour.api import IntArg, MoveFault, Reader, Refused, Seat
from parlour.language import _
from parlour.parts.players import players
from parlour.parts.turns import Turns
from parlour.scene import Block, Cell


@dataclass(frozen=True)
class Auction:
    """An ascending auction, bid by bid. Who passes is out. All of it is public.

    `Auction(Turns(seats, seats[0]), most=20)` begins. It is `over` when only the highest bidder is
    left, or nobody.
    """

    turns: Turns
    """Who bids; those who have passed are gone from it."""
    most: int
    """The highest bid there can be."""
    least: int = 1
    """The lowest bid that is allowed now."""
    bids: tuple[tuple[Seat, int | None], ...] = ()
    """All bids, in order; null: a pass."""

    @property
    def high(self) -> tuple[Seat, int] | None:
        """The highest bid and whose it is, or None if nobody has bid."""
        made = [(seat, bid) for seat, bid in self.bids if bid is not None]
        return made[-1] if made else None

    @property
    def over(self) -> bool:
        """Whether the auction has ended: `high` wins."""
        return len(self.turns.present) <= (self.high is not None) or self.least > self.most

    def arg(self, name: str) -> IntArg:
        """Return the argument of a bid that is allowed now."""
        return IntArg(name, self.least, self.most)

    def bid(self, seat: Seat, amount: int) -> Auction:
        """Bid. Raises Refused out of turn, or if the bid is too low or too high."""
        self._check_turn(seat)
        if not self.least <= amount <= self.most:
            text = _("Bid {least} to {most}, or pass.", least=self.least, most=self.most)
            raise Refused(MoveFault.ILLEGAL, text)
        bids = (*self.bids, (seat, amount))
        return replace(self, bids=bids, least=amount + 1, turns=self.turns.next())

    def drop(self, seat: Seat) -> Auction:
        """Pass for good. Raises Refused out of turn."""
        self._check_turn(seat)
        bids = (*self.bids, (seat, None))
        return replace(self, bids=bids, turns=self.turns.leave(seat))

    def _check_turn(self, seat: Seat) -> None:
        if self.over or seat != self.turns.now:
            raise Refused(MoveFault.NOT_YOUR_TURN, _("It isn't your turn to bid."))

    def blocks(self, reader: Reader) -> tuple[Block, ...]:
        """Return a table with everybody's last bid."""
        last, high, cells = dict(self.bids), self.high, list[Cell]()
        for seat in self.turns.order:
            bid, won = last.get(seat), high is not None and seat == high[0]
            text = str(bid) if bid is not None else _("pass") if seat in last else "-"
            cells.append(Cell(text, "strong" if won else "", kind="tile" if won else ""))
        turn = None if self.over else self.turns.now
        return (players(reader, self.turns.order, {_("bid"): cells}, turn=turn),)


def highest(bids: Mapping[Seat, int]) -> tuple[Seat, int, int] | None:
    """Return who wins sealed *bids*, their bid, and the second price: the highest bid of the
    others.

    The bids are a `SecretChoice` that is done. Of equal bids the first one in the mapping wins.
    Somebody who wants nothing bids 0; if all do, nobody wins.
    """
    if not any(bids.values()):
        return None
    winner = max(bids, key=lambda seat: bids[seat])
    others = [bid for seat, bid in bids.items() if seat != winner]
    return winner, bids[winner], max(others, default=0)
