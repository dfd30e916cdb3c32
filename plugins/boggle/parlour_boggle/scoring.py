"""What a game of Boggle is worth (R-B-10, O-B-12, O-B-18)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from parlour import Scoring, Seat
from parlour_boggle.state import State


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
