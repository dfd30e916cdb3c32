"""Bookkeeping of a run: percentiles, the schedule of an open loop, the result."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from tools.bench.process import Usage


def percentile(ordered: Sequence[float], share: float) -> float:
    """The smallest of the *ordered* values that at least *share* (0 to 1] of them do not exceed.

    Nearest rank, so it is always a value that was measured; nan if there is none.
    """
    if not ordered:
        return math.nan
    return ordered[max(0, math.ceil(share * len(ordered) - 1e-9) - 1)]


@dataclass(frozen=True)
class Schedule:
    """When each move of an open loop is due, whatever the server does: *rate* a second, evenly."""

    start: float
    """Seconds on the clock of the loop; move 0 is due then."""
    rate: float
    count: int

    def due(self, number: int) -> float:
        """The moment at which move *number* is due, from which its latency counts."""
        return self.start + number / self.rate

    def wait(self, number: int, now: float) -> float:
        """Seconds until move *number* is due; 0 if it is, or if the schedule is at its end."""
        return max(0.0, self.due(number) - now) if number < self.count else 0.0


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What the load generator found out in one run."""

    moves: int
    """Moves whose last delivery was in the measured time; open loop: of those due in it."""
    lines: int
    """Lines that reached a client in that time, answers included."""
    seconds: float
    p50_ms: float
    p99_ms: float
    max_ms: float
    generator_cpu: float
    server_cpu: float
    waited: float
    lost: int = 0
    """Open loop: moves due in the measured time that never reached everybody."""
    games: int = 0
    """Games played to their end, the time to warm up included."""

    @property
    def moves_s(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds

    @property
    def lines_s(self) -> float:
        """Lines delivered a second."""
        return self.lines / self.seconds

    @property
    def server_us_a_move(self) -> float:
        """Microseconds of the server's processor time for each move."""
        return 1e6 * self.server_cpu / self.moves_s if self.moves else math.nan


def summarise(
    latencies: list[float],
    *,
    lines: int,
    usage: Usage,
    lost: int = 0,
    games: int = 0,
) -> Result:
    """The result of a run whose moves took *latencies* (seconds)."""
    ordered = sorted(latencies)
    return Result(
        moves=len(ordered),
        lines=lines,
        seconds=usage.seconds,
        p50_ms=1000 * percentile(ordered, 0.5),
        p99_ms=1000 * percentile(ordered, 0.99),
        max_ms=1000 * percentile(ordered, 1.0),
        generator_cpu=usage.generator,
        server_cpu=usage.server,
        waited=usage.waited,
        lost=lost,
        games=games,
    )
