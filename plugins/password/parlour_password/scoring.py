"""What a game of Password is worth (R-W-12, R-W-13, R-W-27, O-W-18)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour import Scoring, Seat
from parlour_password.state import State


class PasswordScoring(Scoring[State]):
    """Points are booked when a word is over, for the player who found it."""

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Points by player; a team's score is the sum of its two."""
        return dict((*zip(state.seats, state.scores, strict=True), *state.without))

    def winners(self, state: State) -> frozenset[Seat]:
        """The team, or the receiver, that is ahead; nobody if the game was stopped (O-W-22)."""
        if not state.is_played:
            return frozenset()
        return frozenset(seat for party in leaders(state) for seat in party) - state.gone

    def sides(self, state: State) -> Sequence[Sequence[Seat]]:
        """The two teams, or with three those who receive (O-W-26)."""
        if state.teams:
            return state.teams
        receivers = {seat for word in state.words for seat in word.receivers}
        return tuple((seat,) for seat in state.seats if seat in receivers)


def leaders(state: State) -> tuple[tuple[Seat, ...], ...]:
    """The teams that are ahead, or the single players; several if they are equal.

    With three, a giver who never receives competes with nobody (O-W-26), and who has left does
    not any more.
    """
    points = dict(zip(state.seats, state.scores, strict=True))
    parties: tuple[tuple[Seat, ...], ...] = state.teams
    if not parties:
        receivers = {seat for word in state.words for seat in word.receivers}
        parties = tuple((seat,) for seat in state.present if seat in receivers)
    totals = [sum(points[seat] for seat in party) for party in parties]
    best = max(totals)
    return tuple(party for party, total in zip(parties, totals, strict=True) if total == best)
