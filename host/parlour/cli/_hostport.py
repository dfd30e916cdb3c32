"""Parse the address of a host."""

from __future__ import annotations

import re
from typing import Final

from parlour.cli._group import Misuse
from parlour_client.connection import DEFAULT_PORT

_BRACKETS: Final = re.compile(r"\[([^\]]*)\](?::(.*))?")


def address(text: str) -> tuple[str, int]:
    """Return host and port of `HOST`, `HOST:PORT`, `[IPV6]:PORT` or an IPv6 address alone.

    Raises Misuse.
    """
    host, port = text.strip(), ""
    if found := _BRACKETS.fullmatch(host):
        host, port = found[1], found[2] or ""
    elif host.count(":") == 1:
        host, _, port = host.partition(":")
        if not port:
            raise Misuse(f"The port is missing after {host}: try {host}:{DEFAULT_PORT}")
    if not host or any(char.isspace() for char in host):
        raise Misuse(
            f"{text!a} is not an address. Use HOST or HOST:PORT, like kitchen-pc:{DEFAULT_PORT}"
        )
    return host, _port(port) if port else DEFAULT_PORT


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= 65535:
        return int(text)
    raise Misuse(f"{text!a} is not a port. A port is a whole number from 1 to 65535.")
