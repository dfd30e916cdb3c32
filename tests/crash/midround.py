"""A round of Boggle in which the host is killed.

Two players write all the time; at a random moment of the round the host is killed and started
again, they come back, and the round is played to its end. No word that was acknowledged may be
lost, none may appear from nowhere, and the time that is left must be what was left.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import suppress
from math import inf
from pathlib import Path
from random import Random
from string import ascii_lowercase
from typing import Final

import trio

from tests.crash.host import Job
from tests.crash.hosts import KILLED, Hosts, Running
from tests.crash.writer import Writer

SECONDS: Final = 8
"""A round: it is really waited for. A host on a busy computer must be back before its end."""
PAUSE_S: Final = 0.1
"""Between two lines of a player, at most."""
NAMES: Final = ("ann", "bob")
GONE: Final = (EOFError, trio.BrokenResourceError)
"""What becomes of a line whose host has died."""
SLACK_MS: Final = 5
"""Times are told in whole milliseconds, and are a little older when they are read."""


class Round:
    """A round in which the host is killed after *at_s*."""

    def __init__(self, folder: Path, at_s: float, rng: Random) -> None:
        self._folder = folder
        self._at_s = at_s
        self._words = fresh_words(rng)
        self._rng = rng
        self.writers = [Writer(name) for name in NAMES]
        self._due_ms = inf
        """What was left, the last time the host said so."""
        self._back_s = 0.0
        """How long the clock ran again before it was asked."""

    async def play(self, hosts: Hosts) -> int:
        """Play it; how many words were acknowledged before the kill.

        Raises AssertionError for what should not be.
        """
        host = await self._host(hosts, 1)
        ann, bob = self.writers
        for writer in self.writers:
            await writer.connect(host.port)
        await ann.ask(f"new boggle seconds={SECONDS} lag_credit=100")
        await bob.ask("join 1")
        begun = trio.current_time()
        await ann.ask("start")
        async with trio.open_nursery() as nursery:
            for writer in self.writers:
                nursery.start_soon(self._write, writer)
            await trio.sleep(self._at_s)
            for writer in self.writers:
                await writer.noted.wait()
            await host.kill()
            dead_at = trio.current_time()
        assert host.code == KILLED
        written = sum(len(writer.acknowledged) for writer in self.writers)
        left = 1000 * (SECONDS - (dead_at - begun))
        told = await self._finish(hosts, 2)
        assert told + 1000 * self._back_s >= left - SLACK_MS, (told, left)
        assert told <= self._due_ms + SLACK_MS, "more than at the last word that was stored"
        return written

    async def _finish(self, hosts: Hosts, run: int) -> float:
        """Come back and play the round to its end; what was left then."""
        host = await self._host(hosts, run)
        ann, bob = self.writers
        await ann.connect(host.port)
        coming_at = trio.current_time()
        await bob.connect(host.port)
        asked_at = trio.current_time()
        told: float = (await ann.ask("/look"))["left_ms"]
        self._back_s = trio.current_time() - coming_at  # the clock waits for the last of them
        for writer in self.writers:
            await writer.write(next(self._words))
        lists = [await _read_out(writer) for writer in self.writers]
        assert trio.current_time() - asked_at >= told / 1000 - SLACK_MS / 1000
        assert lists[0] == lists[1], "all are read the same"
        for writer, words in zip(self.writers, lists[0], strict=True):
            assert writer.acknowledged <= words <= writer.sent
        await host.kill(signal.SIGTERM)
        assert hosts.complaints() == ""
        return told

    async def _host(self, hosts: Hosts, run: int) -> Running:
        host = await hosts.start(Job(folder=str(self._folder), seed="1", run=run, log=hosts.log))
        await host.serves.wait()
        return host

    async def _write(self, writer: Writer) -> None:
        """Word after word, until the line is gone."""
        try:
            while True:
                await trio.sleep(self._rng.uniform(0, PAUSE_S))
                words = [next(self._words) for _ in range(self._rng.randint(1, 3))]
                if self._rng.random() < 0.5:
                    await writer.write(*words)
                else:
                    await writer.put(*words)
                due_ms: float = (await writer.until("prompt"))["due_ms"]
                self._due_ms = min(self._due_ms, due_ms)
        except GONE:
            await _hear_the_rest(writer)


async def _hear_the_rest(writer: Writer) -> None:
    """What the host said before it died; some of it may still be on its way."""
    with suppress(*GONE):
        await writer.until("over")
        raise AssertionError("the round was over before the host was killed")
    await writer.hang_up()


async def _read_out(writer: Writer) -> list[set[str]]:
    """The words of each list, by seat."""
    await writer.until("over")
    await writer.hang_up()
    return [
        {word for group in data["data"]["groups"] for word in group["words"]}
        for name, data in writer.events
        if name == "boggle.read"
    ]


def fresh_words(rng: Random) -> Iterator[str]:
    """Letters, each time others."""
    while True:
        yield "".join(rng.choices(ascii_lowercase, k=8))
