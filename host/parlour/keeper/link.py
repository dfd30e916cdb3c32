"""The keeper, as the warm process and the worker see it (`keeper`).

The warm process has imported and loaded everything, and forks workers. A worker plays the house.
"""

from __future__ import annotations

import math
import mmap
import os
import select
import signal
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import get_native_id
from types import FrameType
from typing import Any, Final

from parlour.keeper.layout import PID, SIZE, THREAD, VARIABLE, VERSION_NUMBER
from parlour.keeper.notes import Notes
from parlour.keeper.packets import CLOSED_MAX, Gone, Packets

NEWCOMERS: Final = 2
"""To take in one call: what each may send at once takes up to two milliseconds."""
LEFT_TO_THE_KEEPER: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals that a terminal or a service manager sends to all processes. The keeper says what they
mean."""
MEMORY_SHARE: Final = 2
"""A worker may have this part of the memory of its computer or service. A game that takes all gets
a MemoryError, and is named."""


@dataclass(frozen=True)
class Deaths:
    """The workers that have died since the keeper started."""

    number: int = 0
    why: str = ""
    """Of the last one."""

    @property
    def told(self) -> str | None:
        """The sentence for the operator, or None if none has died."""
        if not self.number:
            return None
        times = "once" if self.number == 1 else f"{self.number} times"
        return f"The process that plays has died {times}. The last time {self.why}."


class Link:
    """The way from a worker to the keeper. Nothing but `attached` waits."""

    def __init__(self, sock: socket.socket, notes: Notes) -> None:
        self._packets = Packets(sock)
        notes.words[PID], notes.words[THREAD] = os.getpid(), get_native_id()
        self.notes = notes
        """The memory that the keeper shares with its workers (`notes`)."""
        told = self._begin()
        self.first = bool(told["first"])
        """It is the first worker: a failure to start ends the host."""
        self.upgraded = bool(told["upgraded"])
        """The program is another one than that of the worker before."""
        self.deaths = Deaths(told["deaths"], told["why"])
        self.guilty = [(slot, mark) for slot, mark in told["guilty"]]
        """Slots and marks of lines that two workers died of."""
        self._blame, self._suspects = str(told["blame"]), frozenset(told["suspects"])
        self.stop_asked = False
        """The host must stop, or the keeper is gone. Then nothing more comes: do not wait for it
        any longer."""
        self._closed: list[int] = []
        self._attached = self._attach()
        sock.setblocking(False)

    def fileno(self) -> int:
        return self._packets.fileno()

    def _begin(self) -> Mapping[str, Any]:
        received = self._packets.receive()
        assert received is not None, "it waits"
        name, told, _ = received
        assert name == "start"
        return dict(told)

    def _attach(self) -> list[tuple[int, socket.socket]]:
        found: list[tuple[int, socket.socket]] = []
        while True:
            received = self._packets.receive()
            assert received is not None, "it waits"
            name, slots, fds = received
            assert name == "attach"
            found += zip(slots, map(_opened, fds), strict=True)
            self._packets.send("taken", len(fds))
            if not slots:
                return found

    def attached(self) -> list[tuple[int, socket.socket]]:
        """Return the slots and sockets of all connections that go on. Then they are the caller's.

        They have been fetched when this object was made.
        """
        found, self._attached = self._attached, []
        return found

    def receive(self) -> list[tuple[int, socket.socket]]:
        """Return the slots and sockets of new connections, at most two. Does not wait."""
        found: list[tuple[int, socket.socket]] = []
        while len(found) < NEWCOMERS:
            try:
                received = self._packets.receive()
            except Gone:
                self.stop_asked = True
                break
            if received is None:
                break
            name, value, fds = received
            if name == "new":
                found.append((value, _opened(fds[0])))
            elif name == "stop":
                self.stop_asked = True
                break
        if found:
            self._packets.send("taken", len(found))
        if self._closed:
            self.closed(())
        return found

    def closed(self, slots: Sequence[int]) -> None:
        """Say which connections are closed for good. Their slots are free then.

        If the keeper cannot take it now, it is said with the next call.
        """
        self._closed += slots
        while self._closed and self._packets.send("closed", self._closed[:CLOSED_MAX]):
            del self._closed[:CLOSED_MAX]

    def ready(self) -> None:
        """Say that the house serves. From now on there are newcomers, and must be beats."""
        self._packets.send("ready")

    def finished(self, code: int) -> None:
        """Say that the host ends with this exit code, and that its worker did not die."""
        self._packets.send("finished", code)

    def failed(self, text: str) -> None:
        """Say why this worker cannot start."""
        self._packets.send("failed", text)

    def to_blame(self, house: Sequence[int], bots: Sequence[int]) -> frozenset[int]:
        """Return the tables to be held, of those whose calls were open when the last worker died.

        *house*: on the house's thread; *bots*: on others. It may have died of one of these calls,
        or at any other moment. So a table is held at once if its call took too long, and else if
        a call of it was open at two deaths in a row that nobody from outside has caused.
        """
        if self._blame == "now":
            return frozenset(house)
        suspects = {"house": house, "bots": bots}.get(self._blame, ())
        self._packets.send("suspects", list(suspects))
        return self._suspects & frozenset(suspects)


def _opened(fd: int) -> socket.socket:
    sock = socket.socket(fileno=fd)
    sock.setblocking(False)
    return sock


# --- the warm process -----------------------------------------------------------------------


@dataclass
class Opened:
    """What the first warm process opens, and later ones get from the keeper."""

    games: list[socket.socket] = field(default_factory=list[socket.socket])
    doors: list[socket.socket] = field(default_factory=list[socket.socket])
    """Listeners whose connections belong to a worker: those of the page, and the socket of
    `parlour door`."""
    admin: socket.socket | None = None
    own: socket.socket | None = None
    """Where the keeper itself is asked (`parlour upgrade`)."""
    lock: int = -1
    """The descriptor of the data directory's lock."""


