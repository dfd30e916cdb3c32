"""Processes of `parlour` that begin with everything imported.

Python, a host and a client take a second of processor time before they do anything, and the tests
start some hundreds of them. So one process, beside each that runs tests, imports all of it once
and then forks. A `Warm` process is one of its own all the same: with its own command line, folder,
environment and pipes, and it begins with the `main` of `parlour`.

What is about the start itself, about the keeper (which starts Python again), or about a client
that owns its terminal still starts as people start it.
"""

from __future__ import annotations

import atexit
import gc
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import IO, Final, TypeAlias

import msgspec

ROOT: Final = Path(__file__).parents[1]
MOST: Final = 1 << 20
"""Bytes of an order: the command line and the environment of a process."""
IMPORTED: Final = (
    "getpass",
    "parlour.__main__",
    "parlour.accounts.networks",
    "parlour.cli._announced",
    "parlour.cli._certificate",
    "parlour.cli._finding",
    "parlour.cli._places",
    "parlour.cli._private",
    "parlour.cli.playing",
    "parlour.cli.serve",
    "parlour.config",
    "parlour.house",
    "parlour.keeper.notify",
    "parlour.keeper.telling",
    "parlour.lexicons",
    "parlour.plugins",
    "parlour.server",
    "parlour.store.memory",
    "parlour.store.sqlite",
    "parlour.web.qr",
    "parlour_boggle",
    "parlour_client.naming",
    "parlour_client.plain",
    "parlour_client.run",
    "parlour_client.terminal",
    "parlour_door.command",
    "parlour_door.telnet",
    "parlour_door.web",
    "parlour_password",
    "parlour_probe",
    "platformdirs.unix",
    "secrets",
    "trio",
    "urllib.request",
)


class _Order(msgspec.Struct, frozen=True):
    """What a process begins with."""

    words: tuple[str, ...]
    folder: str
    env: dict[str, str]


_Where: TypeAlias = IO[str] | int | None


class Warm:
    """A process of `parlour` with these words: as much of `subprocess.Popen` as tests use.

    It is forked from a process that has only imported things. What it writes is read as text.
    """

    def __init__(
        self,
        *words: str,
        stdin: _Where = subprocess.DEVNULL,
        stdout: _Where = None,
        stderr: _Where = None,
        cwd: Path | None = None,
    ) -> None:
        """Start it. The files are those of `subprocess.Popen`."""
        self.returncode: int | None = None
        self.stdin, theirs_in = _end(stdin, 0)
        self.stdout, theirs_out = _end(stdout, 1)
        self.stderr, theirs_err = _end(stderr, 2)
        self._ended, ends = os.pipe()
        order = _Order(words, str(cwd or Path.cwd()), {**os.environ})
        given = [theirs_in, theirs_out, theirs_err, ends]
        way = _way()
        socket.send_fds(way, [msgspec.json.encode(order)], given)
        for fd in given:
            os.close(fd)
        said, (self._pidfd,), *_ = socket.recv_fds(way, 100, 1)
        self.pid = int(said)

    def poll(self) -> int | None:
        """The exit code as `subprocess` counts it, if it has ended."""
        if self.returncode is None and select.select([self._ended], [], [], 0)[0]:
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, as soon as it has ended. Raises TimeoutExpired."""
        if self.returncode is None:
            if not select.select([self._ended], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("parlour", timeout or 0)
            self.returncode = int(os.read(self._ended, 100))
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            signal.pidfd_send_signal(self._pidfd, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def communicate(self, text: str) -> tuple[str, str]:
        """Write *text*, a few lines, then read all that it writes: it has two pipes."""
        assert self.stdin is not None
        assert self.stdout is not None
        assert self.stderr is not None
        with self.stdin:
            self.stdin.write(text)
        errors = bytearray()
        out = bytearray()
        open_ends = {self.stdout.fileno(): out, self.stderr.fileno(): errors}
        while open_ends:
            for fd in select.select([*open_ends], [], [])[0]:
                open_ends[fd].extend(data := os.read(fd, 1 << 16))
                if not data:
                    del open_ends[fd]
        return out.decode(), errors.decode()

    def __enter__(self) -> Warm:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for stream in (self.stdin, self.stdout, self.stderr):
            if stream is not None:
                stream.close()
        self.wait()
        os.close(self._ended)
        os.close(self._pidfd)


def ran(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """What `parlour` says when *typed* is all that it reads."""
    pipe = subprocess.PIPE
    with Warm(*words, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        said = process.communicate(typed)
        return subprocess.CompletedProcess(words, process.wait(), *said)


def _end(where: _Where, number: int) -> tuple[IO[str] | None, int]:
    """Our end of a stream, if it is a pipe, and the other one."""
    if where == subprocess.PIPE:
        reads, writes = os.pipe()
        if number == 0:
            return os.fdopen(writes, "w", encoding="utf-8"), reads
        return os.fdopen(reads, encoding="utf-8"), writes
    if where == subprocess.DEVNULL:
        return None, os.open(os.devnull, os.O_RDWR)
    if where is None:
        return None, os.dup(number)
    return None, os.dup(where if isinstance(where, int) else where.fileno())


@cache
def _way() -> socket.socket:
    """The way to the process that forks, which ends before this one does."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.warm", str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            cwd=ROOT,
            env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            pass_fds=[theirs.fileno()],
        )

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


# --- in that process --------------------------------------------------------------------


def fork_on_demand(way: socket.socket) -> bool:
    """Fork for each order. Return true in the forked process, false at the end."""
    for name in IMPORTED:
        import_module(name)
    with suppress(ImportError):  # an extra
        import_module("parlour_door.ssh")
    gc.collect()
    gc.freeze()
    running: dict[int, tuple[int, int]] = {}
    """By pidfd: the process, and where its exit code is told."""
    while True:
        for fd in select.select([way.fileno(), *running], [], [])[0]:
            if fd in running:
                pid, ends = running.pop(fd)
                code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                os.close(fd)
                with open(ends, "w", encoding="ascii") as told:
                    told.write(str(code))
                continue
            data, given, *_ = socket.recv_fds(way, MOST, 4)
            if not data:
                return False
            *streams, ends = given
            if not (pid := os.fork()):
                for opened in (*running, *(each for _, each in running.values()), ends):
                    os.close(opened)
                way.close()
                _become(msgspec.json.decode(data, type=_Order), streams)
                return True
            for fd in streams:
                os.close(fd)
            pidfd = os.pidfd_open(pid)
            running[pidfd] = (pid, ends)
            socket.send_fds(way, [str(pid).encode()], [pidfd])


def _become(order: _Order, streams: Sequence[int]) -> None:
    """Be the process that was ordered, up to its first line."""
    for number, fd in enumerate(streams):
        os.dup2(fd, number)
        os.close(fd)
    os.chdir(order.folder)
    os.environ.clear()
    os.environ.update(order.env)
    sys.argv = ["parlour", *order.words]
    path = order.env.get("PYTHONPATH", "").split(os.pathsep)
    sys.path[:1] = [order.folder, *filter(None, path)]
    signal.signal(signal.SIGINT, signal.default_int_handler)


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as theirs:
        forked = fork_on_demand(theirs)
    if forked:
        from parlour.__main__ import main

        main(prog_name="parlour")
