"""The web door: requests for the page, and websockets that are lines to the house.

A connection begins as a caller that the house does not know (`_callers`). When its websocket is
open, it is like any other one, with the same limits.
"""

from __future__ import annotations

import math
import socket
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

import trio

from parlour.core.effects import Received
from parlour.server._callers import REQUEST_COST, Callers, Guest, HeaderLine, Way, expect_tls
from parlour.server._connection import CloseStage, SocketLine
from parlour.server._driver import Driver
from parlour.server._sockets import Sockets
from parlour.server._tls import Certificate
from parlour.web import PING, Caller, Page, Site
from parlour.web.requests import refusal
from parlour.wire.addresses import Network, is_among, locate

PING_S: Final = 20.0
"""Seconds between two pings. Less than home routers and proxies bear silence, and a phone that
went out of reach is noticed after a minute at most."""
REQUEST_BYTES: Final = 1_024
"""Bytes of a caller to read in a tick. Few requests have more."""
FRAME_BYTES: Final = 256
"""The same once the websocket is open: two lines of a page, or 40 empty ones. Taking a frame apart
is ten times as much work as cutting off a line, and a crowd may send at the same moment."""
UNANSWERED: Final = 2
"""Pings without an answer after which the peer is gone."""
NORMAL: Final = 1000
GOING_AWAY: Final = 1001
TOO_SLOW: Final = 1008
"""Codes of RFC 6455 for the end of a websocket: it is over, the host stops, the peer broke a
rule."""


class WebLine(SocketLine):
    """A connection to the web door."""

    __slots__ = ("_door", "_ends", "_queued", "caller", "guest", "unanswered")

    def __init__(self, door: WebDoor, sock: socket.socket, guest: Guest) -> None:
        super().__init__(door.driver.new_conn(), sock, door.sockets, operator=False)
        self.calling = REQUEST_COST
        self.receive_bytes = REQUEST_BYTES
        self.guest = guest
        self.caller = Caller(door.site, door.page, leads=door.is_refused(guest))
        self.unanswered = 0
        """Pings since we last heard from the peer."""
        self._door = door
        self._ends: deque[int] = deque()
        """While bytes wait: where each frame ends, in all bytes that were ever queued."""
        self._queued = 0

    def send(self, data: bytes) -> None:
        self.push(self.caller.frames.sent(data))

    def push(self, frames: Sequence[bytes]) -> None:
        """Send frames, each whole or, if the reader is dropped, not at all."""
        if self.stage is not CloseStage.OPEN:
            return
        if self._ends:
            sent = self._queued - self.unsent
            while self._ends and self._ends[0] <= sent:
                self._ends.popleft()
        for frame in frames:
            self._queued += len(frame)
            self._ends.append(self._queued)
        super().send(b"".join(frames))
        if self.waiting is None:
            self._ends.clear()

    def heard(self, data: bytes, at: float, lag_ms: int) -> None:
        self.unanswered = 0
        heard = self.caller.receive(data)
        if heard.out:
            self.push([heard.out])
        if self.stage is not CloseStage.OPEN:
            return
        if heard.opened:
            self._door.opened(self)
        if heard.lines:
            self._door.driver.events.append(Received(self.conn, heard.lines, at, lag_ms))
        if heard.ended:
            self._door.driver.lost(self.conn)
            self._sockets.finish(self)

    def cut(self, waiting: bytearray, last: bytes) -> None:
        sent = self._queued - len(waiting)
        end = next(end for end in self._ends if end >= sent + self.held)
        del waiting[end - sent :]
        waiting += b"".join(self.caller.frames.sent(last)) + self.caller.frames.close(TOO_SLOW)

    def finish(self) -> None:
        if self.stage is CloseStage.OPEN and not self.calling:
            self.push([self.caller.frames.close(self._door.code)])
        super().finish()

    def gone(self) -> None:
        self._door.gone(self)


@dataclass(frozen=True)
class Web:
    """What the web door needs of the config."""

    listeners: Sequence[socket.socket]
    """From `open_listeners`."""
    site: Site
    page: Page
    proxies: Sequence[Network] = ()
    """Peers that name the guests behind them, by the PROXY protocol."""


class WebDoor:
    """The listeners of the page, and what all its connections share."""

    def __init__(
        self,
        driver: Driver,
        sockets: Sockets,
        web: Web,
        near: Sequence[Network],
        certificate: Certificate | None = None,
        *,
        must_seal: bool = False,
    ) -> None:
        """*must_seal*: those from far get the page by https only."""
        self.driver = driver
        self.sockets = sockets
        self.site = web.site
        self.page = web.page
        self.certificate = certificate
        self.code = NORMAL
        """Why websockets are closed now."""
        self._must_seal = must_seal
        self._near = near
        self._proxies = web.proxies
        self.callers = Callers(sockets)
        self._pings: dict[WebLine, float] = {}
        """Open websockets, and the time of their next ping, the earliest first."""

    def enter(self, sock: socket.socket, host: str, now: float) -> SocketLine:
        guest = self.located(host)
        if not is_among(guest.address, self._proxies):
            return self.begin(sock, guest, now)
        line = HeaderLine(self, self.sockets, sock, guest)
        self.callers.add(line, guest.address, now)
        return line

    def begin(self, sock: socket.socket, guest: Guest, now: float) -> SocketLine:
        line = WebLine(self, sock, guest)
        self.callers.add(line, guest.address, now)
        expect_tls(self, self.sockets, line, guest)
        return line

    def is_refused(self, guest: Guest) -> bool:
        """Check whether they must come by https. A proxy of the owner's has encrypted for them."""
        return self._must_seal and not (guest.near or guest.sealed or guest.proxied)

    def speaking(self, protocol: str | None) -> Way:
        return self

    def located(self, address: str) -> Guest:
        return Guest(*locate(address, self._near))

    def unnamed(self) -> bytes:
        text = "The config names this address as a proxy: begin with the PROXY protocol."
        return refusal(HTTPStatus.BAD_REQUEST, text)

    def opened(self, line: WebLine) -> None:
        """Tell the house about a connection whose websocket is open."""
        self.callers.remove(line)
        line.calling = 0
        line.receive_bytes = FRAME_BYTES
        guest = line.guest
        self.driver.admit(line, guest.address, near=guest.near, program=True, sealed=guest.sealed)
        self._pings[line] = math.ceil(trio.current_time()) + PING_S

    def gone(self, line: WebLine) -> None:
        self.callers.remove(line)
        self._pings.pop(line, None)

    @property
    def due(self) -> float:
        """Return when to `tend` to the connections next."""
        return min(self.callers.due, next(iter(self._pings.values()), math.inf))

    def tend(self, now: float) -> None:
        """Send pings that are due, and close what has waited for too long."""
        for caller in self.callers.late(now):
            if isinstance(caller, WebLine) and (late := caller.caller.late()):
                caller.push([late])
            self.sockets.finish(caller)
        while self._pings and next(iter(self._pings.values())) <= now:
            line = next(iter(self._pings))
            del self._pings[line]
            if line.unanswered >= UNANSWERED:
                self.driver.lost(line.conn, dead=True)
                self.sockets.close(line)
                continue
            line.unanswered += line.reading  # else we would not hear the answer
            line.caller.frames.pinged()
            self._pings[line] = math.ceil(now) + PING_S
            line.push([PING])
