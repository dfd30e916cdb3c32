"""What the game port answers to a web browser: where the page is, or how to play without one.

Nothing of the request is repeated, but for a Host that means this computer.
"""

from __future__ import annotations

import re
from html import escape
from http import HTTPStatus
from typing import Final

from parlour.web.requests import misdirected, refusal
from parlour.web.site import Site, address_of, name_in

_REQUEST: Final = re.compile(r"([A-Z]{3,16}) (\S+) HTTP/\d(?:\.\d)? *")
REMEMBERED_S: Final = 86_400
"""A browser remembers for so long that the page is on another port. The port may change."""
_PAGE: Final = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Parlour</title>
</head>
<body>
<h1>You found a game server</h1>
<p>This is Parlour on {host}. It has no page for browsers, so you play in a terminal.</p>
<p>Take the address and the port from your browser's address bar, for example
<code>192.168.1.20</code> and <code>4004</code>. Then open a terminal and type:</p>
<pre>nc 192.168.1.20 4004</pre>
<p>On Windows, type <code>telnet</code> in place of <code>nc</code>.
If you have Parlour installed, type <code>parlour play 192.168.1.20:4004</code>.</p>
</body>
</html>
"""


def is_http(line: str) -> bool:
    """Check whether *line*, the first of a connection, begins an HTTP request."""
    return _REQUEST.fullmatch(line) is not None


def referral(line: str, host: str, site: Site) -> bytes:
    """Return the whole answer to a request that begins with *line*: the page is elsewhere.

    *host*: the Host of the request, or empty.
    """
    if not line.startswith(("GET ", "HEAD ")):
        return refusal(HTTPStatus.METHOD_NOT_ALLOWED, "Ask with GET.", "Allow: GET, HEAD")
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
    found = _REQUEST.fullmatch(line)
    method, target = ("", "") if found is None else found.groups()
    if method not in {"GET", "HEAD"}:
        status = "405 Method Not Allowed\r\nAllow: GET, HEAD"
    else:
        status = "200 OK" if target == "/" else "404 Not Found"
    page = _PAGE.format(host=escape(name)).replace("\n", "\r\n").encode()
    head = (
        f"HTTP/1.1 {status}\r\n"
        "Content-Type: text/html; charset=utf-8\r\n"
        f"Content-Length: {len(page)}\r\n"
        "Connection: close\r\n"
        "Cache-Control: no-store\r\n"
        "Content-Security-Policy: default-src 'none'\r\n"
        "\r\n"
    )
    return head.encode() + (b"" if method == "HEAD" else page)
