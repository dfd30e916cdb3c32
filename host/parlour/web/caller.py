"""One connection at the web door: a proxy's header, if it comes from one, a request, a websocket.

Contract: however the bytes are cut, the same lines come out, and no more is kept than one header
or request, or one message.
"""

from __future__ import annotations

from http import HTTPStatus

import msgspec

from parlour.web.frames import Frames
from parlour.web.page import Page
from parlour.web.proxied import NotProxied, read_proxied
from parlour.web.requests import Reading, refusal
from parlour.web.site import Site


class Heard(msgspec.Struct):
    """What came of some bytes, in this order."""

    guest: str | None = None
    """The address of the guest behind a proxy, if it has just been named."""
    out: bytes = b""
    """What the peer is to be sent at once."""
    opened: bool = False
    """The websocket is open from now on."""
    lines: bytes = b""
    """Lines for the house, each with its end."""
    ended: bool = False
    """Nothing more is wanted. Close when all is sent."""


class Caller:
    """A connection, from its first byte."""

    __slots__ = ("_frames", "_header", "_page", "_reading", "_site")

    def __init__(self, site: Site, page: Page, *, proxied: bool = False) -> None:
        """*proxied*: the peer is a proxy, which names its guest first."""
        self._site = site
        self._page = page
        self._header: bytes | None = b"" if proxied else None
        """What has come of the proxy's header."""
        self._reading: Reading | None = None
        self._frames: Frames | None = None

    def receive(self, data: bytes) -> Heard:
        """Return what comes of *data*."""
        heard = Heard()
        if self._frames is not None:
            self._converse(self._frames, data, heard)
            return heard
        if self._header is not None:
            rest = self._named(self._header + data, heard)
            if not rest:
                return heard
            data = rest
        if self._reading is None:
            self._reading = Reading(self._site, self._page)
        answer = self._reading.receive(data)
        if answer is None:
            return heard
        self._reading = None
        heard.out, heard.opened, heard.ended = answer.data, answer.opens, not answer.opens
        if answer.opens:
            self._frames = Frames()
            self._converse(self._frames, answer.rest, heard)
        return heard

    @property
    def frames(self) -> Frames:
        """The websocket, once it is open."""
        assert self._frames is not None, "it is open"
        return self._frames

    def late(self) -> bytes:
        """Return what to say to a peer whose request did not come in time. Silence: nothing."""
        return b"" if self._reading is None else self._reading.late()

    def _named(self, data: bytes, heard: Heard) -> bytes:
        """Read the header of a proxy. Return what follows it."""
        try:
            found = read_proxied(data)
        except NotProxied:
            text = "The config names this address as a proxy: begin with the PROXY protocol."
            heard.out, heard.ended = refusal(HTTPStatus.BAD_REQUEST, text), True
            return b""
        if found is None:
            self._header = data
            return b""
        self._header = None
        size, heard.guest = found
        return data[size:]

    @staticmethod
    def _converse(frames: Frames, data: bytes, heard: Heard) -> None:
        lines, out, goes_on = frames.receive(data)
        heard.out += out
        heard.ended = not goes_on
        heard.lines = b"".join([line + b"\n" for line in lines])
