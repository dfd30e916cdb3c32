"""Others at the table of a page: programs that pick at random from what the host offers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from random import Random
from typing import Any, Final

import trio

from tests.e2e.crowd import Guest
from tests.e2e.random_player import Player, life
from tests.e2e.serving import HOST

READ_BYTES: Final = 1 << 16
_NUMBERS: Final = count(1)
"""For names that nobody at the host has."""


def new_name(base: str) -> str:
    """A name that nobody had before in this process."""
    return f"{base}-{next(_NUMBERS)}"


class Companion(Guest):
    """A random player with a table in mind, if they open one."""

    game: str = ""
    seated: trio.Event
    fixed: Sequence[str] = ()

    def go_on(self) -> None:
        """As a random player, who knows of no other game."""
        self.items = [row for row in self.items if row.get("game", self.game) == self.game]
        super().go_on()

    def terms(self, options: Any) -> list[str]:
        """What is fixed: nothing else, so that all games of a test are alike."""
        return [*self.fixed]


class Company:
    """Those who play at one table, at the host on *port*."""

    def __init__(self, nursery: trio.Nursery, port: int, seed: int = 1) -> None:
        self.table = 0
        self._nursery = nursery
        self._port = port
        self._seeds = (f"{seed}/{number}" for number in count())
        self._whispered: dict[str, str] = {}

    async def opens(self, game: str, seats: int, *options: str, pages: int = 1) -> int:
        """Open a table for so many, at which *pages* seats stay free. How many are free.

        Bots may sit there. The game begins when everybody is ready.
        """
        opener = self._companion("")
        opener.game, opener.seats, opener.fixed = game, seats, options
        await self._comes(opener)
        self.table = opener.table
        for _ in range(opener.friends - pages):
            await self._comes(self._companion(f"join {self.table}"))
        return min(opener.friends, pages)

    def _companion(self, way: str) -> Companion:
        name = new_name("pal")
        seated = trio.Event()
        arrived: Callable[[Player], None] = lambda _: seated.set()  # noqa: E731
        one = Companion(name, Random(next(self._seeds)), partial(life, arrived=arrived, way=way))
        one.whispered = self._whispered
        one.seated = seated
        return one

    async def _comes(self, one: Companion) -> None:
        self._nursery.start_soon(self._live, one)
        await one.seated.wait()

    async def _live(self, one: Companion) -> None:
        async with await trio.open_tcp_stream(HOST, self._port) as line:
            while not one.closed:
                out, one.out = one.out, b""
                if out:
                    await line.send_all(out)
                one.feed(await line.receive_some(READ_BYTES))
