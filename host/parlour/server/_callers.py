"""Connections that the house does not know yet: a proxy names its guest first, TLS begins.

Callers have bounds of their own in number, time and bytes, so that neither a crowd that connects
and says nothing nor the spare connections of browsers take the place of somebody else.
"""

from __future__ import annotations

import math
import re
import socket
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from typing import Final, NamedTuple, Protocol

from parlour.accounts.quotas import has_room
from parlour.core.effects import Troubled
from parlour.server._arrival import Note
from parlour.server._connection import CloseStage, Loop, SocketLine
from parlour.server._driver import Driver
from parlour.server._peer import is_ours
from parlour.server._tls import BROWSERS, Certificate, TlsSocket
from parlour.web.requests import refusal
from parlour.wire.addresses import Network, is_among, locate
from parlour.wire.proxied import V2_MAX, Header, NotProxied, read_proxied

CALLERS: Final = 512
"""The most at one port: a class of thirty phones that all load the page have at most 180. One
address may have half of what others leave."""
CALL_S: Final = 30.0
"""Seconds until they must have said what they have to. Browsers open spare connections, and say
nothing on them; they do not mind if we close them."""


PLAIN_S: Final = 2.0
"""Seconds until a connection that may not go on without TLS, and says nothing, is told so. At once
would be wrong: the first packet of a client may be lost."""

REQUEST_COST: Final = 1
"""What it costs to hear a caller: less than a millisecond."""
HANDSHAKE_COST: Final = 2
"""A part of a handshake takes up to two milliseconds."""
NO_TLS: Final = "refused: TLS did not begin"
NOT_SEALED: Final = "refused: not encrypted"
NO_HEADER: Final = "refused: no PROXY header"
NO_HEADER_HERE: Final = (
    b"The config of this host names you as a proxy: begin with the PROXY protocol. Or take the"
    b" address out of proxies below [server].\n"
)
"""What a proxy reads that does not name its guest."""
_REQUEST: Final = re.compile(rb"[A-Z]{3,16} \S+ HTTP/")
_HELLO: Final = b"HELLO "
DOOR_ONLY: Final = b"This socket is for parlour door, which begins with the PROXY protocol.\n"


class Guest(NamedTuple):
    """Whom a connection is for, as in `core.effects.Connected`."""

    address: str
    near: bool
    sealed: bool = False
    key: str = ""
    proxied: bool = False
    """A proxy of the owner's has named them."""


THE_DOOR: Final = Guest("127.0.0.1", near=True)
"""`parlour door`, when it speaks for itself."""


class Callers:
    """The callers at one port, the earliest first."""

    def __init__(self, loop: Loop, patience_s: float = CALL_S) -> None:
        self._loop, self._patience_s = loop, patience_s
        self._until: dict[SocketLine, float] = {}
        """The time until which they must have said it."""
        self._places: dict[str, dict[SocketLine, None]] = {}
        """The same by address."""
        self._at: dict[SocketLine, str] = {}

    def add(self, line: SocketLine, address: str, now: float) -> None:
        """Take a new one, for which another may have to make room."""
        there = self._places.get(address, {})
        if not has_room(len(there), len(self._until), CALLERS):
            self._loop.close(next(iter(there or self._until)))
        self._places.setdefault(address, {})[line] = None
        self._until[line] = now + self._patience_s
        self._at[line] = address

    def remove(self, line: SocketLine) -> None:
        """Note that it is none any more, if it was one."""
        if self._until.pop(line, None) is None:
            return
        address = self._at.pop(line)
        there = self._places[address]
        del there[line]
        if not there:
            del self._places[address]

    @property
    def due(self) -> float:
        """The time at which the first one is late, or infinity."""
        return next(iter(self._until.values()), math.inf)

    def late(self, now: float) -> Iterator[SocketLine]:
        """Remove and yield those whose time is over."""
        while self.due <= now:
            line = next(iter(self._until))
            self.remove(line)
            yield line


