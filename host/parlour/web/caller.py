"""One connection at the web door: a request, then a websocket.

Contract: however the bytes are cut, the same lines come out, and no more is kept than one request
or one message.
"""

from __future__ import annotations

import msgspec

from parlour.web.frames import Frames
from parlour.web.page import Page
from parlour.web.requests import Reading
from parlour.web.site import Site


class Heard(msgspec.Struct):
    """What came of some bytes, in this order."""

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

    __slots__ = ("_frames", "_leads", "_page", "_reading", "_site")

    def __init__(self, site: Site, page: Page, *, leads: bool = False) -> None:
        """*leads*: answer nothing here, but lead to the same place by https."""
        self._leads = leads
        self._site = site
        self._page = page
        self._reading: Reading | None = None
        self._frames: Frames | None = None

    def receive(self, data: bytes) -> Heard:
        """Return what comes of *data*."""
        heard = Heard()
        if self._frames is not None:
            self._converse(self._frames, data, heard)
            return heard
        if self._reading is None:
            self._reading = Reading(self._site, self._page, leads=self._leads)
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

    @staticmethod
    def _converse(frames: Frames, data: bytes, heard: Heard) -> None:
        lines, out, goes_on = frames.receive(data)
        heard.out += out
        heard.ended = not goes_on
        heard.lines = b"".join([line + b"\n" for line in lines])
