"""The PROXY protocol: a proxy names the guest behind a connection, before anything else.

Version 1 is a line of text, version 2 a binary header (haproxy.org, proxy-protocol.txt). We read
it only from peers that the config names as proxies, and then it must be there: a peer that could
choose whether to send it could choose an address.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address
from typing import Final

V1_MAX: Final = 107
"""The longest line of version 1, with its end."""
V2_MAX: Final = 536
"""The longest header of version 2 that we read: the addresses, and some further values."""
_V1: Final = b"PROXY "
_V2: Final = b"\r\n\r\n\0\r\nQUIT\n"
_V2_HEAD: Final = len(_V2) + 4
_LOCAL: Final = 0x20
_PROXY: Final = 0x21
_INET: Final = 1
_INET6: Final = 2


class NotProxied(Exception):
    """What came is no header of the PROXY protocol."""


def read_proxied(data: bytes) -> tuple[int, str | None] | None:
    """Return the length of the header at the start of *data*, and the guest's address.

    None for the address: the proxy speaks for itself, or does not know it. None for all: the
    header is not complete yet. Raises NotProxied.
    """
    if data[: len(_V2)] == _V2[: len(data)]:
        return _second(data)
    if data[: len(_V1)] == _V1[: len(data)]:
        return _first(data)
    raise NotProxied


def _first(data: bytes) -> tuple[int, str | None] | None:
    end = data.find(b"\r\n", 0, V1_MAX)
    if end < 0:
        if len(data) >= V1_MAX:
            raise NotProxied
        return None
    try:
        words = data[:end].decode("ascii").split(" ")
        match words:
            case ["PROXY", "UNKNOWN", *_]:
                return end + 2, None
            case ["PROXY", "TCP4", guest, _, _, _]:
                return end + 2, str(IPv4Address(guest))
            case ["PROXY", "TCP6", guest, _, _, _]:
                return end + 2, str(IPv6Address(guest))
            case _:
                raise NotProxied
    except ValueError as error:
        raise NotProxied from error


def _second(data: bytes) -> tuple[int, str | None] | None:
    if len(data) < _V2_HEAD:
        return None
    command, family = data[12], data[13] >> 4
    length = _V2_HEAD + int.from_bytes(data[14:16], "big")
    if command not in {_LOCAL, _PROXY} or length > V2_MAX:
        raise NotProxied
    if len(data) < length:
        return None
    body = data[_V2_HEAD:length]
    if command == _LOCAL or family not in {_INET, _INET6}:
        return length, None
    size, kind = (4, IPv4Address) if family == _INET else (16, IPv6Address)
    if len(body) < 2 * size + 4:
        raise NotProxied
    return length, str(kind(body[:size]))
