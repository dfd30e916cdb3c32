"""The keeper: the parent process of `parlour serve`, which outlives the house.

It holds what must not be lost with a process: the listeners, the lock of the data directory, a
duplicate of each connection, and the memory with the notes about them. Its child, the *warm
process*, has loaded everything, and forks *workers*. One worker at a time plays the house. When it
has died, the next one gets all connections, and goes on with them
(docs/decisions/0062-the-keeper.md).

Nothing is relayed: a connection is passed to the worker once, and costs nothing afterwards. The
keeper accepts, so that no newcomer can be lost between the system and the shared memory.

It never waits but in `Loop.wait`. Whatever the others do, it must be able to end them.

A new program (`parlour upgrade`) is a second warm process. When it has loaded everything, the
worker is killed, and the next one is forked from the new process. The old one stays until that
worker serves, and is taken again if it dies before.
"""

from __future__ import annotations

import math
import mmap
import os
import signal
import time
from collections.abc import Iterable
from functools import partial
from typing import Any, Final

from parlour.keeper.desk import Askers, Desk, why_not
from parlour.keeper.files import allow_files
from parlour.keeper.judge import Judge
from parlour.keeper.layout import (
    ANSWERED,
    AT_MARK,
    AT_SLOT,
    BEAT,
    CALLS,
    PID,
    SIZE,
    SLOTS,
    VERSION_NUMBER,
)
from parlour.keeper.lines import Lines
from parlour.keeper.loop import Loop
from parlour.keeper.notes import Notes
from parlour.keeper.notify import Manager
from parlour.keeper.packets import Packets, packet_pair
from parlour.keeper.processes import (
    Places,
    Warm,
    Worker,
    has_terminal,
    kill,
    places_of,
    received,
    signal_pipe,
    spawn,
)
from parlour.keeper.telling import Log

LOOK_S: Final = 0.25
"""Seconds between two looks at the worker's beat."""
FORK_S: Final = 10.0
"""A warm process that does not do for so long what it must is hung. A busy computer takes less."""
AGAIN_S: Final = 1.0
"""Seconds until a warm process that died is started again."""
SPARE_FILES: Final = 200
"""Open files besides the connections."""
INTERRUPTED: Final = 130
"""Exit code after Ctrl-C during the start, as that of all commands."""


