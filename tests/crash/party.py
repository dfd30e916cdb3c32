"""Four guests at a table, on real sockets, while their host comes and goes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final, TypeAlias

import trio

from tests.crash.client import SEATS, Client
from tests.crash.person import Person
from tests.crash.rule import Rule

HOST: Final = "127.0.0.1"
Guest: TypeAlias = Client | Person
HELLOS: Final = ("HELLO 1 text", "HELLO 1 text view", "HELLO 1", "HELLO 1 view")
LETTERS: Final = "bcdfghjk"
READ_BYTES: Final = 1 << 16


class Where:
    """Where the host is found now: each of its starts has a port of its own."""

    def __init__(self) -> None:
        self.port = 0
        self._starts = 0
        self._moved = trio.Event()

    def moved(self, port: int) -> None:
        self.port = port
        self._starts += 1
        self._moved.set()
        self._moved = trio.Event()

    async def after(self, start: int) -> tuple[int, int]:
        """The number and the port of the newest start, once there is one after *start*."""
        while self._starts <= start:
            await self._moved.wait()
        return self._starts, self.port


def bases(number: int) -> list[str]:
    """What the four of party *number* are called; no two parties have the same."""
    first, second = divmod(number % len(LETTERS) ** 2, len(LETTERS))
    return [f"{LETTERS[first]}{LETTERS[second]}{letter}" for letter in "wxyz"]


def guests(number: int, rule: Rule) -> list[Guest]:
    """The four of party *number*, each in a dialect of their own."""
    names = bases(number)
    four: list[Guest] = [
        Client(base, place, rule, hello)
        for place, (base, hello) in enumerate(zip(names, HELLOS, strict=True), 1)
    ]
    if rule.person:
        four[-1] = Person(names[-1], SEATS, rule)
    return four


class Party:
    """Four guests and their game."""

    def __init__(self, number: int, rule: Rule, heard: trio.lowlevel.ParkingLot) -> None:
        """Who waits at *heard* goes on when somebody of the party has read something."""
        self.rule = rule
        self.guests: Sequence[Guest] = guests(number, rule)
        self.done = trio.Event()
        self._heard = heard
        self._seated = [trio.Event() for _ in range(SEATS)]

    async def play(self, where: Where) -> None:
        """The whole game. The four come one by one, so that each has the seat of their place."""
        async with trio.open_nursery() as nursery:
            for guest, seated in zip(self.guests, self._seated, strict=True):
                guest.party_table = self.guests[0].table
                nursery.start_soon(self._live, guest, where)
                await seated.wait()
        self.done.set()

    async def _live(self, guest: Guest, where: Where) -> None:
        """Come back as often as the connection is lost."""
        start = 0
        while not guest.finished:
            start, port = await where.after(start)
            with suppress(OSError, trio.BrokenResourceError):
                stream = await trio.open_tcp_stream(HOST, port)
                async with stream:
                    await self._talk(guest, stream)

    async def _talk(self, guest: Guest, stream: trio.SocketStream) -> None:
        """Until the connection is lost, or the game is over."""
        guest.connect()
        while not guest.finished:
            if out := guest.take():
                await stream.send_all(out)
            data = await stream.receive_some(READ_BYTES)
            if not data:
                return
            guest.feed(data)
            self._heard.unpark_all()
            if guest.table:
                self._seated[guest.place - 1].set()
