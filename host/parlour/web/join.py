"""What the game port answers to a web browser: where the page is, or how to play without one.

Nothing of the request is repeated, but for a Host that means this computer.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Final

from parlour.web.requests import misdirected, refusal
from parlour.web.site import Site, address_of, name_in

_REQUEST: Final = re.compile(r"([A-Z]{3,16}) (\S+) HTTP/\d(?:\.\d)? *")
REMEMBERED_S: Final = 86_400
"""A browser remembers for so long that the page is on another port. The port may change."""
_HOW: Final = """\
You found a game server: Parlour on {}. It has no page for browsers, so you play in a terminal.

Take the address and the port from your browser's address bar, for example 192.168.1.20 and 4004.
Then open a terminal and type:

    nc 192.168.1.20 4004

On Windows, type telnet in place of nc. If you have Parlour installed, type:

    parlour play 192.168.1.20:4004"""


def is_http(line: str) -> bool:
    """Check whether *line*, the first of a connection, begins an HTTP request."""
    return _REQUEST.fullmatch(line) is not None


def referral(line: str, host: str, site: Site) -> bytes:
    """Return the whole answer to a request that begins with *line*: the page is elsewhere.

    *host*: the Host of the request, or empty.
    """
    if not line.startswith(("GET ", "HEAD ")):
        return _NOT_ALLOWED
    name = name_in(host)
    if name is None or not site.knows(host):
        return misdirected(site)
    return (
        "HTTP/1.1 308 Permanent Redirect\r\n"
        f"Location: {address_of(name, site.port)}\r\n"
        "Content-Length: 0\r\n"
        f"Cache-Control: max-age={REMEMBERED_S}\r\n"
        "Connection: close\r\n"
        "\r\n"
    ).encode()


def how_to_join(line: str, name: str) -> bytes:
    """Return the whole answer of a host without a page for browsers. *name* is the host's."""
    if not line.startswith(("GET ", "HEAD ")):
        return _NOT_ALLOWED
    status = HTTPStatus.OK if line.split(" ")[1] == "/" else HTTPStatus.NOT_FOUND
    answer = refusal(status, _HOW.format(name))
    return answer if line.startswith("GET ") else answer[: answer.index(b"\r\n\r\n") + 4]


_NOT_ALLOWED: Final = refusal(HTTPStatus.METHOD_NOT_ALLOWED, "Ask with GET.", "Allow: GET, HEAD")
