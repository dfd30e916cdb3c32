"""Password for four or three after the sheet of the home game: the rules as the host asks.

The work is done in `dealing` (teams, words), `play` (a word from beginning to end), `giving`
(clues, pleas), `answers` (guesses), `challenges` and `leaving`, on a `Builder`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from parlour import Context, MoveFault, Prompt, Refused, Rules, Seat, Setup, Step
from parlour_password import answers, challenges, giving, leaving
from parlour_password.builder import Builder
from parlour_password.catalogue import _
from parlour_password.dealing import deal
from parlour_password.heard import Event
from parlour_password.moves import (
    Agree,
    Challenge,
    Clue,
    Guess,
    Insist,
    Move,
    Next,
    Object,
    Pass,
    Stop,
    Three,
    Waive,
)
from parlour_password.options import Terms
from parlour_password.play import begin, end_game, lose_clue, press
from parlour_password.prompts import prompts
from parlour_password.state import Phase, State


class PasswordRules(Rules[State, Move, Event]):
    """What may happen in a game of Password."""

    def start(self, setup: Setup, ctx: Context) -> Step[State, Event]:
        """Deal all words and begin with the first (R-W-4). Raises Refused if that cannot be."""
        terms = Terms.from_options(setup.options)
        dealt = deal(terms, setup.seats, ctx)
        fresh = State(
            terms=terms,
            seats=setup.seats,
            teams=dealt.teams,
            words=dealt.words,
            extra=dealt.extra if terms.tiebreak == "extra_word" else (),
            scores=(0,) * len(setup.seats),
        )
        d = Builder(fresh, ctx)
        begin(d, 0)
        return d.step()

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        """Who may act now, with what."""
        return prompts(state)

    def deadline(self, state: State) -> int | None:
        """When the present wait ends; first the one for challenges (O-W-6).

        A right answer of three players ends it early (O-W-17), which prompts do not show.
        """
        if state.closing is not None:
            return state.closing
        return state.window if state.open else state.due

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        """Make *move*, or raise Refused."""
        if state.phase is Phase.OVER:
            raise Refused(MoveFault.ILLEGAL, _("The game is over."))
        d = Builder(state, ctx)
        _make(d, seat, move)
        return d.step()

    def time_up(self, state: State, ctx: Context) -> Step[State, Event]:
        """Silence: a clue or an answer is lost, the next word begins, nobody has come."""
        d = Builder(state, ctx)
        if state.phase is Phase.CLUE:
            lose_clue(d, "time")
        elif state.in_play:
            answers.time_up(d)
        elif state.phase is Phase.PAUSE:
            begin(d, state.at + 1)
        else:
            end_game(d, "stopped")
        return d.step()

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """The word is thrown out, and a substitute may come (O-W-22)."""
        d = Builder(state, ctx)
        if state.phase is not Phase.OVER:
            leaving.leave(d, seat)
        return d.step()

    def is_over(self, state: State) -> bool:
        """Has the last word been played, or the game been stopped?"""
        return state.phase is Phase.OVER

    def free(self, state: State) -> tuple[Seat, ...]:
        """The seat of who has left, while no word is in play that a newcomer must not see."""
        return tuple(sorted(state.gone)) if state.phase is Phase.WAITING else ()

    def joined(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """A substitute has come (O-W-22)."""
        d = Builder(state, ctx)
        leaving.sit_down(d, seat)
        return d.step()


def _make(d: Builder, seat: Seat, move: Move) -> None:
    match move:
        case Clue():
            giving.give(d, seat, move.text)
        case Insist():
            giving.insist(d, seat, move.text)
        case Agree():
            giving.agree(d, seat)
        case Object():
            giving.object_to(d, seat)
        case Guess():
            answers.guess(d, seat, move.text)
        case Pass():
            answers.decline(d, seat)
        case Challenge():
            challenges.challenge(d, seat)
        case Waive():
            challenges.waive(d, seat)
        case Next():
            press(d, seat)
        case Three():
            leaving.want_three(d, seat)
        case Stop():
            leaving.stop(d, seat)
        case _:
            assert_never(move)