class Way(Protocol):
    """A port, or another way in."""

    driver: Driver
    callers: Callers
    certificate: Certificate | None
    """None: there is no TLS here."""

    def begin(self, sock: socket.socket, guest: Guest, now: float) -> SocketLine:
        """Return the line of a connection that has said all it must before."""
        ...

    def located(self, address: str) -> Guest:
        """Return the guest at an address that a proxy has named."""
        ...

    def unnamed(self) -> bytes:
        """Return the answer to a proxy that does not name its guest."""
        ...

    def speaking(self, protocol: str | None) -> Way:
        """Return the way for clients that say in TLS that they speak this."""
        ...


class CallerLine(SocketLine):
    """A connection that the house does not know."""

    __slots__ = ("_guest", "_way")

    def __init__(
        self, way: Way, loop: Loop, sock: socket.socket, guest: Guest, cost: int = REQUEST_COST
    ) -> None:
        super().__init__(way.driver.new_conn(), sock, loop, operator=False)
        self.calling = cost
        self._way, self._guest = way, guest

    def receive_noted(self) -> tuple[bytes, list[Note]]:
        return self.receive(), []

    def gone(self) -> None:
        self._way.callers.remove(self)


class HeaderLine(CallerLine):
    """A connection that begins with a header of the PROXY protocol.

    It reads no more than that header: what follows belongs to the line that takes its place.
    """

    __slots__ = ("_door", "_have")

    def __init__(
        self, way: Way, loop: Loop, sock: socket.socket, guest: Guest, *, door: bool = False
    ) -> None:
        """*guest*: the proxy itself. *door*: believe what `parlour door` says of its guests."""
        super().__init__(way, loop, sock, guest)
        self._door = door
        self._have = b""

    def receive(self) -> bytes:
        if self.stage is not CloseStage.OPEN:
            return super().receive()
        ahead = self.sock.recv(V2_MAX - len(self._have), socket.MSG_PEEK)
        size = len(ahead)
        try:
            found = read_proxied(self._have + ahead)
        except NotProxied:
            found = None
        if found is not None:
            size = found.size - len(self._have)
        return self.sock.recv(size)

    def heard(self, data: bytes, at: float, lag_ms: int) -> None:
        self._have += data
        try:
            found = read_proxied(self._have)
            if self._door and not is_ours(self.sock):
                raise NotProxied
        except NotProxied:
            self._way.driver.events.append(Troubled(NO_HEADER, self._guest.address))
            self.send(self._way.unnamed())
            self._sockets.finish(self)
            return
        if found is not None:
            self._sockets.replace(self, self._way.begin(self.sock, self._named(found), at))

    def _named(self, header: Header) -> Guest:
        guest = self._guest if header.guest is None else self._way.located(header.guest)
        if self._door:
            return guest._replace(sealed=header.sealed, key=header.key)
        return guest._replace(proxied=header.guest is not None)


class PlainLine(CallerLine):
    """A connection that must encrypt: TLS begins on it, or it is told so and ends.

    The house never knows it, so nothing that is typed there is a name, a password or a command.
    """

    __slots__ = ("_entrance",)

    def __init__(self, way: Entrance, loop: Loop, sock: socket.socket, guest: Guest) -> None:
        super().__init__(way, loop, sock, guest)
        self._entrance = way

    def heard(self, data: bytes, at: float, lag_ms: int) -> None:
        self.refuse(browser=_REQUEST.match(data) is not None, program=data.startswith(_HELLO))

    def refuse(self, *, browser: bool = False, program: bool = False) -> None:
        """Say that they must encrypt, and end. A *program* shows one line of it."""
        text = self._entrance.must_seal
        if program:
            text = text.partition("\n")[0]
        self._entrance.driver.events.append(Troubled(NOT_SEALED, self._guest.address))
        answer = refusal(HTTPStatus.UPGRADE_REQUIRED, text) if browser else f"{text}\n".encode()
        self.send(answer)
        self._sockets.finish(self)

    def gone(self) -> None:
        self._entrance.plain.remove(self)


