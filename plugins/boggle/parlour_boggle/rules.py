"""Boggle for one to twenty players after the sheet of 1983: the rules as the host asks.

A round from its board to its reading-out is here too; `judging` does what concerns words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Final, assert_never

from msgspec.structs import replace

from parlour import Context, Lexicon, MoveFault, Prompt, Refused, Rules, Scoring, Seat, Setup, Step
from parlour_boggle.automaton import prepare
from parlour_boggle.board import Board, cube_of, rows_of, shortest
from parlour_boggle.catalogue import _
from parlour_boggle.dice import DICE, draw
from parlour_boggle.heard import Begun, Came, Event, Gone, Missed, Pressed, Read, TimeUp, Totals
from parlour_boggle.judging import NO_LENGTHS, lengths_of, lexicon_of, read_out, take_back, write
from parlour_boggle.moves import Move, Next, TakeBack, Write, prompts
from parlour_boggle.options import Terms
from parlour_boggle.solver import solve
from parlour_boggle.state import Phase, Sheet, State

MS_PER_S: Final = 1000
SHAKES: Final = 200
"""How often a board is shaken for `min_words` before the best so far will do: with the English
list one in ten is good enough, and these take a tenth of a second."""


def new_board(terms: Terms, lexicon: Lexicon, rng: Random) -> Board:
    """Shake the cubes (R-B-1), again if the board has too few words (`min_words`)."""
    board = draw(DICE[terms.dice], rng, challenge=terms.challenge)
    if not terms.min_words:
        return board
    automaton = prepare(lexicon)
    best, most = board, len(solve(board, automaton).words)
    for _shake in range(SHAKES - 1):
        if most >= terms.min_words:
            break
        board = draw(DICE[terms.dice], rng, challenge=terms.challenge)
        words = len(solve(board, automaton).words)
        if words > most:
            best, most = board, words
    return best


def begin(state: State, board: Board, ctx: Context) -> Step[State, Event]:
    """The next round: *board* goes to all, and the clock starts (R-B-2)."""
    seconds = state.terms.seconds
    ends = ctx.now + seconds * MS_PER_S if seconds else None
    new = replace(
        state,
        phase=Phase.FINDING,
        round=state.round + 1,
        board=board,
        sheets=(Sheet(),) * len(state.seats),
        writers=state.present,
        pressed=frozenset(),
        ends=ends,
        due=ends,
        reading=None,
    )
    begun = Begun(
        round=new.round,
        rows=rows_of(board),
        cube=cube_of(board),
        seconds=seconds,
        shortest=shortest(board.size),
        seats=new.writers,
        verdicts=state.terms.verdicts,
        scoring=state.terms.scoring,
    )
    return Step(new, (begun,))


def buzz(state: State, ctx: Context) -> Step[State, Event]:
    """Time is up. With `lag_credit` the reading-out waits for slow lines, always as long."""
    up = TimeUp(state.round)
    if not state.terms.lag_credit or state.ends is None:
        step = finish(state, ctx)
        return Step(step.state, (up, *step.events))
    return Step(
        replace(state, phase=Phase.CLOSING, due=state.ends + state.terms.lag_credit), (up,)
    )


def finish(state: State, ctx: Context) -> Step[State, Event]:
    """Read out all lists, book the points, and see whether that was all."""
    sheets = {seat: state.sheet(seat) for seat in state.writers}
    reading = read_out(state.terms, state.board, lexicon_of(ctx), sheets)
    graded = {each.seat: each for each in reading.lists}
    points = tuple(graded[s].points if s in graded else 0 for s in state.seats)
    lengths = tuple(
        lengths_of(graded[s].groups, counts) if s in graded else counts
        for s, counts in zip(state.seats, state.lengths, strict=True)
    )
    new = replace(
        state,
        totals=tuple(map(sum, zip(state.totals, points, strict=True))),
        lengths=lengths,
        reading=reading,
        ends=None,
        pressed=frozenset(),
    )
    pause = state.terms.pause_seconds
    if _is_last(new):
        new = replace(new, phase=Phase.OVER, due=None)
    else:
        due = ctx.now + pause * MS_PER_S if pause else None
        new = replace(new, phase=Phase.PAUSE, due=due)
    events: list[Event] = [
        Read(state.round, each.seat, each.points, each.groups, each.seat in state.gone)
        for each in reading.lists
    ]
    events.append(Totals(state.round, state.seats, points, new.totals, state.terms.target))
    events.append(
        Missed(state.round, reading.missed, reading.words, reading.points, reading.found)
    )
    return Step(new, tuple(events))


def _is_last(state: State) -> bool:
    """One round, or a player has reached the target (R-B-10, O-B-12)."""
    best = max(
        (
            total
            for seat, total in zip(state.seats, state.totals, strict=True)
            if seat not in state.gone
        ),
        default=None,
    )
    return (
        not state.terms.target
        or best is None
        or best >= state.terms.target
        or state.round >= state.terms.max_rounds
    )


def may_follow(state: State) -> bool:
    """Is there, as far as anybody can know, another round to come?"""
    if state.phase is Phase.OVER or not state.terms.target:
        return False
    return not state.in_round or state.round < state.terms.max_rounds


def go_on(state: State, ctx: Context) -> Step[State, Event]:
    """All who are here want to go on, or the pause is over."""
    if state.phase is not Phase.PAUSE:
        return finish(state, ctx)
    return begin(state, new_board(state.terms, lexicon_of(ctx), ctx.rng), ctx)


SEATS: Final = range(1, 21)
"""How many may play, and the numbers of the seats."""


class BoggleRules(Rules[State, Move, Event]):
    """What may happen in a game of Boggle."""

    def start(self, setup: Setup, ctx: Context) -> Step[State, Event]:
        """Shake the cubes; all search at once. Raises Refused without a word list."""
        terms = Terms.of(setup)
        players = len(setup.seats)
        board = new_board(terms, lexicon_of(ctx), ctx.rng)
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
        return begin(fresh, board, ctx)

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
            return buzz(state, ctx)
        return go_on(state, ctx)

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
            step = go_on(new, ctx)
            return Step(step.state, (gone, *step.events))
        return Step(new, (gone,))

    def free(self, state: State) -> tuple[Seat, ...]:
        """Seats that nobody has held, as long as another round may follow (O-B-17).

        The list of a player who has left belongs to their seat, so that seat is not offered.
        """
        if not may_follow(state):
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
    new = replace(state, pressed=state.pressed | {seat})
    waiting = tuple(s for s in new.waited_for if s not in new.pressed)
    if waiting:
        return Step(new, (Pressed(seat, waiting),))
    return go_on(new, ctx)


class BoggleScoring(Scoring[State]):
    """Points are booked when lists are read out; during a round nothing changes (G-7)."""

    def scores(self, state: State) -> Mapping[Seat, int]:
        """The totals of all rounds that have been read out."""
        return dict(zip(state.seats, state.totals, strict=True))

    def winners(self, state: State) -> frozenset[Seat]:
        """The highest total wins; who left is not ranked (O-B-16)."""
        totals = self.scores(state)
        best = max((totals[seat] for seat in state.present), default=0)
        first = frozenset(seat for seat in state.present if totals[seat] == best)
        return _longest(state, first) if state.terms.tiebreak == "long_words" else first


def _longest(state: State, seats: Iterable[Seat]) -> frozenset[Seat]:
    """Those of *seats* who have most words of the longest length that any of them has."""
    counts = {seat: state.lengths[state.seats.index(seat)] for seat in seats}
    for of_length in zip(*(reversed(each) for each in counts.values()), strict=True):
        most = max(of_length)
        if most:
            return frozenset(s for s, n in zip(counts, of_length, strict=True) if n == most)
    return frozenset(counts)
