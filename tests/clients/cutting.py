"""A proxy that cuts lines: after so many bytes from the host, in the middle of whatever it is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from random import Random


class Proxy:
    """Passes bytes on between whoever calls it and the host at *port*, and cuts now and then."""

    def __init__(self, port: int, rng: Random, *, cuts: int, most_bytes: int) -> None:
        self.cut = 0
        """How many lines have been cut."""
        self.port = 0
        self._host_port = port
        self._rng = rng
        self._cuts = cuts
        self._most_bytes = most_bytes
        self._lines: set[asyncio.Task[object]] = set()

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass one connection on until it ends, or is cut."""
        line = asyncio.current_task()
        assert line is not None
        self._lines.add(line)
        from_host, to_host = await asyncio.open_connection("127.0.0.1", self._host_port)
        up = asyncio.create_task(_pass_on(reader, to_host))
        left = self._rng.randint(1, self._most_bytes) if self.cut < self._cuts else None
        with suppress(OSError):
            while data := await from_host.read(65536):
                writer.write(data[:left])
                await writer.drain()
                if left is not None and len(data) >= left:
                    self.cut += 1
                    break
                left = None if left is None else left - len(data)
        for end in (writer, to_host):
            end.close()
        up.cancel()
        with suppress(asyncio.CancelledError):
            await up
        self._lines.remove(line)

    async def ends(self) -> None:
        """Wait until no line is left."""
        if self._lines:
            await asyncio.wait(self._lines)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


@asynccontextmanager
async def cutting(proxy: Proxy) -> AsyncGenerator[Proxy]:
    """*proxy* at work; its `port` is where to call."""
    server = await asyncio.start_server(proxy.take, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        await server.wait_closed()
        await proxy.ends()
