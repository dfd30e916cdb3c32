"""One connection to a host, from dialling to goodbye, and the identity that outlives it."""

from __future__ import annotations

import asyncio
import socket
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, Protocol, TypeAlias

from parlour.language import ENGLISH
from parlour.wire.request import BOT
from parlour_client import errors
from parlour_client.errors import LineCut, Problem, Refused
from parlour_client.language import _
from parlour_client.protocol import (
    Bye,
    Greeting,
    Heard,
    No,
    Ok,
    Said,
    Splitter,
    TooLong,
    read_line,
)
from parlour_client.tls import Tls

DEFAULT_PORT: Final = 4004
READ_BYTES: Final = 1 << 16
DIAL_S: Final = 10.0
"""How long a host may take to answer, including the search for its address. A Wi-Fi that wakes up
needs a few seconds. If the host has several addresses, they share the time."""


def called(host: str, port: int) -> str:
    """A host in the form that players type."""
    return host if port == DEFAULT_PORT else f"{host}:{port}"


class Transport(Protocol):
    """One connection."""

    async def read(self) -> bytes:
        """Return the next bytes; none when the other end has closed. Raises OSError."""
        ...

    async def write(self, data: bytes) -> None:
        """Send all of *data*. Raises OSError."""
        ...

    def close(self) -> None:
        """Close at once: a `read` or a `write` that waits ends, whatever the other end does."""
        ...


Dial: TypeAlias = Callable[[], Awaitable[Transport]]
"""Dials the host. Raises OSError, TimeoutError among them."""


class TcpTransport:
    """A connection over TCP."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def read(self) -> bytes:
        """See `Transport`."""
        return await self._reader.read(READ_BYTES)

    async def write(self, data: bytes) -> None:
        """See `Transport`."""
        self._writer.write(data)
        await self._writer.drain()

    def close(self) -> None:
        """See `Transport`.

        An orderly close would first wait until everything is sent. If the host no longer reads, or
        the cable was pulled, that would never end.
        """
        self._writer.transport.abort()
        # Nobody needs to know how it ended, but asyncio complains if nobody asks.
        ended = asyncio.ensure_future(self._writer.wait_closed())
        ended.add_done_callback(lambda _: ended.cancelled() or ended.exception())


def over_tcp(host: str, port: int, tls: Tls | None = None) -> Dial:
    """Connect to *port* of *host*, encrypted as *tls* says."""

    async def dial() -> Transport:
        if tls is None:
            return TcpTransport(*await _open(host, port))
        where = called(host, port)
        return TcpTransport(*await tls.connect(partial(_open, host, port), host, where))

    return dial


async def _open(host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect. Raises OSError."""
    errors: list[OSError] = []
    addresses = await _addresses(host, port)
    for address in addresses:
        try:
            async with asyncio.timeout(DIAL_S / len(addresses)):
                return await asyncio.open_connection(address, port)
        except OSError as error:
            errors.append(error)
    # That nobody listens says more than that one address is unreachable.
    raise max(errors, key=lambda error: isinstance(error, ConnectionRefusedError))


async def _addresses(host: str, port: int) -> Sequence[str]:
    """Return the addresses of *host*; `localhost` has two on most machines. Raises OSError."""
    find = asyncio.get_running_loop().getaddrinfo
    try:
        async with asyncio.timeout(DIAL_S):
            found = await find(host, port, type=socket.SOCK_STREAM)
    except ValueError as error:  # it has an empty label, one of 64 characters, a NUL
        raise socket.gaierror(socket.EAI_NONAME, str(error)) from error
    return [str(address[0]) for *_, address in found]


