"""A real host on a real socket whose clock stands until the script moves it.

The sockets, the server and the house are the ones people use. Time is trio's own mock
clock at rate 0, chance is seeded, and the day is fixed, so everything said is literal.
Nobody sleeps and nobody guesses when an answer is complete: `Witness` stands between
the server and the house, so the stage knows how many bytes the house has heard and
said on each line, and waits for exactly those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache

import trio
import trio.testing

from parlour.api import AnyGame
from parlour.house import House
from parlour.house.archive import MemoryArchive
from parlour.house.effects import (
    Connected,
    ConnId,
    Effects,
    HouseEvent,
    Lost,
    Received,
    Thought,
)
from parlour.house.limits import Limits
from parlour.lexicons import ENGLISH, Lexicons
from parlour.plugins import find_games
from parlour.server import LineLimits, RunningHost, open_listeners, run_host
from parlour.store import MemoryStore
from parlour.testing.host import WALL, entropy
from parlour.testing.rebuild import Checked
from tests.docs.script import CLOSED
from tests.docs.sticks import STICKS

HOST_NAME = "kitchen-pc"
VERSION = "0.1.0"


class Witness:
    """The house, with a count of what it heard and said, on a day that does not move on."""

    def __init__(self, house: House) -> None:
        self.conns: list[ConnId] = []
        self.heard: Counter[ConnId] = Counter()
        self.said: Counter[ConnId] = Counter()
        self.closed: set[ConnId] = set()
        self.lost: set[ConnId] = set()
        self.thinking = 0
        self.fault: Exception | None = None
        self.ticked = trio.Event()
        self._house = house

    @property
    def next_due(self) -> float | None:
        """As the house."""
        return self._house.next_due

    def slow_notice(self, conn: ConnId) -> bytes:
        """As the house."""
        return self._house.slow_notice(conn)

    def tick(self, events: Sequence[HouseEvent], now: float, wall: float) -> Effects:
        """As the house, and take notes."""
        try:
            effects = self._house.tick(events, now, WALL)
        except Exception as error:
            self.fault = error
            self.ticked.set()
            raise
        for event in events:
            match event:
                case Connected(conn):
                    self.conns.append(conn)
                case Received(conn, data):
                    self.heard[conn] += len(data)
                case Lost(conn):
                    self.lost.add(conn)
                case Thought():
                    self.thinking -= 1
                case _:
                    pass
        for conn, data in effects.sends:
            self.said[conn] += len(data)
        self.closed.update(effects.closes)
        self.thinking += len(effects.jobs)
        self.ticked.set()
        self.ticked = trio.Event()
        return effects


@dataclass
class Actor:
    """One end of a line."""

    stream: trio.SocketStream
    conn: ConnId
    sent: int = 0
    data: bytes = b""
    taken: int = 0
    gone: bool = False

    def take(self) -> list[str]:
        """The lines read since the last look, and a note if the host has closed the line."""
        new = self.data[self.taken :].decode().splitlines()
        self.taken = len(self.data)
        return new


class Stage:
    """Everybody who is on a line to one host."""

    def __init__(
        self, port: int, witness: Witness, clock: trio.testing.MockClock, stopping: trio.Event
    ) -> None:
        self.witness = witness
        self.actors: dict[str, Actor] = {}
        self._port = port
        self._clock = clock
        self._stopping = stopping

    async def connect(self, name: str) -> None:
        """A new line; a line of that name must have ended."""
        if name in self.actors and not self.actors[name].gone:
            raise LookupError(f"{name} is on the line already")
        witness = self.witness
        count = len(witness.conns)
        stream = await trio.open_tcp_stream("127.0.0.1", self._port)
        while len(witness.conns) == count:
            await witness.ticked.wait()
        self.actors[name] = Actor(stream, witness.conns[-1])
        await self.settle()

    async def send(self, name: str, data: bytes) -> None:
        """Send bytes, and wait until everything that follows from them has been read."""
        actor = self._actor(name)
        await actor.stream.send_all(data)
        actor.sent += len(data)
        await self.settle()

    async def drop(self, name: str) -> None:
        """The line is cut."""
        actor = self._actor(name)
        actor.gone = True
        await actor.stream.aclose()
        await self.settle()

    async def wait(self, seconds: float) -> None:
        """Let time pass; everything that is due on the way happens at its moment."""
        end = trio.current_time() + seconds
        while (due := self.witness.next_due) is not None and due <= end:
            self._clock.jump(max(0.0, due - trio.current_time()))
            await self.settle()
        self._clock.jump(end - trio.current_time())
        await self.settle()

    async def stop(self) -> None:
        """Stop the host as Ctrl-C does."""
        self._stopping.set()
        await self.witness.ticked.wait()
        await self.settle()

    def _actor(self, name: str) -> Actor:
        actor = self.actors.get(name)
        if actor is None or actor.gone:
            raise LookupError(f"{name} is not on the line")
        return actor

    async def settle(self) -> None:
        """Read all that was said, until nothing is left to be heard or said."""
        while True:
            while not self._quiet():
                await self.witness.ticked.wait()
            closed = False
            for actor in self.actors.values():
                closed |= not actor.gone and await self._read(actor)
            if not closed:
                return

    def _quiet(self) -> bool:
        witness = self.witness
        if witness.fault is not None:
            raise AssertionError("the house has raised") from witness.fault
        due = witness.next_due
        return (
            witness.thinking == 0
            and (due is None or due > trio.current_time())
            and all(self._heard_out(actor) for actor in self.actors.values())
        )

    def _heard_out(self, actor: Actor) -> bool:
        if actor.gone:
            return actor.conn in self.witness.lost
        closed = actor.conn in self.witness.closed
        return closed or self.witness.heard[actor.conn] == actor.sent

    async def _read(self, actor: Actor) -> bool:
        """Read what the house has said; True if the host has closed the line."""
        while len(actor.data) < self.witness.said[actor.conn]:
            data = await actor.stream.receive_some()
            if not data:
                raise AssertionError("the host closed a line before it had said everything")
            actor.data += data
        if actor.conn not in self.witness.closed:
            return False
        async for rest in actor.stream:
            actor.data += rest
        actor.data += f"{CLOSED}\n".encode()
        actor.gone = True
        await actor.stream.aclose()
        return True

    async def leave(self) -> None:
        """Everybody hangs up."""
        for actor in self.actors.values():
            await actor.stream.aclose()


@cache
def _games() -> dict[str, AnyGame]:
    """Every game that a story may name."""
    return {**find_games(lexicons=(ENGLISH,)).games, STICKS.id: STICKS}


@cache
def _lexicons() -> Lexicons:
    return Lexicons({})


@asynccontextmanager
async def stage(
    games: Sequence[str], limits: Limits, clock: trio.testing.MockClock
) -> AsyncGenerator[Stage]:
    """A host with these games and limits, which is stopped at the end of the block."""
    known = _games()
    missing = [name for name in games if name not in known]
    if missing:
        raise LookupError(f"there is no game {missing[0]}; there are {', '.join(known)}")
    house = Checked(
        games={name: known[name] for name in games},
        lexicons=_lexicons(),
        limits=limits,
        archive=MemoryArchive(limits.finished_games),
        name=HOST_NAME,
        version=VERSION,
        entropy=entropy(1),
    )
    witness = Witness(house)
    listeners = open_listeners("127.0.0.1", 0)
    port: int = listeners[0].getsockname()[1]
    async with trio.open_nursery() as nursery:

        async def run(task_status: trio.TaskStatus[RunningHost]) -> None:
            await run_host(
                witness,
                MemoryStore(),
                listeners=listeners,
                limits=limits,
                line_limits=LineLimits(),
                signals=False,
                task_status=task_status,
            )

        running: RunningHost = await nursery.start(run)
        here = Stage(port, witness, clock, running.stopping)
        try:
            yield here
        finally:
            with trio.CancelScope(shield=True):
                await here.leave()
            running.stopping.set()
