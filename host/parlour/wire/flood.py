"""Token buckets: how much may arrive at once, and how much per second after that."""

from __future__ import annotations

from functools import cache
from typing import Final

_SLACK_S: Final = 1e-6
"""A tolerance in seconds, so that rounding refuses nobody who waited exactly as long as we
said."""


@cache
def _pace(burst: float, per_s: float) -> tuple[float, float]:
    """Return the seconds between two tokens, and how many seconds early a full burst may come.

    All buckets with the same limits share these two numbers, and each player has two buckets.
    """
    if burst < 1 or per_s <= 0:
        raise ValueError(f"burst must be at least 1 and per_s above 0: {burst}, {per_s}")
    return 1 / per_s, (burst - 1) / per_s


class Bucket:
    """A token bucket: *burst* things may pass at once, and *per_s* a second in the long run.

    Times are seconds of any monotonic clock. A clock that goes back grants
    nothing and takes nothing away. Raises ValueError unless both limits are positive
    and *burst* is at least 1.
    """

    __slots__ = ("_ahead_s", "_gap_s", "due")

    def __init__(self, burst: float, per_s: float) -> None:
        self._gap_s, self._ahead_s = _pace(burst, per_s)
        self.due = float("-inf")
        """When the bucket will be full again. One number holds tokens and time."""

    def take(self, now: float, tokens: int = 1) -> float:
        """Take *tokens*, at most a burst, and return 0.0 if there is at least one.

        Otherwise take nothing, and return the seconds until there is one. The next caller waits
        for tokens that were not there.
        """
        due = self.due
        wait = due - self._ahead_s - now
        if wait > _SLACK_S:
            return wait
        self.due = (due if due > now else now) + tokens * self._gap_s
        return 0.0

    def charge(self, tokens: int, now: float) -> None:
        """Take *tokens* more for something let through at *now* that turned out to cost that much.

        They may not be there yet. Then the next caller waits for them, but never longer
        than it takes to fill the bucket once.
        """
        latest = max(self.due, now + 2 * self._ahead_s + self._gap_s)
        self.due = min(max(self.due, now) + tokens * self._gap_s, latest)

    def give_back(self, tokens: int = 1) -> None:
        """Undo one `take`, because those *tokens* were not used."""
        self.due -= tokens * self._gap_s

    def pass_by(self, seconds: float) -> None:
        """Fill the bucket as if *seconds* had passed while its clock was stopped."""
        self.due -= seconds

    def missing(self, now: float) -> int:
        """Return how many whole tokens the bucket lacks at *now*, including those it owes."""
        return int(max(0.0, (self.due - now) / self._gap_s + _SLACK_S))

    def quarters(self, now: float) -> int:
        """Return how many quarters of a burst the bucket lacks at *now*, rounded down."""
        lacks_s = 4 * (self.due - now)
        return int(lacks_s / (self._ahead_s + self._gap_s)) if lacks_s > self._ahead_s else 0

    def use_quarters(self, quarters: int, now: float) -> None:
        """Take so many quarters of a burst."""
        self.due = now + quarters * (self._ahead_s + self._gap_s) / 4

    def full(self, now: float) -> bool:
        """Check whether the bucket has all its tokens, as if nothing had ever been taken."""
        return self.due <= now + _SLACK_S