class Identity:
    """What outlives a connection.

    `name` is as the host writes it, `token` is the way back as this player, `code` the short one
    that people type, and `guest` is false for an account. `lang` is the language that we ask for
    before we log in.
    """

    def __init__(
        self, name: str, password: str | None = None, token: str = "", lang: str = ENGLISH
    ) -> None:
        self.name = name
        self.token = token
        self.code = ""
        self.lang = lang
        self.guest = True
        self._password = password
        self._last: int | None = None
        self._missed = False

    # --- coming in ------------------------------------------------------------------

    def way_in(self) -> str:
        """The request that logs us in, or brings us back if we have a token."""
        if self.token and self._last is not None:
            return f"resume {self.token} {self._last}"
        if self.token:
            return f"resume {self.token}"
        return f"name {self.name} {self._password}" if self._password else f"name {self.name}"

    def other_way(self, refused: Refused) -> bool:
        """Return whether there is another way in after *refused*."""
        if not self.token:
            return False
        if refused.code == "bad_password":
            self.token = ""  # the host has forgotten us
        elif self._last is None or refused.code != "unavailable":
            return False
        self._missed = self._missed or self._last is not None
        self._last = None
        return True

    def came_in(self, ok: Ok) -> None:
        """Note the answer that let us in."""
        self.name = str(ok.body.get("name", self.name))
        self.token = str(ok.body.get("token", ""))
        self.code = str(ok.body.get("code") or self.code)
        self.guest = ok.body.get("guest") is not False

    def take_gap(self) -> bool:
        """May we have missed something since the last call?"""
        missed, self._missed = self._missed, False
        return missed

    # --- being in -------------------------------------------------------------------

    def answered(self, ok: Ok) -> None:
        """Note that a request succeeded: `register` changes the way back."""
        if "token" in ok.body:
            self.token = str(ok.body["token"])
            self.code = str(ok.body.get("code") or self.code)
            self.guest = ok.body.get("guest") is True

    @property
    def last(self) -> int:
        """The number of the last event that we have read; 0 before the first."""
        return self._last or 0

    def is_new(self, heard: Heard) -> bool:
        """Return whether the event is new to us, and note its number.

        A gap in the numbers means nothing: a host does not tell again what players must remember
        themselves. Lobby news have no number and are always new.
        """
        if not heard.seq:
            return True
        if self._last is not None and heard.seq <= self._last:
            return False
        self._last = heard.seq
        return True


GREETING_S: Final = 10.0
"""How long a host may take to say hello."""
GREETING_LINES: Final = 50
"""Lines for people before that. Our own host sends a handful."""
LOGIN_S: Final = 30.0
"""How long it may take to let us in: checking a password takes half a second, and others may be
ahead in the queue."""
NEWER: Final = ("lobby", "natural", "taps")
"""Capabilities that older hosts of version 1 do not know; with them we do without."""
_SILENT: Final = _("The host no longer answers.")


