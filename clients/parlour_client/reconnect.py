"""When to ping a host, give up on it, and reconnect. The caller has the clocks."""

from __future__ import annotations

import random
from enum import Enum, auto
from typing import Final

TICK_S: Final = 1.0
"""How often `Pulse.beat` should be called."""
PING_S: Final = 10.0
"""From one ping to the next: often enough to keep the displayed lag fresh."""
SILENCE_S: Final = 8.0
"""How long the host may be silent after a ping. Then the connection is dead."""
AWAY_S: Final = 6.0
"""If a clock advances this much between two ticks, we were suspended or the machine slept."""
AWAKE_SILENCE_S: Final = 2.0
"""After that the connection is most likely dead, so we allow less silence."""


class Beat(Enum):
    """What to do at a tick."""

    REST = auto()
    PING = auto()
    DEAD = auto()


class Pulse:
    """The signs of life of one connection.

    There are two clocks, because most systems stop the monotonic one (*now*) while the machine
    sleeps. The time of day (*wall*) always runs, but may be set.
    """

    def __init__(self, now: float, wall: float) -> None:
        self._now = now
        self._wall = wall
        self._due = now
        self._pinged: float | None = None
        self._patience_s = SILENCE_S

        self.waits = False
        """The host waits for its disk: a ping may have to wait for other requests."""

    def heard(self) -> None:
        """The host said something. Anything shows that it is alive, even if an answer has to
        wait for others."""
        self._pinged = None

    def beat(self, now: float, wall: float) -> Beat:
        """Return what to do at this moment, in seconds of both clocks."""
        away = max(now - self._now, wall - self._wall) > AWAY_S
        self._now, self._wall = now, wall
        if away:
            return self._ping(now, AWAKE_SILENCE_S)
        if self._pinged is not None and now - self._pinged >= self._patience_s and not self.waits:
            return Beat.DEAD
        return self._ping(now, SILENCE_S) if now >= self._due else Beat.REST

    def _ping(self, now: float, patience_s: float) -> Beat:
        self._pinged, self._patience_s = now, patience_s
        self._due = now + PING_S
        return Beat.PING


FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 15.0
"""Pauses between two attempts: short at first, because most disconnections are; then twice as long
each time, so as not to flood a host that restarts."""
SPREAD: Final = 0.25
"""How much a pause varies at random: other players were cut off at the same moment."""


class Backoff:
    """The pauses between attempts.

    They start over once a connection has lasted longer than the last pause. Otherwise a host that
    accepts each call and drops it at once would be called twice a second for ever.
    """

    def __init__(self, rng: random.Random, first_s: float = FIRST_PAUSE_S) -> None:
        self._rng = rng
        self._first_s = first_s
        self._next_s = first_s
        self._last_s = 0.0

    def pause_s(self) -> float:
        """Return how many seconds to wait before the next attempt."""
        self._last_s = self._next_s * self._rng.uniform(1 - SPREAD, 1 + SPREAD)
        self._next_s = min(2 * self._next_s, LONGEST_PAUSE_S)
        return self._last_s

    def held(self, for_s: float) -> None:
        """Note that we were connected for *for_s* seconds."""
        if for_s > self._last_s:
            self._next_s = self._first_s
