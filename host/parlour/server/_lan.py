"""The addresses at which guests find the host, without asking any other machine."""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Iterable, Sequence
from ipaddress import ip_address
from typing import Final

from parlour.web import address_of
from parlour.wire.addresses import Network, locate

# Addresses reserved for documentation. Nobody uses them, and connecting a UDP socket
# sends nothing anyway. The kernel only says which of our addresses it would use.
_NOWHERE: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
_DISCARD_PORT: Final = 9


def where_lines(
    listeners: Sequence[socket.socket], near: Sequence[Network] | None = None
) -> list[str]:
    """Return a line for each address where a guest can connect, best first.

    An IPv6 address appears only if there is no other, because it is hard to type. *near*: for a
    host on the internet, the networks that count as near. It names only addresses in such a one:
    at the others it takes neither nc nor telnet.
    """
    bound = [listener.getsockname()[:2] for listener in listeners]
    port: int = bound[0][1]
    reachable = _reachable(str(host) for host, _ in bound)
    if not reachable:
        return [f"Guests on this computer join with:  nc localhost {port}"]
    plain = [address for address in reachable if ":" not in address]
    who = "Guests join with" if near is None else "In your own network"
    return [
        f"{who}:  nc {address} {port}   (or telnet {address} {port})"
        for address in plain or reachable
        if near is None or locate(address, near)[1]
    ]


def guest_addresses(listeners: Sequence[socket.socket]) -> list[str]:
    """Return the addresses at which guests reach *listeners* from other computers."""
    return _reachable(str(listener.getsockname()[0]) for listener in listeners)


def page_addresses(listeners: Sequence[socket.socket]) -> tuple[str, ...]:
    """Return the addresses where a guest's browser finds the page, the best first.

    *listeners*: those of the page. Without any other way in, the page is at localhost.
    """
    bound = [listener.getsockname()[:2] for listener in listeners]
    port: int = bound[0][1]
    reachable = _reachable(str(host) for host, _ in bound)
    plain = [address for address in reachable if ":" not in address]
    return tuple(address_of(host, port) for host in plain or reachable or ["localhost"])


def _reachable(bound: Iterable[str]) -> list[str]:
    """Return the addresses for guests, from those the listeners are bound to."""
    found: list[str] = []
    for host in bound:
        if host == "0.0.0.0":
            found += [*_outward(socket.AF_INET), *_of_interfaces()]
        elif host == "::":
            found += _outward(socket.AF_INET6)
        else:
            found.append(host)
    return [
        host
        for host in dict.fromkeys(found)
        if not (ip_address(host).is_loopback or ip_address(host).is_link_local)
    ]


def _outward(family: socket.AddressFamily) -> list[str]:
    """Return our address on the way to other networks, if there is such a way."""
    target = dict(_NOWHERE)[family]
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, _DISCARD_PORT))
            return [str(probe.getsockname()[0])]
    except OSError:
        return []


def _of_interfaces() -> list[str]:
    """Return the IPv4 address of each network interface, on Linux only.

    Looking up our own name would be simpler, but may ask a name server or wait for one.
    """
    if sys.platform != "linux":
        return []
    import fcntl

    get_address = 0x8915  # SIOCGIFADDR, netdevice(7)
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(any_socket.fileno(), get_address, request)
            except OSError:  # an interface without an IPv4 address
                continue
            found.append(socket.inet_ntoa(answer[20:24]))
    return found
