"""Measure `parlour door` with many guests by telnet: python -m tools.bench.door --guests 100

Memory and processor time for each guest, and how long the key of another guest takes to be shown:
alone, while somebody floods it with keys, and while somebody floods it and does not read.
"""

from __future__ import annotations

import argparse
import os
import re
import selectors
import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.e2e.serving import running

HELLO: Final = bytes.fromhex(
    "ff fd 01 ff fd 03 ff fd 00 ff fb 1f ff fa 1f 00 50 00 18 ff f0"
    "ff fb 18 ff fb 03 ff fb 00 ff fa 18 00 58 54 45 52 4d ff f0"
)
TICK: Final = os.sysconf("SC_CLK_TCK")


class Guest:
    """Somebody with telnet."""

    def __init__(self, port: int) -> None:
        self.sock = socket.create_connection(("127.0.0.1", port), 60)
        self.sock.sendall(HELLO)

    def until(self, words: bytes) -> None:
        """Read until *words* come."""
        said = b""
        while words not in said:
            data = self.sock.recv(1 << 16)
            assert data, said
            said = said[-64:] + data


def rss_mib(pid: int) -> float:
    """The memory of a process."""
    found = re.search(r"Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text("utf-8"))
    assert found is not None
    return int(found[1]) / 1024


def cpu_s(pid: int) -> float:
    """The processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def drain(guests: list[Guest], seconds: float) -> None:
    """Let *guests* read for so long."""
    with selectors.DefaultSelector() as ready:
        for guest in guests:
            ready.register(guest.sock, selectors.EVENT_READ)
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            for key, _ in ready.select(left):
                assert isinstance(key.fileobj, socket.socket)
                key.fileobj.recv(1 << 16)


def echoes(guest: Guest, count: int, flood: Guest | None, *, reads: bool) -> list[float]:
    """How long each of so many keys takes to be shown, in ms, while *flood* sends without end."""
    took = list[float]()
    if flood is not None:
        flood.sock.setblocking(False)
    for number in range(count):
        if flood is not None:
            try:
                flood.sock.send(b"k" * 2000 + b"\x15")
            except BlockingIOError:
                pass
            except OSError:
                flood = None
            if flood is not None and reads:
                try:
                    while flood.sock.recv(1 << 16):
                        pass
                except BlockingIOError:
                    pass
        key = b"qwzj"[number % 4 : number % 4 + 1]
        began = time.monotonic()
        guest.sock.sendall(key)
        guest.until(key)
        took.append(1000 * (time.monotonic() - began))
        if number % 20 == 19:
            guest.sock.sendall(b"\x15")
        drain([guest], 0.02)
    return took


def told(what: str, took: list[float]) -> None:
    """Print a distribution."""
    cuts = statistics.quantiles(took, n=100)
    print(f"{what}: median {statistics.median(took):.1f} ms, p99 {cuts[98]:.1f} ms")


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--guests", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20.0)
    wanted = parser.parse_args()
    with TemporaryDirectory() as data, running("--data", data) as _:
        command = [sys.executable, "-m", "parlour", "door", "--telnet", "0", "--bind", "127.0.0.1"]
        with subprocess.Popen(
            [*command, "--data", data], stdout=subprocess.PIPE, text=True
        ) as door:
            try:
                measure(door, wanted.guests, wanted.seconds)
            finally:
                door.terminate()


def measure(door: subprocess.Popen[str], many: int, seconds: float) -> None:
    """Measure a running *door*."""
    assert door.stdout is not None
    said = ""
    while "Ctrl-C" not in said:
        said += door.stdout.readline()
    found = re.search(r"telnet \S+ (\d+)", said)
    assert found is not None, said
    port, pid = int(found[1]), door.pid
    first = Guest(port)
    first.until(b"name:")
    before = rss_mib(pid)
    guests = list[Guest]()
    began = cpu_s(pid)
    for number in range(many):
        guest = Guest(port)
        guest.until(b"name:")
        guest.sock.sendall(b"guest-%d\r" % number)
        guest.until(b"Hello")
        guests.append(guest)
    print(f"{1000 * (cpu_s(pid) - began) / many:.0f} ms of processor time to come in")
    drain(guests, 5)
    print(f"{(rss_mib(pid) - before) / many:.2f} MiB a guest, {before:.0f} MiB without")
    began, at = cpu_s(pid), time.monotonic()
    drain(guests, seconds)
    share = (cpu_s(pid) - began) / (time.monotonic() - at)
    print(f"{100 * share / many:.3f} % of a core a guest in the lobby")
    told("a key alone", echoes(first, 200, None, reads=True))
    told("a key beside a flood", echoes(first, 200, guests[0], reads=True))
    told("a key beside a flood of who does not read", echoes(first, 200, guests[1], reads=False))


if __name__ == "__main__":
    main()
