"""What a game of Probe is worth (R-P-12, R-P-45)."""

from __future__ import annotations

from collections.abc import Mapping

from parlour import Scoring, Seat
from parlour_probe.state import State


class ProbeScoring(Scoring[State]):
    """Scores are booked by the rules as they fall; here they are read."""

    def scores(self, state: State) -> Mapping[Seat, int]:
        """The running totals, public at all times."""
        return dict(zip(state.seats, state.scores, strict=True))

    def winners(self, state: State) -> frozenset[Seat]:
        """The highest score wins, equals share (O-P-39); who left is not ranked (O-P-45)."""
        ranked = {s: points for s, points in self.scores(state).items() if s not in state.gone}
        best = max(ranked.values(), default=0)
        return frozenset(s for s, points in ranked.items() if points == best)
