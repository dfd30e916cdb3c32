"""The processes that the keeper looks after, and what the system says of them."""

from __future__ import annotations

import os
import select
import signal
import socket
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, Final

from parlour.keeper.judge import Death, Pulse
from parlour.keeper.layout import (
    ANSWERED,
    AT_MARK,
    AT_SLOT,
    BEAT,
    CALLS,
    PID,
    THREAD,
    VARIABLE,
)
from parlour.keeper.packets import Gone, Packets, packet_pair

KILLED_MS: Final = 2_000
"""The longest that we wait for the system to end a process."""
_TICKS: Final = os.sysconf("SC_CLK_TCK")


@dataclass
class Warm:
    """A process that has loaded everything, and forks workers."""

    packets: Packets
    pid: int
    process: int
    """Its pidfd."""
    version: str = ""
    ready: bool = False
    refused: str = ""

    def serves_after(self, old: Warm) -> str:
        """Say that it has taken over from *old*."""
        text = "The new program serves. Nobody lost their place."
        if old.version == self.version:
            return text
        return f"Changed from {old.version} to {self.version}. {text}"


@dataclass
class Worker:
    """A process that plays the house."""

    packets: Packets
    answered: int
    """Lines that were answered before it."""
    waits_until: float
    """When its parent must have forked it, or said that it has died."""
    pid: int = 0
    process: int = -1
    """Its pidfd, or -1 before it is known."""
    queue: deque[int] = field(default_factory=deque[int])
    """Slots of connections it has not been given yet."""
    waiting: int = 0
    """Connections it was given, and has not acknowledged."""
    attached: bool = False
    """It has all connections that were there at its start."""
    ready_at: float | None = None
    pulse: Pulse | None = None
    killed: str | None = None
    finished: int | None = None
    failed: str = ""
    status: int | None = None
    gone: bool = False
    """The process has ended."""

    def watch(self, words: memoryview, now: float) -> None:
        """Begin to look at its numbers, once its process is known."""

        def cpu(house: bool) -> float | None:
            return cpu_s(self.pid, words[THREAD] if house else None)

        self.pulse = Pulse(cpu, now)

    def complaint(self, words: memoryview, now: float) -> str | None:
        """Return why it must be killed, if it must."""
        ends = self.killed is not None or self.finished is not None
        if self.pulse is None or ends or words[PID] != self.pid:
            return None
        ready = self.ready_at is not None
        return self.pulse.look(now, words[BEAT], words[CALLS], ready=ready)

    def death(self, words: memoryview, now: float) -> Death:
        """Return what is to be judged when it has died."""
        return Death(
            self.status,
            self.killed,
            self.failed,
            (words[AT_SLOT], words[AT_MARK]),
            words[CALLS],
            words[ANSWERED] != self.answered,
            0.0 if self.ready_at is None else now - self.ready_at,
        )


def spawn(command: list[str]) -> Warm:
    """Start *command*. A variable of its environment names the way to us."""
    ours, theirs = packet_pair()
    ours.setblocking(False)
    theirs.set_inheritable(True)
    # A program that has just started would end with a traceback at Ctrl-C. What it means, we say.
    numbers = (signal.SIGINT, signal.SIGHUP)
    before = [(number, signal.signal(number, signal.SIG_IGN)) for number in numbers]
    try:
        environment = {**os.environ, VARIABLE: str(theirs.fileno())}
        pid = os.posix_spawn(command[0], command, environment)
    finally:
        for number, handler in before:
            signal.signal(number, handler)
        theirs.close()
    return Warm(Packets(ours), pid, os.pidfd_open(pid))


def kill(process: int, *, wait: bool = False) -> None:
    """End the process of a pidfd, if it is there, and *wait* until it has ended."""
    if process >= 0:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(process, signal.SIGKILL)
            if wait:
                poll = select.poll()
                poll.register(process, select.POLLIN)
                poll.poll(KILLED_MS)


def received(packets: Packets) -> list[tuple[str, Any, list[int]]]:
    """Return all messages that have come, and `gone` as the last one if the other end has."""
    found: list[tuple[str, Any, list[int]]] = []
    while True:
        try:
            one = packets.receive()
        except Gone:
            return [*found, ("gone", None, [])]
        if one is None:
            return found
        found.append(one)


def cpu_s(pid: int, thread: int | None = None) -> float | None:
    """Return the processor's time that a process, or one thread of it, has used."""
    where = f"/proc/{pid}/stat" if thread is None else f"/proc/{pid}/task/{thread}/stat"
    try:
        fields = Path(where).read_bytes().rpartition(b")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / _TICKS


@dataclass(frozen=True)
class Places:
    """What belongs to the host, besides the listeners of the game's port."""

    doors: Sequence[socket.socket]
    """As in `link.Opened`."""
    admin: socket.socket
    own: socket.socket
    """Where the keeper itself is asked."""
    lock: int
    """The descriptor of the data directory's lock."""

    def fds(self, games: Sequence[socket.socket]) -> list[int]:
        """Return all descriptors, as `places_of` takes them."""
        return [
            self.lock,
            *(each.fileno() for each in (*games, *self.doors, self.admin, self.own)),
        ]

    def remove(self) -> None:
        """Leave nothing in the data directory that is of use only while a host runs."""
        doors = [each for each in self.doors if each.family == socket.AF_UNIX]
        for place in (self.admin, self.own, *doors):
            with suppress(OSError):
                Path(place.getsockname()).unlink()


def places_of(fds: Sequence[int], games: int) -> tuple[list[socket.socket], Places]:
    """Return the listeners of the game's port, of which there are so many, and all the rest."""
    lock, *rest = fds
    found = [socket.socket(fileno=fd) for fd in rest]
    for sock in found:
        sock.setblocking(False)
    *doors, admin, own = found[games:]
    return found[:games], Places(doors, admin, own, lock)


def signal_pipe() -> int:
    """Return a descriptor from which the numbers of signals can be read."""
    reads, writes = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    signal.set_wakeup_fd(writes)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup
            signal.signal(number, _leave)
    return reads


def _leave(_number: int, _frame: FrameType | None) -> None:
    """Do nothing: its number is in the pipe."""


def has_terminal() -> bool:
    """Check whether this process has a terminal that is not closed."""
    try:
        os.close(os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY))
    except OSError:
        return False
    return True
