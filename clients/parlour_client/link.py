"""A connection that reconnects: requests with their answers, and events without gaps or repeats.

    async with connect("kitchen-pc", name="robin") as link:
        await link.ask("join 1")
        async for happening in link:
            ...

When the connection is lost, the link reconnects by itself and continues where it stopped (chapter
8 of docs/protocol.md). The loop above gets an `Offline` and an `Online`, and nothing else.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TypeAlias

from parlour.language import ENGLISH
from parlour.wire.request import BOT
from parlour_client import errors
from parlour_client.connection import DEFAULT_PORT, Connection, Dial, Identity, called, over_tcp
from parlour_client.errors import LineCut, NotSent, Problem, Refused
from parlour_client.pending import (
    Answer,
    Ended,
    Happening,
    Inbox,
    Offline,
    Online,
    Pending,
    Told,
    Word,
)
from parlour_client.protocol import Body, Bye, Greeting, Heard, Item, No, Ok
from parlour_client.reconnect import FIRST_PAUSE_S, SILENCE_S, TICK_S, Backoff, Beat, Pulse
from parlour_client.tls import Tls, wanted

Place: TypeAlias = Callable[[], Awaitable[Connection]]
"""Connects to the host. Raises Problem."""


class Link:
    """The connection of this module; `connect` makes it."""

    def __init__(
        self,
        place: Place,
        identity: Identity,
        *,
        backoff: Backoff,
        wall: Callable[[], float],
        tls: Tls | None = None,
    ) -> None:
        self.name = identity.name
        """Our name, as the host writes it."""
        self.lag_ms: int | None = None
        """How long the last ping took; None before the first one."""
        self._place = place
        self._identity = identity
        self._backoff = backoff
        self._wall = wall
        self._tls = tls
        self._inbox = Inbox()
        self._pending = Pending()
        self._connection: Connection | None = None
        """The connection for new requests."""
        self._back = asyncio.Event()
        """We are connected, or will never be again."""
        self._over = False
        self._waited = 0
        """The last event that an arena knows we have read."""
        self._task: asyncio.Task[None] | None = None

    @property
    def token(self) -> str:
        """The way back as this player. A program that is started again can use it too."""
        return self._identity.token

    @property
    def code(self) -> str:
        """The way back that people type. It stays the same when the connection is lost."""
        return self._identity.code

    @property
    def arena(self) -> bool:
        """Is the other end an arena, where no person follows the game?"""
        return self._connection is not None and self._connection.arena

    @property
    def guest(self) -> bool:
        """Is the player without an account?"""
        return self._identity.guest

    # --- requests -------------------------------------------------------------------

    async def ask(self, request: str, *, keep: bool = False, in_order: bool = False) -> Answer:
        """Send *request* (one line, without an id) and wait for its answer.

        Raises Refused, and LineCut if the connection is lost before the answer arrives. With
        *keep* the request is sent again after a reconnect, so it must do no harm twice, such as
        `look`. With *in_order* you get the answer after all earlier events have been read, and
        before any later one, so another task must read the events. Raises ValueError if
        *request* is not one line of text.
        """
        while True:
            try:
                return await self._ask(request, in_order=in_order)
            except LineCut:
                if not keep:
                    raise
                await self._until_back()

    async def move(self, prompt: int, move: str, *, in_order: bool = False) -> Answer:
        """Make *move* (`ask ann e`) as the answer to prompt number *prompt*.

        If the connection is lost, the move is sent again after a reconnect: the host takes no
        second answer to a prompt. *in_order* works as for `ask`. Raises Refused, and LineCut if
        the connection is gone for good.
        """
        sent = False
        while True:
            try:
                return await self._ask(f"@{prompt} /{move}", in_order=in_order)
            except LineCut as cut:
                sent = sent or not isinstance(cut, NotSent)
                await self._until_back()
            except Refused as refused:
                if sent and refused.code == "stale":
                    return Answer({}, unsure=True)
                raise

    async def _ask(self, request: str, *, in_order: bool) -> Answer:
        items: list[Body] = []
        end: asyncio.Future[Ok | No | None] = asyncio.get_running_loop().create_future()

        def told(said: Item | Ok | No | None) -> None:
            if isinstance(said, Item):
                items.append(said.body)
            elif not end.done():  # the asker may have been cancelled
                end.set_result(said)

        await self._send(
            request, (lambda said: self._inbox.put(Word(told, said))) if in_order else told
        )
        match await end:
            case Ok(body=body):
                return Answer(body, tuple(items))
            case No() as no:
                raise Refused(no)
            case None:
                raise LineCut("the line was cut")

    async def _send(self, request: str, told: Told) -> None:
        """Send *request*; *told* is called with each part of its answer as it comes.

        Raises NotSent, LineCut, ValueError; then *told* never gets an end.
        """
        connection = self._connection
        if connection is None:
            raise NotSent("there is no line now")
        number = self._pending.enter(told)
        try:
            await connection.send(f"#{number} {request}")
        except LineCut:
            self._leave(connection)
            if self._pending.strike(number):
                raise
        except ValueError:
            self._pending.strike(number)
            raise

    async def _until_back(self) -> None:
        """Wait until we are connected. Raises LineCut if we will never be again."""
        await self._back.wait()
        if self._over:
            raise LineCut("the line is closed")

    def _leave(self, connection: Connection) -> None:
        """Send nothing over *connection* any more. What came over it is still heard."""
        connection.close()
        if self._connection is connection:
            self._connection = None
            self._back.clear()

    # --- happenings -----------------------------------------------------------------

    def __aiter__(self) -> Link:
        return self

    async def __anext__(self) -> Happening:
        """Return the next event or news of the connection; ends after `Ended`, or on close."""
        await self._say_waiting()
        while (entry := await self._inbox.take()) is not None:
            if not isinstance(entry, Word):
                return entry
            entry.told(entry.said)
            await asyncio.sleep(0)  # the task that asked goes first, then the next event
        raise StopAsyncIteration

    async def _say_waiting(self) -> None:
        """Tell an arena that our program has read everything, and does nothing about it."""
        connection, last = self._connection, self._identity.last
        if connection is None or not connection.arena or not self._inbox.empty:
            return
        if last > self._waited:
            self._waited = last
            with suppress(LineCut):
                await self._send(f"/wait {last}", lambda _: None)

    # --- one connection after the other ---------------------------------------------

    async def open(self) -> None:
        """Connect and log in, and stay connected from now on. Raises Problem, Refused."""
        connection = await self._connect()
        self.name = self._identity.name
        self._task = asyncio.create_task(self._keep(connection))

    def hang_up(self) -> None:
        """End the link: nothing follows."""
        self._close()
        if self._task is not None:
            self._task.cancel()

    async def end(self) -> None:
        """Close, and wait until every task is done. Raises what went wrong here, if anything."""
        self.hang_up()
        if self._task is not None:
            await asyncio.wait([self._task])  # unlike `await task`, leaves our cancellation alone
            if not self._task.cancelled():
                self._task.result()

    def _close(self) -> None:
        """We will not be connected again."""
        self._over = True
        if self._connection is not None:
            self._leave(self._connection)
        self._pending.cut()
        self._back.set()
        self._inbox.close()

    async def _connect(self) -> Connection:
        """Connect and log in. Raises Problem, Refused."""
        connection = await self._place()
        try:
            await connection.log_in(self._identity)
        except BaseException as error:
            connection.close()
            if isinstance(error, Refused):
                error.exposed = self._exposed
            raise
        self._connection = connection
        self._back.set()
        return connection

    @property
    def _exposed(self) -> bool:
        return self._tls is not None and self._tls.exposed

    def _online(self, *, gap: bool = False) -> Online:
        note = "" if self._tls is None else self._tls.take_note()
        return Online(gap=gap, exposed=self._exposed, note=note)

    async def _keep(self, connection: Connection) -> None:
        try:
            self._inbox.put(self._online())
            problem = await self._serve(connection)
            while problem.passing:
                problem = await self._try_again(problem.text)
            self._inbox.put(Ended(problem.text))
        finally:
            self._close()

    async def _try_again(self, why: str) -> Problem:
        """Reconnect after a pause, serve that connection, and return why it ended."""
        pause_s = self._backoff.pause_s()
        self._inbox.put(Offline(why, pause_s))
        await asyncio.sleep(pause_s)
        try:
            connection = await self._connect()
        except Problem as problem:
            return problem
        except Refused as refused:
            return Problem(refused.text, passing=bool(refused.body.get("retry")))
        self._inbox.put(self._online(gap=self._identity.take_gap()))
        return await self._serve(connection)

    async def _serve(self, connection: Connection) -> Problem:
        """Read what the host says until the connection ends; return why it did."""
        clock = asyncio.get_running_loop().time
        began = clock()
        pulse = Pulse(began, self._wall())
        pulse.waits = connection.waits
        async with asyncio.TaskGroup() as group:
            watch = group.create_task(self._watch(connection, pulse))
            try:
                problem = await self._hear(connection, pulse)
            finally:
                self._leave(connection)
                self._pending.cut()
                watch.cancel()
        self._backoff.held(clock() - began)
        return problem

    async def _hear(self, connection: Connection, pulse: Pulse) -> Problem:
        while (said := await connection.hear()) is not None:
            pulse.heard()
            match said:
                case Heard():
                    pulse.waits = pulse.waits if said.waits is None else said.waits
                    if self._identity.is_new(said):
                        self._inbox.put(said)
                case Ok():
                    self._identity.answered(said)
                    self._pending.hear(said)
                case Item() | No():
                    self._pending.hear(said)
                case Bye():
                    return errors.farewell(said)
                case Greeting():
                    pass  # a line we cannot read is from a newer host, or nothing
        return Problem(connection.why, passing=True)

    async def _watch(self, connection: Connection, pulse: Pulse) -> None:
        """Ping the host, and give up on it when it is silent for too long."""
        while True:
            match pulse.beat(asyncio.get_running_loop().time(), self._wall()):
                case Beat.REST:
                    pass
                case Beat.PING:
                    await self._ping(connection)
                case Beat.DEAD:
                    connection.give_up()
            await asyncio.sleep(TICK_S)

    async def _ping(self, connection: Connection) -> None:
        ponged = partial(self._ponged, asyncio.get_running_loop().time())
        try:
            async with asyncio.timeout(SILENCE_S):
                await self._send("/ping", ponged)
        except TimeoutError:
            connection.give_up()  # it takes nothing any more
        except LineCut:
            pass  # `_hear` learns of it too

    def _ponged(self, pinged: float, said: Item | Ok | No | None) -> None:
        if isinstance(said, Ok):
            self.lag_ms = round(1000 * (asyncio.get_running_loop().time() - pinged))
            self._inbox.put(Online(self.lag_ms, exposed=self._exposed))


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
    lang: str = ENGLISH,
    tls: Tls | str | bool = False,
    bot: str = "",
) -> AsyncGenerator[Link]:
    """Connect to the host at *port* of *host* as the player *name*; disconnect at the end.

    Without *password* you are a guest. With the *token* of an earlier connection you come back as
    that player, and as *name* only if the host no longer knows it. *capabilities* are those of
    chapter 4 of docs/protocol.md. *bot* says which program plays, in a plain word such as
    `search`; then *name* must end in `-bot`. The host speaks *lang* if it can. Raises Problem if
    you can't play there, and Refused if the host does not accept the name. With *tls* the
    connection is encrypted, and the system must trust the host's certificate, or it has the
    fingerprint that *tls* is (`SHA256:...`). A `Tls` has further rules. The other arguments are
    for tests: how to connect (`over_tcp`), random numbers, the time of day, and how long to wait
    before the first reconnect.
    """
    rules = tls if isinstance(tls, Tls) else wanted(tls)
    dial = dial or over_tcp(host, port, rules)
    asked = (*capabilities, f"{BOT}{bot}") if bot else tuple(capabilities)
    place = partial(Connection.place, dial, called(host, port), asked)
    backoff = Backoff(rng or random.Random(), first_pause_s)
    link = Link(
        place, Identity(name, password, token, lang), backoff=backoff, wall=wall, tls=rules
    )
    await link.open()
    try:
        yield link
    finally:
        await link.end()
