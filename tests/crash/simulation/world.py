"""What a worker cannot take with it when it dies: its keeper, the kernel, its store, its players.

A seed decides everything: who says what, how bytes are cut, when they arrive, what the store does,
and at which step the worker dies. A *step* is anything that others could notice: a store into the
shared memory, a read or a send, and the stages of a commit. After its death a worker changes
nothing any more, whatever its clean-up does.
"""

from __future__ import annotations

import errno
import os
import signal
import socket
import struct
import termios
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, cast

from parlour.keeper import judge
from parlour.keeper.layout import AT_MARK, AT_SLOT
from parlour.keeper.notes import Notes
from parlour.server._poller import GONE, READ, WRITE
from tests.crash.simulation.fate import Fate, dying

ESTABLISHED: Final = 1
CLOSE_WAIT: Final = 8
"""States of TCP, the second once the peer has ended."""
LINK: Final = 1_000
"""The descriptor of the link to the keeper."""
SLOTS: Final = 5
"""Slots that are used. They are soon used again."""


class Violation(AssertionError):
    """Somebody noticed a death."""


@dataclass(frozen=True)
class Plan:
    """A run. The same plan is always the same run."""

    seed: int
    clients: int = 4
    lines: int = 6
    """The most that each of them says."""
    deaths: int = 4
    """The most workers that die. The next one lives to the end."""


# --- the kernel -----------------------------------------------------------------------------


class Pipe:
    """A TCP connection in the kernel of the host."""

    def __init__(self, slot: int, room: int) -> None:
        self.slot = slot
        self.room = room
        """Bytes that wait for the peer at most."""
        self.inbox = bytearray()
        self.received = 0
        self.ended = False
        """The peer has ended."""
        self.outbox = bytearray()
        self.acked = 0
        self.shut = False
        """We have ended."""
        self.reset = False

    @property
    def gone(self) -> bool:
        return self.reset or (self.ended and self.shut and not self.outbox)


class Handle:
    """A worker's descriptor of a connection: the part of `socket.socket` that the host uses."""

    def __init__(self, fd: int, pipe: Pipe, fate: Fate, world: Network) -> None:
        self._fd = fd
        self.pipe = pipe
        self._fate = fate
        self._world = world

    def fileno(self) -> int:
        return self._fd

    def setblocking(self, _on: bool) -> None:
        pass

    def getpeername(self) -> tuple[str, int]:
        if self.pipe.gone:
            raise OSError(errno.ENOTCONN, "not connected")
        return "127.0.0.1", 4_000

    def send(self, data: bytes) -> int:
        self._fate.step()
        pipe = self.pipe
        if pipe.reset or pipe.shut:
            raise BrokenPipeError
        room = pipe.room - len(pipe.outbox)
        if room <= 0:
            raise BlockingIOError
        taken = data[:room]
        pipe.outbox += taken
        self._fate.step()
        return len(taken)

    def recv_into(self, room: memoryview) -> int:
        self._fate.step()
        pipe = self.pipe
        if pipe.reset:
            raise ConnectionResetError(errno.ECONNRESET, "reset")
        if not pipe.inbox:
            if pipe.ended:
                return 0
            raise BlockingIOError
        if not len(room):
            raise Violation("it reads without room, and would take that for the end")
        size = self._world.cut(min(len(room), len(pipe.inbox)))
        room[:size] = bytes(pipe.inbox[:size])
        del pipe.inbox[:size]
        self._fate.step()
        return size

    def recvmsg_into(
        self, rooms: Sequence[memoryview], _notes: int
    ) -> tuple[int, list[Any], int, None]:
        return self.recv_into(rooms[0]), [], 0, None

    def recv(self, size: int) -> bytes:
        room = bytearray(size)
        return bytes(room[: self.recv_into(memoryview(room))])

    def recvmsg(self, size: int, _notes: int) -> tuple[bytes, list[Any], int, None]:
        return self.recv(size), [], 0, None

    def shutdown(self, how: int) -> None:
        self._fate.step()
        if self.pipe.gone:
            raise OSError(errno.ENOTCONN, "not connected")
        self.pipe.shut = True
        if how == socket.SHUT_RDWR:
            self.pipe.inbox.clear()
        self._fate.step()

    def close(self) -> None:
        pass  # the keeper has a duplicate

    def getsockopt(self, _level: int, _name: int, size: int) -> bytes:
        """`TCP_INFO`: the state, and what was acknowledged and received."""
        pipe = self.pipe
        if pipe.gone:
            raise OSError(errno.ENOTCONN, "not connected")
        state = CLOSE_WAIT if pipe.ended else ESTABLISHED
        info = bytes([state]) + bytes(119)
        info += struct.pack("=QQ", pipe.acked, pipe.received + pipe.ended)
        self._world.meanwhile()
        return info.ljust(size, b"\0")[:size]

    def waits(self, what: int) -> int:
        """Return how many bytes wait, inward (FIONREAD) or outward (TIOCOUTQ)."""
        found = len(self.pipe.inbox if what == termios.FIONREAD else self.pipe.outbox)
        self._world.meanwhile()
        return found


