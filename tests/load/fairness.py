"""`python -m tests.load.fairness [--seconds S] [--far ADDRESS]`: can anybody make others wait?

Starts a real host four times. Each time two people talk at their table, one line after the
other, while ten connections flood the host, and come back at once when it throws them out:
with `tables` at a host of forty tables and with `who` at a host of four thousand guests, once
as near and once as far peers, which have a fiftieth of the budget. Of the ten, half read
nothing. Prints how long lines of the pair took from one to the other, and how much the host has
grown; the exit code is 1 if that was too long or too much.

With `--far` the far peers connect from that address of this computer, one that the host does not
take for near (`ip addr add 203.0.113.5/32 dev lo` adds such an address). Without it all peers are
near, the host gives them the budget of far ones, and the pair speaks no faster than that allows.
"""

from __future__ import annotations

import argparse
import selectors
import socket
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from os import getloadavg
from threading import Event, Thread
from typing import Final

from bench.process import raise_open_files, resident_kib
from bench.stats import percentile
from tests.e2e.serving import HOST, PATIENCE_S, serving

FLOODERS: Final = 10
LINES: Final = 2_000
TABLES: Final = 40
GUESTS: Final = 4_000
LONGEST_MS: Final = 250.0
"""Longer an honest line must not take: a pause that people notice."""
GROWTH_MIB: Final = 64.0
PAUSE_S: Final = 0.01
SLOW_PAUSE_S: Final = 0.25
"""For a pair with the budget of far peers: their own budget must not slow them down."""
NEAR: Final = "[log]\nlevel = 'error'\n"
AS_FAR: Final = f"""{NEAR}[limits]
near_factor = 1
names_per_address = 10_000
tables_per_address = 1_000
talk_per_s = 10_000
table_talk_per_s = 10_000
"""


class Person:
    """A connection used by question and answer."""

    def __init__(self, port: int, name: str) -> None:
        self.sock = socket.create_connection((HOST, port), PATIENCE_S)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._rest = b""
        self.ask(name)

    def send(self, line: str) -> None:
        """Send one line."""
        self.sock.sendall(f"{line}\n".encode())

    def ask(self, line: str) -> None:
        """Send a line and read to the end of the answer."""
        self.send(line)
        self.send("ping done")
        self.until("pong done")

    def until(self, end: str) -> None:
        """Read up to the first line that ends so."""
        while True:
            line, newline, rest = self._rest.partition(b"\n")
            if newline:
                self._rest = rest
                if line.decode().endswith(end):
                    return
            elif data := self.sock.recv(1 << 16):
                self._rest += data
            else:
                raise EOFError(f"the host closed the line; last: {line!r}")