class WarmLink:
    """The way from the warm process to the keeper."""

    def __init__(self, fd: int) -> None:
        for number in LEFT_TO_THE_KEEPER:
            signal.signal(number, _leave)  # else a program that a plugin starts would ignore it
        self._packets = Packets(socket.socket(fileno=fd))
        received = self._packets.receive()
        assert received is not None, "it waits"
        _, told, (notes, *fds) = received
        self.first = bool(told["first"])
        """Nothing is open yet."""
        self.tries = bool(told["tries"])
        """Another program serves, and goes on if this one is refused."""
        self.keeper = int(told["keeper"])
        """The number of the keeper's process."""
        self._notes = Notes(memoryview(mmap.mmap(notes, SIZE)))
        os.close(notes)
        self.opened = Opened()
        if not self.first:
            socks = [socket.socket(fileno=each) for each in fds[1:]]
            self.opened = Opened(
                games=socks[: told["games"]],
                doors=socks[told["games"] : -2],
                admin=socks[-2],
                own=socks[-1],
                lock=fds[0],
            )

    def refused(self, text: str) -> None:
        """Say why this program cannot serve."""
        self._packets.send("refused", text)

    def standby(self, text: str) -> None:
        """Say that this host waits, in order, until another node gives up the house."""
        self._packets.send("standby", text)

    def ready(self, opened: Opened, version: str, log: Mapping[str, str]) -> None:
        """Say that workers can be forked. *log*: form and level of the log."""
        assert opened.admin is not None
        assert opened.own is not None
        told = {
            "layout": VERSION_NUMBER,
            "version": version,
            "games": len(opened.games),
            "log": dict(log),
        }
        socks = (*opened.games, *opened.doors, opened.admin, opened.own)
        fds = [opened.lock, *(sock.fileno() for sock in socks)] if self.first else []
        self._packets.send("ready", told, fds)
        for sock in (*opened.games, opened.own):  # from now on the keeper's alone
            sock.close()

    def fork(self, opened: Opened, idle: Callable[[], float]) -> Link:
        """Fork workers as the keeper wants, and return in each of them. Never returns here.

        Call *idle* in between. It returns the seconds until the next time.
        """
        poll = select.poll()
        poll.register(self._packets.fileno(), select.POLLIN)
        watched: dict[int, int] = {}
        wait_s = 0.0
        while True:
            found = poll.poll(math.ceil(1_000 * wait_s) if watched else None)
            if not found:
                wait_s = idle()
            for fd, _ in found:
                if fd in watched:
                    poll.unregister(fd)
                    pid, status = os.waitpid(watched.pop(fd), 0)
                    os.close(fd)
                    self._packets.send("died", [pid, status])
                    continue
                try:
                    received = self._packets.receive()
                except Gone:
                    os._exit(0)
                assert received is not None, "it waits"
                name, _, fds = received
                if name == "stop":
                    for sock in (*opened.doors, opened.admin):
                        if sock is not None:
                            sock.close()
                    continue
                pid = os.fork()
                if not pid:
                    self._packets.close()
                    for other in watched:
                        os.close(other)
                    return Link(socket.socket(fileno=fds[0]), self._notes)
                os.close(fds[0])
                process = os.pidfd_open(pid)
                poll.register(process, select.POLLIN)
                watched[process] = pid
                self._packets.send("forked", pid, [process])


def _leave(_number: int, _frame: FrameType | None) -> None:
    """Do nothing."""


def warm_link() -> WarmLink | None:
    """Return the way to the keeper, if one has started this process."""
    fd = os.environ.pop(VARIABLE, None)
    return None if fd is None else WarmLink(int(fd))


def limit_memory() -> None:
    """Bound the memory of this process, so that one game cannot take all of the computer's."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = _memory() // MEMORY_SHARE
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft == resource.RLIM_INFINITY or soft > wanted:
        resource.setrlimit(resource.RLIMIT_DATA, (wanted, hard))


def _memory() -> int:
    """Return the bytes of memory that we may have: those of the computer, or of our service."""
    whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    try:
        group = Path("/proc/self/cgroup").read_text("utf-8").rpartition("::")[2].strip()
        most = Path(f"/sys/fs/cgroup/{group}/memory.max").read_text("utf-8").strip()
    except OSError:  # no control groups, or those of their first version
        return whole
    return min(whole, int(most)) if most.isdecimal() else whole
