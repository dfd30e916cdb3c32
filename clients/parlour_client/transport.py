"""The wire itself: bytes to and from a host. Tests put something of their own in its place."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol, TypeAlias

DEFAULT_PORT: Final = 4004
READ_BYTES: Final = 1 << 16
DIAL_S: Final = 10.0
"""How long a host may take to answer the call, and first its name to be found: a Wi-Fi that
wakes up needs a few seconds. If it has several addresses they share the time."""


def called(host: str, port: int) -> str:
    """A host as players call it."""
    return host if port == DEFAULT_PORT else f"{host}:{port}"


class Transport(Protocol):
    """One connection."""

    async def read(self) -> bytes:
        """The next bytes; none when the other end has closed. Raises OSError."""
        ...

    async def write(self, data: bytes) -> None:
        """Send all of *data*. Raises OSError."""
        ...

    def close(self) -> None:
        """Hang up, at once: a `read` or a `write` that waits ends, whatever the other end does."""
        ...


Dial: TypeAlias = Callable[[], Awaitable[Transport]]
"""Calls the host. Raises OSError, TimeoutError among them."""


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

        A close in good order would first wait until all is sent, and that can be for ever: at a
        host that does not read any more, and on a cable that was pulled.
        """
        self._writer.transport.abort()


def over_tcp(host: str, port: int) -> Dial:
    """A call to *port* of *host*."""

    async def dial() -> Transport:
        errors: list[OSError] = []
        addresses = await _addresses(host, port)
        for address in addresses:
            try:
                async with asyncio.timeout(DIAL_S / len(addresses)):
                    return TcpTransport(*await asyncio.open_connection(address, port))
            except OSError as error:
                errors.append(error)
        # That nobody listens says more than that one address of it leads nowhere.
        raise max(errors, key=lambda error: isinstance(error, ConnectionRefusedError))

    return dial


async def _addresses(host: str, port: int) -> Sequence[str]:
    """Where *host* may be; `localhost` is two places on most machines. Raises OSError."""
    find = asyncio.get_running_loop().getaddrinfo
    try:
        async with asyncio.timeout(DIAL_S):
            found = await find(host, port, type=socket.SOCK_STREAM)
    except ValueError as error:  # it has an empty label, one of 64 characters, a NUL
        raise socket.gaierror(socket.EAI_NONAME, str(error)) from error
    return [str(address[0]) for *_, address in found]
