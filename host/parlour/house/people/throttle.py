"""Rate limits for attempts: passwords and codes by name and place, registrations by place."""

from __future__ import annotations

from collections import OrderedDict
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from parlour.house.limits import Limits
from parlour.house.sessions import Player, Session
from parlour.wire.flood import Bucket

SITE_BITS: Final = 64
"""Bits of an IPv6 address that identify a site. One internet connection has all addresses with
the same first bits."""
PLACES_KEPT: Final = 4
"""Places we remember of one player: home, work, a phone, and one to spare."""


class Tries:
    """*count* tries for each key at once, and *count* more in every *window_s*.

    We remember at most *keep* keys, and forget none while it lacks a try. When there is no room,
    all further keys share the tries of one. So a flood of keys gives nobody new tries, and new
    keys have to wait.
    """

    def __init__(self, count: int, window_s: int, keep: int) -> None:
        self._count = count
        self._window_s = window_s
        self._keep = keep
        self._buckets: OrderedDict[str, tuple[Bucket, float]] = OrderedDict()
        """With the time of the last try, oldest first. One window later all tries are back."""
        self._others = self.bucket()

    def __len__(self) -> int:
        """Return how many keys are remembered."""
        return len(self._buckets)

    def bucket(self) -> Bucket:
        """Return a bucket with all tries of one key."""
        return Bucket(self._count, self._count / self._window_s)

    def take(self, key: str, now: float) -> float:
        """Take a try and return 0.0, or take nothing and return the seconds until there is one."""
        self._forget(now)
        bucket, _ = self._buckets.get(key, (None, now))
        if bucket is None:
            if len(self._buckets) >= self._keep:
                return self._others.take(now)
            bucket = self.bucket()
        wait_s = bucket.take(now)
        if not wait_s:
            self._buckets[key] = bucket, now
            self._buckets.move_to_end(key)
        return wait_s

    def give_back(self, key: str, now: float) -> None:
        """Give back the last try of *key*, because it was not wrong."""
        bucket, _ = self._buckets.get(key, (self._others, now))
        bucket.give_back()
        if bucket is not self._others and bucket.full(now):
            del self._buckets[key]

    def charge(self, key: str, tries: int, now: float) -> None:
        """Count *tries* more, even beyond what *key* has.

        All are back after two windows at most.
        """
        self._forget(now)
        bucket, _ = self._buckets.get(key, (None, now))
        if bucket is None and len(self._buckets) >= self._keep:
            self._others.charge(tries, now)
            return
        bucket = bucket or self.bucket()
        bucket.charge(tries, now)
        self._buckets[key] = bucket, now
        self._buckets.move_to_end(key)

    def _forget(self, now: float) -> None:
        while self._buckets:
            key, (bucket, last) = next(iter(self._buckets.items()))
            if now - last < self._window_s or not bucket.full(now):
                break
            del self._buckets[key]


class Throttle:
    """Counts of attempts to get in.

    Fewer wrong tries are allowed from one place than for one name, so that nobody can lock
    another player out of their name from a single place. Many places together can use up the
    tries for a name. So each player has tries of their own at the places where they logged in
    before. We remember these while the host runs and never store them. A restart also forgets the
    wrong tries, and no copy of the data reveals where a player lives.
    """

    def __init__(self, limits: Limits) -> None:
        window, keep = limits.tries_s, limits.tries_kept
        self._names = Tries(limits.tries_per_name, window, keep)
        self._places = Tries(limits.tries_per_address, window, keep)
        self._registers = Tries(limits.registers_per_address, window, keep)
        self._reports = Tries(limits.reports_per_address, window, keep)
        self._codes = Bucket(limits.wrong_codes, limits.wrong_codes / window)
        self._homes: dict[int, dict[str, Bucket]] = {}
        """By player: their own tries at each place where they logged in, the latest last."""

    # --- passwords ------------------------------------------------------------------------

    def password(self, session: Session, player: Player, now: float) -> float:
        """Count an attempt at the password of *player*, until it proves right.

        Returns 0.0, or the seconds until they may try.
        """
        place = place_of(session)
        own = self._own(session, player)
        if own is not None and not own.take(now):
            return 0.0
        wait_s = self._places.take(place, now)
        if wait_s:
            return wait_s
        wait_s = self._names.take(player.key, now)
        if wait_s:
            self._places.give_back(place, now)
        return wait_s

    def right_password(self, session: Session, player: Player, now: float) -> None:
        """Give back the try, because the password of *player* was right."""
        place = place_of(session)
        own = self._own(session, player)
        if own is not None:
            own.give_back()
        else:
            self._places.give_back(place, now)
            self._names.give_back(player.key, now)

    # --- codes ----------------------------------------------------------------------------

    def code(self, session: Session, player: Player | None, now: float) -> float:
        """Count a typed code, unless it is the code of *player*.

        Returns 0.0, or the seconds until they may try. Then nobody may tell them whether it is
        right. Where *player* has logged in before, only their own tries there matter as long as
        any are left. Nobody who guesses, from however many places, can keep a player out.
        """
        own = self._own(session, player)
        if own is not None and not own.take(now):
            own.give_back()
            return 0.0
        place = place_of(session)
        wait_s = self._places.take(place, now)
        if wait_s:
            return wait_s
        wait_s = self._codes.take(now)
        if wait_s or player is not None:
            self._places.give_back(place, now)
        if not wait_s and player is not None:
            self._codes.give_back()
        return wait_s

    def in_vain(self, session: Session, player: Player, now: float) -> None:
        """Count a right code that did not let *player* in, so that nobody is bothered for long."""
        own = self._own(session, player)
        if own is None or own.take(now):
            self._places.take(place_of(session), now)

    # --- where players log in ---------------------------------------------------------

    def _own(self, session: Session, player: Player | None) -> Bucket | None:
        """Return the own tries of *player* at that place. None: they never logged in there."""
        homes = None if player is None else self._homes.get(player.number)
        return None if homes is None else homes.get(place_of(session))

    def came_in(self, session: Session, player: Player) -> None:
        """Give *player* tries of their own at the place where they have just logged in."""
        homes = self._homes.setdefault(player.number, {})
        place = place_of(session)
        own = homes.pop(place, None)
        homes[place] = self._places.bucket() if own is None else own
        if len(homes) > PLACES_KEPT:
            del homes[next(iter(homes))]

    def forget(self, number: int) -> None:
        """Forget the places of that player, who is gone or has a new password."""
        self._homes.pop(number, None)

    # --- registering, reporting -----------------------------------------------------------

    def register(self, session: Session, now: float) -> float:
        """Count an attempt to set a password. Returns 0.0, or the seconds until it is allowed."""
        return self._registers.take(place_of(session), now)

    def report(self, session: Session, now: float) -> float:
        """Count a report to the operator. Returns 0.0, or the seconds until it is allowed."""
        return self._reports.take(place_of(session), now)


def place_of(session: Session) -> str:
    """Return the place of a connection, chosen so that one person cannot be in many places."""
    try:
        address = ip_address(session.address)
    except ValueError:
        return session.address  # another kind of connection
    if session.near or not isinstance(address, IPv6Address):
        return session.address
    return str(ip_network((address, SITE_BITS), strict=False))
