"""The end of a program's connection under trio, read line by line."""

from __future__ import annotations

from typing import Self

import trio

from tests.e2e.serving import HOST

READ_BYTES = 1 << 16


class Line:
    """A connection to a host."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self.stream = stream
        self._unread = b""

    @classmethod
    async def open(cls, port: int) -> Self:
        """A new connection, on which nothing has been said."""
        return cls(await trio.open_tcp_stream(HOST, port))

    async def say(self, *lines: str) -> None:
        """Send them together."""
        await self.stream.send_all("".join(f"{line}\n" for line in lines).encode())

    async def read(self) -> str:
        """The next line. Raises EOFError when the host is gone."""
        while b"\n" not in self._unread:
            data = await self.stream.receive_some(READ_BYTES)
            if not data:
                raise EOFError
            self._unread += data
        line, _, self._unread = self._unread.partition(b"\n")
        return line.decode()

    async def until(self, start: str) -> list[str]:
        """All lines up to the next one that begins so."""
        found = [await self.read()]
        while not found[-1].startswith(start):
            found.append(await self.read())
        return found

    async def ask(self, request: str) -> str:
        """A request and its final answer."""
        await self.say(f"#q {request}")
        while (answer := (await self.until("#q "))[-1]).startswith("#q +"):
            pass
        return answer
