"""Time banks: what a seat may use of the clock beyond the time of one turn.

The game sets the clock of each turn. When that is over and the seat in turn has time in its bank,
the game's time stops just before its deadline while the bank is used up, so the rules never see
a move that is too late. Then the deadline passes and the rules decide, as without a bank.

Everything follows from the table's options and the times of its entries. It is a turn when the
game asks exactly one seat urgently. Whom it asks, and until when, is public in every game, and so
are the banks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from parlour.api import OptionValue, Seat
from parlour.engine.options import BANK, INCREMENT


class Bank(msgspec.Struct, frozen=True):
    """The banks of a game. Times are in ms."""

    whole: int
    """What each seat begins with."""
    increment: int
    """What a seat gets for each turn that it ends itself."""
    left: Mapping[Seat, int]
    turn: Seat | None = None
    """The seat whose bank is used when the current deadline has passed."""
    used: int = 0
    """What all seats have used so far. The game's time is behind the table's by as much."""


def begin(options: Mapping[str, OptionValue], seats: Iterable[Seat]) -> Bank | None:
    """Return the banks of a game with these options, or None if it has none."""
    whole, increment = int(options.get(BANK, 0)) * 1000, int(options.get(INCREMENT, 0)) * 1000
    if not whole and not increment:
        return None
    return Bank(whole, increment, MappingProxyType(dict.fromkeys(seats, whole)))


def reserve(bank: Bank) -> int:
    """Return what the seat in turn has left after the clock of its turn."""
    return 0 if bank.turn is None else left_of(bank, bank.turn)


def left_of(bank: Bank, seat: Seat) -> int:
    """Return what *seat* has left. A seat that joined later begins with a whole bank."""
    return bank.left.get(seat, bank.whole)


def spent(bank: Bank, deadline: int | None, at: int) -> Bank:
    """Return the banks at table time *at*, with *deadline* in the time of the game."""
    if bank.turn is None or deadline is None:
        return bank
    over = min(at - bank.used - (deadline - 1), reserve(bank))
    if over <= 0:
        return bank
    return replace(_with(bank, bank.turn, -over), used=bank.used + over)


def next_turn(
    bank: Bank,
    before: Collection[Seat],
    asked: Collection[Seat],
    *,
    same_deadline: bool,
    mover: Seat | None,
) -> Bank:
    """Return the banks after a step of *mover* that asks the seats *asked* urgently.

    *before* are those who were asked until then. With *same_deadline*, somebody who is the last of
    several to answer has no turn of their own.
    """
    turn = next(iter(asked)) if len(asked) == 1 else None
    if same_deadline and turn in before:
        if turn == bank.turn:
            return bank
        turn = None
    if bank.turn is not None and bank.turn == mover:
        bank = _with(bank, bank.turn, bank.increment)
    return replace(bank, turn=turn)


def _with(bank: Bank, seat: Seat, more: int) -> Bank:
    left = {**bank.left, seat: left_of(bank, seat) + more}
    return replace(bank, left=MappingProxyType(left))
