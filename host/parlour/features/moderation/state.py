"""Bans and mutes by name or address, as set by the operator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final, Literal, TypeAlias

import msgspec

from parlour.accounts.networks import network_of
from parlour.core.shelves import Shelf
from parlour.language import _
from parlour.wire.addresses import Network
from parlour.wire.names import BadName, check_name
from parlour.wire.text import how_long

Kind: TypeAlias = Literal["ban", "mute"]


class Ban(msgspec.Struct, frozen=True):
    """A name or address that may not connect (`ban`) or not talk (`mute`)."""

    kind: Kind
    who: str
    """The folded form of a name, or an address."""
    shown: str
    """The name or address as the operator wrote it."""
    since_s: int
    why: str
    until_s: int = 0
    """When it ends by itself. 0: never."""


SHELF: Final = Shelf("ban", Ban, "kind", "who")

_MINUTE: Final = 60


class Bans:
    """All bans and mutes. We compare names by their key, and addresses by their network."""

    def __init__(self) -> None:
        self._bans: dict[tuple[Kind, str], tuple[Network | None, Ban]] = {}
        """Each with its network, if it is one of addresses."""

    def __iter__(self) -> Iterator[Ban]:
        """Yield all of them: names, then addresses, each in the order of banning."""
        found = sorted(self._bans.values(), key=lambda each: each[0] is not None)
        return (ban for _network, ban in found)

    def get(self, kind: Kind, who: str) -> Ban | None:
        """Return the ban of exactly that name or network."""
        _network, ban = self._bans.get((kind, who), (None, None))
        return ban

    def put(self, ban: Ban) -> None:
        """Add a ban. It replaces one of the same kind for the same name or network."""
        network = ip_network(ban.who) if _is_address(ban.who) else None
        self._bans[ban.kind, ban.who] = network, ban

    def take(self, kind: Kind, who: str) -> None:
        self._bans.pop((kind, who), None)

    def of(self, kind: Kind, key: str | None, address: str) -> Ban | None:
        """Return the ban on a player, by their *key* (None: no name yet) or their *address*."""
        named = self.get(kind, key) if key is not None else None
        place = _place(address) if named is None and self._bans else None
        if place is None:
            return named
        for (barring, _who), (network, ban) in self._bans.items():
            if barring == kind and network is not None and place in network:
                return ban
        return None


def subject(text: str) -> str:
    """Return the target of a ban on *text*: a network in its usual form, or the key of a name.

    Raises ValueError with one line that says what is wrong.
    """
    if not _is_address(text):
        try:
            return check_name(text).key
        except BadName as bad:
            raise ValueError(f"That is not an address or a name. {bad.text}") from None
    try:
        network = network_of(text)
    except ValueError:
        raise ValueError(f"{text[:50]!a} is not a name or an address.") from None
    return str(network.network_address) if network.num_addresses == 1 else str(network)


NARROWEST: Final = {4: 8, 6: 16}
"""Bits, by version: a network with fewer is a good part of the Internet."""


def too_wide(who: str, connected: Sequence[str]) -> str | None:
    """Say whom a ban of *who* would hit by mistake, or return None.

    *connected* are the addresses of all connections.
    """
    if not _is_address(who):
        return None
    network = ip_network(who)
    if network.prefixlen < NARROWEST[network.version]:
        return f"everybody at {network.num_addresses:,} addresses"
    if network.overlaps(ip_network("127.0.0.0/8" if network.version == 4 else "::1/128")):
        return "this computer itself, with everybody who comes over a tunnel or a proxy on it"
    places = [each for each in map(_place, connected) if each is not None]
    if len(places) > 1 and all(place in network for place in places):
        return f"everybody who is connected now ({len(places)} connections)"
    return None


def _place(address: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(address)
    except ValueError:
        return None  # another kind of connection, which comes from no network


def _is_address(text: str) -> bool:
    """Check for characters that every address has, and no name has."""
    return any(char in text for char in ".:/")


# --- what players are told ------------------------------------------------------------


def farewell(ban: Ban) -> str:
    what = _("Your address is") if _is_address(ban.who) else _("You are")
    return _(
        "{what} banned from this host{because}. Ask its operator why.",
        what=what,
        because=because(ban),
    )


def muted(ban: Ban) -> str:
    time = _(" for {time}", time=for_time(ban.until_s - ban.since_s)) if ban.until_s else ""
    return _(
        "The operator has muted you{time}{because}. You can play, but not talk.",
        time=time,
        because=because(ban),
    )


def for_time(seconds: int) -> str:
    """Return a length of time, in whole minutes if it is more than one."""
    if seconds > _MINUTE:
        seconds = -(-seconds // _MINUTE) * _MINUTE
    return how_long(seconds).removesuffix(" 0 min").removesuffix(" 0 h")


def because(ban: Ban) -> str:
    """Return the reason with a colon before it, or nothing."""
    return f": {ban.why}" if ban.why else ""
