"""A line to a host that is kept: requests with their answers, events without gap or repeat.

    async with connect("kitchen-pc", name="robin") as link:
        await link.ask("join 1")
        async for happening in link:
            ...

When the line is cut the link comes back by itself and goes on where it stopped (chapter 8 of
docs/protocol.md); the loop above then gets an `Offline` and an `Online` and nothing else.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from parlour_client.call import Call
from parlour_client.faults import LineCut, Problem, Refused
from parlour_client.lines import Body, Bye, Greeting, Heard, Item, No, Ok
from parlour_client.transport import DEFAULT_PORT, Dial, over_tcp

FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 15.0
"""Between two tries to come back: at first soon, as most cuts are short; then twice as long
each time, so that a host that starts again is not overrun."""
PING_S: Final = 10.0
SILENCE_S: Final = 8.0
"""How long a ping may take: then the line is dead, though nobody has said so."""
TICK_S: Final = 1.0
SLEPT_S: Final = 5.0
"""If the clock on the wall has gone on so much more than ours, the machine was asleep."""
AWAKE_SILENCE_S: Final = 2.0
"""After that the line is most likely dead, and a ping may not take so long."""
CLOSED: Final = LineCut("the line is closed")


@dataclass(frozen=True, slots=True)
class Online:
    """The line is there. `lag_ms` is how long a ping took; None before the first one.

    `gap` is true if something may have been missed since the line was cut; else every event
    comes, in its order. `seq` is the number of the last event that was sent along.
    """

    lag_ms: int | None = None
    gap: bool = False


@dataclass(frozen=True, slots=True)
class Offline:
    """The line is cut: why, and in how many seconds it is tried again."""

    why: str
    again_in_s: float


@dataclass(frozen=True, slots=True)
class Ended:
    """The line is gone for good: nothing follows."""

    why: str


Happening: TypeAlias = Heard | Online | Offline | Ended

Told: TypeAlias = Callable[[Item | Ok | No | None], None]
"""Takes what the host says to a request: its items, then the end; None if the line is cut."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request: the object of its last line, and its items."""

    body: Body
    items: tuple[Body, ...] = ()
    unsure: bool = False
    """It is the answer to a move that was sent once more after a cut; the first one was most
    likely made, as the prompt that it answers is over."""


@dataclass(frozen=True, slots=True)
class _Word:
    """What the host has said to a request that was posted, among the happenings."""

    told: Told
    said: Item | Ok | No | None


class _Waiting:
    """A request that waits for its answer."""

    def __init__(self) -> None:
        self.items: list[Body] = []
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()


