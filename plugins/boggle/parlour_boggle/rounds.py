"""A round from its board to its reading-out, and what comes after it."""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec.structs import replace

from parlour import Context, Lexicon, Seat, Step
from parlour_boggle.board import Board
from parlour_boggle.dice import DICE, draw
from parlour_boggle.heard import Begun, Event, Missed, Pressed, Read, TimeUp, Totals
from parlour_boggle.judging import lengths_of, lexicon_of, read_out
from parlour_boggle.layout import cube_of, rows_of
from parlour_boggle.options import Terms
from parlour_boggle.solver import solve
from parlour_boggle.state import Phase, Sheet, State
from parlour_boggle.stored import prepare
from parlour_boggle.worth import shortest

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
    for _ in range(SHAKES - 1):
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


def press(state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
    """A player wants to go on."""
    new = replace(state, pressed=state.pressed | {seat})
    waiting = tuple(s for s in new.waited_for if s not in new.pressed)
    if waiting:
        return Step(new, (Pressed(seat, waiting),))
    return go_on(new, ctx)


def go_on(state: State, ctx: Context) -> Step[State, Event]:
    """All who are here want to go on, or the pause is over."""
    if state.phase is not Phase.PAUSE:
        return finish(state, ctx)
    return begin(state, new_board(state.terms, lexicon_of(ctx), ctx.rng), ctx)
