"""Figures about a process from /proc, and the choice of cores."""

from __future__ import annotations

import os
import re
import resource
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


def resident_kib(pid: int) -> int:
    """Resident memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise ProcessLookupError(pid)


def pss_kib(pids: Sequence[int]) -> int:
    """Memory of processes, where a page that several have counts once."""
    rolled = [Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in pids]
    return sum(int(found[1]) for text in rolled for found in re.finditer(r"\nPss: +(\d+)", text))


def parent_of(pid: int) -> int:
    """The parent of a process. 0: it has ended."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def descendants(pid: int) -> list[int]:
    """All living processes below *pid*, the youngest first."""
    parents: dict[int, int] = {}
    born: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with suppress(OSError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                if fields[0] not in "ZX":
                    parents[int(entry.name)] = int(fields[1])
                    born[int(entry.name)] = int(fields[19])

    def below(child: int) -> bool:
        while child in parents and child != pid:
            child = parents[child]
        return child == pid

    found = [each for each in parents if each != pid and below(each)]
    return sorted(found, key=lambda each: (born[each], each), reverse=True)


def worker_of(pid: int) -> int:
    """The process that serves below a keeper *pid*, the youngest; *pid* itself if it has none."""
    return next(iter(descendants(pid)), pid)


@dataclass(frozen=True)
class Spent:
    """Seconds a process spent on a core, and ready to run while others had the core."""

    busy: float
    waited: float

    @classmethod
    def of(cls, pid: int) -> Spent:
        """Read the kernel's counters; busy time comes in steps of 10 ms."""
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        waited_ns = Path(f"/proc/{pid}/schedstat").read_text().split()[1]
        return cls((int(fields[11]) + int(fields[12])) / _TICKS, int(waited_ns) / 1e9)


@dataclass(frozen=True)
class Usage:
    """How long a measurement took, and how much of its core each side used or waited for."""

    seconds: float
    generator: float
    """Share of the time; near 1 the generator may limit the run."""
    server: float
    waited: float
    """Share of the time in which one of the two was ready to run while other work ran."""


@dataclass(frozen=True)
class CpuMeter:
    """Measure `Usage` of this process and the server *pid*."""

    pid: int
    clock: float
    own: Spent
    server: Spent

    @classmethod
    def start(cls, pid: int) -> CpuMeter:
        """Measure from now on."""
        return cls(pid, time.perf_counter(), Spent.of(os.getpid()), Spent.of(pid))

    def stop(self) -> Usage:
        """Return what was used since the start."""
        passed = time.perf_counter() - self.clock
        own, server = Spent.of(os.getpid()), Spent.of(self.pid)
        return Usage(
            seconds=passed,
            generator=(own.busy - self.own.busy) / passed,
            server=(server.busy - self.server.busy) / passed,
            waited=max(own.waited - self.own.waited, server.waited - self.server.waited) / passed,
        )


def cores() -> tuple[int | None, int | None]:
    """Return a core for the server and another for the load; None twice if there is only one."""
    usable = sorted(os.sched_getaffinity(0))
    return (usable[0], usable[-1]) if len(usable) > 1 else (None, None)


def pin(pid: int, core: int | None) -> None:
    """Keep a process on *core*; with None, leave it to the kernel."""
    if core is not None:
        os.sched_setaffinity(pid, {core})


def raise_open_files() -> int:
    """Allow this process and its children as many files as the system permits; return that."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard
