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
import sys
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from statistics import median
from typing import Final

import trio

from parlour_kit.load import Connect, Plan, run_load
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


class Phone(trio.abc.Stream):
    """A websocket as a stream of lines."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self._stream = stream
        self._ends = Ends()
        self._half = b""
        self._sending = trio.Lock()

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        *lines, self._half = (self._half + bytes(data)).split(b"\n")
        frames = [self._ends.says(line.decode()) for line in lines]
        async with self._sending:
            await self._stream.send_all(b"".join(frames))

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        lines: list[str] = []
        while not lines and self._ends.code is None:
            lines = await self._hear(max_bytes)
        return "".join(f"{line}\n" for line in lines).encode()

    async def _hear(self, max_bytes: int | None = None) -> list[str]:
        lines, out = self._ends.hears(bytes(await self._stream.receive_some(max_bytes)))
        if out and self._ends.code is None:
            async with self._sending:
                await self._stream.send_all(out)
        return lines

    async def open(self, host: str) -> None:
        """Ask for the websocket."""
        await self._stream.send_all(self._ends.asks(host))
        while not self._ends.opened:
            await self._hear()

    async def aclose(self) -> None:
        await self._stream.aclose()


async def phone(host: str, port: int) -> trio.abc.Stream:
    """A phone at the page's port, which is the next one."""
    found = Phone(await trio.open_tcp_stream(host, port + 1))
    await found.open(f"{host}:{port + 1}")
    return found


KINDS: Final[dict[str, Connect]] = {"program": trio.open_tcp_stream, "phone": phone}


async def guest(connect: Connect, port: int, name: str) -> trio.abc.Stream:
    """Somebody who has come in and read everything."""
    stream = await connect(HOST, port)
    await stream.send_all(f"HELLO 1 text scene\n#1 name {name}\n".encode())
    read = b""
    while b" welcome " not in read:
        read += await stream.receive_some()
    return stream


async def memory(server: Server, connect: Connect, kind: str) -> float:
    """KiB for each guest who has fallen silent."""
    await trio.sleep(SETTLE_S)
    before = resident_kib(server.pid)
    async with AsyncExitStack() as held:
        for number in range(GUESTS):
            stream = await guest(connect, server.port, f"{kind}-{number}")
            held.push_async_callback(stream.aclose)
        await trio.sleep(SETTLE_S)
        return (resident_kib(server.pid) - before) / GUESTS


async def pings(server: Server, connect: Connect, kind: str) -> tuple[list[float], float]:
    """The seconds that each ping waits, and the host's own for one."""
    stream = await guest(connect, server.port, f"pinging-{kind}")
    waits: list[float] = []
    used = Spent.of(server.pid)
    for number in range(PINGS):
        begun = time.perf_counter()
        await stream.send_all(b"#%d ping\n" % number)
        while not (await stream.receive_some()).startswith(b"#%d ok " % number):
            pass
        waits.append(time.perf_counter() - begun)
    await stream.aclose()
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
    for kind, connect in KINDS.items():
        size = await memory(server, connect, kind)
        print(f"memory  {kind:8} {size:5.1f} KiB each")
    for kind, connect in KINDS.items():
        waits, own = await pings(server, connect, kind)
        print(f"ping    {kind:8} {shown(waits)}; the host {1e6 * own:.0f} us")
    found: dict[str, list[float]] = {kind: [] for kind in KINDS}
    pair = Plan(game="probe", seats=2, tables=1, think_s=0, moves=MOVES)
    for _ in range(rounds):
        for kind, connect in KINDS.items():
            tally = await run_load(HOST, server.port, pair, connect=connect)
            found[kind] += tally.waits
    for kind, waits in found.items():
        print(f"move    {kind:8} {shown(waits)}")
    many = Plan(game="probe", seats=4, tables=PHONES // 4, think_s=THINK_S, seconds=seconds)
    for kind, connect in KINDS.items():
        used, begun = Spent.of(server.pid), time.perf_counter()
        tally = await run_load(HOST, server.port, many, connect=connect)
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
        trio.run(lambda: measure(server, rounds=given.rounds, seconds=given.seconds))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
