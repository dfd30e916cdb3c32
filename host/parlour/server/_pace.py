"""The moments at which everything leaves while moves may be hidden: they tell nothing.

How long the host takes for a hidden move, to judge it and to store it, is seen in all that it does
meanwhile. So answers leave at beats, and what is stored leaves a fixed time after it came.
"""

from __future__ import annotations

import math
from typing import Final

from parlour.server._samples import Samples

BEAT_S: Final = 0.005
"""From one beat to the next. The host judges a word in 0.1 to 0.3 ms, so that an answer comes a
beat later because of one in a case of twenty or fewer; and nobody feels five milliseconds."""
COMMITS: Final = 64
"""The last commits, from which it follows how long one takes."""
SHARE: Final = 0.9
"""Of them, how many are over in that time: a disk is now and then slow for once, and a pad for
that would have everybody wait for it always."""
MOST_S: Final = 0.1
"""The longest pad: on a disk slower than this nobody would play on if all waited even longer."""


class Pad:
    """How long what is stored stays before it leaves: two commits, one that was under way when it
    came and its own, as long as commits take here.
    """

    def __init__(self) -> None:
        self._times = Samples(COMMITS)
        self._seconds: float | None = 0.0
        """None: another commit has been noted since it was worked out."""

    def note(self, seconds: float) -> None:
        """A commit took so long."""
        self._times.add(seconds)
        self._seconds = None

    @property
    def seconds(self) -> float:
        """How long it is now."""
        if self._seconds is None:
            ordered = self._times.ordered()
            self._seconds = min(MOST_S, 2 * ordered[math.ceil(SHARE * len(ordered)) - 1])
        return self._seconds


def next_beat(now: float) -> float:
    """The first beat after *now*."""
    return (math.floor(now / BEAT_S) + 1) * BEAT_S
