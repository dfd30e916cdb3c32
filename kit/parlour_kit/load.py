"""Load a host with programs that play at random, and note how long they wait.

For an owner who asks how many tables their computer holds. All of it goes over the line, by guests
at private tables, in any game: a move is one of those that a prompt offers.
"""

from __future__ import annotations

import json
import math
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, TypeAlias, cast

import trio

from parlour_kit.conformance.moves import any_move

Object: TypeAlias = dict[str, Any]
Connect: TypeAlias = Callable[[str, int], Awaitable[trio.abc.Stream]]
CHUNK: Final = 65536
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


async def run_load(
    host: str, port: int, plan: Plan, *, connect: Connect = trio.open_tcp_stream
) -> Tally:
    """Play by *plan* on the host, and return what has happened. Raises LoadError or OSError.

    *connect* opens a stream of lines to the host.
    """
    crowd = _Crowd(host, port, plan, connect)
    begun = trio.current_time()
    try:
        with trio.move_on_after(plan.seconds):
            async with trio.open_nursery() as nursery:
                for number in range(plan.tables):
                    nursery.start_soon(crowd.table, number)
                await crowd.enough.wait()
                nursery.cancel_scope.cancel()
    except* LoadError as group:
        raise _first(group) from None
    except* OSError as group:
        raise _first(group) from None
    crowd.tally.seconds = trio.current_time() - begun
    return crowd.tally


def _first(error: BaseException) -> BaseException:
    """Return *error*, or if it is a group one of its errors."""
    if not isinstance(error, BaseExceptionGroup):
        return error
    return _first(cast("BaseExceptionGroup[BaseException]", error).exceptions[0])


class _Crowd:
    """All tables, and what they share."""

    def __init__(self, host: str, port: int, plan: Plan, connect: Connect) -> None:
        self.host, self.port, self.plan, self.connect = host, port, plan, connect
        self.tally = Tally()
        self.enough = trio.Event()

    def moved(self, seconds: float, code: str | None) -> None:
        self.tally.waits.append(seconds)
        if code is not None:
            self.tally.refused[code] = self.tally.refused.get(code, 0) + 1
        if len(self.tally.waits) >= self.plan.moves:
            self.enough.set()

    async def table(self, number: int) -> None:
        """Play one game after the other at one table."""
        rng = Random(number)
        players: list[_Player] = []
        try:
            for _ in range(self.plan.seats):
                stream = await self.connect(self.host, self.port)
                players.append(_Player(stream, Random(rng.random())))
                await players[-1].enter()
            while True:
                await self._seat(players)
                async with trio.open_nursery() as nursery:
                    for player in players:
                        nursery.start_soon(player.play, self.plan.think_s, self.moved)
                self.tally.games += 1
                for player in players:
                    await player.ask("leave")
        finally:
            with trio.move_on_after(GOODBYE_S, shield=True):
                for player in players:
                    await player.quit()

    async def _seat(self, players: Sequence[_Player]) -> None:
        first, *others = players
        line = " ".join(["new", self.plan.game, "private=on", *self.plan.options])
        opened = await first.granted(line)
        for other in others:
            await other.granted(f"join {opened['table']} {opened['word']}")
        await first.granted("start")


class _Player:
    def __init__(self, stream: trio.abc.Stream, rng: Random) -> None:
        self.name = ""
        self._stream = stream
        self._rng = rng
        self._half = b""
        self._lines: list[bytes] = []
        self._prompt: Object | None = None
        self._over = False
        self._id = 0

    async def enter(self) -> None:
        """Say HELLO and a name that nobody has."""
        await self._stream.send_all(b"HELLO 1\n")
        while not (line := await self._line()).startswith(b"#- "):
            pass
        if not line.startswith(b"#- ok "):
            raise LoadError("The host does not speak version 1 of the protocol.")
        while not self.name:
            name = f"load-{self._rng.getrandbits(32):08x}"
            answer = await self.ask(f"name {name}")
            if "retry" not in answer:
                self.name = name
            elif answer["code"] != "name_taken":
                raise LoadError(f"The host lets no more players in ({answer['code']}).")

    async def granted(self, request: str) -> Object:
        """Ask for what must be granted."""
        answer = await self.ask(request)
        if "retry" in answer:
            raise LoadError(f"The host refuses `{request}` ({answer['code']}).")
        return answer

    async def quit(self) -> None:
        """Leave in order: say so, and read to the end."""
        async with self._stream:
            with suppress(LoadError, OSError, trio.BrokenResourceError):
                await self._stream.send_all(b"/leave\n/quit\n")
                while True:
                    await self._line()

    async def ask(self, request: str) -> Object:
        """Return the object of the answer to *request*. That of a refusal has `retry`."""
        self._id += 1
        await self._stream.send_all(f"#{self._id} /{request}\n".encode())
        return await self._answer(f"#{self._id}")

    async def _answer(self, own: str) -> Object:
        while True:
            head, kind, rest = (await self._line()).decode().split(" ", 2)
            if head == own and kind != "+":
                found: Object = json.loads(rest)
                return found
            if head == "*":
                self._hear(rest)
            elif head == "!":
                raise LoadError(f"The host closed a connection ({kind}).")

    def _hear(self, rest: str) -> None:
        name, _, body = rest.partition(" ")
        if name == "prompt":
            self._prompt = json.loads(body)
        elif name == "unprompt":
            self._prompt = None
        elif name == "over":
            self._over, self._prompt = True, None

    async def play(self, think_s: float, moved: Callable[[float, str | None], None]) -> None:
        """Play to the end of the game: think about each prompt, then make any move of it.

        What is read before, also of the game before, has no `over` that counts.
        """
        self._over = False
        while not self._over:
            prompt = self._prompt
            if prompt is None:
                await self._event()
                continue
            with trio.move_on_after(self._rng.expovariate(1 / think_s) if think_s else 0):
                while self._prompt is prompt:
                    await self._event()
            if self._prompt is prompt:
                self._prompt = None
                begun = trio.current_time()
                self._id += 1
                line = f"#{self._id} @{prompt['prompt']} {any_move(prompt, self._rng)}\n"
                await self._stream.send_all(line.encode())
                answer = await self._answer(f"#{self._id}")
                moved(trio.current_time() - begun, answer.get("code"))
                if "retry" in answer and answer["code"] != "stale" and self._prompt is None:
                    self._prompt = prompt  # it is still open: another move may be accepted

    async def _event(self) -> None:
        head, kind, rest = (await self._line()).decode().split(" ", 2)
        if head == "!":
            raise LoadError(f"The host closed a connection ({kind}).")
        self._hear(rest)

    async def _line(self) -> bytes:
        while not self._lines:
            data = await self._stream.receive_some(CHUNK)
            if not data:
                raise LoadError("The host closed a connection.")
            *self._lines, self._half = (self._half + data).split(b"\n")
        return self._lines.pop(0)
