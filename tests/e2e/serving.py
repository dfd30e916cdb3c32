"""`parlour serve` as people start it: a process of its own, and its port."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Final

from tests.memory import MEMORY
from tests.warm import Warm
from tools.bench.process import descendants, worker_of

HOST: Final = "127.0.0.1"
ALONE: Final = frozenset({"--ephemeral", "--reload", "--unguarded"})
"""What a host without a keeper is started with."""
PATIENCE_S: Final = 120
"""No answer takes that long, even on a busy computer: after it the host is taken to hang."""


@dataclass(frozen=True)
class Serving:
    """A running host. `said` are the lines that it printed until it was ready."""

    process: subprocess.Popen[str] | Warm
    said: Sequence[str]
    port: int
    web_port: int
    """The port of its page; 0 if it has none."""
    log: Path

    @property
    def worker(self) -> int:
        """The process that plays: the youngest of all, or the only one."""
        return worker_of(self.process.pid)

    def die(self) -> None:
        """End it at once, with all of its processes, as a power cut does."""
        end_all(self.process)
        self.process.wait(PATIENCE_S)

    def end(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Send it a signal; its exit code, and its whole log."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE_S), self.log.read_text("utf-8")

    def stop(self) -> str:
        """End it as service managers do, and see that it ends in order; its whole log."""
        code, log = self.end()
        assert code == 0, f"exit code {code}\n{log}"
        return log


def command(*args: str) -> list[str]:
    """The command line of a host on a free port of this computer."""
    return [sys.executable, "-m", "parlour", *words(*args)]


def words(*args: str) -> list[str]:
    """The same behind `parlour`."""
    return ["serve", "--host", HOST, "--port", "0", "--name", "kitchen-pc", *args]


@contextmanager
def running(*args: str, folder: Path | None = None) -> Generator[Serving]:
    """A host with this command line, which runs in *folder* or in the current one.

    One without a keeper begins with everything imported (see `tests.warm`).
    """
    with TemporaryDirectory() as own:
        log = Path(own) / "log"
        with log.open("w") as errors, _started(args, errors, folder) as process:
            try:
                said = _until_ready(process)
                found = re.search(r"nc localhost (\d+)", "\n".join(said))
                assert found, f"it did not start: {said}{log.read_text('utf-8')}"
                page = re.search(r"http://localhost:(\d+)/", "\n".join(said))
                yield Serving(process, said, int(found[1]), int(page[1]) if page else 0, log)
            finally:
                end_all(process)


def _started(
    args: Sequence[str], errors: IO[str], folder: Path | None
) -> subprocess.Popen[str] | Warm:
    pipe = subprocess.PIPE
    if ALONE.isdisjoint(args):
        return subprocess.Popen(command(*args), stdout=pipe, stderr=errors, cwd=folder, text=True)
    return Warm(*words(*args), stdout=pipe, stderr=errors, cwd=folder)


@contextmanager
def serving(
    config: str = "", *args: str, folder: Path | None = None, guarded: bool = False
) -> Generator[Serving]:
    """A host with *config* (TOML) and data of its own, in one process unless it is *guarded*."""
    alone = () if guarded else ("--unguarded",)
    with TemporaryDirectory(dir=MEMORY) as own:
        (Path(own) / "config.toml").write_text(config, "utf-8")
        place = ("--config", f"{own}/config.toml", "--data", f"{own}/data")
        with running(*place, *args, *alone, folder=folder or Path(own)) as host:
            yield host


def end_all(process: subprocess.Popen[str] | Warm) -> None:
    """Kill it and all that descend from it. None of them can do anything about it any more."""
    watched: list[int] = []
    for pid in descendants(process.pid):
        with suppress(ProcessLookupError):
            watched.append(os.pidfd_open(pid))
    for process_fd in watched:  # a worker without its keeper would say goodbye
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(process_fd, signal.SIGSTOP)
    process.kill()
    for process_fd in watched:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(process_fd, signal.SIGKILL)
        select.select([process_fd], [], [], PATIENCE_S)
        os.close(process_fd)


def _until_ready(process: subprocess.Popen[str] | Warm) -> list[str]:
    said: list[str] = []
    for line in process.stdout or ():
        said.append(line.rstrip("\n"))
        if line.startswith("Ctrl-C"):
            break
    return said
