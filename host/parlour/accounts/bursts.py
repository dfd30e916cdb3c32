"""Bursts: what the connections of one address may send at once, one after the other.

Each connection has a token bucket of its own. If we counted nothing else, a flooder would
reconnect for a fresh budget. So we charge what a connection has used up when it ends to its
address, and a connection that we close for flooding uses up everything its address has.

An address without bursts can still connect. Its next connections are *held*: each begins with an
empty budget, and the host reads from it only as fast as the budget allows. It refuses nothing on
them, so there is no reason to reconnect.
"""

from __future__ import annotations

from parlour.accounts.throttle import Tries, place_of
from parlour.core.limits import Limits
from parlour.core.sessions import Session


class Bursts:
    """Lines that each address may still send at once, over all its connections."""

    def __init__(self, limits: Limits) -> None:
        self._lines = limits.flood_burst * limits.bursts_per_address
        self._factor = limits.near_factor
        window, keep = limits.bursts_s, limits.tries_kept
        self._far = Tries(self._lines, window, keep)
        self._near = Tries(self._lines * self._factor, window, keep)

    def take(self, session: Session, now: float) -> bool:
        """Take a new connection, and return whether its address still has bursts."""
        return not self._of(session).take(place_of(session), now)

    def ended(self, session: Session, now: float) -> None:
        """Charge the tokens that an ended connection lacks to its address."""
        missing = session.bucket.missing(now)
        if missing:
            self._of(session).charge(place_of(session), missing, now)

    def use_up(self, session: Session, now: float) -> None:
        """Leave its address no bursts for a while: the connection is closed for flooding."""
        lines = 2 * self._lines * (self._factor if session.near else 1)
        self._of(session).charge(place_of(session), lines, now)

    def _of(self, session: Session) -> Tries:
        return self._near if session.near else self._far
