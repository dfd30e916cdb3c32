"""A host for one player that replays a recorded evening at any pace.

It speaks as much of the protocol as a client needs. It lets the player in at a seat of a table in
play, answers requests, and sends events. Nothing that the player does changes them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from tools.bench.evening import Evening, Lines, Moment

PATIENCE_S: Final = 30.0
"""How long to wait for a client to ask."""
NEWS: Final = (
    b'table {"table":2,"change":"opened","game":"probe","state":"open","seats":[],"text":[]}'
)
"""News of another table: a client that reads it asks who is there."""
DONE: Final[Lines] = (b'ok {"text":[]}',)
"""The answer to every request that needs none of its own."""


class Scripted:
    """The host of this module; `hosting` makes it."""

    def __init__(self, evening: Evening) -> None:
        self.port = 0
        self.events = 0
        """Events sent so far."""
        self.lines = 0
        """Lines of text in the events sent so far."""
        self._evening = evening
        self._told: Iterator[Moment] = evening.told()
        self._look = DONE
        self._line: asyncio.StreamWriter | None = None
        self._serving: asyncio.Task[None] | None = None
        self._asked = asyncio.Event()
        """The client has asked who is there."""

    # --- the connection -------------------------------------------------------------

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the player until they disconnect."""
        self._line, self._serving = writer, asyncio.current_task()
        try:
            while request := await reader.readline():
                self._answer(request.decode().strip())
                await writer.drain()
        except ConnectionError:
            return
        finally:
            writer.close()

    async def hang_up(self) -> None:
        """Close the connection, if there is one."""
        if self._line is not None and self._serving is not None:
            self._line.close()
            await self._serving

    def _answer(self, request: str) -> None:
        if request.startswith("HELLO"):
            self._write(b"#- ok {}\n")
            return
        number, _, asked = request.partition(" ")
        verb = asked.lstrip("/").partition(" ")[0]
        answer = self._look if verb == "look" else self._evening.answers.get(verb, DONE)
        self._write(b"".join(b"%s %s\n" % (number.encode(), line) for line in answer))
        if verb == "name":
            self._tell(self._evening.welcome)
        elif verb == "who":
            self._asked.set()

    def _write(self, data: bytes) -> None:
        assert self._line is not None, "nobody has come in"
        self._line.write(data)

    def _tell(self, *events: bytes) -> None:
        """Number these events and send them in one piece."""
        numbered = enumerate(events, self.events + 1)
        self._write(b"".join(b"* %d %s\n" % each for each in numbered))
        self.events += len(events)

    # --- what happens ---------------------------------------------------------------

    async def seated(self) -> None:
        """Wait until the client is in and has asked who is there."""
        async with asyncio.timeout(PATIENCE_S):
            await self._asked.wait()

    async def heard(self) -> None:
        """Wait until the client has read everything sent so far."""
        self._asked.clear()
        self._tell(NEWS)
        await self.seated()

    async def tell(self, lines: int) -> None:
        """Send this many lines more, as fast as the client takes them."""
        end = self.lines + lines
        while self.lines < end:
            self._happen()
            assert self._line is not None
            await self._line.drain()

    @asynccontextmanager
    async def telling(self, lines_a_minute: float) -> AsyncGenerator[None]:
        """Send lines at that pace meanwhile; none if it is 0."""
        if not lines_a_minute:
            yield
            return
        task = asyncio.create_task(self._go_on(lines_a_minute))
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _go_on(self, lines_a_minute: float) -> None:
        begun, before = time.perf_counter(), self.lines
        while True:
            due = begun + 60 * (self.lines - before) / lines_a_minute
            await asyncio.sleep(due - time.perf_counter())
            self._happen()

    def _happen(self) -> None:
        moment = next(self._told)
        self._look = moment.look
        self._tell(*moment.events)
        self.lines += moment.lines


@asynccontextmanager
async def hosting(evening: Evening) -> AsyncGenerator[Scripted]:
    """A scripted host on a free port of this machine."""
    scripted = Scripted(evening)
    server = await asyncio.start_server(scripted.serve, "127.0.0.1", 0)
    scripted.port = int(server.sockets[0].getsockname()[1])
    try:
        yield scripted
    finally:
        server.close()
        await scripted.hang_up()
        await server.wait_closed()