class Link:
    """See the head of this module; made by `connect`."""

    def __init__(
        self,
        dial: Dial,
        *,
        where: str,
        name: str,
        password: str | None,
        token: str,
        capabilities: Sequence[str],
        rng: random.Random,
        wall: Callable[[], float],
        first_pause_s: float,
    ) -> None:
        self.name = name
        """As the host shows it."""
        self.token = token
        self.guest = True
        self.lag_ms: int | None = None
        self._dial = dial
        self._where = where
        self._password = password
        self._capabilities = tuple(capabilities)
        self._rng = rng
        self._wall = wall
        self._first_pause_s = first_pause_s
        self._last: int | None = None
        self._count = 0
        self._call: Call | None = None
        self._waiting: dict[str, _Waiting] = {}
        self._posted: dict[str, Told] = {}
        self._back = asyncio.Event()
        self._over = False
        self._happenings: asyncio.Queue[Happening | _Word | None] = asyncio.Queue()

    # --- for the user ---------------------------------------------------------------

    async def ask(self, request: str, *, keep: bool = False) -> Answer:
        """Send *request* (one line, without an id) and wait for its answer.

        Raises Refused, and LineCut if the line is cut before the answer is there. With
        *keep* it is sent again when the line is back, so it must be one that does no harm
        twice, such as `look`.
        """
        while True:
            try:
                return await self._ask(request)
            except LineCut:
                if not keep:
                    raise
                await self._until_back()

    async def move(self, prompt: int, move: str) -> Answer:
        """Make *move* (`ask ann e`) as the answer to prompt number *prompt*.

        A cut does not matter: it is sent again when the line is back, and the host takes
        no second answer to a prompt. Raises Refused, LineCut if the line is gone for good.
        """
        request, again = f"@{prompt} /{move}", False
        while True:
            try:
                return await self._ask(request)
            except LineCut:
                again = True
                await self._until_back()
            except Refused as refused:
                if again and refused.code == "stale":
                    return Answer({}, unsure=True)
                raise

    async def post(self, request: str, told: Told) -> None:
        """Send *request*; *told* is called with what the host says to it, in its place among
        the happenings, when these are read.

        Raises LineCut if there is no line.
        """
        if self._call is None:
            raise LineCut("there is no line now")
        number = self._number()
        self._posted[number] = told
        await self._send(self._call, number, request)

    def __aiter__(self) -> Link:
        return self

    async def __anext__(self) -> Happening:
        """The next event, or news of the line; ends after `Ended`, or when we hang up."""
        while True:
            happening = await self._happenings.get()
            if happening is None:
                self._happenings.put_nowait(None)
                raise StopAsyncIteration
            if not isinstance(happening, _Word):
                return happening
            happening.told(happening.said)

    # --- one connection after the other ---------------------------------------------

    async def open(self) -> None:
        """Call the host and come in. Raises Problem, Refused."""
        call = await Call.place(self._dial, self._where, self._capabilities)
        try:
            self._came_in(await self._log_in(call))
        except BaseException:
            call.close()
            raise
        self._call = call
        self._back.set()

    async def _log_in(self, call: Call) -> Body:
        """Say who we are; the host's answer."""
        request = f"name {self.name}"
        if self._password:
            request += f" {self._password}"
        if self.token:
            try:
                return await self._resume(call)
            except Refused as refused:
                if refused.code != "bad_password":
                    raise
                self._last = None  # the host has forgotten us
        return await call.ask(request)

    async def _resume(self, call: Call) -> Body:
        """Come back, with all that was missed if it is still known."""
        if self._last is not None:
            try:
                return await call.ask(f"resume {self.token} {self._last}")
            except Refused as refused:
                if refused.code != "unavailable":
                    raise
                self._last = None
        return await call.ask(f"resume {self.token}")

    def _came_in(self, body: Body) -> None:
        self.name = str(body.get("name", self.name))
        self.token = str(body.get("token", ""))
        self.guest = body.get("guest") is not False

    async def keep(self) -> None:
        """Keep the line until it is gone for good. Run as a task beside the user's."""
        self._tell(Online())
        try:
            while True:
                why = await self._serve()
                if why is None or not await self._come_back(why):
                    return
        finally:
            self.hang_up()

    async def _serve(self) -> str | None:
        """Hear what the host says until the line is cut; why it was. None: gone for good."""
        call = self._call
        assert call is not None
        watch = asyncio.create_task(self._watch(call))
        try:
            async for said in call:
                if isinstance(said, Bye):
                    return self._bid_farewell(call, said)
                self._take(said)
            return call.why
        finally:
            watch.cancel()
            with suppress(asyncio.CancelledError):
                await watch
            self._drop()

    def _bid_farewell(self, call: Call, bye: Bye) -> str | None:
        problem = call.farewell(bye)
        if problem.passing:
            return problem.text
        self._lose()
        self._tell(Ended(problem.text))
        return None

    def _lose(self) -> None:
        """Nothing more is said to what was posted."""
        for told in self._posted.values():
            self._tell(_Word(told, None))
        self._posted.clear()

    def _drop(self) -> None:
        """There is no line now: who waits for an answer is told."""
        self._back.clear()
        if self._call is not None:
            self._call.close()
            self._call = None
        for waiting in self._waiting.values():
            if not waiting.answer.done():
                waiting.answer.set_exception(LineCut("the line was cut"))
        self._waiting.clear()
        self._lose()

    async def _come_back(self, why: str) -> bool:
        """Try until the line is there again; false if there is no way back."""
        pause = self._first_pause_s
        while True:
            wait = pause * self._rng.uniform(0.75, 1.25)
            self._tell(Offline(why, wait))
            await asyncio.sleep(wait)
            pause = min(2 * pause, LONGEST_PAUSE_S)
            known = self._last
            try:
                await self.open()
            except Problem as problem:
                if not problem.passing:
                    self._tell(Ended(problem.text))
                    return False
                why = problem.text
            except Refused as refused:
                if not refused.body.get("retry"):
                    self._tell(Ended(refused.text))
                    return False
                why = refused.text
            else:
                self._tell(Online(gap=known is not None and self._last is None))
                return True

    def hang_up(self) -> None:
        """End it: nothing follows."""
        self._over = True
        self._drop()
        self._back.set()
        self._happenings.put_nowait(None)

    # --- what goes over it ----------------------------------------------------------

    async def _ask(self, request: str) -> Answer:
        call = self._call
        if call is None:
            raise LineCut("there is no line now")
        number = self._number()
        waiting = self._waiting[number] = _Waiting()
        try:
            await self._send(call, number, request)
            return await waiting.answer
        finally:
            self._waiting.pop(number, None)

    async def _send(self, call: Call, number: str, request: str) -> None:
        """Raises LineCut. Nobody may have noticed before; what has come over it is still read."""
        try:
            await call.send(f"#{number} {request}")
        except LineCut:
            self._posted.pop(number, None)
            if self._call is call:
                self._call = None
                self._back.clear()
                call.close()
            raise

    def _number(self) -> str:
        self._count += 1
        return str(self._count)

    async def _until_back(self) -> None:
        await self._back.wait()
        if self._over:
            raise CLOSED

    def _take(self, said: Item | Ok | No | Heard | Greeting) -> None:
        if isinstance(said, Ok) and "token" in said.body:
            self.token = str(said.body["token"])  # of `register`: the old one is nobody's now
        match said:
            case Heard():
                self._hear(said)
            case Item(id=number) if told := self._posted.get(number):
                self._tell(_Word(told, said))
            case Ok(id=number) | No(id=number) if told := self._posted.pop(number, None):
                self._tell(_Word(told, said))
            case Item():
                if waiting := self._waiting.get(said.id):
                    waiting.items.append(said.body)
            case Ok():
                if waiting := self._waiting.get(said.id):
                    waiting.answer.set_result(Answer(said.body, tuple(waiting.items)))
            case No():
                if waiting := self._waiting.get(said.id):
                    waiting.answer.set_exception(Refused(said))
            case Greeting():
                pass  # what cannot be read is of a newer host, or nothing

    def _hear(self, heard: Heard) -> None:
        """Pass an event on, unless it is one that we had before the line was cut."""
        if self._last is not None and heard.seq <= self._last:
            return
        self._last = heard.seq
        self._tell(heard)

    def _tell(self, happening: Happening | _Word) -> None:
        self._happenings.put_nowait(happening)

    async def _watch(self, call: Call) -> None:
        """Ping now and then; hang up when the host does not answer any more."""
        loop = asyncio.get_running_loop()
        due = loop.time()
        while True:
            ours, wall = loop.time(), self._wall()
            if ours >= due:
                await self._ping(call, SILENCE_S)
                due = loop.time() + PING_S
                continue
            await asyncio.sleep(TICK_S)
            slept = (self._wall() - wall) - (loop.time() - ours)
            if slept > SLEPT_S:
                await self._ping(call, AWAKE_SILENCE_S)

    async def _ping(self, call: Call, patience_s: float) -> None:
        loop = asyncio.get_running_loop()
        before = loop.time()
        try:
            async with asyncio.timeout(patience_s):
                await self._ask("/ping")
        except TimeoutError:
            call.hang_up("The host does not answer any more.")
        except (LineCut, Refused):
            return
        else:
            self.lag_ms = round(1000 * (loop.time() - before))
            self._tell(Online(self.lag_ms))


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
    link = Link(
        dial or over_tcp(host, port),
        where=host if port == DEFAULT_PORT else f"{host}:{port}",
        name=name,
        password=password,
        token=token,
        capabilities=capabilities,
        rng=rng or random.Random(),
        wall=wall,
        first_pause_s=first_pause_s,
    )
    await link.open()
    keeper: asyncio.Task[Any] = asyncio.create_task(link.keep())
    try:
        yield link
    finally:
        keeper.cancel()
        try:
            with suppress(asyncio.CancelledError):
                await keeper
        finally:
            link.hang_up()  # the keeper may not even have begun
