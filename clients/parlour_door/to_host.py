"""The connection to the host: its socket for the door, or a port for those who try something.

At the socket, the host learns who the guest is: each connection begins with a header of the PROXY
protocol, version 2 (haproxy.org, proxy-protocol.txt), with two values of our own.
"""

from __future__ import annotations

import asyncio
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from typing import Final, NamedTuple

from parlour.wire.proxied import KEY, PROXY, SEALED, SIGNATURE
from parlour_client.connection import DIAL_S, Dial, TcpTransport, Transport

SOCKET: Final = "door.sock"
_TCP4: Final = 0x11
_TCP6: Final = 0x21


class Caller(NamedTuple):
    """Who a guest is, as far as a transport knows."""

    address: str
    port: int = 0
    sealed: bool = False
    """Nobody can read along between them and the door."""
    key: str = ""
    """`SHA256:` and the fingerprint of an ssh key that they have proved to have; or empty."""


def header(caller: Caller) -> bytes:
    """Return what the host reads first."""
    try:
        address = ip_address(caller.address.partition("%")[0])
    except ValueError:
        address = ip_address("0.0.0.0")
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    family = _TCP6 if isinstance(address, IPv6Address) else _TCP4
    here = bytes(len(address.packed))
    body = address.packed + here + caller.port.to_bytes(2, "big") + bytes(2)
    body += _value(SEALED, bytes([caller.sealed]))
    if caller.key:
        body += _value(KEY, caller.key.encode("ascii"))
    return SIGNATURE + bytes((PROXY, family)) + len(body).to_bytes(2, "big") + body


def _value(kind: int, data: bytes) -> bytes:
    return bytes([kind]) + len(data).to_bytes(2, "big") + data


def over_socket(folder: Path, caller: Caller) -> Dial:
    """Connect to the host on the data directory *folder* for *caller*."""
    first = header(caller)

    async def dial() -> Transport:
        async with asyncio.timeout(DIAL_S):
            transport = TcpTransport(*await asyncio.open_unix_connection(folder / SOCKET))
        await transport.write(first)
        return transport

    return dial
