"""`python -m tests.crash.nodes [--count N] [--seed N] [--one-process]`: two nodes, one house.

A real PostgreSQL that waits for the disk, two real hosts with `--store`, and programs that talk
all the time and write down what was confirmed. Nodes, workers and the database are killed and
frozen (SIGKILL, SIGSTOP for ten seconds) at random, and started again as a service manager
would. At the end, the house is read from the database: everything that was confirmed must be
there once and in order, and nothing that was refused. Events must have no gap and never change.

It prints how long it took from each blow until a line sent after it was confirmed, and what was
found wrong. The exit code is 1 then.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final

import trio

from tests import postgres

TALKERS: Final = 8
PATIENCE_S: Final = (1.0, 15.0)
"""Half of the programs leave a silent host soon, half of them wait until it is thawed."""
FROZEN_S: Final = 10.0
PAUSE_S: Final = 0.25
CALM_S: Final = 1.5
LIMIT_S: Final = 60.0
CONFIG: Final = """
[limits]
flood_burst = 100000
flood_per_s = 10000
"""
BLOWS: Final = {
    "owner killed": 6,
    "owner frozen": 3,
    "worker killed": 4,
    "standby killed": 2,
    "database killed": 3,
    "database frozen": 2,
}


class Tally:
    """What the programs were told, and what was wrong."""

    def __init__(self) -> None:
        self.wrong = list[str]()
        self.confirmed = defaultdict[str, list[int]](list)
        self.refused = defaultdict[str, set[int]](set)
        self.answered_at = self.sent_at = 0.0
        """When a line was confirmed last, and when that one was sent."""
        self.answered = trio.Event()
        self.dropped = 0
        """Lines that were confirmed so long ago that the house has dropped them."""
        self.connections = Counter[int]()

    def answer(self, sent_at: float) -> None:
        """A line that was sent at that time was confirmed."""
        self.answered_at, self.sent_at = trio.current_time(), sent_at
        self.answered.set()
        self.answered = trio.Event()


class Talker:
    """A program that says one number after the other at a table of its own."""

    def __init__(self, name: str, ports: tuple[int, int], patience_s: float, tally: Tally) -> None:
        self.name, self.ports, self.tally = name, ports, tally
        self.patience_s = patience_s
        self.token, self.table, self.said, self.asked = "", False, 0, 0
        self.stream = list[bytes]()

    async def run(self) -> None:
        turn = 0
        while True:
            turn += 1
            port = self.ports[turn % 2]
            with suppress(OSError, trio.BrokenResourceError, trio.TooSlowError, EOFError):
                stream = await trio.open_tcp_stream("127.0.0.1", port)
                async with stream:
                    self.tally.connections[port] += 1
                    await self.talk(stream)
            await trio.sleep(0.05)

    async def talk(self, stream: trio.SocketStream) -> None:
        self.rest = b""
        await stream.send_all(b"HELLO 1\n")
        back = f"resume {self.token} {len(self.stream)}" if self.token else f"name {self.name}"
        answer = await self.ask(stream, back)
        if answer is None or "token" not in answer:
            if answer is not None and not answer.get("retry"):
                self.tally.wrong.append(f"{self.name} could not come back: {answer}")
                self.name, self.token, self.stream = f"{self.name}x", "", []
                self.table = False
            return
        self.token = answer["token"]
        while True:
            if not self.table:
                answer = await self.ask(stream, "new probe")
                self.table = answer is not None and "table" in answer
                continue
            self.said += 1
            number = self.said
            sent_at = trio.current_time()
            answer = await self.ask(stream, f"say m-{self.name}-{number}")
            if answer is None:
                continue
            if "code" in answer:
                self.tally.refused[self.name].add(number)
                if answer["code"] == "not_at_table":
                    self.table = False
                await trio.sleep(0.2)
            else:
                self.tally.confirmed[self.name].append(number)
                self.tally.answer(sent_at)
            await trio.sleep(PAUSE_S)

    async def ask(self, stream: trio.SocketStream, line: str) -> dict[str, Any] | None:
        """Return the final answer. What arrives before it is noted."""
        self.asked += 1
        tag = f"#{self.asked} "
        with trio.fail_after(self.patience_s):
            await stream.send_all(f"{tag}{line}\n".encode())
            while True:
                while b"\n" not in self.rest:
                    data = await stream.receive_some(65_536)
                    if not data:
                        raise EOFError
                    self.rest += data
                first, _, self.rest = self.rest.partition(b"\n")
                words = first.rstrip(b"\r").split(b" ", 3)
                if words[0] == b"*" and words[1].isdigit():
                    self.hear(int(words[1]), b" ".join(words[2:]))
                elif words[0] == tag.strip().encode() and words[1] in (b"ok", b"no"):
                    return json.loads(b" ".join(words[2:]))  # type: ignore[no-any-return]

    def hear(self, number: int, event: bytes) -> None:
        if number <= len(self.stream):
            if self.stream[number - 1] != event:
                self.tally.wrong.append(f"{self.name}: event {number} changed: {event!r}")
        elif number == len(self.stream) + 1:
            self.stream.append(event)
        else:
            self.tally.wrong.append(f"{self.name}: event {number} after {len(self.stream)}")


class Node:
    """A host, started again whenever it ends."""

    def __init__(self, number: int, port: int, folder: Path, url: str, *more: str) -> None:
        self.port, self.folder = port, folder / f"node{number}"
        self.log = folder / f"node{number}.log"
        (folder / "config.toml").write_text(CONFIG, "utf-8")
        where = ("--host", "127.0.0.1", "--port", str(port), "--data", str(self.folder))
        config = ("--config", str(folder / "config.toml"), "--store", url)
        self._command = [sys.executable, "-m", "parlour", "serve", *where, *config, *more]
        self.process = self._start()
        self.ends = Counter[int]()

    def _start(self) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            return subprocess.Popen(self._command, stdout=log, stderr=log, start_new_session=True)

    def look(self) -> None:
        """Start it again if it has ended."""
        if self.process.poll() is not None:
            self.ends[self.process.returncode] += 1
            self.process = self._start()

    def signal_all(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)

    @property
    def waits(self) -> bool:
        """It is a standby that follows."""
        return (self.folder / "standby").exists() and self.process.poll() is None

    def worker(self) -> int | None:
        """The process that plays the house, if it has a keeper."""
        found = [self.process.pid]
        for _ in range(2):
            children = Path(f"/proc/{found[-1]}/task/{found[-1]}/children")
            with suppress(OSError):
                found += map(int, children.read_text().split()[-1:])
        return found[2] if len(found) == 3 else None


class Ordeal:
    """The blows, one after the other."""

    def __init__(self, rng: Random, server: postgres.Server, nodes: list[Node], tally: Tally):
        self.rng, self.server, self.nodes, self.tally = rng, server, nodes, tally
        self.took = defaultdict[str, list[float]](list)
        self.unsafe = 0

    async def restart(self) -> None:
        while True:
            for node in self.nodes:
                node.look()
            await trio.sleep(0.1)

    async def settle(self) -> tuple[Node, Node]:
        """Wait until one node serves and the other waits. Return both."""
        with trio.fail_after(LIMIT_S):
            while True:
                await trio.sleep(0.1)
                waiting = [node for node in self.nodes if node.waits]
                fresh = trio.current_time() - self.tally.answered_at < 0.5
                if len(waiting) == 1 and fresh:
                    (standby,) = waiting
                    return next(node for node in self.nodes if node is not standby), standby

    async def answered(self, since: float) -> float:
        """Wait until a line is confirmed that was sent after *since*. Return how long it took."""
        with trio.fail_after(LIMIT_S):
            while self.tally.sent_at <= since:
                await self.tally.answered.wait()
        return self.tally.answered_at - since

    async def blow(self, what: str) -> None:
        owner, standby = await self.settle()
        await trio.sleep(self.rng.uniform(0, CALM_S))
        began = trio.current_time()
        match what:
            case "owner killed":
                owner.signal_all(signal.SIGKILL)
            case "standby killed":
                standby.signal_all(signal.SIGKILL)
            case "worker killed":
                worker = owner.worker()
                if worker is None:
                    return
                os.kill(worker, signal.SIGKILL)
            case "owner frozen":
                owner.signal_all(signal.SIGSTOP)
                await trio.sleep(0.1)  # what was on its way
                began = trio.current_time()
            case "database killed":
                self.server.signal_all(signal.SIGKILL)
                assert self.server.process is not None
                self.server.process.wait()
                await trio.to_thread.run_sync(self.server.restart)
                began = trio.current_time()
            case "database frozen":
                self.server.signal_all(signal.SIGSTOP)
                await trio.sleep(FROZEN_S)
                began = trio.current_time()
                self.server.signal_all(signal.SIGCONT)
            case _:
                raise ValueError(what)
        try:
            self.took[what].append(await self.answered(began))
        finally:
            if what == "owner frozen":
                await trio.sleep(max(0.0, FROZEN_S - (trio.current_time() - began)))
                owner.signal_all(signal.SIGCONT)


def check(tally: Tally, journal: list[bytes]) -> None:
    """Compare what was confirmed with what is kept."""
    kept = defaultdict[str, list[int]](list)
    for body in journal:
        found = json.loads(body)
        if found.get("name") == "said":
            _, name, number = found["data"]["what"].split("-")
            kept[name].append(int(number))
    for name, numbers in kept.items():
        if numbers != sorted(set(numbers)):
            tally.wrong.append(f"{name}: doubled or out of order")
        if found := tally.refused[name] & set(numbers):
            tally.wrong.append(f"{name}: refused, but kept: {sorted(found)}")
    for name, confirmed in tally.confirmed.items():
        # A house drops its oldest notes beyond 50,000.
        oldest = min(kept[name], default=0)
        tally.dropped += sum(number < oldest for number in confirmed)
        if lost := {number for number in confirmed if number >= oldest} - set(kept[name]):
            tally.wrong.append(f"{name}: confirmed, but lost: {sorted(lost)}")


def processes() -> str:
    """What runs, and in which state."""
    command = ("ps", "-eo", "pid,ppid,pgid,stat,etimes,args")
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return "\n".join(line[:200] for line in found.splitlines() if "parlour-nodes-" in line)


def share(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(part * len(times)))]


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


async def main(count: int, seed: int, port: int, kinds: list[str], more: list[str]) -> int:
    rng, tally = Random(seed), Tally()
    with tempfile.TemporaryDirectory(prefix="parlour-nodes-") as place:
        folder = Path(place)
        with postgres.server(durable=True) as server:
            ports = (port, port + 10)
            nodes = [
                Node(number, each, folder, server.url(), *more)
                for number, each in enumerate(ports)
            ]
            ordeal = Ordeal(rng, server, nodes, tally)
            try:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(ordeal.restart)
                    for number in range(TALKERS):
                        talker = Talker(f"t{number}", ports, PATIENCE_S[number % 2], tally)
                        nursery.start_soon(talker.run)
                    for number in range(count):
                        what = rng.choice(kinds)
                        try:
                            await ordeal.blow(what)
                        except trio.TooSlowError:
                            tally.wrong.append(f"no answer within {LIMIT_S:.0f} s: {what}")
                            say(server.sessions())
                            say(processes())
                        last = ordeal.took[what][-1:]
                        say(number + 1, what, *(f"{each:.2f} s" for each in last))
                        if tally.wrong:
                            say("\n".join(tally.wrong))
                            break
                    with suppress(trio.TooSlowError):
                        await ordeal.settle()
                    nursery.cancel_scope.cancel()
                for node in nodes:
                    node.signal_all(signal.SIGKILL)
                    node.process.wait()
                store = postgres.open_store(server.url(), folder / "last", "house")
                journal = [entry.body for entry in store.load().journal]
                store.close()
                check(tally, journal)
            finally:
                for node in nodes:
                    node.signal_all(signal.SIGKILL)
                    node.process.wait()
                logs = b"".join(node.log.read_bytes() for node in nodes)
    confirmed = sum(map(len, tally.confirmed.values()))
    say(f"{confirmed} lines confirmed, {sum(map(len, tally.refused.values()))} refused;")
    if tally.dropped:
        say(f"{tally.dropped} of them are too old to be checked;")
    say(f"connections by node: {dict(tally.connections)}")
    say("ends of nodes:", *(dict(node.ends) for node in nodes))
    say("thawed owners that said so:", logs.count(b"Another node has this house now"))
    for what, times in ordeal.took.items():
        if times:
            shares = ", ".join(
                f"{name} {share(times, part):.2f}"
                for name, part in (("p50", 0.5), ("p99", 0.99), ("max", 1.0))
            )
            say(f"{what}: {len(times)} times, the next line was confirmed after {shares} s")
    say("\n".join(tally.wrong or ["Nothing is wrong."]))
    if tally.wrong or b"Traceback" in logs:
        say(logs.decode())
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--port", type=int, default=4811)
    parser.add_argument("--one-process", action="store_true")
    parser.add_argument("--only", default="", help="kinds of blows, separated by commas")
    given = parser.parse_args()
    chosen = given.only.split(",") if given.only else list(BLOWS)
    blows = [kind for kind in chosen for _ in range(BLOWS[kind])]
    only = ["--unguarded"] if given.one_process else []
    sys.exit(trio.run(main, given.count, given.seed, given.port, blows, only))
