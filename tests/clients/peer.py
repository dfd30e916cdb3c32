"""The other end of a line in memory: a host that says what the test says."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from parlour_client.connection import Dial, Transport

HELLO = b"Parlour on test: 1 game, 0 tables open.\nYour name? (help for help)\n"


class Peer:
    """One connection, seen from the host."""

    def __init__(self) -> None:
        self.requests: list[str] = []
        self._to: asyncio.Queue[bytes | OSError] = asyncio.Queue()
        self._from = asyncio.Queue[str]()
        self.closed = False
        self.full = False
        """It reads nothing any more, and so much is on its way that nothing more can be sent."""
        self._gone = asyncio.Event()

    # --- what the client sees -------------------------------------------------------

    async def read(self) -> bytes:
        """See `Transport`."""
        data = await self._to.get()
        if isinstance(data, OSError):
            raise data
        return data

    async def write(self, data: bytes) -> None:
        """See `Transport`."""
        if self.closed:
            raise BrokenPipeError
        if self.full:
            await self._gone.wait()
            raise ConnectionResetError
        for line in data.decode().splitlines():
            self.requests.append(line)
            self._from.put_nowait(line)

    def close(self) -> None:
        """See `Transport`."""
        self.cut()

    # --- what the test does ---------------------------------------------------------

    def cut(self) -> None:
        """The line is gone."""
        if not self.closed:
            self.closed = True
            self._to.put_nowait(b"")
            self._gone.set()

    def say(self, *lines: str) -> None:
        """Say *lines*."""
        self._to.put_nowait("".join(f"{line}\n" for line in lines).encode())

    def send(self, data: bytes | OSError) -> None:
        """Send bytes as they are, or an error of the line."""
        self._to.put_nowait(data)

    def event(self, seq: int, name: str, /, **body: Any) -> None:
        """Say an event."""
        self.say(f"* {seq} {name} {json.dumps(body)}")

    def ok(self, request: str, **body: Any) -> None:
        """Answer *request*: done."""
        self.say(f"{_id(request)} ok {json.dumps(body)}")

    def no(self, request: str, code: str, text: str, **body: Any) -> None:
        """Answer *request*: refused."""
        self.say(f"{_id(request)} no {json.dumps({'code': code, 'text': [text], **body})}")

    async def reads(self) -> str:
        """The next line that the client sends; pings are answered and left out."""
        while True:
            line = await self._from.get()
            if not line.endswith(" /ping"):
                return line
            self.ok(line, pong="")

    async def greets(self, **body: Any) -> str:
        """Greet, hear who it is, and let him in; his request."""
        self.send(HELLO)
        hello = await self.reads()
        assert hello.startswith("HELLO 1"), hello
        self.say('#- ok {"server":"parlour","protocol":1}')
        request = await self.reads()
        self.ok(request, **{"name": "ann", "guest": True, "token": "t0ken", "seq": 0, **body})
        return request


def _id(request: str) -> str:
    return request.partition(" ")[0]


class Exchange:
    """Where calls arrive. A call is answered by the next peer, or fails as the test says."""

    def __init__(self) -> None:
        self.calls = 0
        self._answers: asyncio.Queue[Peer | OSError] = asyncio.Queue()

    def expects(self) -> Peer:
        """The peer who will answer the next call."""
        peer = Peer()
        self._answers.put_nowait(peer)
        return peer

    def fails(self, error: OSError) -> None:
        """The next call fails."""
        self._answers.put_nowait(error)

    @property
    def dial(self) -> Dial:
        """What `connect` takes."""

        async def dial() -> Transport:
            self.calls += 1
            answer = await self._answers.get()
            if isinstance(answer, OSError):
                raise answer
            return answer

        return dial
