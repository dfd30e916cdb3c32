"""How often somebody may try: passwords and codes by name and by place, registering by place."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, Final

from parlour.house.limits import Limits
from parlour.wire.flood import Bucket

if TYPE_CHECKING:
    from parlour.house.people import Session

SITE_BITS: Final = 64
"""Of an IPv6 address: one line to the internet has all addresses that begin with these."""


class Tries:
    """*count* tries of each key at once, and *count* more in every *window_s*.

    No more than *keep* keys are remembered: then those go that have all their tries back
    and, if those are none, the half that began first.
    """

    def __init__(self, count: int, window_s: int, keep: int) -> None:
        self._count = count
        self._per_s = count / window_s
        self._keep = keep
        self._buckets: dict[str, Bucket] = {}

    def __len__(self) -> int:
        """How many keys are remembered."""
        return len(self._buckets)

    def take(self, key: str, now: float) -> float:
        """0.0 and a try is taken; or the seconds until there is one, and nothing is taken."""
        bucket = self._buckets.get(key)
        if bucket is None:
            self._make_room(now)
            bucket = self._buckets[key] = Bucket(self._count, self._per_s)
        return bucket.take(now)

    def give_back(self, key: str) -> None:
        """The last try of *key* was no wrong one: it does not count."""
        bucket = self._buckets.get(key)
        if bucket is not None:
            bucket.give_back()

    def _make_room(self, now: float) -> None:
        if len(self._buckets) < self._keep:
            return
        left = [(key, bucket) for key, bucket in self._buckets.items() if not bucket.full(now)]
        self._buckets = dict(left if len(left) < self._keep else left[len(left) // 2 :])


class Attempts:
    """What is counted of those who try to come in.

    Fewer wrong tries are allowed from one place than for one name, so that nobody can lock
    another player out of his name from a single place.
    """

    def __init__(self, limits: Limits) -> None:
        window, keep = limits.tries_s, limits.tries_kept
        self._names = Tries(limits.tries_per_name, window, keep)
        self._places = Tries(limits.tries_per_address, window, keep)
        self._registers = Tries(limits.registers_per_address, window, keep)

    def guess(self, session: Session, now: float, key: str | None = None) -> float:
        """Somebody tries a password of the name *key*, or a code: it counts until it is right.

        0.0, or the seconds until he may.
        """
        place = _place(session)
        wait_s = self._places.take(place, now)
        if wait_s or key is None:
            return wait_s
        wait_s = self._names.take(key, now)
        if wait_s:
            self._places.give_back(place)
        return wait_s

    def right(self, session: Session, key: str | None = None) -> None:
        """What he tried was right, or was not looked at."""
        self._places.give_back(_place(session))
        if key is not None:
            self._names.give_back(key)

    def register(self, session: Session, now: float) -> float:
        """Somebody sets a password: 0.0, or the seconds until he may."""
        return self._registers.take(_place(session), now)


def _place(session: Session) -> str:
    """Where a line comes from, as far as one person cannot be in many places."""
    try:
        address = ip_address(session.address)
    except ValueError:
        return session.address  # a line of another sort
    if session.near or not isinstance(address, IPv6Address):
        return session.address
    return str(ip_network((address, SITE_BITS), strict=False))
