"""What may happen: bids that rise, until somebody doubts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from liarsdice import state as s
from liarsdice.state import Bid, DiceOptions, Event, Move, State, Table
from parlour import (
    Catalogue,
    Context,
    IntArg,
    MoveSpec,
    Prompt,
    Ranks,
    Rules,
    Scoring,
    Seat,
    Setup,
    Step,
    Verb,
    illegal,
)
from parlour.parts import Hands, Turns

_: Final = Catalogue()
BID: Final = Verb("bid", "bid COUNT FACE", "say how many dice show a face, at least")
DOUBT: Final = Verb("doubt", "doubt", "say that the last bid is not true", label="Doubt it")


class DiceRules(Rules[State, Move, Event]):
    """Two to six players."""

    def start(self, setup: Setup[DiceOptions], ctx: Context) -> Step[State, Event]:
        """Roll. A player drawn by lot bids first."""
        options = setup.options
        turns = Turns(setup.seats, ctx.rng.choice(setup.seats))
        table = Table(turns, options.wild, dict.fromkeys(setup.seats, options.dice))
        return _rolled(State(table, Hands(()), options.turn_seconds * 1000), (), ctx)

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        """Ask the player at turn for a higher bid, or a doubt."""
        table, specs = state.table, list[MoveSpec]()
        bid, low, most = table.bid, table.faces[0], table.total
        if bid and bid.face < s.FACES[-1]:
            specs.append(_form(bid.count, bid.count, bid.face + 1))
        if bid is None or bid.count < most:
            specs.append(_form(bid.count + 1 if bid else 1, most, low))
        bare = BID.name if specs else None
        if bid:
            specs.append(MoveSpec(DOUBT))
        ask = Prompt(tuple(specs), bare=bare, due=state.due)
        return {} if table.over else {table.turns.now: ask}

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        """Bid or doubt."""
        table = state.table
        table.turns.check(seat)
        if isinstance(move, Bid):
            lowest = table.lowest
            if lowest is None:
                raise illegal(_("No bid is higher<<. Type: doubt|.>>"))
            if table.wild and move.face == 1:
                raise illegal(_("Ones are wild: bid another face."))
            if not (lowest <= move and move.count <= table.total and move.face in table.faces):
                text = _("Bid {lowest} or more, up to {highest}.")
                highest = Bid(table.total, s.FACES[-1])
                raise illegal(text.filled(lowest=lowest, highest=highest))
            return _bid(state, move, ctx)
        if table.bid is None:
            raise illegal(_("There is no bid to doubt. Bid first."))
        return _doubted(state, table.bid, ctx)

    def time_up(self, state: State, ctx: Context) -> Step[State, Event]:
        """Doubt for a player who was too slow, or make the lowest first bid."""
        bid = state.table.bid
        if bid is None:
            return _bid(state, Bid(1, state.table.faces[0]), ctx, auto=True)
        return _doubted(state, bid, ctx, auto=True)

    def chapter(self, state: State) -> int:
        """Return the round: all roll again when it is over."""
        return state.table.number

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """Roll again without the dice of a player who has left."""
        if not state.table.dice[seat]:
            return Step(state)
        table = replace(_out(state.table, seat), lifted={}, last=None)
        return _rolled(replace(state, table=table), (s.Gone(seat),), ctx)


class DiceScoring(Scoring[State]):
    """Places: the last player with dice is first."""

    def outcome(self, state: State) -> Ranks:
        """Return the players in the order in which they lost their last die, the last one first.

        Players who still have dice share the first place.
        """
        last = reversed(state.table.out)
        return Ranks((state.table.turns.present, *((seat,) for seat in last)))


def _form(least: int, most: int, face: int) -> MoveSpec:
    """Return a bid of *least* to *most* dice of *face* or a higher one."""
    return MoveSpec(BID, (IntArg("count", least, most), IntArg("face", face, s.FACES[-1])))


def _bid(state: State, bid: Bid, ctx: Context, *, auto: bool = False) -> Step[State, Event]:
    table, seat = state.table, state.table.turns.now
    bids = (*table.bids, (seat, bid))
    table = replace(table, bids=bids, turns=table.turns.next(), lifted={}, last=None)
    told = s.HasBid(seat, bid, auto)
    return Step(replace(state, table=table, due=_due(state, ctx)), (told,))


def _doubted(state: State, bid: Bid, ctx: Context, *, auto: bool = False) -> Step[State, Event]:
    """Lift the cups: who was wrong loses a die, and bids first in the next round."""
    table, doubter = state.table, state.table.turns.now
    bidder = table.bids[-1][0]
    cups = {seat: dice for seat, dice in state.cups.items() if dice}
    found = sum(s.found(dice, bid.face, wild=table.wild) for dice in cups.values())
    loser = doubter if found >= bid.count else bidder
    left = table.dice[loser] - 1
    told = s.Lifted(doubter, bidder, bid, cups, table.wild, found, loser, left, auto)
    table = replace(table, turns=table.turns.to(loser), lifted=cups, last=bid)
    table = replace(table, dice={**table.dice, loser: left}) if left else _out(table, loser)
    return _rolled(replace(state, table=table), (told,), ctx)


def _out(table: Table, seat: Seat) -> Table:
    """Take all dice of a player, who plays no more."""
    turns, dice = table.turns.leave(seat), {**table.dice, seat: 0}
    return replace(table, turns=turns, dice=dice, out=(*table.out, seat))


def _rolled(state: State, events: tuple[Event, ...], ctx: Context) -> Step[State, Event]:
    """Begin a round, unless only one player has dice."""
    table = replace(state.table, bids=())
    if table.over:
        cups = Hands[int](tuple((seat, ()) for seat in table.turns.order))
        return Step(replace(state, table=table, cups=cups, due=None), events)
    table = replace(table, number=table.number + 1)
    cups = Hands(tuple((seat, s.roll(ctx.rng, n)) for seat, n in table.dice.items()))
    told = s.Rolled(table.number, table.turns.now, dict(cups))
    state = replace(state, table=table, cups=cups, due=_due(state, ctx))
    return Step(state, (*events, told))


def _due(state: State, ctx: Context) -> int | None:
    return ctx.now + state.turn_ms if state.turn_ms else None
