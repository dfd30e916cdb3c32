"""Networks of addresses, as the operator writes them and as peers are known here."""

from __future__ import annotations

import re
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Final

from parlour.wire.addresses import Network

_INTERFACE: Final = re.compile(r"%[^/]*")
_IPV4_AS_IPV6: Final = IPv6Network("::ffff:0:0/96")


def network_of(text: str) -> Network:
    """Return an address or a network as peers are known here. Raises ValueError.

    IPv4 written as IPv6 (`::ffff:192.0.2.7`) becomes IPv4, and the name of an interface
    (`fe80::1%eth0`) is dropped: other programs write addresses like that, and no peer has one.
    """
    network = ip_network(_INTERFACE.sub("", text), strict=False)
    if isinstance(network, IPv6Network) and network.subnet_of(_IPV4_AS_IPV6):
        bits = network.prefixlen - _IPV4_AS_IPV6.prefixlen
        return IPv4Network((network.network_address.packed[-4:], bits))
    return network
