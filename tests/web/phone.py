"""A client of the web door: lines over a websocket, for tests.

`Ends` is one end of it without any socket. `Phone` is a client over a trio stream, read by lines.
"""

from __future__ import annotations

from collections import deque
from typing import Self

import trio
from wsproto import ConnectionType, WSConnection
from wsproto.connection import ConnectionState
from wsproto.events import (
    AcceptConnection,
    CloseConnection,
    Ping,
    Pong,
    RejectConnection,
    Request,
    TextMessage,
)

HOST = "127.0.0.1"


class Refused(Exception):
    """The door refused the websocket. `status`: of HTTP."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Ends:
    """The client's end of a websocket: lines in, bytes out, and the other way round."""

    def __init__(self) -> None:
        self._socket = WSConnection(ConnectionType.CLIENT)
        self._parts: list[str] = []
        self.opened = False
        self.code: int | None = None
        """The code with which the host closed the websocket, or None."""
        self.pings = self.pongs = 0

    def asks(self, host: str, *, origin: str | None = None) -> bytes:
        """The request for a websocket of *host*, such as `127.0.0.1:4005`."""
        extra = [(b"Origin", origin.encode())] if origin is not None else []
        return self._socket.send(Request(host=host, target="/ws", extra_headers=extra))

    def says(self, line: str) -> bytes:
        """A line, as bytes for the host."""
        return self._socket.send(TextMessage(data=line))

    def closes(self, code: int = 1000) -> bytes:
        """What ends the websocket from this side."""
        return self._socket.send(CloseConnection(code))

    def hears(self, data: bytes) -> tuple[list[str], bytes]:
        """The lines in *data*, and what is to be answered at once. Raises Refused."""
        lines: list[str] = []
        out = b""
        self._socket.receive_data(data or None)
        for event in self._socket.events():
            match event:
                case AcceptConnection():
                    self.opened = True
                case RejectConnection():
                    raise Refused(event.status_code)
                case TextMessage():
                    self._parts.append(event.data)
                    if event.message_finished:
                        lines.append("".join(self._parts))
                        self._parts.clear()
                case Ping():
                    self.pings += 1
                    out += self._socket.send(event.response())
                case CloseConnection():
                    self.code = int(event.code)
                    if data and self._socket.state is ConnectionState.REMOTE_CLOSING:
                        out += self._socket.send(event.response())
                case Pong():
                    self.pongs += 1
                case _:
                    raise AssertionError(event)
        return lines, out


class Phone:
    """A client at the web door, read by lines."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self.stream = stream
        self.ends = Ends()
        self._lines: deque[str] = deque()
        self._sending = trio.Lock()

    @classmethod
    async def open(cls, port: int, *lines: str, origin: str | None = None) -> Self:
        """A phone whose websocket is open, and that has said *lines*. Raises Refused."""
        phone = cls(await trio.open_tcp_stream(HOST, port))
        await phone.stream.send_all(phone.ends.asks(f"{HOST}:{port}", origin=origin))
        while not phone.ends.opened:
            await phone.hear()
        for line in lines:
            await phone.say(line)
        return phone

    async def say(self, line: str) -> None:
        """Send one line."""
        await self.send(self.ends.says(line))

    async def line(self) -> str:
        """The next line; empty at the end."""
        while not self._lines and self.ends.code is None:
            await self.hear()
        return self._lines.popleft() if self._lines else ""

    async def until(self, start: str) -> str:
        """The next line that starts so."""
        while True:
            line = await self.line()
            if line.startswith(start):
                return line
            if not line:
                raise EOFError(f"the host closed the websocket: {self.ends.code}")

    async def close(self) -> None:
        """End the websocket from this side."""
        await self.send(self.ends.closes())

    async def ask(self, line: str) -> str:
        """Send a request without an id, and return its final answer."""
        await self.say(f"#q {line}")
        while True:
            answer = await self.until("#q ")
            if answer[3] != "+":
                return answer

    async def hear(self) -> list[str]:
        """Read once, answer pings, and return the lines that came."""
        lines, out = self.ends.hears(bytes(await self.stream.receive_some()))
        self._lines += lines
        if out and self.ends.code is None:
            await self.send(out)
        return lines

    async def send(self, data: bytes) -> None:
        """Send bytes of the websocket, each piece whole."""
        async with self._sending:
            await self.stream.send_all(data)
