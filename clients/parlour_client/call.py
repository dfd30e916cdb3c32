"""One connection to a host, from the greeting to the goodbye."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Final

from parlour_client import faults
from parlour_client.faults import LineCut, Problem, Refused
from parlour_client.lines import Bye, Greeting, No, Ok, Said, Splitter, TooLong, read_line
from parlour_client.standing import Standing
from parlour_client.transport import Dial, Transport

GREETING_S: Final = 10.0
"""How long a host may take to say hello."""
GREETING_LINES: Final = 50
"""Lines for people before that; a host of ours says a handful."""
LOGIN_S: Final = 30.0
"""How long it may take to let us in: to look at a password takes half a second, and others may
stand in line for that."""
LOBBY: Final = "lobby"
"""A capability that the first hosts of version 1 do not know: there we do without it."""
_SILENT: Final = "The host does not answer any more."


class Call:
    """A connection. What the host says comes out of `hear`, until the line is cut."""

    def __init__(self, transport: Transport, where: str) -> None:
        self.why = "The line was cut."
        """Why the line ended, when it has."""
        self._transport = transport
        self._where = where
        self._splitter = Splitter()
        self._heard: deque[Said] = deque()

    # --- coming in ------------------------------------------------------------------

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
        while (said := await self.hear()) is not None:
            match said:
                case Ok(id="-"):
                    return
                case No() if LOBBY in capabilities and f"capability {LOBBY};" in said.text:
                    capabilities = [word for word in capabilities if word != LOBBY]
                    await self._send_or_lose(" ".join(["HELLO 1", *capabilities]))
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

    async def log_in(self, standing: Standing) -> None:
        """Come in, or back, by whatever way there is. Raises Refused, Problem."""
        try:
            async with asyncio.timeout(LOGIN_S):
                standing.came_in(await self._find_way(standing))
        except TimeoutError:
            raise Problem(_SILENT, passing=True) from None

    async def _find_way(self, standing: Standing) -> Ok:
        while True:
            try:
                return await self._ask(standing.way_in())
            except Refused as refused:
                if not standing.other_way(refused):
                    raise

    async def _ask(self, request: str) -> Ok:
        """The answer to a request while nothing else is going on. Raises Refused, Problem."""
        await self._send_or_lose(f"#0 {request}")
        while (said := await self.hear()) is not None:
            match said:
                case Ok(id="0"):
                    return said
                case No():  # also one without an id: the host could not even read the line
                    raise Refused(said)
                case Bye():
                    raise faults.farewell(said)
                case _:
                    pass
        raise Problem(self.why, passing=True)

    # --- being in -------------------------------------------------------------------

    async def hear(self) -> Said | None:
        """What the host says next; None when the line is cut."""
        while not self._heard:
            try:
                data = await self._transport.read()
                lines = self._splitter.feed(data)
            except OSError:
                return None
            except TooLong:
                self.why = "The host said something that no Parlour host says."
                return None
            if not data:
                return None
            self._heard.extend(map(read_line, lines))
        return self._heard.popleft()

    async def send(self, request: str) -> None:
        """Send one line. Raises LineCut, and ValueError if it is not one line of text."""
        if "\n" in request or "\r" in request:
            raise ValueError("a request is one line")
        data = request.encode() + b"\n"
        try:
            await self._transport.write(data)
        except OSError as error:
            raise LineCut(str(error)) from error

    async def _send_or_lose(self, request: str) -> None:
        try:
            await self.send(request)
        except LineCut as cut:
            raise Problem(self.why, passing=True) from cut

    def give_up(self) -> None:
        """Cut the line, as the host is silent."""
        self.why = _SILENT
        self.close()

    def close(self) -> None:
        """Cut the line."""
        self._transport.close()
