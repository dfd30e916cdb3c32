"""How often somebody may try: passwords and codes by name and by place, registering by place."""

from __future__ import annotations

from collections import OrderedDict
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from parlour.house.limits import Limits
from parlour.house.sessions import Player, Session
from parlour.wire.flood import Bucket

SITE_BITS: Final = 64
"""Of an IPv6 address: one line to the internet has all addresses that begin with these."""
PLACES_KEPT: Final = 4
"""Places of one player from which they came in: home, work, a phone, and one to spare."""


class Tries:
    """*count* tries of each key at once, and *count* more in every *window_s*.

    No more than *keep* keys are remembered, and none is forgotten while a try of it is missing:
    when there is no room, all further keys share the tries of one. So a flood of keys gives
    nobody new tries; those not seen before have to wait.
    """

    def __init__(self, count: int, window_s: int, keep: int) -> None:
        self._count = count
        self._window_s = window_s
        self._keep = keep
        self._buckets: OrderedDict[str, tuple[Bucket, float]] = OrderedDict()
        """With the time of the last try: that long ago first. A window later all are back."""
        self._others = self.bucket()

    def __len__(self) -> int:
        """How many keys are remembered."""
        return len(self._buckets)

    def bucket(self) -> Bucket:
        """All tries of one key."""
        return Bucket(self._count, self._count / self._window_s)

    def take(self, key: str, now: float) -> float:
        """0.0 and a try is taken; or the seconds until there is one, and nothing is taken."""
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
        """The last try of *key* was no wrong one: it does not count."""
        bucket, _ = self._buckets.get(key, (self._others, now))
        bucket.give_back()
        if bucket is not self._others and bucket.full(now):
            del self._buckets[key]

    def charge(self, key: str, tries: int, now: float) -> None:
        """Count *tries* more, whether *key* has them or not. At most two windows later all are
        back.
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
    """What is counted of those who try to come in.

    Fewer wrong tries are allowed from one place than for one name, so that nobody can lock
    another player out of their name from a single place. Many places can use up the tries of a
    name; so each player has tries of their own at the places where they came in before. These are
    remembered while the host runs and never stored: after a start the wrong tries are forgotten
    too, and no copy of the data tells where a player lives.
    """

    def __init__(self, limits: Limits) -> None:
        window, keep = limits.tries_s, limits.tries_kept
        self._names = Tries(limits.tries_per_name, window, keep)
        self._places = Tries(limits.tries_per_address, window, keep)
        self._registers = Tries(limits.registers_per_address, window, keep)
        self._codes = Bucket(limits.wrong_codes, limits.wrong_codes / window)
        self._homes: dict[int, dict[str, Bucket]] = {}
        """By player: their own tries at each place where they came in, the latest last."""

    # --- passwords ------------------------------------------------------------------------

    def password(self, session: Session, player: Player, now: float) -> float:
        """Somebody tries a password of *player*: it counts until it is right.

        0.0, or the seconds until they may.
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
        """What was tried for *player* is right: it does not count."""
        place = place_of(session)
        own = self._own(session, player)
        if own is not None:
            own.give_back()
        else:
            self._places.give_back(place, now)
            self._names.give_back(player.key, now)

    # --- codes ----------------------------------------------------------------------------

    def code(self, session: Session, player: Player | None, now: float) -> float:
        """Somebody typed a code: the one of *player*, or nobody's, which counts.

        0.0, or the seconds until they may try one; then nobody may tell them whether it is right.
        Where *player* came in before, only their own tries there matter as long as there are any:
        nobody who guesses, from however many places, can keep a player out.
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
        """The code of *player* was right and did not bring them in.

        It counts, so that nobody is bothered for long.
        """
        own = self._own(session, player)
        if own is None or own.take(now):
            self._places.take(place_of(session), now)

    # --- where they are at home -----------------------------------------------------------

    def _own(self, session: Session, player: Player | None) -> Bucket | None:
        """The tries of *player* alone in that place; None if they never came in from there."""
        homes = None if player is None else self._homes.get(player.number)
        return None if homes is None else homes.get(place_of(session))

    def came_in(self, session: Session, player: Player) -> None:
        """*player* came in from there: they have tries of their own there from now on."""
        homes = self._homes.setdefault(player.number, {})
        place = place_of(session)
        own = homes.pop(place, None)
        homes[place] = self._places.bucket() if own is None else own
        if len(homes) > PLACES_KEPT:
            del homes[next(iter(homes))]

    def forget(self, number: int) -> None:
        """There is no player of that number any more, or the password is another one."""
        self._homes.pop(number, None)

    # --- registering ----------------------------------------------------------------------

    def register(self, session: Session, now: float) -> float:
        """Somebody sets a password: 0.0, or the seconds until they may."""
        return self._registers.take(place_of(session), now)


def place_of(session: Session) -> str:
    """Where a line comes from, as far as one person cannot be in many places."""
    try:
        address = ip_address(session.address)
    except ValueError:
        return session.address  # a line of another sort
    if session.near or not isinstance(address, IPv6Address):
        return session.address
    return str(ip_network((address, SITE_BITS), strict=False))
