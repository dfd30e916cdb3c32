"""`python -m tests.load.rogue`: what others notice while a plugin does what none should.

Starts a host on a fresh folder, has pairs play at tables of their own and a bot be asked again and
again, and meanwhile has a rogue table exit, loop, eat memory and print. Prints how long the moves
of the others took, and the answers of their bot. Then the host is stopped, started again, killed
by the rogue and started once more. Run by hand; it takes about two minutes.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

import trio

from tests.e2e.lines import Line
from tests.e2e.serving import Serving, running
from tools.bench.process import resident_kib
from tools.bench.stats import percentile

TABLES = 20
LETTERS = "abcdefghkmnpqrstuwxy"
"""For names, none of which looks like another."""
THOUGHTS_MS = (0.02, 0.18, 1.0, 3.0)
"""What Probe's `sharp` takes with one fitting card and with several, and more. All are within one
beat, which is 5 ms where bots make no pause."""
ROUNDS = 300
EVERY_S = 0.1
"""Each of the others makes a move so often."""
ACTS: tuple[tuple[str, float, tuple[str, ...]], ...] = (
    ("nothing", 8, ()),
    (
        "exits in apply, say, time_up, a bot",
        6,
        ("apply exit", "say exit", "time_up exit", "bot exit"),
    ),
    ("three bots loop for 8 s", 12, ("bot loop 8", "bot loop 8", "bot loop 8")),
    ("a bot eats 1 GiB", 6, ("bot eat 1024",)),
    ("a bot prints 256 MiB", 6, ("bot print 128",)),
    ("apply prints 16 MiB", 4, ("apply print 8",)),
    ("nothing, afterwards", 6, ()),
)


async def come(port: int, greeting: str) -> Line:
    """Log in."""
    line = await Line.open(port)
    await line.say("HELLO 1")
    await line.until("#- ")
    await line.ask(greeting)
    return line


async def answered(line: Line) -> None:
    """Wait for the answer of a bot."""
    while '"answered"' not in await line.read():
        pass


@dataclass
class Times:
    """How long things took since the last look, in ms."""

    moves: list[float] = field(default_factory=list[float])
    bots: list[float] = field(default_factory=list[float])

    def take(self) -> str:
        """A line about them."""
        text = f"moves {_about(self.moves)}   bots {_about(self.bots)}"
        self.moves.clear()
        self.bots.clear()
        return text


def _about(times: list[float]) -> str:
    if not times:
        return "none"
    middle, p99, longest = (percentile(sorted(times), share) for share in (0.5, 0.99, 1.0))
    return f"{len(times):5d}: median {middle:6.1f}, p99 {p99:7.1f}, longest {longest:7.1f} ms"


async def play(port: int, number: int, times: Times) -> None:
    """One of the others."""
    line = await come(port, f"name honest-{LETTERS[number]}")
    await line.ask("new honest")
    await line.ask("start")
    await trio.sleep(EVERY_S * number / TABLES)
    while True:
        asked = time.perf_counter()
        answer = await line.ask("do now fine")
        assert " ok " in answer, answer
        times.moves.append((time.perf_counter() - asked) * 1000)
        await trio.sleep(EVERY_S)


async def play_with_bot(port: int, times: Times) -> None:
    """One of the others asks a bot."""
    line = await come(port, "name questioner")
    for words in ("new honest", "bot wild", "start"):
        await line.ask(words)
    while True:
        asked = time.perf_counter()
        await line.ask("do answer 0.0001")
        await answered(line)
        times.bots.append((time.perf_counter() - asked) * 1000)
        await trio.sleep(EVERY_S)


async def rogue(port: int, name: str, act: str) -> None:
    """A table that does it."""
    line = await come(port, f"name {name}")
    for words in ("new rogue", "bot wild", "start", f"do {act}"):
        await line.ask(words)
    await trio.sleep_forever()


async def through(port: int, process: int) -> None:
    """All acts, one after the other."""
    times = Times()
    async with trio.open_nursery() as nursery:
        for number in range(TABLES):
            nursery.start_soon(play, port, number, times)
        nursery.start_soon(play_with_bot, port, times)
        await trio.sleep(2)
        for place, (about, seconds, acts) in enumerate(ACTS):
            times.take()
            for number, act in enumerate(acts):
                nursery.start_soon(rogue, port, f"rogue-{LETTERS[place]}{LETTERS[number]}", act)
            await trio.sleep(seconds)
            print(f"{about:38} {times.take()}   rss {resident_kib(process) / 1024:5.0f} MiB")
        nursery.cancel_scope.cancel()


async def measure(port: int) -> None:
    """When does a bot's move leave that thought for 0.02 ms, and when for longer?"""
    line = await come(port, "name asker")
    for words in ("new honest", "bot wild", "start"):
        await line.ask(words)
    times: dict[float, list[float]] = {thought_ms: [] for thought_ms in THOUGHTS_MS}
    order = Random(1)
    for _ in range(ROUNDS):
        for thought_ms in order.sample(THOUGHTS_MS, len(THOUGHTS_MS)):
            asked = time.perf_counter()
            await line.ask(f"do answer {thought_ms / 1000:.6f}")
            await answered(line)
            times[thought_ms].append((time.perf_counter() - asked) * 1000)
    shortest = times[THOUGHTS_MS[0]]
    for thought_ms, found in times.items():
        later = sum((a < b) + (a == b) / 2 for a in shortest for b in found)
        auc = later / len(shortest) / len(found)
        print(f"a bot thinks {thought_ms:5.2f} ms: {_about(found)}, AUC {auc:.3f}")


async def die(port: int) -> None:
    """The rogue kills the host."""
    line = await come(port, "name killer")
    for words in ("new rogue", "start"):
        await line.ask(words)
    try:
        await line.ask("do apply die")
    except (EOFError, trio.BrokenResourceError):
        return


def main() -> None:
    """Everything."""
    memory = Path("/dev/shm")  # the disk is not what is measured
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        config = Path(folder) / "c.toml"
        config.write_text("[limits]\nbot_pause_ms = 0\n")
        options = (
            "--plugin",
            "tests.games.rogue",
            "--data",
            f"{folder}/data",
            "--config",
            str(config),
        )

        def start() -> Serving:
            began = time.perf_counter()
            host = opened.__enter__()
            print(f"ready after {time.perf_counter() - began:.2f} s")
            return host

        opened = running(*options)
        host = start()
        trio.run(measure, host.port)
        trio.run(partial(through, host.port, host.process.pid))
        host.process.terminate()
        print(f"stopped with exit code {host.process.wait(30)}")
        opened = running(*options)
        host = start()
        trio.run(die, host.port)
        print(f"killed by the rogue: exit code {host.process.wait(30)}")
        opened = running(*options)
        host = start()
        code, errors = host.end()
        print(f"stopped with exit code {code}; its log:\n{errors}")


if __name__ == "__main__":
    main()
