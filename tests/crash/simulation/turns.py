"""Threads that take turns, in a time of their own: a seed decides who runs next."""

from __future__ import annotations

import threading
from collections.abc import Callable
from random import Random
from typing import ClassVar


class Killed(BaseException):
    """The process is killed."""


class Turns:
    """Runs one thread at a time, each until it pauses."""

    running: ClassVar[Thread]

    def __init__(self, rng: Random) -> None:
        self.now = 0.0
        self.threads: list[Thread] = []
        self.back = threading.Semaphore(0)
        """Released when the one that runs has paused."""
        self._rng = rng

    def turn(self) -> Thread | None:
        """Let one of those run whose time has come. Returns it if it has ended.

        Raises what it raises.
        """
        awake = [max(one.wakes_at, one.process.frozen_until) for one in self.threads]
        self.now = max(self.now, min(awake))
        ready = [at for at, when in enumerate(awake) if when <= self.now]
        thread = self.threads[self._rng.choice(ready)]
        thread.turn()
        if not thread.ended:
            return None
        self.threads.remove(thread)
        if thread.error is not None:
            raise thread.error
        return thread

    def kill(self, process: Process) -> None:
        """End the threads of *process*."""
        for thread in [one for one in self.threads if one.process is process]:
            thread.killed = True
            thread.turn()
            self.threads.remove(thread)

    def sleep(self, seconds: float) -> None:
        """Let others run for so long."""
        self.running.wakes_at = self.now + seconds
        self.running.pause()


class Process:
    """What threads belong to."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.frozen_until = 0.0


class Thread:
    """In place of `threading.Thread`: one of them runs at a time."""

    def __init__(
        self,
        target: Callable[[], None],
        name: str = "",
        daemon: bool = True,
        process: Process | None = None,
    ) -> None:
        self.process: Process = process or Turns.running.process
        self.first = process is not None
        """It is the first of its process, which ends with it."""
        self.wakes_at = 0.0
        self.killed = self.ended = False
        self.error: BaseException | None = None
        self._target = target
        self._go = threading.Semaphore(0)
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self.process.turns.threads.append(self)
        self._thread.start()

    def join(self, timeout: float | None = None) -> None:
        self.process.turns.sleep(timeout or 0.0)

    def _run(self) -> None:
        self._go.acquire()
        try:
            if not self.killed:
                self._target()
        except Killed:
            pass
        except BaseException as error:  # noqa: BLE001 - raised where the turns are given
            self.error = error
        self.ended = True
        self.process.turns.back.release()

    def pause(self) -> None:
        """Let others run. Raises Killed."""
        self.process.turns.back.release()
        self._go.acquire()
        if self.killed:
            raise Killed

    def turn(self) -> None:
        """Let it run until it pauses."""
        Turns.running = self
        self._go.release()
        self.process.turns.back.acquire()
        if self.ended:
            self._thread.join()


class Event:
    """In place of `threading.Event`."""

    def __init__(self) -> None:
        self._set = False

    def is_set(self) -> bool:
        return self._set

    def set(self) -> None:
        self._set = True

    def wait(self, seconds: float) -> bool:
        if not self._set:
            Turns.running.process.turns.sleep(seconds)
        return self._set


class Lock:
    """In place of `threading.Lock`."""

    def __init__(self) -> None:
        self._held = False

    def acquire(self, blocking: bool = True) -> bool:
        while self._held:
            if not blocking:
                return False
            Turns.running.process.turns.sleep(0.001)
        self._held = True
        return True

    def release(self) -> None:
        self._held = False

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *_error: object) -> None:
        self.release()
