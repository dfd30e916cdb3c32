"""A real host on a real socket whose clock stands until the script moves it.

The sockets, the server, the house, the store and the operator's commands are the ones
people use. Time is trio's own mock clock at rate 0, chance is seeded, and the day is
fixed, so everything said is literal. Nobody sleeps and nobody guesses when an answer is
complete: `Witness` stands between the server and the house, so the stage knows how many
bytes the house has heard and said on each line, and waits for exactly those.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import trio
import trio.testing

from parlour.core.effects import ConnId
from parlour.core.limits import Limits
from tests.docs.hosting import Hosting
from tests.docs.script import AT_THE_SOCKET, CLOSED, OPERATOR
from tests.docs.witness import Witness
from tests.memory import MEMORY


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

    def __init__(self, hosting: Hosting, clock: trio.testing.MockClock) -> None:
        self.actors: dict[str, Actor] = {}
        self._hosting = hosting
        self._clock = clock
        self._printed: list[str] | None = None

    @property
    def witness(self) -> Witness:
        """Who counts on the host that runs now."""
        return self._hosting.witness

    def take(self) -> dict[str, list[str]]:
        """What everybody has read since the last look, the operator too once he has typed."""
        got = {name: actor.take() for name, actor in self.actors.items()}
        if self._printed is not None:
            got[OPERATOR], self._printed = self._printed, []
        return got

    async def connect(self, name: str, address: str | None = None) -> None:
        """A new line; a line of that name must have ended. All come from this computer."""
        operator = address == AT_THE_SOCKET
        if address is not None and not operator:
            raise LookupError("on a real socket nobody connects from far away")
        if name in self.actors and not self.actors[name].gone:
            raise LookupError(f"{name} is on the line already")
        witness = self.witness
        count = len(witness.conns)
        stream = await self._hosting.dial(operator=operator)
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
        while (due := self._due()) is not None and due <= end:
            await self._jump(due)
        await self._jump(end)

    async def _jump(self, moment: float) -> None:
        """To *moment*, when all is stored: no disk is so slow that it matters."""
        await self._hosting.stored()
        self._clock.jump(max(0.0, moment - trio.current_time()))
        await self.settle()

    async def stop(self) -> None:
        """Stop the host as Ctrl-C does."""
        self._hosting.stop()
        await self.witness.ticked.wait()
        await self.settle()

    async def restart(self, game: str | None, version: str | None) -> None:
        """Kill the host, which cuts every line, and start it on what it kept."""
        for actor in self.actors.values():
            await actor.stream.aclose()
        self.actors.clear()
        await self._hosting.kill()
        await self._hosting.start(game, version)
        await self.settle()

    async def operate(self, words: Sequence[str]) -> None:
        """The operator types a command; all that follows from it has been read then."""
        self._printed = await self._hosting.operate(words)
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

    def _due(self) -> float | None:
        """When something will happen by itself."""
        return None if self.witness.stopped else self.witness.next_due

    def _quiet(self) -> bool:
        witness = self.witness
        if witness.fault is not None:
            raise AssertionError("the house has raised") from witness.fault
        due = self._due()
        return (
            (witness.stopped or not witness.stopping)
            and witness.thinking == 0
            and not witness.busy
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


@asynccontextmanager
async def stage(
    games: Sequence[str], limits: Limits, clock: trio.testing.MockClock
) -> AsyncGenerator[Stage]:
    """A host with these games and limits, which is stopped at the end of the block."""
    with TemporaryDirectory(dir=MEMORY) as folder:
        async with trio.open_nursery() as nursery:
            hosting = Hosting(nursery, Path(folder), games, limits)
            await hosting.start()
            here = Stage(hosting, clock)
            try:
                yield here
            finally:
                with trio.CancelScope(shield=True):
                    await here.leave()
                hosting.stop()