class Keeper:
    """Keeps a host. *command*: the command line that starts it, as its user typed it."""

    def __init__(self, command: list[str]) -> None:
        self._command = command
        self._log = Log()
        self._manager = Manager()
        self._judge = Judge()
        self._loop = Loop()
        self._memory = os.memfd_create("parlour", os.MFD_CLOEXEC)
        os.ftruncate(self._memory, SIZE)
        notes = Notes(memoryview(mmap.mmap(self._memory, SIZE)))
        self._words = notes.words
        self._lines = Lines(self._loop, notes, self._log)
        self._desk = Desk(self._loop, self._about, self._stop)
        self._askers = Askers(self._loop, self._upgrade)
        self._places: Places | None = None
        self._warm: Warm | None = None
        self._new: Warm | None = None
        """The program to change to, while it loads."""
        self._old: Warm | None = None
        """The program before, until the new one serves."""
        self._worker: Worker | None = None
        self._due = math.inf
        """When to start the next worker or warm process."""
        self._died_at: float | None = None
        self._served = False
        """A worker has served: from now on a death does not end the host."""
        self._answered: float | None = None
        """When a worker that serves last gave a beat. None: before the first one."""
        self._stopping = False
        self._code: int | None = None
        self._terminal = has_terminal()

    def run(self) -> int:
        """Keep the host until it ends. Returns its exit code."""
        allow_files(SLOTS + SPARE_FILES)
        signals = signal_pipe()
        self._loop.watch(signals, lambda: self._signalled(os.read(signals, 64)))
        self._warm = self._spawn(first=True)
        while self._code is None:
            self._loop.wait(self._look())
        self._end()
        return self._code

    def _look(self) -> float | None:
        """Do what no descriptor tells. Return the seconds until the next time."""
        now = time.monotonic()
        if now >= self._due:
            self._due = math.inf
            self._begin()
        worker = self._worker
        if worker is not None and now > worker.waits_until and self._warm is not None:
            self._log.say("warning", "The process that starts workers does not answer.")
            worker.waits_until = math.inf
            kill(self._warm.process)
        why = None if worker is None else worker.complaint(self._words, now)
        if worker is not None and why is not None:
            self._kill(worker, why)
        if worker is not None and worker.pulse is not None and worker.ready_at is not None:
            self._answered = worker.pulse.since
        signs = self._manager.alive(now, self._answered)
        due = self._lines.accept_or_not(None if self._stopping else worker, now)
        looks = math.inf if worker is None else now + LOOK_S
        next_at = min(self._due, signs, due or math.inf, looks)
        return None if next_at == math.inf else max(0.0, next_at - now)

    # --- the process that forks workers -----------------------------------------------------

    def _spawn(self, *, first: bool = False, tries: bool = False) -> Warm:
        warm = spawn(self._command)
        places, games = self._places, self._lines.listeners
        fds = [self._memory, *([] if places is None else places.fds(games))]
        told = {"first": first, "tries": tries, "keeper": os.getpid(), "games": len(games)}
        warm.packets.send("begin", told, fds)
        self._loop.watch(warm.packets.fileno(), partial(self._hear_warm, warm))
        self._loop.watch(warm.process, partial(self._warm_died, warm))
        return warm

    def _hear_warm(self, warm: Warm) -> None:
        for name, value, fds in received(warm.packets):
            if name == "ready":
                if fds:
                    self._lines.listeners, self._places = places_of(fds, value["games"])
                    self._askers.open(self._places.own)
                self._warm_ready(warm, value)
            elif name == "refused":
                warm.refused = value
            elif name == "standby":
                self._manager.say("READY=1", status=value)
            elif name == "forked":
                self._forked(value, fds[0])
            elif name == "died":
                worker = self._worker
                if worker is not None and worker.pid == value[0]:
                    worker.status = value[1]
                    self._died(worker)
            elif name == "gone":
                self._loop.unwatch(warm.packets.fileno())

    def _warm_ready(self, warm: Warm, told: dict[str, Any]) -> None:
        if told["layout"] != VERSION_NUMBER:
            warm.refused = "to change to that version, stop the host and start it again"
            kill(warm.process)
            return
        self._log.form, self._log.level = told["log"]["format"], told["log"]["level"]
        warm.version, warm.ready = told["version"], True
        if warm is self._new:
            self._new, self._old, self._warm = None, self._warm, warm
            if self._worker is not None:
                self._kill(self._worker, "upgrade")
                return
        self._begin()

    def _warm_died(self, warm: Warm) -> None:
        self._hear_warm(warm)
        status = self._drop(warm)
        if warm is self._new:
            self._new = None
            self._refuse(warm.refused or "the new one could not start. The log says why.")
        if warm is not self._warm:
            return
        self._warm, self._old = self._old, None
        worker = self._worker
        if not self._served:
            self._fail(status)
        elif worker is not None and worker.gone:  # nobody will say how
            self._died(worker)
        elif self._stopping:
            if worker is None or worker.process < 0:
                self._code = 1
        else:
            text = "The process that starts workers died. The next one starts in time."
            self._log.say("warning", text)
            if worker is not None and worker.process < 0:  # it was about to fork that one
                self._let_go(worker)
            if self._worker is None:
                self._due = time.monotonic() + AGAIN_S

    def _drop(self, warm: Warm) -> int:
        """End it. Return its status."""
        for fd in (warm.packets.fileno(), warm.process):
            self._loop.unwatch(fd)
        kill(warm.process)
        os.close(warm.process)
        warm.packets.close()
        return os.waitpid(warm.pid, 0)[1]

    # --- workers ----------------------------------------------------------------------------

    def _begin(self) -> None:
        """Start a worker, or first the process that forks it."""
        if self._worker is not None or self._stopping:
            return
        if self._warm is None:
            self._warm = self._spawn()
        if not self._warm.ready:
            return
        for number in (BEAT, AT_SLOT, AT_MARK, CALLS, PID):
            self._words[number] = 0
        self._desk.close()
        ours, theirs = packet_pair()
        ours.setblocking(False)
        worker = Worker(Packets(ours), self._words[ANSWERED], time.monotonic() + FORK_S)
        self._worker = worker
        self._warm.packets.send("fork", None, [theirs.fileno()])
        theirs.close()
        told = {"first": not self._served, "upgraded": self._old is not None}
        worker.packets.send("start", {**told, **self._judge.told()})
        self._loop.watch(ours.fileno(), partial(self._hear, worker))
        self._lines.give_all(worker)

    def _forked(self, pid: int, process: int) -> None:
        worker = self._worker
        if worker is None or worker.process >= 0:
            kill(process)
            os.close(process)
            return
        worker.pid, worker.process, worker.waits_until = pid, process, math.inf
        worker.watch(self._words, time.monotonic())
        self._loop.watch(process, partial(self._gone, worker))
        if worker.killed is not None:
            kill(process)

    def _hear(self, worker: Worker) -> None:
        for name, value, _ in received(worker.packets):
            if name == "taken":
                worker.waiting -= value
                self._lines.feed(worker)
            elif name == "closed":
                for slot in self._lines.close(value):
                    self._judge.forget(slot)
            elif name == "ready":
                self._ready(worker)
            elif name == "finished":
                worker.finished = value
            elif name == "failed":
                worker.failed = value
            elif name == "suspects":
                self._judge.suspects = value
            elif name == "gone":
                self._loop.unwatch(worker.packets.fileno())

    def _ready(self, worker: Worker) -> None:
        worker.ready_at = self._answered = now = time.monotonic()
        self._served = True
        version = "" if self._warm is None else self._warm.version
        self._manager.say("READY=1", status=f"Parlour {version} serves.")
        if self._died_at is not None:
            about = {"after_s": round(now - self._died_at, 2), "connections": len(self._lines)}
            self._log.say("info", "The next worker serves.", **about)
            self._died_at = None
        if self._old is not None and self._warm is not None:
            old, self._old = self._old, None
            self._drop(old)
            text = self._warm.serves_after(old)
            self._log.say("info", text)
            self._askers.answer(f"ok {text}")

    def _kill(self, worker: Worker, why: str) -> None:
        worker.killed = why
        kill(worker.process)

    def _gone(self, worker: Worker) -> None:
        """Note that the process has ended. Its parent says how, if it is there."""
        self._loop.unwatch(worker.process)
        worker.gone = True
        if self._warm is None or not self._warm.ready:
            self._died(worker)
        else:
            worker.waits_until = time.monotonic() + FORK_S

    def _died(self, worker: Worker) -> None:
        if worker is not self._worker:
            return
        self._hear(worker)
        self._let_go(worker)
        if worker.finished is not None:
            self._code = worker.finished
        elif self._stopping:
            self._code = 1
            self._log.say("warning", f"The worker died before it had stopped. {worker.failed}")
        elif not self._served:
            self._fail(worker.status)
        elif worker.killed == "upgrade":
            self._died_at = time.monotonic()
            self._judge.upgraded()
            self._begin()
        elif self._old is not None:
            self._go_back(worker)
        else:
            self._bury(worker)

    def _let_go(self, worker: Worker) -> None:
        self._worker = None
        self._lines.accept_or_not(None, 0.0)  # or one who comes just now would be given to it
        for fd in (worker.process, worker.packets.fileno()):
            self._loop.unwatch(fd)
        if worker.process >= 0:
            os.close(worker.process)
        worker.packets.close()

    def _bury(self, worker: Worker) -> None:
        """Judge a death, say so, and begin again."""
        now = time.monotonic()
        death = worker.death(self._words, now)
        pause = self._judge.died(death)
        when = f"in {pause:g} seconds" if pause else "at once"
        about = {"worker": worker.pid, "deaths": self._judge.number}
        text = f"The worker died: {death.why}. The next one starts {when}."
        self._log.say("warning", text, **about)
        self._manager.say(status=text)
        if self._died_at is None:
            self._died_at = now
        if pause:
            self._due = now + pause
            self._desk.open(None if self._places is None else self._places.admin)
        else:
            self._begin()

    def _fail(self, status: int | None) -> None:
        """End a host that could not start. It has said why, unless a signal ended it."""
        self._code = 1 if status is None or status & 0x7F else status >> 8
        if self._code != (status or 0) >> 8:
            self._log.say("error", "The host died while it started.", status=status)

    # --- another program --------------------------------------------------------------------

    def _upgrade(self) -> bool:
        """Load the program again, as it is now. False: not at this moment."""
        if self._stopping or not self._served or self._old is not None:
            return False
        text = "The new program loads."
        self._log.say("info", text)
        at = time.monotonic_ns() // 1_000
        self._manager.say("RELOADING=1", f"MONOTONIC_USEC={at}", status=text)
        self._new = self._new or self._spawn(tries=True)
        return True

    def _refuse(self, why: str) -> None:
        text = f"The host goes on with the program it has: {why}"
        self._log.say("warning", text)
        self._manager.say("READY=1", status=text)
        self._askers.answer(f"no {text}")

    def _go_back(self, worker: Worker) -> None:
        """Take the program before again, because a worker of the new one has died."""
        new, self._warm, self._old = self._warm, self._old, None
        if new is not None:
            self._drop(new)
        self._refuse(worker.failed or "the new one died while it started. The log says why.")
        self._begin()

    # --- the operator, and the end ----------------------------------------------------------

    def _about(self) -> dict[str, Any]:
        wait = max(0.0, self._due - time.monotonic())
        return why_not(self._judge, wait, len(self._lines))

    def _signalled(self, numbers: Iterable[int]) -> None:
        if self._worker is not None:
            self._hear(self._worker)  # it may have said that it serves
        for number in numbers:
            # A terminal that is closed sends SIGHUP, too.
            if number == signal.SIGHUP and not (self._terminal and not has_terminal()):
                self._upgrade()
            elif self._stopping or not self._served:
                self._end_at_once(signal.Signals(number))
            else:
                self._stop()

    def _stop(self) -> None:
        """Let the worker end in order, and accept nobody any more."""
        self._stopping = True
        self._manager.say("STOPPING=1", status="The host stops.")
        self._lines.refuse()
        if self._warm is not None:
            self._warm.packets.send("stop")
        if self._worker is None:
            self._code = 0
        else:
            self._worker.packets.send("stop")

    def _end_at_once(self, number: signal.Signals) -> None:
        self._end()
        if number == signal.SIGINT and not self._served:
            os._exit(INTERRUPTED)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        os._exit(128 + number)  # process 1 of a container is not killed by its own signals

    def _end(self) -> None:
        """Leave no process, and nothing in the data directory that is only of use with one."""
        self._askers.answer("no The host stops.")
        if self._worker is not None:
            kill(self._worker.process, wait=True)
        for warm in (self._warm, self._new, self._old):
            if warm is not None:
                self._drop(warm)
        if self._places is not None:
            self._places.remove()
