"""Password for four or three after the sheet of the home game, and for two: the rules as the host
asks.

The work is done in `turn` (a word from beginning to end, guesses) and `giving` (clues, pleas,
challenges), on a `Builder`. What happens when a player leaves is here (O-W-22).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from parlour import Context, MoveFault, Prompt, Refused, Rules, Scoring, Seat, Setup, Step
from parlour_password.catalogue import _
from parlour_password.deck import as_three, deal
from parlour_password.giving import agree, challenge, give, insist, object_to, waive
from parlour_password.heard import Event, Gone, OfThree, Seated, Wants
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
    prompts,
)
from parlour_password.options import FIRST, Terms
from parlour_password.state import Outcome, Phase, State
from parlour_password.turn import (
    Builder,
    begin,
    decline,
    end_game,
    end_word,
    guess,
    lose_clue,
    pause,
    press,
    time_up,
    turn_to,
)


class PasswordRules(Rules[State, Move, Event]):
    """What may happen in a game of Password."""

    def start(self, setup: Setup, ctx: Context) -> Step[State, Event]:
        """Deal all words and begin with the first (R-W-4). Raises Refused if that cannot be."""
        terms = Terms.from_options(setup.options)
        dealt = deal(terms, setup, ctx)
        together = len(dealt.teams) == 1  # so nobody can be equal
        fresh = State(
            terms=terms,
            seats=setup.seats,
            teams=dealt.teams,
            words=dealt.words,
            extra=dealt.extra if terms.tiebreak == "extra_word" and not together else (),
            scores=(0,) * len(setup.seats),
            first=setup.version == FIRST,
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
            time_up(d)
        elif state.phase is Phase.PAUSE:
            begin(d, state.at + 1)
        else:
            end_game(d, "stopped")
        return d.step()

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """The word is thrown out, and a substitute may come (O-W-22)."""
        d = Builder(state, ctx)
        if state.phase is not Phase.OVER:
            leave(d, seat)
        return d.step()

    def is_over(self, state: State) -> bool:
        """Has the last word been played, or the game been stopped?"""
        return state.phase is Phase.OVER

    def free(self, state: State) -> tuple[Seat, ...]:
        """The seat of who has left, while no word is in play that a newcomer must not see."""
        return tuple(sorted(state.gone)) if state.phase is Phase.WAITING else ()

    def joined(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """Let a substitute play on with the points of the player who left, after a pause."""
        d = Builder(replace(state, gone=state.gone - {seat}), ctx)
        d.tell(Seated(seat))
        pause(d)
        return d.step()


def _make(d: Builder, seat: Seat, move: Move) -> None:
    match move:
        case Clue():
            give(d, seat, move.text)
        case Insist():
            insist(d, seat, move.text)
        case Agree():
            agree(d, seat)
        case Object():
            object_to(d, seat)
        case Guess():
            guess(d, seat, move.text)
        case Pass():
            decline(d, seat)
        case Challenge():
            challenge(d, seat)
        case Waive():
            waive(d, seat)
        case Next():
            press(d, seat)
        case Three():
            want_three(d, seat)
        case Stop():
            stop(d, seat)
        case _:
            assert_never(move)


def leave(d: Builder, seat: Seat) -> None:
    """Throw out the word in play. Wait for a substitute, unless the game waits for one already."""
    state = d.state
    waits = state.phase is not Phase.WAITING and not (state.in_play and state.is_last)
    seconds = state.terms.substitute_seconds
    partner = next(iter(state.partners(seat)), None)
    d.state = replace(state, gone=state.gone | {seat})
    d.tell(Gone(seat, partner, (seconds or None) if waits else 0, waits and state.of_four))
    if state.in_play:
        end_word(d, Outcome.LEFT)
    if waits:
        turn_to(d, Phase.WAITING, d.after(seconds))
    elif state.phase is Phase.WAITING:
        end_game(d, "stopped")


def want_three(d: Builder, seat: Seat) -> None:
    """Go on as a game of three as soon as all who are left want to."""
    state = d.state
    _check_waiting(state)
    if not state.of_four:
        text = _("Only a game of four goes on with three. Wait, or <<type: stop|stop the game.>>")
        raise Refused(MoveFault.ILLEGAL, text)
    if seat in state.pressed:
        text = _("You have already <<typed three|said so>>. Wait for the others.")
        raise Refused(MoveFault.ILLEGAL, text)
    state = d.state = replace(state, pressed=state.pressed | {seat})
    if state.waited_for:
        d.tell(Wants(seat, state.waited_for))
    else:
        _go_on_as_three(d)


def stop(d: Builder, seat: Seat) -> None:
    """Stop waiting. If there are teams, the partner decides, because it is they who wait."""
    state = d.state
    _check_waiting(state)
    if not state.may_stop(seat):
        text = _("Only the partner of the player who left can stop the game.")
        raise Refused(MoveFault.ILLEGAL, text)
    end_game(d, "stopped")


def _check_waiting(state: State) -> None:
    if state.phase is not Phase.WAITING:
        raise Refused(MoveFault.ILLEGAL, _("Nobody has left. The game goes on."))


def _go_on_as_three(d: Builder) -> None:
    """Play the words to come as with three. Everybody keeps their own points."""
    state = d.state
    points = dict(zip(state.seats, state.scores, strict=True))
    (first,) = (each for gone in state.gone for each in state.partners(gone))
    played, seats = state.at + 1, state.present
    words = as_three((*state.words[played:], *state.extra), seats, first)
    to_come = len(state.words) - played
    d.state = replace(
        state,
        seats=seats,
        teams=(),
        words=(*state.words[:played], *words[:to_come]),
        extra=words[to_come:],
        scores=tuple(points[seat] for seat in seats),
        gone=frozenset(),
        without=tuple((seat, points[seat]) for seat in sorted(state.gone)),
    )
    d.tell(OfThree(seats))
    pause(d)


class PasswordScoring(Scoring[State]):
    """Points are booked when a word is over, for the player who found it."""

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Points by player; a team's score is the sum of its two."""
        return dict((*zip(state.seats, state.scores, strict=True), *state.without))

    def winners(self, state: State) -> frozenset[Seat]:
        """The team, or the receiver, that is ahead; nobody if the game was stopped (O-W-22).

        Two who play together win if their score is good.
        """
        if not state.is_played:
            return frozenset()
        return frozenset(seat for party in state.leaders for seat in party) - state.gone

    def sides(self, state: State) -> Sequence[Sequence[Seat]]:
        """The teams, or with three those who receive (O-W-26)."""
        return state.parties
