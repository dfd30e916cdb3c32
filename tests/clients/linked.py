"""A link in memory: what most tests of links begin with."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from parlour_client import Happening, Link, Online, connect
from tests.clients.peer import Exchange, Peer


def calling(exchange: Exchange, **more: Any) -> AbstractAsyncContextManager[Link]:
    """A link that calls there, as ann."""
    usual: dict[str, Any] = {"name": "ann", "dial": exchange.dial, "rng": random.Random(1)}
    return connect("test", **usual | more)


@asynccontextmanager
async def linked(**more: Any) -> AsyncGenerator[tuple[Link, Peer, Exchange]]:
    """A link that has come in, its other end, and where its next calls arrive."""
    exchange = Exchange()
    peer = exchange.expects()
    greeting = asyncio.create_task(peer.greets())
    async with calling(exchange, **more) as link:
        await greeting
        yield link, peer, exchange


async def following(link: Link, *, pings: bool = False) -> Happening:
    """What happens next, pings left out."""
    async for happening in link:
        if pings or not (isinstance(happening, Online) and happening.lag_ms is not None):
            return happening
    raise AssertionError("nothing follows")
