"""Load a host with programs that play at random, and note how long they wait.

For an owner who asks how many tables their computer holds. All of it goes over the line, by guests
at private tables, in any game: a move is one of those that a prompt offers.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Final, cast

from parlour_client import (
    Body,
    Ended,
    Heard,
    LineCut,
    Link,
    Offline,
    Problem,
    Prompt,
    Refused,
    connect,
    random_move,
    read_prompt,
)
from parlour_client.connection import Dial

GOODBYE_S: Final = 5.0
"""How long the players of a table may take to leave."""


class LoadError(Exception):
    """The host cannot be loaded. The text says in a sentence why."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is played, by how many, and when it ends."""

    game: str
    options: Sequence[str] = ()
    seats: int
    """Players at a table."""
    tables: int
    think_s: float
    """How long a player thinks about a move, on average."""
    seconds: float = math.inf
    moves: float = math.inf
    """The load ends after so many seconds, or so many moves at all tables."""


@dataclass
class Tally:
    """What has happened. `waits` has the seconds from each move to its answer."""

    waits: list[float] = field(default_factory=list[float])
    refused: dict[str, int] = field(default_factory=dict[str, int])
    games: int = 0
    seconds: float = 0.0

    def wait(self, share: float) -> float:
        """Return the milliseconds that *share* of the answers did not exceed (nearest rank)."""
        ordered = sorted(self.waits)
        return 1000 * ordered[max(0, math.ceil(share * len(ordered)) - 1)]


async def run_load(host: str, port: int, plan: Plan, *, dial: Dial | None = None) -> Tally:
    """Play by *plan* on the host, and return what has happened. Raises LoadError.

    *dial*: how to connect, if not over TCP.
    """
    crowd = _Crowd(host, port, plan, dial)
    begun = _now()
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(plan.seconds if plan.seconds < math.inf else None):
                async with asyncio.TaskGroup() as group:
                    tables = [group.create_task(crowd.table(n)) for n in range(plan.tables)]
                    await crowd.enough.wait()
                    for table in tables:
                        table.cancel()
    except BaseExceptionGroup as failed:  # 3.11.2 wraps what is raised in an except* again
        first = _first(failed)
        raise first if isinstance(first, LoadError) else failed from None
    crowd.tally.seconds = _now() - begun
    return crowd.tally


def _now() -> float:
    return asyncio.get_running_loop().time()


def _first(error: BaseException) -> BaseException:
    """Return *error*, or if it is a group one of its errors."""
    if not isinstance(error, BaseExceptionGroup):
        return error
    return _first(cast("BaseExceptionGroup[BaseException]", error).exceptions[0])


class _Crowd:
    """All tables, and what they share."""

    def __init__(self, host: str, port: int, plan: Plan, dial: Dial | None) -> None:
        self.host, self.port, self.plan, self.dial = host, port, plan, dial
        self.tally = Tally()
        self.enough = asyncio.Event()

    async def table(self, number: int) -> None:
        """Play one game after the other at one table."""
        rng = Random(number)
        async with AsyncExitStack() as held:
            players: list[tuple[Link, Random]] = []
            for _ in range(self.plan.seats):
                own = Random(rng.random())
                players.append((await held.enter_async_context(self._guest(own)), own))
            while True:
                await self._seat([link for link, _ in players])
                async with asyncio.TaskGroup() as group:
                    for link, own in players:
                        group.create_task(self._play(link, own))
                self.tally.games += 1
                for link, _ in players:
                    await _granted(link, "leave")

    @asynccontextmanager
    async def _guest(self, rng: Random) -> AsyncGenerator[Link]:
        """Come in with a name that nobody has, and leave in order at the end."""
        async with AsyncExitStack() as held:
            link: Link | None = None
            while link is None:
                name = f"load-{rng.getrandbits(32):08x}"
                way = connect(self.host, self.port, name=name, capabilities=(), dial=self.dial)
                try:
                    link = await held.enter_async_context(way)
                except Problem as problem:
                    raise LoadError(problem.text) from problem
                except Refused as no:
                    if no.code != "name_taken":
                        text = f"The host lets no more players in ({no.code})."
                        raise LoadError(text) from no
            try:
                yield link
            finally:
                for request in ("/leave", "/quit"):
                    with suppress(LineCut, Refused, TimeoutError):
                        async with asyncio.timeout(GOODBYE_S):
                            await link.ask(request)

    async def _seat(self, links: Sequence[Link]) -> None:
        first, *others = links
        line = " ".join(["new", self.plan.game, "private=on", *self.plan.options])
        opened = await _granted(first, line)
        for other in others:
            await _granted(other, f"join {opened['table']} {opened['word']}")
        await _granted(first, "start")

    async def _play(self, link: Link, rng: Random) -> None:
        """Play to the end of the game: think about each prompt, then make any move of it."""
        prompt: Prompt | None = None
        due: float | None = None
        while True:
            try:
                async with asyncio.timeout_at(due):
                    happening = await anext(link)
            except TimeoutError:
                assert prompt is not None, "only a prompt has a time"
                answered, prompt, due = prompt, None, None
                if not await self._move(link, answered, rng):
                    prompt, due = answered, self._due(rng)
                continue
            match happening:
                case Heard(name="prompt", body=body):
                    prompt, due = read_prompt(body), self._due(rng)
                case Heard(name="unprompt"):
                    prompt = due = None
                case Heard(name="over"):
                    return
                case Offline(why=why) | Ended(why=why):
                    raise LoadError(f"The host closed a connection. {why}")
                case _:
                    pass

    def _due(self, rng: Random) -> float:
        think_s = self.plan.think_s
        return _now() + (rng.expovariate(1 / think_s) if think_s else 0)

    async def _move(self, link: Link, prompt: Prompt, rng: Random) -> bool:
        """Make any move of *prompt*. Return whether that closes it."""
        begun, code = _now(), ""
        try:
            await link.move(prompt.prompt, " ".join(random_move(prompt, rng)))
        except Refused as no:
            code = no.code
            self.tally.refused[code] = self.tally.refused.get(code, 0) + 1
        except LineCut as cut:
            raise LoadError("The host closed a connection.") from cut
        self.tally.waits.append(_now() - begun)
        if len(self.tally.waits) >= self.plan.moves:
            self.enough.set()
        return code in ("", "stale")


async def _granted(link: Link, request: str) -> Body:
    """Ask for what must be granted, and return the answer."""
    try:
        return (await link.ask(f"/{request}")).body
    except Refused as no:
        raise LoadError(f"The host refuses `{request}` ({no.code}).") from no
    except LineCut as cut:
        raise LoadError("The host closed a connection.") from cut
