"""Find the hosts that are announced in this network (`_announcing`), by multicast DNS.

One question, and what is answered within LISTEN_S. Every answer is a stranger's hint: it is
bounded and cleaned here, and says nothing about who is there.
"""

from __future__ import annotations

import select
import socket
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Final, NamedTuple

SERVICE: Final = "_parlour._tcp.local."
LISTEN_S: Final = 0.7
"""How long to listen. In a quiet network an answer takes an eighth of a second."""
MOST: Final = 20
"""The most hosts that are listed: a screen full."""
MOST_OF_ONE: Final = 4
"""The most that one computer can add, so that a liar hides nobody else."""
MOST_PACKETS: Final = 2_000
"""The most answers that are read. Then somebody floods the network."""
NAME_CHARS: Final = 40
"""The longest name of a host (`[server] name`)."""
_HERE_S: Final = 1.0
"""How long this computer may take to accept a connection."""
_GROUP: Final = ("224.0.0.251", 5353)
"""RFC 6762, section 3."""
_PACKET_BYTES: Final = 9_000
"""RFC 6762, section 17."""
_QUERY, _PTR, _IN = 0, 12, 1
"""RFC 1035: the flags of a question, and its type and class."""
_IPV4_BYTES: Final = 4


class FoundHost(NamedTuple):
    """A host that somebody says is there."""

    name: str
    host: str
    port: int


def answers(there: FoundHost) -> bool:
    """Check whether anything accepts a connection there."""
    try:
        socket.create_connection((there.host, there.port), _HERE_S).close()
    except OSError:
        return False
    return True


def can_find() -> bool:
    """Check whether zeroconf is installed (the extra `lan`)."""
    return find_spec("zeroconf") is not None


def own_addresses() -> list[str]:
    """Return the IPv4 addresses of this computer in its networks."""
    import ifaddr

    found = {
        str(each.ip) for adapter in ifaddr.get_adapters() for each in adapter.ips if each.is_IPv4
    }
    return sorted(each for each in found if not ip_address(each).is_loopback)


def find_hosts() -> list[FoundHost]:
    """Return the hosts that answer within LISTEN_S, by name."""
    return hosts_of(_heard(own_addresses()))


def hosts_of(packets: Iterable[tuple[str, bytes]]) -> list[FoundHost]:
    """Return the hosts that *packets* name, each with the address it came from, by name."""
    found: dict[tuple[str, int], FoundHost] = {}
    told = Counter[str]()
    for source, data in packets:
        for instance, each in hosts_in(data, source) if told[source] < MOST_OF_ONE else ():
            key = instance, each.port
            if key not in found and len(found) < MOST and told[source] < MOST_OF_ONE:
                told[source] += 1
                found[key] = each
    return sorted(found.values())


def _heard(own: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Ask in each network, and yield the packets that come, with the addresses they come from."""
    from zeroconf._dns import DNSQuestion
    from zeroconf._protocol.outgoing import DNSOutgoing

    query = DNSOutgoing(_QUERY)
    query.add_question(DNSQuestion(SERVICE, _PTR, _IN))
    (packet,) = query.packets()
    with ExitStack() as opened:
        asking = list[socket.socket]()
        for address in own:
            with suppress(OSError):  # a network without multicast, or one that is going away
                each = opened.enter_context(_asking(address))
                each.sendto(packet, _GROUP)
                asking.append(each)
        sockets = [*_listening(opened, own), *asking]
        end, packets = time.monotonic() + LISTEN_S, 0
        while sockets and packets < MOST_PACKETS and (left := end - time.monotonic()) > 0:
            for each in select.select(sockets, [], [], left)[0]:
                with suppress(OSError):
                    data, (source, _port) = each.recvfrom(_PACKET_BYTES)
                    packets += 1
                    yield source, data


def _asking(address: str) -> socket.socket:
    """Return a socket to ask from. Who answers it directly does so at once."""
    asks = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        asks.setblocking(False)
        asks.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
        asks.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
        asks.bind((address, 0))
    except OSError:
        asks.close()
        raise
    return asks


def _listening(opened: ExitStack, own: Sequence[str]) -> Iterator[socket.socket]:
    """Yield a socket that hears what is said to all. A firewall may let nothing else in."""
    hears = opened.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
    hears.setblocking(False)
    hears.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        if hasattr(socket, "SO_REUSEPORT"):
            hears.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        hears.bind(("", _GROUP[1]))
    except OSError:  # another program has the port for itself
        return
    for address in own:
        with suppress(OSError):
            member = socket.inet_aton(_GROUP[0]) + socket.inet_aton(address)
            hears.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
    yield hears


def hosts_in(data: bytes, source: str) -> Iterator[tuple[str, FoundHost]]:
    """Yield the hosts that an answer from *source* names, each with the name of its announcement.

    What is not an answer, or is broken, names none.
    """
    from zeroconf._dns import DNSAddress, DNSService, DNSText
    from zeroconf._protocol.incoming import DNSIncoming

    answer = DNSIncoming(data)
    if not (answer.valid and answer.is_response()):
        return
    records = answer.answers()
    names = {each.key: _name_in(each.text) for each in records if isinstance(each, DNSText)}
    for each in records:
        instance = each.name.removesuffix(f".{SERVICE}")
        if not isinstance(each, DNSService) or instance == each.name or not each.ttl:
            continue
        at = [
            socket.inet_ntoa(one.address)
            for one in records
            if isinstance(one, DNSAddress) and one.key == each.server_key
            if len(one.address) == _IPV4_BYTES
        ]
        # Where the packet comes from can be reached. Only a repeater speaks for others.
        host = source if source in at or not at else at[0]
        if each.port > 0 and _is_elsewhere(host):
            name = _cleaned(names.get(each.key, "")) or _cleaned(instance)
            yield instance, FoundHost(name or host, host, each.port)


def _is_elsewhere(host: str) -> bool:
    """Check whether that is the address of a computer in a network. What listens on this computer
    only is nothing that another one may send a player to."""
    at = ip_address(host)
    return not (at.is_multicast or at.is_loopback or at.is_unspecified or at.is_reserved)


def _name_in(text: bytes) -> str:
    """Return the value of `name` in a TXT record (RFC 6763, section 6), or nothing."""
    at = 0
    while at < len(text):
        pair = text[at + 1 : at + 1 + text[at]]
        at += 1 + len(pair)
        if pair.lower().startswith(b"name="):
            return pair[len(b"name=") :].decode("utf-8", "replace")
    return ""


def _cleaned(name: str) -> str:
    from parlour.wire.text import clean

    return " ".join(clean(name).split())[:NAME_CHARS]
