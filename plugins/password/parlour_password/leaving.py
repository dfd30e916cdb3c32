"""A player leaves for good, and the others decide how to go on (O-W-22)."""

from __future__ import annotations

from dataclasses import replace

from parlour import MoveFault, Refused, Seat
from parlour_password.builder import Builder
from parlour_password.catalogue import _
from parlour_password.dealing import as_three
from parlour_password.heard import Gone, OfThree, Seated, Wants
from parlour_password.play import end_game, end_word, pause, turn_to
from parlour_password.state import Outcome, Phase, State


def leave(d: Builder, seat: Seat) -> None:
    """Throw out the word in play. Wait for a substitute, unless the game waits for one already."""
    state = d.state
    waits = state.phase is not Phase.WAITING and not (state.in_play and state.is_last)
    seconds = state.terms.substitute_seconds
    partner = next(iter(partners(state, seat)), None)
    d.state = replace(state, gone=state.gone | {seat})
    d.tell(Gone(seat, partner, (seconds or None) if waits else 0, waits and bool(state.teams)))
    if state.in_play:
        end_word(d, Outcome.LEFT)
    if waits:
        turn_to(d, Phase.WAITING, d.after(seconds))
    elif state.phase is Phase.WAITING:
        end_game(d, "stopped")


def sit_down(d: Builder, seat: Seat) -> None:
    """Let a substitute play on with the points of the player who left, after a pause."""
    d.state = replace(d.state, gone=d.state.gone - {seat})
    d.tell(Seated(seat))
    pause(d)


def want_three(d: Builder, seat: Seat) -> None:
    """Go on as a game of three as soon as all who are left want to."""
    state = d.state
    _check_waiting(state)
    if not state.teams:
        text = _("This is already a game of three. Wait, or <<type: stop|stop the game.>>")
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
    """Stop waiting. In a game of four the partner decides, because it is their team that waits."""
    state = d.state
    _check_waiting(state)
    if not may_stop(state, seat):
        text = _("Only the partner of the player who left can stop the game.")
        raise Refused(MoveFault.ILLEGAL, text)
    end_game(d, "stopped")


def may_stop(state: State, seat: Seat) -> bool:
    """Return whether *seat* may end the wait for a substitute."""
    return all(seat in (partners(state, gone) or state.seats) for gone in state.gone)


def partners(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the other player of that team, or nobody in the game of three."""
    return tuple(each for team in state.teams if seat in team for each in team if each != seat)


def _check_waiting(state: State) -> None:
    if state.phase is not Phase.WAITING:
        raise Refused(MoveFault.ILLEGAL, _("Nobody has left. The game goes on."))


def _go_on_as_three(d: Builder) -> None:
    """Play the words to come as with three. Everybody keeps their own points."""
    state = d.state
    points = dict(zip(state.seats, state.scores, strict=True))
    (first,) = (each for gone in state.gone for each in partners(state, gone))
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
