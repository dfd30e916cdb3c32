"""The load generator: one process, one thread, one epoll, on a core of its own.

`python -m tools.bench.load JOB` is started by the benchmark for each run; it connects,
seats everybody, loads the server, prints one JSON object and ends. A server that
breaks the protocol or stops answering ends it with exit status 1 and one line.
"""

from __future__ import annotations

import gc
import select
import sys
import time
from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from tools.bench import people
from tools.bench.floor import Floor, Stalled
from tools.bench.memory import Memory, idle, lobby, tables
from tools.bench.people import Cycles, Soak
from tools.bench.probe import Play
from tools.bench.process import pin
from tools.bench.seating import Dialect, SetupFailed, seat_all
from tools.bench.stats import Result, Schedule
from tools.bench.talk import ClosedTalk, OpenTalk

What: TypeAlias = Literal["talk", "probe", "idle", "lobby", "tables", "full", "churn", "soak"]


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """What the generator is to do; handed over as JSON."""

    what: What
    dialect: Dialect
    count: int
    """Tables of four; for `idle`, connections; for `full`, `churn` and `soak`, people."""
    port: int
    server: int
    """The server's process id, to read its processor time and memory."""
    core: int | None
    warm_s: float = 0.5
    seconds: float = 0.0
    rate: float | None = None
    """Moves a second in all for an open loop; None: closed loop."""
    moves: int = 0
    """For `lobby` and `tables`: moves at each table after the words are hidden."""


def run(job: Job) -> Result | Memory | Cycles | Soak:
    """Do one job."""
    if job.what == "idle":
        return idle(job.port, job.server, job.dialect, job.count)
    if job.what == "lobby":
        return lobby(job.port, job.server, job.count, job.moves)
    if job.what == "tables":
        return tables(job.port, job.server, job.count, job.moves)
    if job.what == "full":
        return people.lobby(job.port, job.server, job.count, job.seconds)
    if job.what == "churn":
        return people.churn(job.port, job.server, job.count, job.seconds)
    if job.what == "soak":
        return people.soak(job.port, job.server, job.count)
    epoll = select.epoll()
    seated = seat_all(job.port, job.dialect, job.count)
    gc.freeze()
    gc.disable()  # nothing here is cyclic, and a pause would look like the server's
    if job.what == "probe":
        play = Play(epoll, seated, server=job.server)
        if job.rate is None:
            return play.closed(warm_s=job.warm_s, seconds=job.seconds)
        return play.open(rate=job.rate, warm_s=job.warm_s, seconds=job.seconds)
    floor = Floor(epoll, ([line.fd() for line in four.lines] for four in seated))
    if job.rate is None:
        closed = ClosedTalk(floor, job.dialect)
        return closed.run(server=job.server, warm_s=job.warm_s, seconds=job.seconds)
    warm = int(job.rate * job.warm_s)
    schedule = Schedule(time.perf_counter(), job.rate, warm + int(job.rate * job.seconds))
    return OpenTalk(floor, job.dialect, schedule, warm=warm).run(server=job.server)


def main(arguments: Sequence[str]) -> int:
    """Run one job and print its result."""
    job = msgspec.json.decode(arguments[0], type=Job)
    pin(0, job.core)
    try:
        result = run(job)
    except (SetupFailed, Stalled, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(msgspec.json.encode(result).decode() + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
