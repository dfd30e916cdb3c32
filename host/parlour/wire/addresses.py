"""An address as a guest has it: its plain form, whether it is near, and what it counts for."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import Final, TypeAlias

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

# Python's `is_private` includes addresses for documentation and tests, and its list
# changes between versions. These are what people call "at home".
_NEAR: Final[tuple[Network, ...]] = tuple(
    ipaddress.ip_network(text)
    for text in (
        "127.0.0.0/8",  # loopback
        "10.0.0.0/8",  # private: RFC 1918
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",  # link-local
        "::1/128",  # loopback
        "fc00::/7",  # private: RFC 4193
        "fe80::/10",  # link-local
    )
)


def is_among(address: str, networks: Sequence[Network]) -> bool:
    """Check whether a plain address is in one of *networks*."""
    if not networks:
        return False
    try:
        peer = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(peer in network for network in networks)


SITE_BITS: Final = 64
"""Bits of an IPv6 address that identify a site. One internet connection has all addresses with
the same first bits."""


def place(address: str, *, near: bool) -> str:
    """Return the place of a plain address, so that nobody can be in many places. One that is near
    is a place of its own."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address  # another kind of connection
    if near or not isinstance(found, ipaddress.IPv6Address):
        return address
    return str(ipaddress.ip_network((found, SITE_BITS), strict=False))


def locate(host: str, near: Sequence[Network] = ()) -> tuple[str, bool]:
    """Return the plain address, and whether it is near.

    Loopback, private and link-local addresses are, and those in the networks *near*.

    An IPv4 address written as IPv6 (`::ffff:10.0.0.7`) becomes IPv4 again, and the
    name of the interface (`fe80::1%eth0`) is dropped. Anything that is not an address is far.
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host, False
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return str(address), any(address in network for network in (*_NEAR, *near))