class HandshakeLine(CallerLine):
    """A connection on which TLS begins."""

    __slots__ = ("_complete", "_tls")

    def __init__(self, way: Way, loop: Loop, sock: TlsSocket, guest: Guest) -> None:
        super().__init__(way, loop, sock, guest, HANDSHAKE_COST)
        self._tls = sock
        self._complete = False

    def receive(self) -> bytes:
        if self.stage is not CloseStage.OPEN:
            return super().receive()
        self._complete = self._tls.handshake()
        if not self._complete:
            raise BlockingIOError
        return b"!"  # anything but the end

    def heard(self, data: bytes, at: float, lag_ms: int) -> None:
        if self._tls.more:
            self._sockets.read_again(self.fd)
        way, guest = self._way.speaking(self._tls.protocol), self._guest._replace(sealed=True)
        self._sockets.replace(self, way.begin(self._tls, guest, at))

    def gone(self) -> None:
        super().gone()
        if not self._complete:
            self._way.driver.events.append(Troubled(NO_TLS, self._guest.address))


def expect_tls(way: Way, loop: Loop, line: SocketLine, guest: Guest) -> None:
    """Let TLS begin on *line*, if its first byte says so."""
    certificate = way.certificate
    if certificate is None or guest.sealed:
        return

    def begin(now: float) -> None:
        sock = TlsSocket(line.sock, certificate.context(now), loop.read_again)
        tls = HandshakeLine(way, loop, sock, guest)
        loop.replace(line, tls)
        way.callers.add(tls, guest.address, now)

    line.fresh = begin


class Entrance:
    """The way in for lines: the port of the game, or the socket of `parlour door`."""

    def __init__(
        self,
        driver: Driver,
        loop: Loop,
        *,
        near: Sequence[Network] = (),
        proxies: Sequence[Network] = (),
        certificate: Certificate | None = None,
        must_seal: str = "",
        door: bool = False,
    ) -> None:
        """*proxies* name their guests. *door*: only `parlour door` comes here, which does so too.

        *near*: networks that count as near. *must_seal*: what others read who do not encrypt. If
        it is empty, they may come in.
        """
        self.driver = driver
        self.certificate = certificate
        self.browsers: Way = self
        """The way for web browsers."""
        self.callers = Callers(loop)
        self.plain = Callers(loop, PLAIN_S)
        """Those who must encrypt, and have not begun."""
        self.must_seal = must_seal
        self._loop, self._near, self._proxies, self._door = loop, near, proxies, door

    def enter(self, sock: socket.socket, host: str, now: float) -> SocketLine:
        """Return the line of a new connection from *host*."""
        guest = THE_DOOR if self._door else self.located(host)
        if not (self._door or is_among(guest.address, self._proxies)):
            return self.begin(sock, guest, now)
        line = HeaderLine(self, self._loop, sock, guest, door=self._door)
        self.callers.add(line, guest.address, now)
        return line

    def knows(self, guest: Guest) -> bool:
        """Check whether the house knows a connection from there at once."""
        return not (is_among(guest.address, self._proxies) or self._is_refused(guest))

    def _is_refused(self, guest: Guest) -> bool:
        return bool(self.must_seal) and not (guest.near or guest.sealed)

    def begin(self, sock: socket.socket, guest: Guest, now: float) -> SocketLine:
        if self._is_refused(guest):
            plain = PlainLine(self, self._loop, sock, guest)
            self.plain.add(plain, guest.address, now)
            expect_tls(self, self._loop, plain, guest)
            return plain
        line = SocketLine(self.driver.new_conn(), sock, self._loop, operator=False)
        self.admit(line, guest)
        return line

    def admit(self, line: SocketLine, guest: Guest) -> None:
        """Let the house hear of a new line."""
        address, near, sealed, key, _ = guest
        self.driver.admit(line, address, near=near, sealed=sealed, key=key)
        expect_tls(self, self._loop, line, guest)

    def located(self, address: str) -> Guest:
        return Guest(*locate(address, self._near))

    def speaking(self, protocol: str | None) -> Way:
        return self.browsers if protocol == BROWSERS else self

    def unnamed(self) -> bytes:
        return DOOR_ONLY if self._door else NO_HEADER_HERE

    @property
    def due(self) -> float:
        return min(self.callers.due, self.plain.due)

    def tend(self, now: float) -> None:
        for line in self.callers.late(now):
            self._loop.finish(line)
        for line in self.plain.late(now):
            if isinstance(line, PlainLine):
                line.refuse()