class Flood:
    """Connections that send the same line again and again, on a thread of their own."""

    def __init__(self, port: int, line: str, source: str) -> None:
        self._port = port
        self._source = source
        self._attack = f"{line}\n".encode() * LINES
        self._selector = selectors.DefaultSelector()
        self._names = 0
        self._over = Event()
        self._thread = Thread(target=self._run)
        self.thrown_out = 0

    def __enter__(self) -> Flood:
        """Begin."""
        for number in range(FLOODERS):
            self._connect(reads=number % 2 == 0)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End."""
        self._over.set()
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]

    def _connect(self, *, reads: bool) -> None:
        sock = socket.create_connection(
            (HOST, self._port), PATIENCE_S, source_address=(self._source, 0)
        )
        sock.setblocking(False)
        self._names += 1
        left = bytearray(b"mallory-%d\n" % self._names + self._attack)
        mask = selectors.EVENT_WRITE | (selectors.EVENT_READ if reads else 0)
        self._selector.register(sock, mask, (left, reads))

    def _run(self) -> None:
        while not self._over.is_set():
            for key, mask in self._selector.select(0.1):
                sock, (left, reads) = key.fileobj, key.data
                assert isinstance(sock, socket.socket)
                try:
                    if mask & selectors.EVENT_READ and not sock.recv(1 << 18):
                        raise ConnectionResetError
                    if mask & selectors.EVENT_WRITE:
                        del left[: sock.send(left[: 1 << 16])]
                        if not left:  # who reads nothing still wants to know when it is over
                            self._selector.modify(sock, selectors.EVENT_READ, key.data)
                except BlockingIOError:
                    pass
                except OSError:
                    self._selector.unregister(sock)
                    sock.close()
                    self.thrown_out += 1
                    self._connect(reads=reads)


@dataclass(frozen=True)
class Found:
    """What one flood did."""

    about: str
    lines: int
    median_ms: float
    p99_ms: float
    longest_ms: float
    growth_mib: float
    thrown_out: int

    @property
    def good(self) -> bool:
        """Was it fair?"""
        return self.longest_ms < LONGEST_MS and self.growth_mib < GROWTH_MIB

    def __str__(self) -> str:
        """One line."""
        return (
            f"{self.about}: {self.lines} lines of the pair, median {self.median_ms:.1f} ms, "
            f"p99 {self.p99_ms:.0f} ms, longest {self.longest_ms:.0f} ms; "
            f"the host grew by {self.growth_mib:.0f} MiB; "
            f"{self.thrown_out} flooders thrown out; load {getloadavg()[0]:.1f}: "
            f"{'good' if self.good else 'NOT GOOD'}"
        )


def talk(ann: Person, bob: Person, until: float, pause_s: float) -> list[float]:
    """How long each line takes from one to the other, in ms."""
    took: list[float] = []
    while (begun := time.perf_counter()) < until:  # noqa: TID251
        ann.send(f"say line {len(took)}")
        bob.until(f" line {len(took)}")
        took.append(1000 * (time.perf_counter() - begun))  # noqa: TID251
        time.sleep(pause_s)  # noqa: TID251
    return took


def measure(line: str, *, near: bool, far: str, guests: int, seconds: float) -> Found:
    """One host, one flood."""
    as_far = not near and not far
    pause_s = SLOW_PAUSE_S if as_far else PAUSE_S
    source = HOST if near or as_far else far
    with serving(AS_FAR if as_far else NEAR) as host:
        ann, bob = Person(host.port, "ann"), Person(host.port, "bob")
        ann.ask("new boggle")
        bob.ask("join 1")
        others = [Person(host.port, f"guest-{number}") for number in range(guests)]
        for other in others[: TABLES - 1]:
            other.ask("new boggle")
        pid = host.process.pid
        before = most = resident_kib(pid)
        took: list[float] = []
        with Flood(host.port, line, source) as flood:
            end = time.perf_counter() + seconds  # noqa: TID251
            while time.perf_counter() < end:  # noqa: TID251
                until = min(end, time.perf_counter() + 0.2)  # noqa: TID251
                took += talk(ann, bob, until, pause_s)
                most = max(most, resident_kib(pid))
        for person in (ann, bob, *others):
            person.sock.close()
        host.stop()
    took.sort()
    about = f"{line!r} from {FLOODERS} {'near' if near else 'far'} connections"
    return Found(
        about,
        len(took),
        percentile(took, 0.5),
        percentile(took, 0.99),
        took[-1],
        (most - before) / 1024,
        flood.thrown_out,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and report."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.fairness", description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="for each flood")
    parser.add_argument("--far", default="", help="the address of far peers")
    parser.add_argument("--guests", type=int, default=GUESTS, help="who are there for `who`")
    parser.add_argument("--only", choices=("tables", "who"), help="only this flood")
    given = parser.parse_args(arguments)
    raise_open_files()
    good = True
    for line, guests in (("tables", TABLES), ("who", given.guests)):
        for near in (True, False):
            if given.only in (None, line):
                found = measure(
                    line, near=near, far=given.far, guests=guests, seconds=given.seconds
                )
                print(found, flush=True)  # noqa: T201
                good = good and found.good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
