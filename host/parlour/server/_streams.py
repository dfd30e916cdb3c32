"""The plain path: one trio stream, two tasks. For TLS, and for tests in memory.

It is slower than `_sockets`, because trio switches tasks. It has the same tick, the
same limits and the same way to close.
"""

from __future__ import annotations

from typing import Final

import trio

from parlour.core.effects import Behind, CaughtUp, Received
from parlour.core.limits import LineLimits
from parlour.server._interface import Line
from parlour.server._lag import Lag, silent_s, socket_of
from parlour.server._line import RECEIVE_BYTES
from parlour.server._log import log
from parlour.server._sockets import BEHIND_SHARE, DISCARD_BYTES
from parlour.server._ticker import Ticker

_BROKEN: Final = (trio.BrokenResourceError, trio.ClosedResourceError)


class StreamLine(Line):
    """The outgoing side of a stream: a queue, and the task that empties it."""

    def __init__(
        self, ticker: Ticker, stream: trio.abc.Stream, *, outgoing_bytes: int, limits: LineLimits
    ) -> None:
        super().__init__(ticker.new_conn())
        self.closing = False
        """Take no more input. Send what waits, then shut our side."""
        self.scope = trio.CancelScope()
        """The scope of everything in this connection."""
        self._ticker = ticker
        self._stream = stream
        self._outgoing_bytes = outgoing_bytes
        self._bound = outgoing_bytes
        self._limits = limits
        self._waiting = bytearray()
        self._work = trio.Event()
        self._behind = False
        self._reading = trio.Event()
        self._reading.set()

    @property
    def unsent(self) -> int:
        return len(self._waiting)

    def silent_s(self) -> float | None:
        sock = socket_of(self._stream)
        return None if sock is None else silent_s(sock)

    def send(self, data: bytes) -> None:
        if self.closing:
            return
        if not self._waiting:
            # A long answer, such as a replay, is not the reader's fault, so it does not count.
            self._bound = len(data) + self._outgoing_bytes
        self._waiting += data
        self._work.set()
        if len(self._waiting) > self._bound:
            # The piece that the writer is sending ends with a line's end.
            self._waiting[:] = self._ticker.slow_notice(self.conn)
            log.info("Connection %d is dropped: it does not read.", self.conn)
            self._ticker.lost(self.conn)
            self.finish()
        elif not self._behind and len(self._waiting) > self._outgoing_bytes // BEHIND_SHARE:
            self._behind = True
            self._ticker.events.append(Behind(self.conn))

    def read(self, *, on: bool) -> None:
        if on:
            self._reading.set()
        elif self._reading.is_set():
            self._reading = trio.Event()

    async def wanted(self) -> None:
        """Wait until we should read what the peer sends."""
        await self._reading.wait()

    def finish(self) -> None:
        if not self.closing:
            self.closing = True
            self._reading.set()  # we drop what comes now
            self.scope.deadline = trio.current_time() + self._limits.closing_s
            self._work.set()

    def abort(self) -> None:
        self.scope.cancel()

    async def write(self, reading: trio.CancelScope) -> None:
        """Send everything queued at once, until the connection is closing and nothing waits."""
        try:
            await self._send_until_closing()
            if isinstance(self._stream, trio.abc.HalfCloseableStream):
                await self._stream.send_eof()
            else:
                reading.cancel()
        except _BROKEN:
            self.abort()

    async def _send_until_closing(self) -> None:
        while self._waiting or not self.closing:
            await self._work.wait()
            self._work = trio.Event()
            while self._waiting:
                piece, self._waiting = self._waiting, bytearray()
                await self._stream.send_all(piece)
            if self._behind and not self.closing:
                self._behind = False
                self._ticker.events.append(CaughtUp(self.conn))
                self._ticker.run()


async def serve_stream(
    ticker: Ticker,
    stream: trio.abc.Stream,
    *,
    address: str,
    near: bool,
    outgoing_bytes: int,
    limits: LineLimits,
) -> None:
    """Serve one connection until either side closes it.

    Any error here ends only this connection.
    """
    line = StreamLine(ticker, stream, outgoing_bytes=outgoing_bytes, limits=limits)
    ticker.admit(line, address, near=near)
    ticker.run()
    try:
        with line.scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(line.write, nursery.cancel_scope)
                await _read(ticker, stream, line)
            await stream.aclose()
    except Exception as error:  # noqa: BLE001 - boundary of one connection
        ticker.fault(line, error)
    finally:
        await trio.aclose_forcefully(stream)
    ticker.lost(line.conn)
    ticker.run()


async def _read(ticker: Ticker, stream: trio.abc.Stream, line: StreamLine) -> None:
    """Read until the peer has finished. Drop what comes after the close."""
    discarded = 0
    lag, sock = Lag(), socket_of(stream)
    try:
        while data := await stream.receive_some(RECEIVE_BYTES):
            if not line.closing:
                now = trio.current_time()
                received = Received(line.conn, bytes(data), now, lag.ms(sock, now))
                ticker.events.append(received)
                ticker.run()
            elif (discarded := discarded + len(data)) > DISCARD_BYTES:
                line.abort()
            await ticker.outbox.room()
            await line.wanted()
    except _BROKEN:
        ticker.lost(line.conn, dead=True)
        line.abort()
    else:
        ticker.ended(line.conn)
    ticker.run()
