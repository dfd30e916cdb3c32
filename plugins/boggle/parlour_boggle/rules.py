"""Boggle for one to twenty players after the sheet of 1983: the rules as the host asks.

The work is done in `writing` (lists), `rounds` (boards, clocks) and `judging` (words, points).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

from msgspec.structs import replace

from parlour import Context, MoveFault, Prompt, Refused, Rules, Seat, Setup, Step
from parlour_boggle import rounds
from parlour_boggle.catalogue import _
from parlour_boggle.heard import Came, Event, Gone
from parlour_boggle.judging import NO_LENGTHS, lexicon_of
from parlour_boggle.moves import Move, Next, TakeBack, Write
from parlour_boggle.options import Terms
from parlour_boggle.prompts import prompts
from parlour_boggle.state import Phase, Sheet, State
from parlour_boggle.writing import take_back, write

SEATS: Final = range(1, 21)
"""How many may play, and the numbers of the seats."""


class BoggleRules(Rules[State, Move, Event]):
    """What may happen in a game of Boggle."""

    def start(self, setup: Setup, ctx: Context) -> Step[State, Event]:
        """Shake the cubes; all search at once. Raises Refused without a word list."""
        terms = Terms.from_options(setup.options)
        players = len(setup.seats)
        board = rounds.new_board(terms, lexicon_of(ctx), ctx.rng)
        fresh = State(
            terms=terms,
            seats=setup.seats,
            phase=Phase.PAUSE,
            round=0,
            board=board,
            sheets=(),
            totals=(0,) * players,
            lengths=(NO_LENGTHS,) * players,
            writers=(),
        )
        return rounds.begin(fresh, board, ctx)

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        """Who may act now, with what."""
        return prompts(state)

    def deadline(self, state: State) -> int | None:
        """When the round, the wait for words on their way, or the pause ends."""
        return state.due

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        """Make *move*, or raise Refused."""
        if state.phase is Phase.OVER:
            raise Refused(MoveFault.ILLEGAL, _("The game is over."))
        match move:
            case Write():
                _check_in_round(state, seat)
                return write(state, seat, move, ctx)
            case TakeBack():
                _check_in_round(state, seat)
                return take_back(state, seat, move, ctx)
            case Next():
                return _next(state, seat, ctx)
            case _:
                assert_never(move)

    def time_up(self, state: State, ctx: Context) -> Step[State, Event]:
        """The round is over, or the reading-out is due, or the next round begins."""
        if state.phase is Phase.FINDING:
            return rounds.buzz(state, ctx)
        return rounds.go_on(state, ctx)

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """Read out their list all the same, and stop waiting for them (O-B-16).

        A round that nobody plays any more is over: who has come since does not wait for it.
        """
        if state.phase is Phase.OVER:
            return Step(state)
        writes = state.in_round and seat in state.writers
        kept = writes and state.terms.leaver_list == "kept"
        new = replace(state, gone=state.gone | {seat})
        if writes and not kept:
            new = replace(new, writers=tuple(s for s in state.writers if s != seat))
        gone = Gone(seat, kept)
        if not new.present:
            return Step(replace(new, phase=Phase.OVER, due=None), (gone,))
        if new.pressed.issuperset(new.waited_for):
            step = rounds.go_on(new, ctx)
            return Step(step.state, (gone, *step.events))
        return Step(new, (gone,))

    def free(self, state: State) -> tuple[Seat, ...]:
        """Seats that nobody has held, as long as another round may follow (O-B-17).

        The list of a player who has left belongs to their seat, so that seat is not offered.
        """
        if not rounds.may_follow(state):
            return ()
        return tuple(Seat(number) for number in SEATS if Seat(number) not in state.seats)

    def joined(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """Seat a player who watches until the next round begins (O-B-17)."""
        at = sum(other < seat for other in state.seats)
        new = replace(
            state,
            seats=(*state.seats[:at], seat, *state.seats[at:]),
            sheets=(*state.sheets[:at], Sheet(), *state.sheets[at:]),
            totals=(*state.totals[:at], 0, *state.totals[at:]),
            lengths=(*state.lengths[:at], NO_LENGTHS, *state.lengths[at:]),
        )
        return Step(new, (Came(seat, state.round + 1),))

    def is_over(self, state: State) -> bool:
        """Has the last round been read out, or everybody left?"""
        return state.phase is Phase.OVER


def _check_in_round(state: State, seat: Seat) -> None:
    if not state.in_round:
        raise Refused(MoveFault.ILLEGAL, _("The round is over. New words don't count."))
    if seat not in state.writers:
        raise Refused(MoveFault.ILLEGAL, _("You join in round {round}.", round=state.round + 1))


def _next(state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
    if state.in_round and state.ends is not None:
        text = _("The round ends when time is up, and not before.")
        raise Refused(MoveFault.ILLEGAL, text)
    if seat not in state.waited_for:
        raise Refused(MoveFault.ILLEGAL, _("You join in round {round}.", round=state.round + 1))
    if seat in state.pressed:
        text = _("You have already <<typed next|said so>>. Wait for the others.")
        raise Refused(MoveFault.ILLEGAL, text)
    return rounds.press(state, seat, ctx)
