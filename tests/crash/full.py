"""`python -m tests.crash.full`: games on a disk that is full for a while (needs root).

A small file system in memory is mounted, filled up in the middle of the games, and given
room again: once while the host lives on, once when it was killed meanwhile, and once while
thousands of lines wait. It prints what players were told. The tests mount no
file system: there the files of the host cannot grow for a while.
"""

from __future__ import annotations

import re
import resource
import subprocess
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import trio
import trio.lowlevel

from tests.crash.check import nothing_unknown
from tests.crash.hosts import Hosts, Running, open_hosts
from tests.crash.party import Party
from tests.crash.play import Figures, Ordeal
from tests.crash.rule import Rule, whole
from tests.crash.test_waiting import (
    GOES_ON,
    LINES,
    PEOPLE,
    WAITS,
    all_carried_out,
    come_in,
    evening,
    talk,
)

TABLES: Final = 3
MOVES: Final = 15
"""Each table makes so many before there is no room, and has many more to make."""
SIZE: Final = "8m"
EXPECTED: Final = re.compile(r"^ERROR Nothing can be stored: .*\n", re.MULTILINE)


class Drought(ABC):
    """A way to leave a host without room."""

    @abstractmethod
    def begin(self, host: Running) -> None:
        """From now on nothing can be stored."""

    @abstractmethod
    def end(self, host: Running) -> None:
        """There is room again; the host may be dead."""


class NoGrowth(Drought):
    """No file of the host can grow."""

    def __init__(self, folder: Path) -> None:
        self._log = folder / "parlour.db-wal"

    def begin(self, host: Running) -> None:
        _limit(host, self._log.stat().st_size)

    def end(self, host: Running) -> None:
        if not host.died.is_set():
            _limit(host, resource.RLIM_INFINITY)


def _limit(host: Running, size: int) -> None:
    _, hard = resource.prlimit(host.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(host.pid, resource.RLIMIT_FSIZE, (size, hard))


class FullDisk(Drought):
    """The file system is full, to the last byte."""

    def __init__(self, mounted: Path) -> None:
        self._filler = mounted / "filler"

    def begin(self, host: Running) -> None:
        self.fill()

    def end(self, host: Running) -> None:
        self.free()

    def fill(self) -> None:
        with self._filler.open("wb", buffering=0) as filler:
            size = 1 << 16
            while size:
                try:
                    filler.write(bytes(size))
                except OSError:
                    size >>= 1

    def free(self) -> None:
        self._filler.unlink()


class Dry(Ordeal):
    """Games that there is no room for, for a while; *deadly*: and then the host is killed."""

    def __init__(
        self, hosts: Hosts, folder: Path, drought: Drought, *, deadly: bool = False
    ) -> None:
        super().__init__(hosts, folder)
        self._drought = drought
        self._deadly = deadly
        self._over = False

    def without_what_was_expected(self, complaints: str) -> str:
        """The log must say that nothing can be stored, and no more."""
        return EXPECTED.sub("", complaints)

    async def see_through(self, host: Running, kill: object) -> None:
        """Until all is over, or the host is dead."""
        await host.serves.wait()
        self.where.moved(host.port)
        if not self._over:
            self._over = True
            await self._until(lambda: all(map(_plays, self.parties)))
            self._drought.begin(host)
            await self._until(lambda: all(map(_waits, self.parties)))
            nothing_unknown(self.folder, self.guests)
            if self._deadly:
                await host.kill()
            self._drought.end(host)
        await self.all_done()

    async def _until(self, reached: Callable[[], bool]) -> None:
        """Wait until the players have brought that about."""
        while not reached():
            await self.heard.park()


def _plays(party: Party) -> bool:
    return sum(guest.made for guest in party.guests) >= MOVES


def _waits(party: Party) -> bool:
    return all(guest.waits for guest in party.guests)


async def run_dry(
    log: Path, folder: Path, drought: Drought, rules: Sequence[Rule], *, deadly: bool
) -> Dry:
    """A game by each of *rules*, seen through to their end. Raises Broken."""
    async with open_hosts(log) as hosts:
        dry = Dry(hosts, folder, drought, deadly=deadly)
        await dry.run(rules)
    return dry


async def crowd(folder: Path, disk: FullDisk) -> list[str]:
    """Fifty people talk while there is no room; all they read about it, once each."""
    async with evening(folder) as host:
        peers = await come_in(host)
        ann = await host.peer("ann")
        await host.peer("eve")
        disk.fill()
        sent = 0
        while host.house.out.waiting is None:  # the journal may have room left inside
            await ann.say(f"#{sent} tell eve before")
            sent += 1
            await trio.lowlevel.checkpoint()
        for peer in (ann, *peers):
            await peer.until(WAITS)
        await talk(peers)
        disk.free()
        host.running.driver.queue.try_now()
        for peer in (ann, *peers):
            await peer.until(GOES_ON)
        if sent:
            await ann.until(f"#{sent - 1} ok")
        for peer in peers:
            await all_carried_out(peer)
        said = {line for peer in peers for line in peer.heard if line.startswith("* - ")}
        return sorted(said)


@contextmanager
def small_disk(where: Path) -> Generator[None]:
    """A file system in memory at *where*."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "parlour-crash", str(where)]
    subprocess.run(mount, check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", str(where)], check=True)


def main() -> int:
    """Play, fill up, make room, check."""
    with tempfile.TemporaryDirectory(prefix="parlour-full-") as own:
        log, disk = Path(own, "log"), Path(own, "disk")
        disk.mkdir()
        rules = [whole(f"dry/{table}") for table in range(TABLES)]
        for deadly in (False, True):
            with small_disk(disk):
                drought = FullDisk(disk)
                dry = trio.run(
                    lambda: run_dry(log, disk / "data", drought, rules, deadly=deadly)  # noqa: B023
                )
            say(dry, "killed while it was full" if deadly else "it lived on")
        with small_disk(disk):
            said = trio.run(crowd, disk / "data", FullDisk(disk))
        sys.stdout.write(
            f"The disk was full while {PEOPLE * LINES} lines waited: all carried out, in order.\n"
            + "".join(f"  told: {line}\n" for line in said)
        )
    return 0


def say(dry: Dry, about: str) -> None:
    waits = sorted({text for guest in dry.guests for text in guest.waits if text})
    figures: Figures = dry.figures
    lines = [
        f"The disk was full for a while, {about}: {figures.games} games, {figures.moves} moves,"
        f" {figures.acknowledged} acknowledged, none lost.",
        *(f"  told: {text}" for text in waits),
    ]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    sys.exit(main())
