"""A web door in memory: a caller, and the browser at its other end."""

from __future__ import annotations

from email.parser import BytesParser
from io import BytesIO
from typing import Final

from parlour.web import Caller, Heard, Site
from parlour.web.page import page_of
from tests.web.phone import Ends

HOST: Final = "192.0.2.7:4005"
SITE: Final = Site.of(
    (f"http://{HOST}/",),
    port=4005,
    lines_port=4004,
    name="Kitchen-PC.lan",
    given=("https://play.example.org", "game.example.org:8443"),
)
HTML: Final = b"<!DOCTYPE html><style>b{}</style><script>1;</script><script>2;</script><p>Hello"
FRENCH: Final = '{"Close": "Fermer", "Ready": "Prêt"}'.encode()
PROJECTOR: Final = b"<!DOCTYPE html><script>3;</script><p>A class"
PAGE: Final = page_of(HTML, FRENCH, PROJECTOR)


def request(target: str = "/", *headers: str, method: str = "GET", host: str = HOST) -> bytes:
    """A request, as a browser writes it."""
    lines = (f"{method} {target} HTTP/1.1", f"Host: {host}", *headers, "", "")
    return "\r\n".join(lines).encode("latin-1")


def upgrade(*headers: str, host: str = HOST, target: str = "/ws", method: str = "GET") -> bytes:
    """A request for a websocket."""
    return request(
        target,
        "Upgrade: websocket",
        "Connection: keep-alive, Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        *headers,
        method=method,
        host=host,
    )


class Response:
    """An answer of HTTP, read as a browser reads it."""

    def __init__(self, data: bytes) -> None:
        head, empty, self.body = data.partition(b"\r\n\r\n")
        assert empty
        first, _, rest = head.partition(b"\r\n")
        version, status, _ = first.decode().split(" ", 2)
        assert version == "HTTP/1.1"
        self.status = int(status)
        self.headers = BytesParser().parse(BytesIO(rest + b"\r\n\r\n"))


def caller() -> Caller:
    """A caller at the door of `SITE`."""
    return Caller(SITE, PAGE)


def answered(data: bytes) -> Response:
    """What the door answers to a whole request, after which it closes."""
    heard = caller().receive(data)
    assert (heard.ended, heard.opened, heard.lines) == (True, False, b"")
    return Response(heard.out)


def opened() -> tuple[Caller, Ends]:
    """An open websocket: the door's end, and the browser's."""
    ends, door = Ends(), caller()
    heard = door.receive(ends.asks(HOST))
    assert (heard.opened, heard.ended) == (True, False)
    assert ends.hears(heard.out) == ([], b"")
    assert ends.opened
    return door, ends


def together(heard: list[Heard]) -> Heard:
    """All that was heard, as if it had come at once."""
    whole = Heard()
    for one in heard:
        whole.out += one.out
        whole.opened = whole.opened or one.opened
        whole.lines += one.lines
        whole.ended = whole.ended or one.ended
    return whole


def frame(payload: bytes, *, opcode: int = 1, fin: bool = True, mask: bool = True) -> bytes:
    """A frame as a client sends it (RFC 6455, section 5.2), or without the mask that it must have.

    The mask is of zeros, which leaves the payload as it is.
    """
    size = len(payload)
    bit = 0x80 if mask else 0
    if size < 126:
        length = bytes([bit | size])
    elif size < 65_536:
        length = bytes([bit | 126]) + size.to_bytes(2, "big")
    else:
        length = bytes([bit | 127]) + size.to_bytes(8, "big")
    return bytes([(0x80 if fin else 0) | opcode]) + length + (bytes(4) if mask else b"") + payload
