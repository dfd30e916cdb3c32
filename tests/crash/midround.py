"""`python -m tests.crash.midround [TIMES] [--seed N]`: kill hosts in a round of Boggle, and count.

Two players write all the time; at a random moment of the round the host is killed and started
again, they come back, and the round is played to its end. No word that was acknowledged may be
lost, none may appear from nowhere, and the time that is left must be what was left.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from random import Random
from string import ascii_lowercase
from typing import Final

import trio

from tests.crash.host import Job
from tests.crash.hosts import KILLED, Hosts, Running, open_hosts
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


@dataclass(frozen=True)
class Kill:
    at_s: float
    """Into the round, when."""
    written: int
    """Words that were acknowledged until then."""
    left_ms: float
    """That were left when the host was dead, at least: counted from when `start` was sent."""
    told_ms: float
    """That were left as the host said when both were back."""


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

    async def play(self, hosts: Hosts, number: int) -> Kill:
        """Play it. Raises AssertionError for what should not be."""
        host = await self._host(hosts, 2 * number + 1)
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
        told = await self._finish(hosts, 2 * number + 2)
        assert told + 1000 * self._back_s >= left - SLACK_MS, (told, left)
        assert told <= self._due_ms + SLACK_MS, "more than at the last word that was stored"
        return Kill(dead_at - begun, written, left, told)

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
        host = await hosts.start(Job(folder=str(self._folder), seed="1", run=run))
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


async def series(times: int, seed: int, folder: Path) -> Sequence[Kill]:
    """So many rounds one after the other, each on a fresh folder below *folder*."""
    rng = Random(seed)
    found: list[Kill] = []
    async with open_hosts(folder / "log") as hosts:
        for number in range(times):
            at_s = rng.uniform(0.1, SECONDS - 0.4)
            found.append(await Round(folder / str(number), at_s, rng).play(hosts, number))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.crash.midround", description=__doc__)
    parser.add_argument("times", type=int, nargs="?", default=20)
    parser.add_argument("--seed", type=int, default=1, help="another one: other moments")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="parlour-crash-") as folder:
        kills = trio.run(series, options.times, options.seed, Path(folder))
    for kill in kills:
        sys.stdout.write(
            f"killed after {kill.at_s:.2f} s, {kill.written:3} words acknowledged;"
            f" left {kill.left_ms:4.0f} ms, told {kill.told_ms:4.0f}\n"
        )
    most = max(kill.told_ms - kill.left_ms for kill in kills)
    words = sum(kill.written for kill in kills)
    sys.stdout.write(
        f"{len(kills)} kills: no word of {words} lost; {most:.0f} ms given back at most\n"
    )


if __name__ == "__main__":
    main()
