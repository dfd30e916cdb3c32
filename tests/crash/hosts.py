"""The test's end of `tests.crash.host`: starts hosts one after the other, and kills them."""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import msgspec
import trio

from tests.crash.client import Broken
from tests.crash.host import Job

CHECKOUT: Final = Path(__file__).parents[2]
KILLED: Final = -signal.SIGKILL


class Running:
    """A host, from the moment it was asked for."""

    def __init__(self) -> None:
        self.pid = self.port = self.code = self.wrote = 0
        self.dying = ""
        self.born = trio.Event()
        self.serves = trio.Event()
        self.died = trio.Event()

    def hear(self, line: str) -> None:
        """What is said of it."""
        word, _, rest = line.partition(" ")
        match word:
            case "pid":
                self.pid = int(rest)
                self.born.set()
            case "port":
                self.port = int(rest)
                self.serves.set()
            case "dying":
                self.dying = rest
            case "wrote":
                self.wrote = int(rest)
            case "died":
                self.code = int(rest)
                self.died.set()
            case _:
                raise AssertionError(line)

    async def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it now, if it has not ended; return when it has."""
        await self.born.wait()
        if not self.died.is_set():
            with suppress(ProcessLookupError):
                os.kill(self.pid, how)
        await self.died.wait()


class Nest:
    """A process that hosts are forked from. It starts slowly, so it is used again and again."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.crash.host"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=CHECKOUT,
        )
        atexit.register(self.end)

    def lines(self) -> tuple[trio.lowlevel.FdStream, trio.lowlevel.FdStream]:
        """Open what jobs are sent to, and what is said of them."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        return (
            trio.lowlevel.FdStream(os.dup(stdin.fileno())),
            trio.lowlevel.FdStream(os.dup(stdout.fileno())),
        )

    def end(self) -> None:
        """End it, and wait for that."""
        atexit.unregister(self.end)
        self._process.kill()
        self._process.communicate()


_NESTS: Final[list[Nest]] = []
"""Nests that nobody uses now."""


class Hosts:
    """Hosts of a nest, one after the other."""

    def __init__(self, nest: Nest, log: Path) -> None:
        self._jobs, self._told = nest.lines()
        self._log = log
        self._now = Running()
        self._now.died.set()

    async def start(self, job: Job) -> Running:
        """The next one; the one before must have died."""
        self._now = Running()
        await self._jobs.send_all(msgspec.json.encode(job) + b"\n")
        return self._now

    @property
    def log(self) -> str:
        """The file that they write their log to."""
        return str(self._log)

    async def listen(self) -> None:
        """Hear what is said of them, until nothing more is."""
        rest = b""
        async for data in self._told:
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._now.hear(line.decode())

    async def end(self) -> bool:
        """End the one that lives, if one does. Returns whether the nest can be used again."""
        if self._now.pid and not self._now.died.is_set():
            await self._now.kill()
        return self._now.died.is_set()

    async def close(self) -> None:
        """Leave the nest."""
        await self._jobs.aclose()
        await self._told.aclose()

    def complaints(self) -> str:
        """What hosts wrote into their log since the last look. It should be nothing."""
        if not self._log.exists():
            return ""
        text = self._log.read_text("utf-8", "replace")
        self._log.write_bytes(b"")
        return text


@asynccontextmanager
async def open_hosts(log: Path) -> AsyncGenerator[Hosts]:
    """Hosts that log into *log*."""
    nest = _NESTS.pop() if _NESTS else Nest()
    hosts = Hosts(nest, log)
    good = False
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(hosts.listen)
            try:
                yield hosts
            finally:
                with trio.CancelScope(shield=True):
                    good = await hosts.end()
                nursery.cancel_scope.cancel()
    finally:
        with trio.CancelScope(shield=True):
            await hosts.close()
        if good:
            _NESTS.append(nest)
        else:
            nest.end()


async def first(*waits: Callable[[], Awaitable[object]]) -> None:
    """Return when one of *waits* does."""
    async with trio.open_nursery() as nursery:

        async def one(wait: Callable[[], Awaitable[object]]) -> None:
            await wait()
            nursery.cancel_scope.cancel()

        for wait in waits:
            nursery.start_soon(one, wait)


def must_have_ended(host: Running, codes: set[int], complaints: str) -> None:
    """Raise Broken if the host has ended otherwise than with one of *codes*, or complained."""
    if host.code not in codes or complaints:
        raise Broken("other", f"the host ended with {host.code}: {complaints}")
