"""Bare trio server (a), the idiom: two tasks and a memory channel for each connection.

It does the fan-out of a table and nothing else. The first line of a connection is
`join N`, answered `joined N`; from then on each line it sends goes to every member
of table N, itself included, as `NUMBER: line`.

As usual in this idiom, the sender waits for a member whose channel is full. Dropping such
a line (`send_nowait`) makes the server about a fifth faster.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import suppress
from itertools import count

import trio

QUEUE = 256
"""Lines that may wait for one reader; far more than a closed loop ever has."""

Outbox = trio.MemorySendChannel[bytes]


class Room:
    """The tables, and a number for each connection."""

    def __init__(self) -> None:
        self._tables: defaultdict[int, list[Outbox]] = defaultdict(list)
        self._numbers = count(1)

    async def serve(self, stream: trio.SocketStream) -> None:
        """One connection, from its first line to its end."""
        outbox, inbox = trio.open_memory_channel[bytes](QUEUE)
        async with stream, trio.open_nursery() as nursery:
            nursery.start_soon(write, stream, inbox)
            with suppress(trio.BrokenResourceError):  # the peer is gone
                await self._read(stream, outbox)
            nursery.cancel_scope.cancel()

    async def _read(self, stream: trio.SocketStream, outbox: Outbox) -> None:
        lines = read_lines(stream)
        first = await anext(lines, None)
        if first is None:
            return
        number = int(first.split()[1])
        members = self._tables[number]
        members.append(outbox)
        outbox.send_nowait(b"joined %d\n" % number)
        who = b"%d: " % next(self._numbers)
        try:
            async for line in lines:
                told = who + line + b"\n"
                for member in tuple(members):
                    with suppress(trio.BrokenResourceError):  # they left meanwhile
                        await member.send(told)
        finally:
            members.remove(outbox)


async def read_lines(stream: trio.SocketStream) -> AsyncIterator[bytes]:
    """The lines of *stream* without their ends."""
    rest = b""
    async for data in stream:
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield line


async def write(stream: trio.SocketStream, inbox: trio.MemoryReceiveChannel[bytes]) -> None:
    """Send what comes through *inbox*, line by line."""
    with suppress(trio.BrokenResourceError):  # the peer is gone; the reader notices too
        async for line in inbox:
            await stream.send_all(line)


async def main(port: int) -> None:
    """Serve on the loopback interface until killed."""
    await trio.serve_tcp(Room().serve, port, host="127.0.0.1")


if __name__ == "__main__":
    trio.run(main, int(sys.argv[1]))
