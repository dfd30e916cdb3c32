"""Rate limits for attempts: passwords and codes by name and place, registrations by place."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import Final

from parlour.core.limits import Limits
from parlour.core.sessions import Player, Session
from parlour.wire.addresses import place
from parlour.wire.flood import Bucket

PLACES_KEPT: Final = 4
"""Places we remember of one player: home, work, a phone, and one to spare."""


NAMES_TRIED: Final = 10
"""A place has this many times the tries of one name: enough for a class of thirty, some of whom
have forgotten their passwords."""
FIRST_S: Final = 60
"""Seconds until the first try of a connection is let through again although no tries are left. A
program gets sixty an hour, no more than a person by hand: too few to find even a weak password."""


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
        return len(self._buckets)

    def bucket(self) -> Bucket:
        return Bucket(self._count, self._count / self._window_s)

    def take(self, key: str, now: float) -> float:
        """Take a try and return 0.0, or take nothing and return the seconds until there is one."""
        bucket = self._of(key, now)
        wait_s = bucket.take(now)
        if not wait_s:
            self._remember(key, bucket, now)
        return wait_s

    def charge(self, key: str, tries: int, now: float) -> None:
        """Count *tries* more, even beyond what *key* has.

        All are back after two windows at most.
        """
        bucket = self._of(key, now)
        bucket.charge(tries, now)
        self._remember(key, bucket, now)

    def _of(self, key: str, now: float) -> Bucket:
        """Return the tries of *key*, or those that all share for whom there is no room."""
        self._forget(now)
        if key in self._buckets:
            return self._buckets[key][0]
        return self._others if len(self._buckets) >= self._keep else self.bucket()

    def _remember(self, key: str, bucket: Bucket, now: float) -> None:
        if bucket is not self._others:
            self._buckets[key] = bucket, now
            self._buckets.move_to_end(key)

    def give_back(self, key: str, now: float) -> None:
        """Give back the last try of *key*, because it was not wrong."""
        bucket, _ = self._buckets.get(key, (self._others, now))
        bucket.give_back()
        if bucket is not self._others and bucket.full(now):
            del self._buckets[key]

    def _forget(self, now: float) -> None:
        while self._buckets:
            key, (bucket, last) = next(iter(self._buckets.items()))
            if now - last < self._window_s or not bucket.full(now):
                break
            del self._buckets[key]


class Throttle:
    """Counts of attempts to get in.

    Wrong tries count for the name together with the place, so those who share an address do not
    use up each other's. They also count for the name, with twice as many, so nobody can lock
    another player out of their name from a single place, and for the place, with ten times as
    many, so nobody tries a few passwords on all names.

    Many places together can use up the tries for a name. So each player has tries of their own at
    the places where they logged in before. We remember these while the host runs and never store
    them. A restart also forgets the wrong tries, and no copy of the data reveals where a player
    lives.

    Somebody at the same address can use up even those. So there the first try of a connection
    has one more, once a minute.
    """

    def __init__(self, limits: Limits) -> None:
        window, keep = limits.tries_s, limits.tries_kept
        each = limits.tries_per_address
        self._names = Tries(limits.tries_per_name, window, keep)
        self._pairs = Tries(each, window, keep)
        """By place and name."""
        self._far = Tries(each * NAMES_TRIED, window, keep)
        self._near = Tries(each * NAMES_TRIED * limits.near_factor, window, keep)
        self._first = Tries(1, FIRST_S, keep)
        """By place and name: the tries of connections that have not tried anything wrong."""
        self._registers = Tries(limits.registers_per_address, window, keep)
        self._own_tries = partial(Bucket, each, each / window)
        self._homes: dict[int, dict[str, Bucket]] = {}
        """By player: their own tries at each place where they logged in, the latest last."""

    # --- passwords ------------------------------------------------------------------------

    def password(self, session: Session, player: Player, now: float) -> float:
        """Count an attempt at the password of *player*, until it proves right.

        Returns 0.0, or the seconds until they may try.
        """
        pair = _pair(session, player)
        own = self._own(session, player)
        if own is not None:
            wait_s = own.take(now)
            if wait_s and session.wrong is None and not self._first.take(pair, now):
                return 0.0
            return wait_s
        taken: list[tuple[Tries, str]] = []
        for tries, key in (
            (self._pairs, pair),
            (self._places(session), place_of(session)),
            (self._names, player.key),
        ):
            wait_s = tries.take(key, now)
            if wait_s:
                for before, its_key in taken:
                    before.give_back(its_key, now)
                return wait_s
            taken.append((tries, key))
        return 0.0

    def right_password(self, session: Session, player: Player, now: float) -> None:
        """Give back the try, because the password of *player* was right."""
        own = self._own(session, player)
        if own is not None:
            own.give_back()
            return
        self._names.give_back(player.key, now)
        self._pairs.give_back(_pair(session, player), now)
        self._places(session).give_back(place_of(session), now)

    # --- words to come in, and names on a list ------------------------------------------------

    def stranger(self, session: Session, now: float) -> float:
        """Count a try of somebody who need not have an account, until it proves right.

        Returns 0.0, or the seconds until anybody at that place may try.
        """
        return self._places(session).take(place_of(session), now)

    def known(self, session: Session, now: float) -> None:
        """Give back the try, because it was right."""
        self._places(session).give_back(place_of(session), now)

    def _places(self, session: Session) -> Tries:
        return self._near if session.near else self._far

    # --- codes ----------------------------------------------------------------------------

    # Nobody can guess a code, at any pace (`ways_back`), so wrong ones do not count.

    def code(self, session: Session, player: Player, now: float) -> float:
        """Return 0.0, or the seconds until the right code of *player* may be tried again."""
        wait_s = self._take(session, player, now)
        if not wait_s:
            own = self._own(session, player)
            if own is not None:
                own.give_back()
            else:
                self._pairs.give_back(_pair(session, player), now)
        return wait_s

    def in_vain(self, session: Session, player: Player, now: float) -> None:
        """Count a right code that did not let *player* in, so that nobody is bothered for long."""
        self._take(session, player, now)

    def _take(self, session: Session, player: Player, now: float) -> float:
        own = self._own(session, player)
        if own is not None:
            return own.take(now)
        return self._pairs.take(_pair(session, player), now)

    # --- where players log in ---------------------------------------------------------

    def _own(self, session: Session, player: Player) -> Bucket | None:
        """Return the own tries of *player* at that place. None: they never logged in there."""
        return self._homes.get(player.number, {}).get(place_of(session))

    def came_in(self, session: Session, player: Player) -> None:
        """Give *player* tries of their own at the place where they have just logged in."""
        homes = self._homes.setdefault(player.number, {})
        place = place_of(session)
        own = homes.pop(place, None)
        homes[place] = self._own_tries() if own is None else own
        if len(homes) > PLACES_KEPT:
            del homes[next(iter(homes))]

    def forget(self, number: int) -> None:
        """Forget the places of that player, who is gone or has a new password."""
        self._homes.pop(number, None)

    # --- registering ----------------------------------------------------------------------

    def register(self, session: Session, now: float) -> float:
        """Count an attempt to set a password. Returns 0.0, or the seconds until it is allowed."""
        return self._registers.take(place_of(session), now)


def _pair(session: Session, player: Player) -> str:
    return f"{place_of(session)} {player.key}"


def place_of(session: Session) -> str:
    """Return the place of a connection, chosen so that one person cannot be in many places."""
    return place(session.address, near=session.near)
