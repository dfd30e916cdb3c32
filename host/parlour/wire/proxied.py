"""The PROXY protocol: a proxy names the guest behind a connection, before anything else.

Version 1 is a line of text, version 2 a binary header (haproxy.org, proxy-protocol.txt). We read
it only from peers that the config names as proxies, and at the door's socket, and then it must be
there: a peer that could choose whether to send it could choose an address.

Version 2 may have further values. Two are ours. The door (`parlour door`) says with them how its
guest came. Nobody may believe them of another proxy, which may pass on what a guest has sent.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address
from typing import Final

import msgspec

from parlour.wire.fingerprints import is_fingerprint

V1_MAX: Final = 107
"""The longest line of version 1, with its end."""
V2_MAX: Final = 536
"""The longest header of version 2 that we read: the addresses, and some further values."""
KEY: Final = 0xE0
"""The type of the value with the fingerprint of the guest's ssh key."""
SEALED: Final = 0xE1
"""The type of the value that is one byte 1 if nobody on the guest's way can read along."""
_V1: Final = b"PROXY "
SIGNATURE: Final = b"\r\n\r\n\0\r\nQUIT\n"
"""How version 2 begins."""
_V2_HEAD: Final = len(SIGNATURE) + 4
_LOCAL: Final = 0x20
PROXY: Final = 0x21
_INET: Final = 1
_INET6: Final = 2


class NotProxied(Exception):
    """What came is no header of the PROXY protocol."""


class Header(msgspec.Struct, frozen=True):
    """A whole header."""

    size: int
    """Its length in bytes."""
    guest: str | None = None
    """The guest's address. None: the proxy speaks for itself, or does not know it."""
    sealed: bool = False
    key: str = ""
    """The values of the door, as in `core.effects.Connected`."""


def read_proxied(data: bytes) -> Header | None:
    """Return the header at the start of *data*, or None if it is not complete yet.

    Raises NotProxied.
    """
    if data[: len(SIGNATURE)] == SIGNATURE[: len(data)]:
        return _second(data)
    if data[: len(_V1)] == _V1[: len(data)]:
        return _first(data)
    raise NotProxied


def _first(data: bytes) -> Header | None:
    end = data.find(b"\r\n", 0, V1_MAX)
    if end < 0:
        if len(data) >= V1_MAX:
            raise NotProxied
        return None
    try:
        words = data[:end].decode("ascii").split(" ")
        match words:
            case ["PROXY", "UNKNOWN", *_]:
                return Header(end + 2)
            case ["PROXY", "TCP4", guest, _, _, _]:
                return Header(end + 2, str(IPv4Address(guest)))
            case ["PROXY", "TCP6", guest, _, _, _]:
                return Header(end + 2, str(IPv6Address(guest)))
            case _:
                raise NotProxied
    except ValueError as error:
        raise NotProxied from error


def _second(data: bytes) -> Header | None:
    if len(data) < _V2_HEAD:
        return None
    command, family = data[12], data[13] >> 4
    length = _V2_HEAD + int.from_bytes(data[14:16], "big")
    if command not in {_LOCAL, PROXY} or length > V2_MAX:
        raise NotProxied
    if len(data) < length:
        return None
    body = data[_V2_HEAD:length]
    if command == _LOCAL or family not in {_INET, _INET6}:
        return Header(length)
    size, kind = (4, IPv4Address) if family == _INET else (16, IPv6Address)
    if len(body) < 2 * size + 4:
        raise NotProxied
    sealed, key = _values(body[2 * size + 4 :])
    return Header(length, str(kind(body[:size])), sealed, key)


def _values(data: bytes) -> tuple[bool, str]:
    """Return what the door says in the values after the addresses."""
    sealed, key = False, ""
    while data:
        end = 3 + int.from_bytes(data[1:3], "big")
        if len(data) < end:
            raise NotProxied
        value = data[3:end]
        if data[0] == SEALED:
            sealed = value == b"\1"
        elif data[0] == KEY:
            key = value.decode("ascii", "replace")
            if not is_fingerprint(key):
                raise NotProxied
        data = data[end:]
    return sealed, key
