"""Requests and their answers, over the connection that there is now."""

from __future__ import annotations

import asyncio

from parlour_client.call import Call
from parlour_client.faults import LineCut, Refused
from parlour_client.happenings import Answer, Told
from parlour_client.inbox import Inbox, Word
from parlour_client.ledger import Ledger
from parlour_client.lines import Body, Item, No, Ok


class NotSent(LineCut):
    """There is no line: the host has not been asked."""


class Requests:
    """See the head of this module. Who holds the connections says `begin`, `cut` and `end`."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._ledger = Ledger()
        self._call: Call | None = None
        self._back = asyncio.Event()
        self._over = False

    # --- for who asks ---------------------------------------------------------------

    async def ask(self, request: str) -> Answer:
        """Send *request* and wait for its answer.

        Raises Refused, NotSent, LineCut, and ValueError if *request* is not one line.
        """
        items: list[Body] = []
        end: asyncio.Future[Ok | No | None] = asyncio.get_running_loop().create_future()

        def told(said: Item | Ok | No | None) -> None:
            if isinstance(said, Item):
                items.append(said.body)
            elif not end.done():  # who asked may have been cancelled
                end.set_result(said)

        await self.send(request, told)
        match await end:
            case Ok(body=body):
                return Answer(body, tuple(items))
            case No() as no:
                raise Refused(no)
            case None:
                raise LineCut("the line was cut")

    async def post(self, request: str, told: Told) -> None:
        """Send *request*; *told* is called when what the host says is read from the inbox.

        Raises as `send` does.
        """
        await self.send(request, lambda said: self._inbox.put(Word(told, said)))

    async def send(self, request: str, told: Told) -> None:
        """Send *request*; *told* is called as soon as the host says something to it.

        Raises NotSent, LineCut, ValueError: then *told* never hears of an end.
        """
        call = self._call
        if call is None:
            raise NotSent("there is no line now")
        number = self._ledger.enter(told)
        try:
            await call.send(f"#{number} {request}")
        except LineCut:
            self._leave(call)
            if self._ledger.strike(number):
                raise
        except ValueError:
            self._ledger.strike(number)
            raise

    async def until_back(self) -> None:
        """Wait until there is a line. Raises LineCut if there will be none."""
        await self._back.wait()
        if self._over:
            raise LineCut("the line is closed")

    # --- for who holds the connections ----------------------------------------------

    def begin(self, call: Call) -> None:
        """Requests go over *call* from now on."""
        self._call = call
        self._back.set()

    def hear(self, said: Item | Ok | No) -> None:
        """The host has said this."""
        self._ledger.hear(said)

    def cut(self) -> None:
        """There is no line now: who waits for an answer is told."""
        if self._call is not None:
            self._leave(self._call)
        self._ledger.cut()

    def end(self) -> None:
        """There will be no line any more."""
        self._over = True
        self.cut()
        self._back.set()

    def _leave(self, call: Call) -> None:
        """Ask nothing over *call* any more. What has come over it is still heard."""
        if self._call is call:
            self._call = None
            self._back.clear()
            call.close()
