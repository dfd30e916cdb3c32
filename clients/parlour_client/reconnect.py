"""When to ping a host, when to give it up and when to call it again; the caller has the clocks."""

from __future__ import annotations

import random
from enum import Enum, auto
from typing import Final

TICK_S: Final = 1.0
"""How often `Pulse.beat` should be called."""
PING_S: Final = 10.0
"""From one ping to the next: often enough that the lag that is shown is not an old one."""
SILENCE_S: Final = 8.0
"""How long nothing may come after a ping: then the line is dead."""
AWAY_S: Final = 6.0
"""If a clock has gone on for so long between two ticks, we were stopped, or the machine slept."""
AWAKE_SILENCE_S: Final = 2.0
"""After that the line is most likely dead, and the silence may not last so long."""


class Beat(Enum):
    """What is to be done at a tick."""

    REST = auto()
    PING = auto()
    DEAD = auto()


class Pulse:
    """The signs of life of one connection.

    There are two clocks, as most systems stop the one that only goes forward (*now*) while the
    machine sleeps, and some do not; the time of day (*wall*) goes on everywhere, but may be set.
    """

    def __init__(self, now: float, wall: float) -> None:
        self._now = now
        self._wall = wall
        self._due = now
        self._pinged: float | None = None
        self._patience_s = SILENCE_S

        self.waits = False
        """The host waits for its disk: a ping may have to wait behind what else was asked."""

    def heard(self) -> None:
        """The host has said something. Whatever it is, it is there: an answer may have to
        wait behind others.
        """
        self._pinged = None

    def beat(self, now: float, wall: float) -> Beat:
        """What is to be done at this moment, in seconds of both clocks."""
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
"""Between two tries to come back: at first soon, as most cuts are short; then twice as long
each time, so that a host that starts again is not overrun."""
SPREAD: Final = 0.25
"""So much of a pause more or less, by chance: the others were cut off at the same moment."""


class Backoff:
    """The pauses between tries, one after the other.

    They begin at the first one again when a line has held for longer than the last pause was: a
    host that takes every call and drops it at once is not called twice a second for ever.
    """

    def __init__(self, rng: random.Random, first_s: float = FIRST_PAUSE_S) -> None:
        self._rng = rng
        self._first_s = first_s
        self._next_s = first_s
        self._last_s = 0.0

    def pause_s(self) -> float:
        """Seconds to wait before the next try."""
        self._last_s = self._next_s * self._rng.uniform(1 - SPREAD, 1 + SPREAD)
        self._next_s = min(2 * self._next_s, LONGEST_PAUSE_S)
        return self._last_s

    def held(self, for_s: float) -> None:
        """There was a line for *for_s* seconds."""
        if for_s > self._last_s:
            self._next_s = self._first_s
