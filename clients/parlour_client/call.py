"""One connection to a host, from the greeting to the goodbye."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from typing import Final

from parlour_client import faults
from parlour_client.faults import LineCut, Problem, Refused
from parlour_client.lines import (
    Body,
    Bye,
    Greeting,
    Heard,
    Item,
    No,
    Ok,
    Said,
    Splitter,
    TooLong,
    read_line,
)
from parlour_client.transport import Dial, Transport

GREETING_S: Final = 10.0
"""How long a host may take to say hello."""
GREETING_LINES: Final = 50
"""Lines for people before that; a host of ours says a handful."""


class Call:
    """A connection. What the host says comes out of `async for`, until the line is cut."""

    def __init__(self, transport: Transport, where: str) -> None:
        self.why = "The line was cut."
        """Why the line ended, when it has."""
        self._transport = transport
        self._where = where
        self._lines = self._read()

    @classmethod
    async def place(cls, dial: Dial, where: str, capabilities: Sequence[str]) -> Call:
        """Call the host and become a program there. Raises Problem."""
        try:
            transport = await dial()
        except OSError as error:
            raise faults.unreachable(where, error) from error
        call = cls(transport, where)
        try:
            async with asyncio.timeout(GREETING_S):
                await call._greet(capabilities)
        except TimeoutError:
            call.close()
            raise faults.silent(where) from None
        except BaseException:
            call.close()
            raise
        return call

    async def _greet(self, capabilities: Sequence[str]) -> None:
        await self._send_or_lose(" ".join(["HELLO 1", *capabilities]))
        heard: list[str] = []
        async for said in self._lines:
            match said:
                case Ok(id="-"):
                    return
                case No():
                    raise faults.other_version(said)
                case Greeting():
                    heard.append(said.text)
                    if len(heard) > GREETING_LINES:
                        raise faults.no_parlour(self._where, heard[0])
                case Bye():
                    raise faults.farewell(said)
                case _:
                    pass
        raise faults.turned_away(self._where, heard)

    async def ask(self, request: str) -> Body:
        """A request before anything else is going on; the body of its answer.

        Raises Refused, and Problem if the line is cut or closed.
        """
        await self._send_or_lose(f"#0 {request}")
        async for said in self._lines:
            match said:
                case Ok(id="0"):
                    return said.body
                case No(id="0"):
                    raise Refused(said)
                case Bye():
                    raise faults.farewell(said)
                case _:
                    pass
        raise Problem(self.why, passing=True)

    def farewell(self, bye: Bye) -> Problem:
        """What the host's goodbye means."""
        return faults.farewell(bye)

    async def send(self, request: str) -> None:
        """Send one line. Raises LineCut."""
        try:
            await self._transport.write(request.encode() + b"\n")
        except OSError as error:
            raise LineCut(str(error)) from error

    async def _send_or_lose(self, request: str) -> None:
        try:
            await self.send(request)
        except LineCut as cut:
            raise Problem(self.why, passing=True) from cut

    def hang_up(self, why: str) -> None:
        """Cut the line, because of *why*."""
        self.why = why
        self.close()

    def close(self) -> None:
        """Cut the line."""
        self._transport.close()

    def __aiter__(self) -> AsyncIterator[Item | Ok | No | Heard | Bye | Greeting]:
        return self._lines

    async def _read(self) -> AsyncGenerator[Said]:
        splitter = Splitter()
        while True:
            try:
                data = await self._transport.read()
                lines = splitter.feed(data)
            except OSError:
                return
            except TooLong:
                self.why = "The host said something that no Parlour host says."
                return
            if not data:
                return
            for line in lines:
                yield read_line(line)
