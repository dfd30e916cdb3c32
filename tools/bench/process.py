"""Figures about a process from /proc, and the choice of cores."""

from __future__ import annotations

import os
import resource
import time
from dataclasses import dataclass
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


def resident_kib(pid: int) -> int:
    """Resident memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise ProcessLookupError(pid)


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
