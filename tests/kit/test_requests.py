"""A leak that only the refusal of a whole move shows is found by typing such moves."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

from liarsdice import LIARSDICE
from liarsdice.rules import DiceRules
from liarsdice.state import Bid, Event, Move, State
from parlour.api import Context, MoveFault, Refused, Seat, Step
from parlour_kit import Leak, blindness
from parlour_kit.inquiry import Inquiry
from parlour_kit.playing import play


class Counting(DiceRules):
    """A bid that is too low is refused in other words if the others' dice have an odd sum."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        try:
            return super().apply(state, seat, move, ctx)
        except Refused as refused:
            if not isinstance(move, Bid) or refused.fault is not MoveFault.ILLEGAL:
                raise
            others = (die for each in state.cups if each != seat for die in state.cups[each])
            raise Refused(
                refused.fault, "Bid more." if sum(others) % 2 else "Bid higher."
            ) from None


def told_at(seed: int) -> str:
    """Return what tells the player at turn something after a random bid, or nothing."""
    game, rng = replace(LIARSDICE, rules=Counting()), Random(seed)
    moment = next(islice(play(game, rng, seats=2), 1, None))
    ask, seat = Inquiry.at(moment, game, rng), moment.state.table.turns.now
    try:
        blindness.check_position(ask, moment.state, ask.twin(moment.state, seat), seat)
    except Leak as leak:
        return leak.what
    return ""


def test_a_leak_in_the_refusal_of_a_move_with_two_numbers_is_found() -> None:
    """A bid has a count and a face, and only one that the rules refuse shows it."""
    told = filter(None, map(told_at, range(20)))
    assert next(told, "").startswith("the answer to 'bid ")
