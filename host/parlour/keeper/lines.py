"""The connections: the keeper accepts them, holds a duplicate of each, and gives them to workers.

Descriptors are acknowledged: the system refuses too many on their way (`packets`), and a worker
that is behind must not be given more and more.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterable
from functools import partial
from typing import Final

from parlour.keeper.files import PAUSE_S, TRANSIENT
from parlour.keeper.layout import SLOTS
from parlour.keeper.loop import Loop
from parlour.keeper.notes import Notes
from parlour.keeper.packets import FDS_MAX
from parlour.keeper.processes import Worker
from parlour.keeper.telling import Log

ACCEPTS: Final = 16
"""Newcomers to accept from a listener before anything else is looked at."""
WAITING_MOST: Final = 64
"""Newcomers on their way to the worker. The others wait in the system's queue."""


class Lines:
    """The listeners of the game's port, and the connections by slot."""

    def __init__(self, loop: Loop, notes: Notes, log: Log, most: int = SLOTS) -> None:
        self._loop, self._notes, self._log, self._most = loop, notes, log, most
        self.listeners: list[socket.socket] = []
        self._accepting = False
        self._not_before = 0.0
        self._freed: list[int] = []
        self._used = 0
        self._fds: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._fds)

    def accept_or_not(self, worker: Worker | None, now: float) -> float | None:
        """Take newcomers if *worker* can. Returns when to ask again, if that is sooner."""
        able = (
            worker is not None
            and worker.ready_at is not None
            and worker.finished is None
            and worker.waiting + len(worker.queue) < WAITING_MOST
            and len(self._fds) < self._most
        )
        wanted = able and now >= self._not_before
        if wanted != self._accepting:
            self._accepting = wanted
            for listener in self.listeners:
                if wanted and worker is not None:
                    act = partial(self._accept, listener, worker)
                    self._loop.watch(listener.fileno(), act)
                else:
                    self._loop.unwatch(listener.fileno())
        return self._not_before if able and not wanted else None

    def refuse(self) -> None:
        """Accept nobody any more."""
        self.accept_or_not(None, 0.0)
        for listener in self.listeners:
            listener.close()
        self.listeners.clear()

    def _accept(self, listener: socket.socket, worker: Worker) -> None:
        for _ in range(min(ACCEPTS, self._most - len(self._fds))):
            try:
                sock, _ = listener.accept()
            except BlockingIOError:
                break
            except OSError as error:
                if error.errno in TRANSIENT:
                    continue
                self._not_before = time.monotonic() + PAUSE_S
                self._log.say("warning", "The system lets nobody in.", error=error.strerror)
                break
            # Else bytes that are sent as urgent would be missing among those we count.
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_OOBINLINE, 1)
            worker.queue.append(self._claim(sock.detach()))
        self.feed(worker)

    def _claim(self, fd: int) -> int:
        if self._freed:
            slot = self._freed.pop()
        else:
            slot, self._used = self._used, self._used + 1
        self._notes.claim(slot)
        self._fds[slot] = fd
        return slot

    def give_all(self, worker: Worker) -> None:
        """Give a worker that has just begun all connections there are."""
        worker.queue.extend(sorted(self._fds))
        self.feed(worker)

    def feed(self, worker: Worker) -> None:
        """Give the worker connections, as far as it has acknowledged those before."""
        if not worker.attached:
            if not worker.waiting:
                slots = [worker.queue.popleft() for _ in range(min(FDS_MAX, len(worker.queue)))]
                worker.attached = not slots
                worker.waiting = len(slots)
                worker.packets.send("attach", slots, [self._fds[slot] for slot in slots])
            return
        while worker.queue and worker.waiting < WAITING_MOST:
            slot = worker.queue[0]
            if not worker.packets.send("new", slot, [self._fds[slot]]):
                break
            worker.queue.popleft()
            worker.waiting += 1

    def close(self, slots: Iterable[int]) -> list[int]:
        """Close our duplicates of these connections. Return those that were open."""
        closed: list[int] = []
        for slot in slots:
            fd = self._fds.pop(slot, None)
            if fd is not None:
                os.close(fd)
                self._notes.free(slot)
                self._freed.append(slot)
                closed.append(slot)
        return closed