class Connection:
    """A connection. `hear` returns what the host says, until the connection is lost."""

    def __init__(self, transport: Transport, where: str) -> None:
        self.why: str = _("You are disconnected.")
        """Why the connection ended, once it has."""
        self.waits = False
        """Before we were in, the host said that it waits for its disk."""
        self.key_of = ""
        """The account whose ssh key brought us here: its name needs no password."""
        self.arena = False
        """The other end is an arena, which wants to know when we wait for events (`/wait SEQ`)."""
        self._transport = transport
        self._where = where
        self._splitter = Splitter()
        self._heard: deque[Said] = deque()

    # --- coming in ------------------------------------------------------------------

    @classmethod
    async def place(cls, dial: Dial, where: str, capabilities: Sequence[str]) -> Connection:
        """Connect, and log in as a program. Raises Problem."""
        try:
            transport = await dial()
        except OSError as error:
            raise errors.unreachable(where, error) from error
        connection = cls(transport, where)
        try:
            async with asyncio.timeout(GREETING_S):
                await connection._greet(capabilities)
        except TimeoutError:
            connection.close()
            raise errors.silent(where) from None
        except BaseException:
            connection.close()
            raise
        return connection

    async def _greet(self, capabilities: Sequence[str]) -> None:
        await self._send_or_lose(" ".join(["HELLO 1", *capabilities]))
        heard: list[str] = []
        while (said := await self.hear()) is not None:
            match said:
                case Ok(id="-"):
                    self.key_of = str(said.body.get("key_of", ""))
                    self.arena = said.body.get("arena") is True
                    return
                case No() if missing := _missing(said, capabilities):
                    capabilities = [word for word in capabilities if word != missing]
                    await self._send_or_lose(" ".join(["HELLO 1", *capabilities]))
                case No():
                    raise errors.other_version(said)
                case Greeting():
                    heard.append(said.text)
                    if len(heard) > GREETING_LINES:
                        raise errors.no_parlour(self._where, heard[0])
                case Bye():
                    raise errors.farewell(said)
                case _:
                    pass
        raise errors.turned_away(self._where, heard)

    async def log_in(self, identity: Identity) -> None:
        """Log in, or come back, by any way we have. Raises Refused, Problem."""
        try:
            async with asyncio.timeout(LOGIN_S) as patience:
                await self._choose_language(identity.lang, patience)
                identity.came_in(await self._find_way(identity, patience))
        except TimeoutError:
            raise Problem(_SILENT, passing=True) from None

    async def _choose_language(self, lang: str, patience: asyncio.Timeout) -> None:
        """Ask the host to speak *lang*. One that cannot goes on in English."""
        if lang != ENGLISH:
            with suppress(Refused):
                await self._ask(f"set lang {lang}", patience)

    async def _find_way(self, identity: Identity, patience: asyncio.Timeout) -> Ok:
        if not (identity.name or identity.token):
            if not self.key_of:
                raise Refused(No("0", {"code": "bad_name"}))
            identity.name = self.key_of
        while True:
            try:
                return await self._ask(identity.way_in(), patience)
            except Refused as refused:
                if not identity.other_way(refused):
                    raise

    async def _ask(self, request: str, patience: asyncio.Timeout) -> Ok:
        """Return the answer to a request while nothing else is under way. Raises Refused, Problem.

        A host that waits for its disk may take its time: *patience* begins when it continues.
        """
        await self._send_or_lose(f"#0 {request}")
        while (said := await self.hear()) is not None:
            match said:
                case Ok(id="0"):
                    return said
                case No():  # also one without an id: the host could not even read the line
                    raise Refused(said)
                case Bye():
                    raise errors.farewell(said)
                case Heard(waits=bool(waits)):
                    self.waits = waits
                    now = asyncio.get_running_loop().time()
                    patience.reschedule(None if waits else now + LOGIN_S)
                case _:
                    pass
        raise Problem(self.why, passing=True)

    # --- being in -------------------------------------------------------------------

    async def hear(self) -> Said | None:
        """Return what the host says next; None when the connection is lost."""
        while not self._heard:
            try:
                data = await self._transport.read()
                lines = self._splitter.feed(data)
            except OSError:
                return None
            except TooLong:
                self.why = _("The host said something that no Parlour host says.")
                return None
            if not data:
                return None
            self._heard.extend(map(read_line, lines))
        return self._heard.popleft()

    async def send(self, request: str) -> None:
        """Send one line. Raises LineCut, and ValueError if it is not one line of text."""
        if "\n" in request or "\r" in request:
            raise ValueError("a request is one line")
        data = request.encode() + b"\n"
        try:
            await self._transport.write(data)
        except OSError as error:
            raise LineCut(str(error)) from error

    async def _send_or_lose(self, request: str) -> None:
        try:
            await self.send(request)
        except LineCut as cut:
            raise Problem(self.why, passing=True) from cut

    def give_up(self) -> None:
        """Drop the connection, because the host is silent."""
        self.why = _SILENT
        self.close()

    def close(self) -> None:
        """Drop the connection."""
        self._transport.close()


def _missing(no: No, capabilities: Sequence[str]) -> str:
    """The one of *capabilities* that the host does not know and we can do without."""
    newer = (word for word in capabilities if word in NEWER or word.startswith(BOT))
    # A host repeats the first 20 characters of what it does not know.
    return next((word for word in newer if f"capability {word[:20]};" in no.text), "")
