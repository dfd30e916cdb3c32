"""A host in memory for clients in memory: the clock is that of the event loop (`jumping`)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

from parlour_client.connection import Dial, Transport
from parlour_kit.host import Client, Host


class Hosted:
    """*host*, and the lines to it. Made by `hosted`."""

    def __init__(self, host: Host) -> None:
        self.down = False
        """Calls fail."""
        self.lines: list[HostLine] = []
        self._host = host
        self._began = host.now - asyncio.get_running_loop().time()
        self._moved = asyncio.Event()

    @property
    def dial(self) -> Dial:
        """What `connect` takes."""

        async def dial() -> Transport:
            if self.down:
                raise ConnectionRefusedError
            self._catch_up()
            line = HostLine(self, self._host.connect())
            self.lines.append(line)
            self._spread()
            return line

        return dial

    def cut(self) -> None:
        """All lines are cut."""
        self._catch_up()
        for line in self.lines:
            line.close()
        self._spread()

    def hear(self, client: Client, data: bytes) -> None:
        """*client* has sent *data*."""
        self._catch_up()
        client.send_raw(data)
        client.read = 0
        self._spread()

    async def keep_time(self) -> None:
        """Do what is due, when it is."""
        while True:
            self._moved.clear()
            due = self._host.house.next_due
            try:
                async with asyncio.timeout(None if due is None else max(1e-6, due - self._now)):
                    await self._moved.wait()
            except TimeoutError:
                assert due is not None
                self._host.wait(max(0.0, due - self._host.now))
                self._spread()

    @property
    def _now(self) -> float:
        return self._began + asyncio.get_running_loop().time()

    def _catch_up(self) -> None:
        if self._now > self._host.now:
            self._host.wait(self._now - self._host.now)

    def _spread(self) -> None:
        """Whoever waits looks again."""
        self._moved.set()
        for line in self.lines:
            line.news.set()


class HostLine:
    """A `Transport` to it."""

    def __init__(self, hosted: Hosted, client: Client) -> None:
        self.client = client
        self.news = asyncio.Event()
        self._hosted = hosted
        self._read = 0

    async def read(self) -> bytes:
        """See `Transport`."""
        while self._read == len(self.client.data) and not self.client.closed:
            self.news.clear()
            await self.news.wait()
        data, self._read = self.client.data[self._read :], len(self.client.data)
        return data

    async def write(self, data: bytes) -> None:
        """See `Transport`."""
        if self.client.closed:
            raise BrokenPipeError
        self._hosted.hear(self.client, data)

    def close(self) -> None:
        """See `Transport`."""
        if not self.client.closed:
            self.client.lose()


@asynccontextmanager
async def hosted(host: Host) -> AsyncGenerator[Hosted]:
    """*host* at work; its time is that of the running loop."""
    made = Hosted(host)
    clock = asyncio.create_task(made.keep_time())
    try:
        yield made
    finally:
        clock.cancel()
        with suppress(asyncio.CancelledError):
            await clock
