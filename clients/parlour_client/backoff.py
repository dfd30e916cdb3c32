"""How long to wait before a line is tried again; the clock is whoever asks."""

from __future__ import annotations

import random
from typing import Final

FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 15.0
"""Between two tries to come back: at first soon, as most cuts are short; then twice as long
each time, so that a host that starts again is not overrun."""
SPREAD: Final = 0.25
"""So much of a pause more or less, by chance: the others were cut off at the same moment."""


class Backoff:
    """The pauses between tries, one after the other.

    They begin anew when a line has held for longer than the last pause was: a host that takes
    every call and drops it at once is not called twice a second for ever.
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
