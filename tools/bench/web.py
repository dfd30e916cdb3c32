"""`python -m tools.bench.web`: what a phone costs a host, beside a program at the game port.

Both come to the same host in turn, on loopback. The host has the first core and the load the last
one, as in the other benchmarks.

memory   resident memory for each of 400 guests who came in and fell silent
ping     how long a request waits that nothing else depends on, and the host's time for it
move     how long a move of Probe waits, two at a table: moves leave on beats of 5 ms
crowd    500 at tables of four play Probe, and think three seconds about a move

It exits with 0 if it ran, whatever the figures are. The load itself takes longer for a websocket.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from statistics import median
from typing import Final

from parlour_client.connection import Dial, Transport, over_tcp
from parlour_kit.load import Plan, run_load
from tests.web.phone import Ends
from tools.bench.memory import SETTLE_S
from tools.bench.process import Spent, cores, pin, raise_open_files, resident_kib
from tools.bench.servers import Server, running
from tools.bench.stats import percentile

HOST: Final = "127.0.0.1"
GUESTS: Final = 400
PINGS: Final = 3_000
MOVES: Final = 400
PHONES: Final = 500
THINK_S: Final = 3.0


class Phone:
    """A websocket as a connection of lines."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._ends = Ends()
        self._half = b""

    async def open(self, host: str) -> None:
        """Ask for the websocket."""
        await self._transport.write(self._ends.asks(host))
        while not self._ends.opened:
            await self._hear()

    async def read(self) -> bytes:
        lines: list[str] = []
        while not lines and self._ends.code is None:
            lines = await self._hear()
        return "".join(f"{line}\n" for line in lines).encode()

    async def _hear(self) -> list[str]:
        lines, out = self._ends.hears(await self._transport.read())
        if out and self._ends.code is None:
            await self._transport.write(out)
        return lines

    async def write(self, data: bytes) -> None:
        *lines, self._half = (self._half + data).split(b"\n")
        await self._transport.write(b"".join(self._ends.says(line.decode()) for line in lines))

    def close(self) -> None:
        self._transport.close()


def phone(host: str, port: int) -> Dial:
    """A phone at the page's port, which is the next one."""

    async def dial() -> Transport:
        found = Phone(await over_tcp(host, port + 1)())
        await found.open(f"{host}:{port + 1}")
        return found

    return dial


KINDS: Final[dict[str, Callable[[str, int], Dial]]] = {"program": over_tcp, "phone": phone}


async def guest(dial: Dial, name: str) -> Transport:
    """Somebody who has come in and read everything."""
    line = await dial()
    await line.write(f"HELLO 1 text scene\n#1 name {name}\n".encode())
    read = b""
    while b" welcome " not in read:
        read += await line.read()
    return line


async def memory(server: Server, dial: Dial, kind: str) -> float:
    """KiB for each guest who has fallen silent."""
    await asyncio.sleep(SETTLE_S)
    before = resident_kib(server.pid)
    with ExitStack() as held:
        for number in range(GUESTS):
            line = await guest(dial, f"{kind}-{number}")
            held.callback(line.close)
        await asyncio.sleep(SETTLE_S)
        return (resident_kib(server.pid) - before) / GUESTS


async def pings(server: Server, dial: Dial, kind: str) -> tuple[list[float], float]:
    """The seconds that each ping waits, and the host's own for one."""
    line = await guest(dial, f"pinging-{kind}")
    waits: list[float] = []
    used = Spent.of(server.pid)
    for number in range(PINGS):
        begun = time.perf_counter()
        await line.write(b"#%d ping\n" % number)
        while not (await line.read()).startswith(b"#%d ok " % number):
            pass
        waits.append(time.perf_counter() - begun)
    line.close()
    return waits, (Spent.of(server.pid).busy - used.busy) / PINGS


def shown(waits: Sequence[float]) -> str:
    """Median, 99th percentile and longest, in ms."""
    ordered = sorted(waits)
    p99 = percentile(ordered, 0.99)
    return (
        f"median {1e3 * median(ordered):.3f}, p99 {1e3 * p99:.2f}, max {1e3 * ordered[-1]:.1f} ms"
    )


async def measure(server: Server, *, rounds: int, seconds: float) -> None:
    """Everything, one kind after the other."""
    ways = {kind: way(HOST, server.port) for kind, way in KINDS.items()}
    for kind, dial in ways.items():
        size = await memory(server, dial, kind)
        print(f"memory  {kind:8} {size:5.1f} KiB each")
    for kind, dial in ways.items():
        waits, own = await pings(server, dial, kind)
        print(f"ping    {kind:8} {shown(waits)}; the host {1e6 * own:.0f} us")
    found: dict[str, list[float]] = {kind: [] for kind in KINDS}
    pair = Plan(game="probe", seats=2, tables=1, think_s=0, moves=MOVES)
    for _ in range(rounds):
        for kind, dial in ways.items():
            tally = await run_load(HOST, server.port, pair, dial=dial)
            found[kind] += tally.waits
    for kind, waits in found.items():
        print(f"move    {kind:8} {shown(waits)}")
    many = Plan(game="probe", seats=4, tables=PHONES // 4, think_s=THINK_S, seconds=seconds)
    for kind, dial in ways.items():
        used, begun = Spent.of(server.pid), time.perf_counter()
        tally = await run_load(HOST, server.port, many, dial=dial)
        busy = (Spent.of(server.pid).busy - used.busy) / (time.perf_counter() - begun)
        rate = len(tally.waits) / tally.seconds
        print(f"crowd   {kind:8} {shown(tally.waits)}; {rate:.0f} moves a second, {busy:.0%} busy")


def main(arguments: Sequence[str]) -> int:
    """Measure, and print a line for each figure."""
    options = argparse.ArgumentParser(prog="python -m tools.bench.web", description=__doc__)
    options.add_argument("--rounds", type=int, default=3, help="of games by two")
    options.add_argument("--seconds", type=float, default=30.0, help="of 500 who play")
    given = options.parse_args(arguments)
    raise_open_files()
    host_core, own_core = cores()
    pin(0, own_core)
    with running("parlour", host_core) as server:
        asyncio.run(measure(server, rounds=given.rounds, seconds=given.seconds))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
