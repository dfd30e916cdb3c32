"""Lines that take their time, in memory: bytes go both ways late, and the host can measure it.

A link does what a kernel does with TCP: what it brings is confirmed, and the time from sending
to the confirmation is a round trip, of which it remembers the shortest.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Callable
from typing import Any

import trio
import trio.testing

READ_BYTES = 1 << 16
SAFE_S = 10.0
"""Nothing here takes so long."""


class Kernel:
    """What the host can ask about a link: `struct tcp_info` with the shortest round trip."""

    def __init__(self) -> None:
        self.least_s = math.inf

    def getsockopt(self, level: int, optname: int, buflen: int, /) -> bytes:
        return struct.pack("=148xI96x", round(self.least_s * 1e6))[:buflen]


class Link:
    """A link of *way_s* from end to end, either way.

    What the player confirms leaves him *held_s()* later than it could.
    """

    def __init__(self, way_s: float, held_s: Callable[[], float] = lambda: 0.0) -> None:
        self._way_s = way_s
        self._held_s = held_s
        self.far, self._far = trio.testing.memory_stream_pair()
        self.near, _ = trio.testing.memory_stream_pair()
        """The host takes what is sent here at once, and answers here (`harness.MemoryLine`)."""
        self.kernel = Kernel()

    async def run(self, task_status: trio.TaskStatus[None]) -> None:
        """Carry bytes until cancelled. It begins with a handshake, which is measured too."""
        await trio.sleep(self._way_s)
        self._measure(self._way_s + self._held_s())
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._carry, self.near, self._far, True)
            nursery.start_soon(self._carry, self._far, self.near, False)
            task_status.started()

    async def _carry(
        self, source: trio.abc.ReceiveStream, sink: trio.abc.SendStream, outward: bool
    ) -> None:
        pieces, arriving = trio.open_memory_channel[tuple[float, bytes]](math.inf)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._deliver, arriving, sink, outward)
            while data := await source.receive_some(READ_BYTES):
                pieces.send_nowait((trio.current_time() + self._way_s, bytes(data)))

    async def _deliver(
        self,
        arriving: trio.MemoryReceiveChannel[tuple[float, bytes]],
        sink: trio.abc.SendStream,
        outward: bool,
    ) -> None:
        async for due, data in arriving:
            await trio.sleep_until(due)
            await sink.send_all(data)
            if outward:
                self._measure(self._way_s + self._held_s())

    def _measure(self, back_s: float) -> None:
        """What has arrived at the player is confirmed, and that is on its way so long."""
        self.kernel.least_s = min(self.kernel.least_s, self._way_s + back_s)


class Far:
    """A player at the far end of a link, a program without `text`."""

    def __init__(self, link: Link) -> None:
        self._line = link.far
        self._rest = b""
        self._asked = 0
        self.events: dict[str, list[Any]] = {}
        """By name, in order."""

    async def come(self, name: str) -> None:
        """Come in."""
        await self._line.send_all(b"HELLO 1\n")
        while not (await self._next()).startswith(b"#- ok"):
            pass  # what comes before is for people
        await self.ask(f"name {name}")

    async def ask(self, request: str) -> str:
        """Make a request, and wait for how it ends: `ok`, or the code of the refusal."""
        mark = await self.send(request)
        while True:
            line = await self._next()
            if line.startswith(mark):
                _, how, body = line.split(b" ", 2)
                return "ok" if how == b"ok" else str(json.loads(body)["code"])

    async def send(self, request: str) -> bytes:
        """Make a request; with what its answer will begin."""
        self._asked += 1
        mark = b"#%d " % self._asked
        await self._line.send_all(b"%b%b\n" % (mark, request.encode()))
        return mark

    async def until(self, name: str) -> Any:
        """The newest event of that name, once there is one."""
        with trio.fail_after(SAFE_S):
            while name not in self.events:
                await self._next()
        return self.events[name][-1]

    async def _next(self) -> bytes:
        while b"\n" not in self._rest:
            self._rest += await self._line.receive_some(READ_BYTES)
        line, _, self._rest = self._rest.partition(b"\n")
        if line.startswith(b"* "):
            _, _, name, body = line.split(b" ", 3)
            self.events.setdefault(name.decode(), []).append(json.loads(body))
        return line
