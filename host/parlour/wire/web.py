"""Answer a web browser that finds the game port with a page that says how to join.

We look only at the first line of a request, and repeat nothing of it in the answer.
"""

from __future__ import annotations

import re
from html import escape
from typing import Final

_REQUEST: Final = re.compile(r"([A-Z]{3,16}) (\S+) HTTP/\d(?:\.\d)? *")
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
<p>This is Parlour on {host}. You play in a terminal, not in a web browser.</p>
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


def web_page(line: str, host: str) -> bytes:
    """Return the whole HTTP answer to a request that begins with *line*. *host* is our name."""
    found = _REQUEST.fullmatch(line)
    method, target = ("", "") if found is None else found.groups()
    if method not in {"GET", "HEAD"}:
        status = "405 Method Not Allowed\r\nAllow: GET, HEAD"
    else:
        status = "200 OK" if target == "/" else "404 Not Found"
    page = _PAGE.format(host=escape(host)).replace("\n", "\r\n").encode()
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