class Network:
    """What happens on the network while nobody looks."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def cut(self, size: int) -> int:
        """Return how many of so many bytes come at a time."""
        return size if self._rng.random() < 0.7 else self._rng.randint(1, size)

    def meanwhile(self) -> None:
        """Let something happen between two questions to the kernel."""


class Ioctl:
    """In place of `fcntl`."""

    @staticmethod
    def ioctl(handle: Handle, what: int, _room: bytes) -> bytes:
        return handle.waits(what).to_bytes(4, "little")


class Poller:
    """In place of epoll. *wakes*: a descriptor that is readable while something may be ready."""

    def __init__(self, keeper: Keeper, rng: Random, wakes: int) -> None:
        self._keeper = keeper
        self._rng = rng
        self._wakes = wakes
        self._masks: dict[int, int] = {}
        self.rest()

    def fileno(self) -> int:
        return self._wakes

    def wake(self) -> None:
        """Wake the loop if anything is ready."""
        if any(map(self._ready, self._masks)):
            os.eventfd_write(self._wakes, 1)

    def register(self, fd: int, eventmask: int, /) -> None:
        self.modify(fd, eventmask)

    def modify(self, fd: int, eventmask: int, /) -> None:
        self._masks[fd] = eventmask
        self.wake()

    def unregister(self, fd: int, /) -> None:
        del self._masks[fd]

    def poll(self, _timeout: float | None, _most: int, /) -> list[tuple[int, int]]:
        found = [(fd, mask) for fd in self._masks if (mask := self._ready(fd))]
        if not found:
            self.rest()
        self._rng.shuffle(found)
        return found

    def rest(self) -> None:
        os.eventfd_write(self._wakes, 1)
        os.eventfd_read(self._wakes)

    def _ready(self, fd: int) -> int:
        if fd == LINK:
            return READ if self._keeper.newcomers else 0
        pipe = self._keeper.handles[fd].pipe
        mask = GONE if pipe.reset else 0
        if pipe.inbox or pipe.ended or pipe.reset:
            mask |= READ
        if len(pipe.outbox) < pipe.room:
            mask |= WRITE
        return mask & (self._masks[fd] | GONE)

    def close(self) -> None:
        self._masks.clear()


# --- the keeper -----------------------------------------------------------------------------


class Keeper:
    """Accepts, gives connections to workers, and outlives them. Also a worker's link to it."""

    def __init__(self, memory: Notes, fate: Fate, network: Network) -> None:
        self._memory = memory
        self._fate = fate
        self._network = network
        self._free = list(range(SLOTS))
        self.pipes: dict[int, Pipe] = {}
        """By slot: the connections of which it holds a duplicate."""
        self.newcomers: list[int] = []
        """The slots of those that this worker has not got."""
        self.handles: dict[int, Handle] = {}
        """By descriptor: what this worker has got."""
        self.notes = memory
        self.judge = judge.Judge()
        self.open_lines: list[tuple[int, int]] = []
        """Which line was open at each death: its slot, plus 1, and its position. 0: none."""
        self.stop_asked = False
        self._fds = LINK

    @property
    def full(self) -> bool:
        return not self._free

    def accept(self, room: int) -> Pipe:
        """A player connects."""
        slot = self._free.pop()
        self._memory.claim(slot)
        pipe = self.pipes[slot] = Pipe(slot, room)
        self.newcomers.append(slot)
        return pipe

    def begin(self, kind: type[Notes]) -> None:
        """A worker begins, which sees the shared memory as *kind* does."""
        self.handles.clear()
        for number in (AT_SLOT, AT_MARK):
            self._memory.words[number] = 0
        self.notes = dying(self._memory, self._fate, kind)

    def bury(self) -> None:
        """A worker has died."""
        line = self._memory.words[AT_SLOT], self._memory.words[AT_MARK]
        self.open_lines.append(line)
        self.judge.died(judge.Death(signal.SIGSEGV, None, "", line, 0, True, 1.0))

    def fileno(self) -> int:
        return LINK

    def receive(self) -> list[tuple[int, socket.socket]]:
        self._fate.step()
        slots, self.newcomers = self.newcomers[:2], self.newcomers[2:]
        return [(slot, self._duplicate(slot)) for slot in slots]

    def attached(self) -> list[tuple[int, socket.socket]]:
        self._fate.step()
        self.newcomers.clear()
        return [(slot, self._duplicate(slot)) for slot in self.pipes]

    def closed(self, slots: Sequence[int]) -> None:
        self._fate.step()
        for slot in slots:
            pipe = self.pipes.pop(slot)
            pipe.shut = True
            self._memory.free(slot)
            self.judge.forget(slot)
            self._free.append(slot)

    def _duplicate(self, slot: int) -> socket.socket:
        self._fds += 1
        handle = Handle(self._fds, self.pipes[slot], self._fate, self._network)
        self.handles[self._fds] = handle
        return cast("socket.socket", handle)
