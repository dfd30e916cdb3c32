"""One HTTP request to the web door, and its answer. Every connection has one request.

h11 reads the request. It refuses what could be read in two ways, such as two Hosts.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Final

import h11
import msgspec
from wsproto.utilities import generate_accept_token

from parlour.web.page import Page
from parlour.web.site import Site, is_own

HEAD_MAX: Final = 16_384
"""The most bytes of a request: what browsers send, with the cookies of other servers on this
computer, and as much again."""
SOCKET: Final = "/ws"
FRENCH: Final = "/fr.json"
CLASS: Final = "/class"
_FIRST: Final = re.compile(rb"[^\n]+ HTTP/1\.[01]\r?\n")


BY_HTTPS: Final = (
    HTTPStatus.TEMPORARY_REDIRECT,
    "This host takes encrypted connections only: https.",
)


class Answer(msgspec.Struct, frozen=True):
    """The answer to a request. `opens`: a websocket begins after it, with the bytes `rest`."""

    data: bytes
    opens: bool = False
    rest: bytes = b""


class Reading:
    """A request that is being read."""

    __slots__ = ("_begun", "_connection", "_leads", "_page", "_site")

    def __init__(self, site: Site, page: Page, *, leads: bool = False) -> None:
        """*leads*: answer nothing here, but lead to the same place by https."""
        self._leads = leads
        self._site = site
        self._page = page
        self._connection = h11.Connection(h11.SERVER, max_incomplete_event_size=HEAD_MAX)
        self._begun = False
        """The first line has come, and is one of HTTP."""

    def receive(self, data: bytes) -> Answer | None:
        """Return the answer, or None if there is more to come."""
        try:
            self._connection.receive_data(data)
            event = self._connection.next_event()
        except h11.RemoteProtocolError as error:
            return Answer(self._unreadable(error.error_status_hint))
        if isinstance(event, h11.Request):
            return self._answered(event)
        if not self._begun and b"\n" in data:  # h11 would wait for the whole head
            self._begun = _FIRST.match(self._connection.trailing_data[0]) is not None
            if not self._begun:
                return Answer(self._unreadable(HTTPStatus.BAD_REQUEST))
        return None

    def late(self) -> bytes:
        """Return the answer if the request did not come to its end in time."""
        return refusal(HTTPStatus.REQUEST_TIMEOUT, "That request took too long.")

    def _unreadable(self, status: int) -> bytes:
        text = (
            "This is no request that a web browser would send. With nc, telnet or a client, use"
            f" port {self._site.lines_port}."
        )
        return refusal(HTTPStatus(status), text)

    def _answered(self, request: h11.Request) -> Answer:
        headers = dict(request.headers)
        host = headers.get(b"host", b"").decode("latin-1")
        if not self._site.knows(host):
            return Answer(misdirected(self._site))
        if self._leads:
            return Answer(refusal(*BY_HTTPS, f"Location: https://{host}/"))
        method, target = request.method, request.target.partition(b"?")[0].decode("latin-1")
        page = self._page
        known = target in {"/", FRENCH, SOCKET, "/favicon.ico"}
        if not known and (target != CLASS or page.projector is None):
            return Answer(refusal(HTTPStatus.NOT_FOUND, "There is only one page here: /"))
        if method not in ({b"GET"} if target == SOCKET else {b"GET", b"HEAD"}):
            allow = "Allow: GET" if target == SOCKET else "Allow: GET, HEAD"
            text = "Ask with GET."
            return Answer(refusal(HTTPStatus.METHOD_NOT_ALLOWED, text, allow))
        if target == SOCKET:
            return self._upgraded(request, headers, host)
        if target == "/favicon.ico":
            return Answer(_NO_ICON)
        sent = {FRENCH: page.french, CLASS: page.projector}.get(target) or page
        wanted = headers.get(b"accept-encoding", b"").decode("latin-1")
        head, body = sent.gzip if _takes_gzip(wanted) else sent.plain
        return Answer(head if method == b"HEAD" else head + body)

    def _upgraded(self, request: h11.Request, headers: dict[bytes, bytes], host: str) -> Answer:
        """Open a websocket, unless the page that asks came from elsewhere."""
        origins = [value.decode("latin-1") for name, value in request.headers if name == b"origin"]
        if not all(is_own(origin, host) for origin in origins):
            text = "Only the page of this host may open a websocket here."
            return Answer(refusal(HTTPStatus.FORBIDDEN, text))
        wants = headers.get(b"connection", b"").lower(), headers.get(b"upgrade", b"").lower()
        upgrades = b"upgrade" in wants[0] and wants[1] == b"websocket"
        key = headers.get(b"sec-websocket-key")
        if not upgrades or key is None or headers.get(b"sec-websocket-version") != b"13":
            text = "This is the websocket of the page. Its protocol is in docs/protocol.md."
            more = "Upgrade: websocket\r\nSec-WebSocket-Version: 13"
            return Answer(refusal(HTTPStatus.UPGRADE_REQUIRED, text, more))
        head = (
            b"HTTP/1.1 101 Switching Protocols\r\n"
            b"Upgrade: websocket\r\n"
            b"Connection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: %b\r\n"
            b"\r\n" % generate_accept_token(key)
        )
        return Answer(head, opens=True, rest=self._connection.trailing_data[0])


def refusal(status: HTTPStatus, text: str, *more: str) -> bytes:
    """Return an answer of some plain text. Nothing in it comes from outside."""
    body = f"{text}\n".encode()
    head = "\r\n".join(
        (
            f"HTTP/1.1 {status.value} {status.phrase}",
            "Content-Type: text/plain; charset=utf-8",
            f"Content-Length: {len(body)}",
            *more,
            "Cache-Control: no-store",
            "Content-Security-Policy: default-src 'none'",
            "Referrer-Policy: no-referrer",
            "X-Content-Type-Options: nosniff",
            "Connection: close",
        )
    )
    return head.encode() + b"\r\n\r\n" + body


def misdirected(site: Site) -> bytes:
    """Return the answer to a browser that knows us by a name that is not ours."""
    text = (
        f"The page of this host is at {site.addresses[0]} . If you run this host and it has"
        " another name, add that to hosts below [web] in the config."
    )
    return refusal(HTTPStatus.MISDIRECTED_REQUEST, text)


_NO_ICON: Final = b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"


def _takes_gzip(accepts: str) -> bool:
    """Check whether a browser that *accepts* these encodings takes gzip."""
    for part in accepts.lower().split(","):
        name, _, weight = part.replace(" ", "").partition(";")
        if name == "gzip":
            return weight not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False
