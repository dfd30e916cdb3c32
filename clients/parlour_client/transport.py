"""The wire itself: bytes to and from a host. Tests put something of their own in its place."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Protocol, TypeAlias

DEFAULT_PORT: Final = 4004
READ_BYTES: Final = 1 << 16
DIAL_S: Final = 10.0
"""How long a host may take to answer the call: a Wi-Fi that wakes up needs a few seconds."""


class Transport(Protocol):
    """One connection."""

    async def read(self) -> bytes:
        """The next bytes; none when the other end has closed. Raises OSError."""
        ...

    async def write(self, data: bytes) -> None:
        """Send all of *data*. Raises OSError."""
        ...

    def close(self) -> None:
        """Hang up; a `read` that waits ends."""
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
        """See `Transport`."""
        self._writer.close()


def over_tcp(host: str, port: int) -> Dial:
    """A call to *port* of *host*."""

    async def dial() -> Transport:
        async with asyncio.timeout(DIAL_S):
            return TcpTransport(*await asyncio.open_connection(host, port))

    return dial
