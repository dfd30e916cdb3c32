"""A token bucket: how much may come at once, and how much may go on coming."""

from __future__ import annotations

from functools import cache
from typing import Final

_SLACK_S: Final = 1e-6
"""Rounding of float seconds must not refuse whoever waited exactly as long as told."""


@cache
def _pace(burst: float, per_s: float) -> tuple[float, float]:
    """The seconds between two tokens, and what may come before its time.

    All buckets with the same limits share these two numbers: there are two for each player.
    """
    if burst < 1 or per_s <= 0:
        raise ValueError(f"burst must be at least 1 and per_s above 0: {burst}, {per_s}")
    return 1 / per_s, (burst - 1) / per_s


class Bucket:
    """Lets *burst* things pass at once, and *per_s* things a second in the long run.

    Times are seconds of any clock that only goes on. A clock that goes back grants
    nothing and takes nothing away. Raises ValueError unless both limits are positive
    and *burst* is at least 1.
    """

    __slots__ = ("_ahead_s", "_due", "_gap_s")

    def __init__(self, burst: float, per_s: float) -> None:
        self._gap_s, self._ahead_s = _pace(burst, per_s)
        # When the bucket will be full again: one number stands for tokens and time.
        self._due = float("-inf")

    def take(self, now: float, tokens: int = 1) -> float:
        """0.0 and *tokens*, no more than a burst, are taken if there is one; or the seconds until
        there is one, and nothing is taken. Whoever comes next waits for those that were not there.
        """
        due = self._due
        wait = due - self._ahead_s - now
        if wait > _SLACK_S:
            return wait
        self._due = (due if due > now else now) + tokens * self._gap_s
        return 0.0

    def charge(self, tokens: int, now: float) -> None:
        """Take *tokens* more for what was let through at *now*, which turned out to cost that.

        They may not be there yet: then whoever comes next waits for them, but never longer
        than it takes to fill the bucket once.
        """
        latest = max(self._due, now + 2 * self._ahead_s + self._gap_s)
        self._due = min(max(self._due, now) + tokens * self._gap_s, latest)

    def give_back(self, tokens: int = 1) -> None:
        """Undo one `take`: those *tokens* were not used."""
        self._due -= tokens * self._gap_s

    def pass_by(self, seconds: float) -> None:
        """Fill the bucket as if *seconds* had passed while its clock stood still."""
        self._due -= seconds

    def missing(self, now: float) -> int:
        """Return how many whole tokens the bucket lacks at *now*, those it owes included."""
        return int(max(0.0, (self._due - now) / self._gap_s + _SLACK_S))

    def full(self, now: float) -> bool:
        """Has the bucket all its tokens, as if nothing had ever been taken?"""
        return self._due <= now + _SLACK_S
