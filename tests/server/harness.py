"""A host on loopback and a host in memory, each around a fake house."""

from __future__ import annotations

import socket
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import trio
import trio.testing

from parlour.core.effects import Received
from parlour.core.limits import Limits
from parlour.server import (
    Certificate,
    Driver,
    LineLimits,
    RunningHost,
    Tickable,
    Web,
    open_admin,
    open_driver,
    open_listeners,
    page_addresses,
    run_host,
)
from parlour.server._interface import Connection
from parlour.server._lag import Lag, QueriedSocket
from parlour.store import Store
from parlour.store.memory import MemoryStore
from parlour.web import Site, load_page
from parlour.wire.addresses import Network
from tests.server.fakes import Client, RecordingLine

PATIENCE_S = 120
"""For what must happen soon; only a test that fails takes that long."""

SMALL = Limits(outgoing_bytes=65_536)
"""Reaches the limit of a slow reader quickly."""


async def until(reached: Callable[[], bool]) -> None:
    """Wait for what another thread or another task is about to do."""
    with trio.fail_after(PATIENCE_S):
        while not reached():
            await trio.lowlevel.checkpoint()


@dataclass
class Loopback:
    """A host that serves sockets of 127.0.0.1."""

    port: int
    running: RunningHost
    web_port: int = 0
    """The port of its page, if it has one."""
    ended: trio.Event = field(default_factory=trio.Event)
    exit_code: int | None = None
    streams: list[trio.SocketStream] = field(default_factory=list[trio.SocketStream])
    """Of all clients; closed when the block ends."""

    async def connect(self) -> Client:
        """A client of this host."""
        self.streams.append(await trio.open_tcp_stream("127.0.0.1", self.port))
        return Client(self.streams[-1])

    def raw(self, *, receive_bytes: int | None = None) -> socket.socket:
        """A blocking socket, for what streams cannot do; closed by anyone who asked."""
        sock = socket.socket()
        if receive_bytes is not None:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        sock.settimeout(PATIENCE_S)
        try:
            sock.connect(("127.0.0.1", self.port))
        except OSError:
            sock.close()
            raise
        return sock


def a_page(proxies: Sequence[Network] = ()) -> Web:
    """The page of a host on this computer, on a free port."""
    listeners = open_listeners("127.0.0.1", 0)
    port: int = listeners[0].getsockname()[1]
    addresses = page_addresses(listeners)
    site = Site.of(addresses, port=port, lines_port=4004, name="kitchen-pc", given=())
    return Web(listeners, site, load_page(), proxies)


@asynccontextmanager
async def on_loopback(
    house: Tickable,
    store: Store | None = None,
    *,
    line_limits: LineLimits | None = None,
    admin: Path | None = None,
    door: Path | None = None,
    proxies: Sequence[Network] = (),
    certificate: Certificate | None = None,
    must_seal: str = "",
    web: Sequence[Network] | None = None,
) -> AsyncGenerator[Loopback]:
    """A host around *house* with small limits, stopped at the end of the block.

    *web*: it has a page, and these are its proxies. *proxies*: those of the port for lines.
    """
    listeners = open_listeners("127.0.0.1", 0)
    page = None if web is None else a_page(web)
    port: int = listeners[0].getsockname()[1]
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:

            async def run(task_status: trio.TaskStatus[RunningHost]) -> None:
                exit_code = await run_host(
                    house,
                    store or MemoryStore(),
                    listeners=listeners,
                    limits=SMALL,
                    line_limits=line_limits or LineLimits(),
                    admin=None if admin is None else open_admin(admin),
                    door=None if door is None else open_admin(door),
                    proxies=proxies,
                    certificate=certificate,
                    must_seal=must_seal,
                    web=page,
                    signals=False,
                    task_status=task_status,
                )
                host.exit_code = exit_code
                host.ended.set()

            running: RunningHost = await nursery.start(run)
            host = Loopback(port, running)
            if page is not None:
                host.web_port = page.site.port
            try:
                yield host
            finally:
                running.stopping.set()
                for stream in host.streams:
                    stream.socket.close()


StapledMemory: TypeAlias = trio.StapledStream[
    trio.testing.MemorySendStream, trio.testing.MemoryReceiveStream
]


class MemoryLine(Connection):
    """A line of a client in the same process: it takes everything at once."""

    def __init__(
        self, driver: Driver, client: StapledMemory, kernel: QueriedSocket | None = None
    ) -> None:
        """*kernel* knows how far away the client is."""
        super().__init__(driver.new_conn())
        self._driver = driver
        self._client = client
        self._kernel = kernel
        self._lag = Lag()
        client.send_stream.send_all_hook = self._heard
        client.send_stream.close_hook = self._ended
        driver.admit(self, "192.0.2.7", near=False)
        driver.run()

    @property
    def unsent(self) -> int:
        return 0

    def silent_s(self) -> float | None:
        return None

    def send(self, data: bytes) -> None:
        self._client.receive_stream.put_data(data)

    def read(self, *, on: bool) -> None:
        raise NotImplementedError

    def finish(self) -> None:
        self.abort()
        self._driver.lost(self.conn)

    def abort(self) -> None:
        self._client.send_stream.send_all_hook = None
        self._client.receive_stream.put_eof()

    async def _heard(self) -> None:
        data = bytes(self._client.send_stream.get_data_nowait())
        now = trio.current_time()
        lag_ms = 0 if self._kernel is None else self._lag.ms(self._kernel, now)
        self._driver.events.append(Received(self.conn, data, now, lag_ms))
        self._driver.run()

    def _ended(self) -> None:
        self._driver.ended(self.conn)
        self._driver.run()


class Memory:
    """A host whose lines are in memory."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    def connect(self) -> Client:
        """A client of this host."""
        ours, _ = trio.testing.memory_stream_pair()
        MemoryLine(self.driver, ours)
        return Client(ours)


class Desk:
    """A driver with nothing else, and lines that note what they are sent."""

    def __init__(self, driver: Driver, stops: list[None]) -> None:
        self.driver = driver
        self.stops = stops
        """As often as the host was told to stop."""

    def line(self, kind: type[RecordingLine] = RecordingLine) -> RecordingLine:
        """A line of which the house knows."""
        line = kind(self.driver.new_conn())
        self.driver.admit(line, "192.0.2.7", near=False)
        self.driver.run()
        return line

    def say(self, line: RecordingLine, text: str) -> None:
        """In a tick of its own."""
        self.together((line, text))

    def together(self, *said: tuple[RecordingLine, str]) -> None:
        """All of it in one tick."""
        for line, text in said:
            self.driver.events.append(Received(line.conn, text.encode() + b"\n"))
        self.driver.run()


@asynccontextmanager
async def desk(house: Tickable, store: Store | None = None) -> AsyncGenerator[Desk]:
    """A driver around *house*."""
    stops: list[None] = []
    async with open_driver(
        house, store or MemoryStore(), on_stop=lambda: stops.append(None)
    ) as driver:
        yield Desk(driver, stops)


@asynccontextmanager
async def in_memory(house: Tickable, store: Store | None = None) -> AsyncGenerator[Memory]:
    """A host around *house*, without a network."""
    async with open_driver(house, store or MemoryStore()) as driver:
        yield Memory(driver)
