"""Quotas: how much of the host one player, or one place, may use at the same time.

A place is an IPv4 address, or an IPv6 network such as one household has. People who are away
count like connected ones. Near places may have `near_factor` times as much, because tests and
bots run there. Where there is a limit for all places together, one place may have half of what
the others leave.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil
from typing import Final

from parlour.accounts.register import Register, less
from parlour.accounts.throttle import place_of
from parlour.core.limits import Limits
from parlour.core.output import Output
from parlour.core.refusals import CommandError
from parlour.core.sessions import Player, Session
from parlour.engine import record as r
from parlour.language import _
from parlour.wire.codes import Code
from parlour.wire.flood import Bucket
from parlour.wire.names import name_key

PROPOSALS: Final = 6
"""Proposals that one player may make at once: a pause with its end, and four others."""
PROPOSAL_S: Final = 60
"""Seconds until they may make one more."""
QUIET: Final = 3
"""One proposal counts as this many while somebody at the table may hear no talk."""
ENTRY_BYTES: Final = 100
"""Bytes that a line of talk takes in the record in addition to its words."""


class Openers:
    """Players and places that opened the tables that now exist."""

    def __init__(self) -> None:
        self._by: dict[int, tuple[int, str]] = {}
        """By table: the number of the player who opened it, and the place."""
        self.players: Counter[int] = Counter()
        self.places: Counter[str] = Counter()

    def add(self, table: int, player: int, place: str) -> None:
        self._by[table] = player, place
        self.players[player] += 1
        self.places[place] += 1

    def remove(self, table: int) -> None:
        """Note that a table is gone."""
        found = self._by.pop(table, None)
        if found is not None:
            player, place = found
            less(self.players, player)
            less(self.places, place)


def has_room(there: int, in_all: int, most: int) -> bool:
    """Check whether a place that has *there* of *in_all* may have one more, with *most* in all.

    It may have half of what others leave, so that nobody can use up everything from one place.
    """
    return in_all < most and there < max(1, (most - (in_all - there)) // 2)


class Nameless:
    """Connections without a name, by place, the oldest first."""

    def __init__(self) -> None:
        self._places: dict[str, dict[Session, None]] = {}
        self._all = 0

    def add(self, session: Session, limits: Limits) -> Session | None:
        """Count a new connection. Return the one that must make room for it, if one must.

        It is the one from the same place that has waited longest: the new one itself, if there
        is no other.
        """
        session.nameless = True
        there = self._places.setdefault(place_of(session), {})
        room = has_room(len(there), self._all, limits.nameless)
        if not session.near:
            room = room and len(there) < limits.nameless_per_address
        there[session] = None
        self._all += 1
        return None if room else next(iter(there))

    def remove(self, session: Session) -> None:
        """Stop counting it: it has a name now, or is gone."""
        if session.nameless:
            session.nameless = False
            self._all -= 1
            place = place_of(session)
            del self._places[place][session]
            if not self._places[place]:
                del self._places[place]


def may_name(register: Register, limits: Limits, session: Session) -> bool:
    """Check whether another guest may come from the place of *session*."""
    return register.places[place_of(session)] < limits.names_per_address * _factor(limits, session)


def check_name(register: Register, limits: Limits, session: Session) -> str:
    """Return the place of *session*. Raises CommandError if enough guests came from there."""
    if not may_name(register, limits, session):
        most = limits.names_per_address * _factor(limits, session)
        text = _(
            "{most} guests came from your address, which is the limit. Try again later.", most=most
        )
        raise CommandError(Code.TOO_MANY, text)
    return place_of(session)


def check_table(
    opened: Openers, limits: Limits, tables: int, session: Session, player: Player
) -> None:
    """Raise CommandError if *player*, or their place, has opened enough tables."""
    if tables >= limits.tables:
        text = _(
            "There are {tables} tables, which is the limit. <<To join one: tables>>",
            tables=limits.tables,
        )
        raise CommandError(Code.TOO_MANY, text)
    if opened.players[player.number] >= limits.tables_per_player:
        text = _(
            "{tables_per_player} of your tables are open, which is the limit.",
            tables_per_player=limits.tables_per_player,
        )
        raise CommandError(Code.TOO_MANY, text)
    there = opened.places[place_of(session)]
    few = session.near or there < limits.tables_per_address
    if not few or not has_room(there, tables, limits.tables):
        text = _(
            "{most} open tables are from your address, which is the limit. "
            "<<To join one: tables>>",
            most=there,
        )
        raise CommandError(Code.TOO_MANY, text)


def restored(opened: Openers, register: Register, table: int, entries: Sequence[r.Entry]) -> None:
    """Count a restored table for the first player who took a seat there."""
    first = next((entry.name for entry in entries if isinstance(entry, r.Sat)), None)
    player = None if first is None else register.by_key.get(name_key(first))
    if player is not None:
        opened.add(table, player.number, "")


def check_talk(
    out: Output,
    session: Session,
    player: Player,
    what: str,
    buckets: dict[str, Bucket] | None,
    to: str = "",
) -> None:
    """Raise CommandError if the player says more than the host keeps.

    The host records talk so that people who resume can read it. Without a limit it would fill the
    disk. Talk among watchers has a limit of its own. Otherwise players would learn that they talk.
    """
    limits, now = out.limits, out.now
    if limits.data_bytes and out.data_bytes >= limits.data_bytes:
        text = _("The host has no space left for talk, so your line was not sent. Games continue.")
        raise CommandError(Code.UNAVAILABLE, text)
    cost = min(len(what.encode()) + ENTRY_BYTES, limits.talk_burst)
    if session.near:
        cost = cost // limits.near_factor + 1
    own = _bucket(player.buckets, "talk", limits.talk_burst, limits.talk_per_s)
    if wait_s := own.take(now, cost):
        raise _too_much(wait_s, _("You have said too much."))
    if buckets is not None:
        everybody = _bucket(buckets, to, limits.table_talk_burst, limits.table_talk_per_s)
        if wait_s := everybody.take(now, cost):
            own.give_back(cost)
            raise _too_much(wait_s, _("This table has said too much."))


def check_hail(out: Output, player: Player) -> None:
    limits = out.limits
    hails = _bucket(player.buckets, "hails", limits.hails_burst, 1 / limits.hails_s)
    if wait_s := hails.take(out.now):
        raise _too_much(wait_s, _("You have called on many people."))


def check_proposal(out: Output, player: Player, *, quiet: bool) -> None:
    """Raise CommandError if *player* has proposed enough for now.

    *quiet*: somebody at the table may hear no talk now. Then what is proposed, and when, could
    tell them something, so fewer are allowed.
    """
    proposals = _bucket(player.buckets, "proposals", PROPOSALS, 1 / PROPOSAL_S)
    if wait_s := proposals.take(out.now, QUIET if quiet else 1):
        raise _too_much(wait_s, _("You have proposed enough for now."))


def _bucket(buckets: dict[str, Bucket], what: str, most: int, per_s: float) -> Bucket:
    if what not in buckets:
        buckets[what] = Bucket(most, per_s)
    return buckets[what]


def _too_much(wait_s: float, why: str) -> CommandError:
    text = _("{why} Wait {seconds} s, then say it again.", why=why, seconds=ceil(wait_s))
    return CommandError(Code.TOO_MANY, text, retry_ms=ceil(wait_s * 1000))


def _factor(limits: Limits, session: Session) -> int:
    return limits.near_factor if session.near else 1
