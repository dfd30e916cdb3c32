"""A line to a host that is kept: requests with their answers, events without gap or repeat.

    async with connect("kitchen-pc", name="robin") as link:
        await link.ask("join 1")
        async for happening in link:
            ...

When the line is cut the link comes back by itself and goes on where it stopped (chapter 8 of
docs/protocol.md); the loop above then gets an `Offline` and an `Online` and nothing else.
"""

from __future__ import annotations

import random
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial

from parlour_client.backoff import FIRST_PAUSE_S, Backoff
from parlour_client.call import Call
from parlour_client.faults import LineCut, Refused
from parlour_client.happenings import Answer, Ended, Happening, Offline, Online, Told
from parlour_client.inbox import Inbox, Word
from parlour_client.keeper import Keeper
from parlour_client.requests import NotSent, Requests
from parlour_client.standing import Standing
from parlour_client.transport import DEFAULT_PORT, Dial, called, over_tcp

__all__ = ["Answer", "Ended", "Happening", "Link", "Offline", "Online", "Told", "connect"]


class Link:
    """See the head of this module; made by `connect`."""

    def __init__(
        self, keeper: Keeper, standing: Standing, requests: Requests, inbox: Inbox
    ) -> None:
        self.name = standing.name
        """As the host shows it."""
        self._keeper = keeper
        self._standing = standing
        self._requests = requests
        self._inbox = inbox

    @property
    def token(self) -> str:
        """The way back as this player, also for a program that is started again."""
        return self._standing.token

    @property
    def guest(self) -> bool:
        """Has the player no account?"""
        return self._standing.guest

    @property
    def lag_ms(self) -> int | None:
        """How long the last ping took; None before the first one."""
        return self._keeper.lag_ms

    async def ask(self, request: str, *, keep: bool = False) -> Answer:
        """Send *request* (one line, without an id) and wait for its answer.

        Raises Refused, and LineCut if the line is cut before the answer is there. With
        *keep* it is sent again when the line is back, so it must be one that does no harm
        twice, such as `look`. Raises ValueError for what is not one line of text.
        """
        while True:
            try:
                return await self._requests.ask(request)
            except LineCut:
                if not keep:
                    raise
                await self._requests.until_back()

    async def move(self, prompt: int, move: str) -> Answer:
        """Make *move* (`ask ann e`) as the answer to prompt number *prompt*.

        A cut does not matter: it is sent again when the line is back, and the host takes
        no second answer to a prompt. Raises Refused, LineCut if the line is gone for good.
        """
        sent = False
        while True:
            try:
                return await self._requests.ask(f"@{prompt} /{move}")
            except LineCut as cut:
                sent = sent or not isinstance(cut, NotSent)
                await self._requests.until_back()
            except Refused as refused:
                if sent and refused.code == "stale":
                    return Answer({}, unsure=True)
                raise

    async def post(self, request: str, told: Told) -> None:
        """Send *request*; *told* is called with what the host says to it, in its place among
        the happenings, when these are read.

        Raises LineCut if there is no line.
        """
        await self._requests.post(request, told)

    def __aiter__(self) -> Link:
        return self

    async def __anext__(self) -> Happening:
        """The next event, or news of the line; ends after `Ended`, or when we hang up."""
        while (entry := await self._inbox.take()) is not None:
            if not isinstance(entry, Word):
                return entry
            entry.told(entry.said)
        raise StopAsyncIteration

    def hang_up(self) -> None:
        """End it: nothing follows."""
        self._keeper.hang_up()


@asynccontextmanager
async def connect(
    host: str,
    port: int = DEFAULT_PORT,
    *,
    name: str,
    password: str | None = None,
    token: str = "",
    capabilities: Sequence[str] = ("view",),
    dial: Dial | None = None,
    rng: random.Random | None = None,
    wall: Callable[[], float] = time.time,
    first_pause_s: float = FIRST_PAUSE_S,
) -> AsyncGenerator[Link]:
    """A line to the host at *port* of *host*, as the player *name*; hung up at the end.

    Without *password* one comes in as a guest. With the *token* of an earlier line one comes
    back as that player, and as *name* only if the host knows it no more. *capabilities* are
    those of chapter 3 of docs/protocol.md. Raises Problem if there is no playing there,
    Refused if the host does not take the name. The rest is for tests: how to call
    (`over_tcp`), luck, the time of day, and how long to wait before the first try to come back.
    """
    inbox = Inbox()
    requests = Requests(inbox)
    standing = Standing(name, password, token)
    keeper = Keeper(
        partial(Call.place, dial or over_tcp(host, port), called(host, port), tuple(capabilities)),
        standing,
        requests,
        inbox,
        backoff=Backoff(rng or random.Random(), first_pause_s),
        wall=wall,
    )
    await keeper.open()
    try:
        yield Link(keeper, standing, requests, inbox)
    finally:
        await keeper.end()
