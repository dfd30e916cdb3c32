"""A wire between a page and its host that can be cut: to the page it is the host itself."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

import trio

from tests.e2e.serving import HOST

READ_BYTES: Final = 1 << 16


class Relay:
    """Made by `relaying`."""

    def __init__(self, to: int) -> None:
        self.port = 0
        self.cuts = 0
        self._to = to
        self._now: set[trio.CancelScope] = set()

    def cut(self) -> None:
        """Cut all connections that there are. New ones can be made at once."""
        self.cuts += 1
        for scope in list(self._now):
            scope.cancel()

    async def carry(self, near: trio.SocketStream) -> None:
        """Carry bytes both ways, until one end closes or the wire is cut."""
        with trio.CancelScope() as scope:
            self._now.add(scope)
            try:
                far = await trio.open_tcp_stream(HOST, self._to)
                async with far, trio.open_nursery() as nursery:
                    nursery.start_soon(self._one_way, near, far, scope)
                    nursery.start_soon(self._one_way, far, near, scope)
            finally:
                self._now.remove(scope)

    async def _one_way(
        self, one: trio.SocketStream, other: trio.SocketStream, scope: trio.CancelScope
    ) -> None:
        try:
            async for data in one:
                await other.send_all(data)
        except trio.BrokenResourceError:
            pass
        scope.cancel()


@asynccontextmanager
async def relaying(to: int) -> AsyncGenerator[Relay]:
    """A wire to the port *to* of this computer."""
    relay = Relay(to)
    async with trio.open_nursery() as nursery:
        serve = partial(trio.serve_tcp, relay.carry, 0, host=HOST)
        listeners: list[trio.SocketListener] = await nursery.start(serve)
        relay.port = listeners[0].socket.getsockname()[1]
        yield relay
        nursery.cancel_scope.cancel()
