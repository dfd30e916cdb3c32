"""`python -m tests.crash.host`: hosts that die, one after the other, each a process of its own.

Each line read is a `Job`; for each a process is forked from this one, where everything is
imported and read already, so that a start takes milliseconds and not a third of a second. It ends
when nothing more can be asked for.
What is said of it, a line each, in any order:

    pid NUMBER, port NUMBER     it serves
    dying POINT                 it is about to kill itself there
    wrote COUNT                 it has ended in order, after so many write boundaries
    died CODE                   and how: -9 is SIGKILL
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
import trio

from parlour.api import Lexicon
from parlour.core.limits import LineLimits
from parlour.core.persistence import Entry, Write
from parlour.house import House
from parlour.server import CallWatch, open_listeners, run_host
from parlour.store import Store
from parlour.store.memory import MemoryStore
from parlour.store.sqlite import open_store
from parlour_kit.host import Host
from tests.crash.setting import GAMES, LIMITS, lexicons, luck

LONGEST_S: Final = 600
"""No host lives longer, whatever becomes of the test."""
SLOW_S: Final = 4.0
"""No call takes that long, even on a busy computer: none is logged as slow. The hosts leave no
marks of their calls: they are killed from outside, and no table is to be held for it."""


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """A host that is to be started."""

    folder: str
    """Where it keeps what it keeps; empty: in memory."""
    seed: str
    run: int
    """Which start on that folder it is."""
    log: str
    """The file that it writes its log to."""
    die_at: int = 0
    """At which write boundary it kills itself, counted from 1; 0: at none."""
    careless: bool = False
    """It announces what it has not stored: what the test must notice."""


def tell(text: str) -> None:
    """One line for the test, in one piece: two processes write here."""
    os.write(1, f"{text}\n".encode())


class Fuse:
    """Counts write boundaries, and ends the process at one of them."""

    def __init__(self, die_at: int) -> None:
        self.count = 0
        self._die_at = die_at

    def __call__(self, point: str) -> None:
        self.count += 1
        if self.count == self._die_at:
            tell(f"dying {point}")
            os.kill(os.getpid(), signal.SIGKILL)


class Careless(MemoryStore):
    """Says that it has stored what it only means to store, at the end."""

    def __init__(self, fuse: Fuse) -> None:
        super().__init__()
        self._fuse = fuse

    def commit(self, entries: Sequence[Entry], writes: Sequence[Write]) -> None:
        self._fuse("commit")
        super().commit(entries, writes)


def serve(job: Job, lists: Mapping[str, Lexicon]) -> int:
    """A host, until it is told to stop; the exit code."""
    fuse = Fuse(job.die_at)
    store: Store = MemoryStore()
    if job.folder:
        store = open_store(Path(job.folder), on_write=fuse)
    if job.careless:
        store.close()
        store = Careless(fuse)
    watch = CallWatch(slow_s=SLOW_S)
    house = House(
        games=GAMES,
        lexicons=lists,
        limits=LIMITS,
        archive=store.archive,
        name="crash",
        version="0",
        entropy=luck(job.seed, job.run),
        saved=store.load(),
        watch=watch,
    )
    code = trio.run(_run, house, store, watch)
    watch.close()
    store.close()
    tell(f"wrote {fuse.count}")
    return code


async def _run(house: House, store: Store, watch: CallWatch) -> int:
    listeners = open_listeners("127.0.0.1", 0)
    code = 0

    async def run(task_status: trio.TaskStatus[object]) -> None:
        nonlocal code
        code = await run_host(
            house,
            store,
            listeners=listeners,
            limits=LIMITS,
            line_limits=LineLimits(),
            watch=watch,
            task_status=task_status,
        )

    async with trio.open_nursery() as nursery:
        await nursery.start(run)
        tell(f"port {listeners[0].getsockname()[1]}")
    return code


def main() -> None:
    """Start what is asked for, until nothing more is."""
    lists = lexicons()
    Host(games=GAMES, lexicons=lists).connect()  # translations are read for the first greeting
    for line in sys.stdin.buffer:
        job = msgspec.json.decode(line, type=Job)
        pid = os.fork()
        if pid == 0:
            signal.alarm(LONGEST_S)
            code = 1
            logging.basicConfig(
                level=logging.WARNING, format="%(levelname)s %(message)s", filename=job.log
            )
            try:
                code = serve(job, lists)
            except Exception:
                logging.exception("The host could not be started or has failed.")
            finally:
                os._exit(code)
        tell(f"pid {pid}")
        _, status = os.waitpid(pid, 0)
        tell(f"died {os.waitstatus_to_exitcode(status)}")


if __name__ == "__main__":
    main()
