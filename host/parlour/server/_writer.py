"""The thread of the store, which works while the loop runs on."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypeAlias

import trio

Done: TypeAlias = Callable[[Exception | None], None]
"""A function to call in the loop when a call has ended, with what it raised."""


class Writer:
    """Makes calls that may block, one at a time. A store that never blocks needs no thread.

    `trio.to_thread.run_sync` and a task to call it would do the same at twice the cost
    when few people play, because nearly every line then waits for a switch of its own (measured
    with table talk at four tables: 4,700 lines a second with it, 8,200 without).
    """

    def __init__(self, *, instant: bool, after: Callable[[], None]) -> None:
        """Call *after* in the loop whenever a call on the thread has been handled."""
        self.busy = False
        """The thread is in a call."""
        self._instant = instant
        self._after = after
        self._token = trio.lowlevel.current_trio_token()
        self._moved = trio.lowlevel.ParkingLot()
        self._abandoned = False
        self._ended: tuple[Done, Callable[[], Exception | None]] | None = None
        """The call that has ended on the thread and has not been handled yet."""
        self._crash: BaseException | None = None
        self._crashed = trio.Event()

    def start(self, work: Callable[[], None], done: Done) -> None:
        """Call *work* on the thread, which must not be busy, then *done* in the loop.

        *done* gets what *work* raises. What *done* raises ends `watch`.
        """
        if self._instant:
            done(attempt(work))
            return
        self.busy = True
        trio.lowlevel.start_thread_soon(
            partial(attempt, work), lambda result: self._deliver(done, result.unwrap)
        )

    async def moved(self) -> None:
        """Wait until the next call on the thread has been handled."""
        await self._moved.park()

    def abandon(self) -> None:
        """Stop waiting for the thread. We ignore how its call ends."""
        self._abandoned = True

    async def watch(self) -> None:
        """Never return, but raise unexpected errors here, where they end the host."""
        await self._crashed.wait()
        assert self._crash is not None
        raise self._crash

    def look(self) -> bool:
        """Handle a call that has ended, and return whether there was one.

        A busy loop calls this between two pieces of work. Otherwise those who wait for the store
        would wait for several more of them.
        """
        ended = self._ended
        if ended is None:  # the thread may set it right now, so we leave it alone
            return False
        self._ended = None
        done, result = ended
        self.busy = False
        if self._abandoned:
            return False
        self._try(lambda: done(result()))
        self._moved.unpark_all()
        return True

    def _deliver(self, done: Done, result: Callable[[], Exception | None]) -> None:
        """Pass the result from the thread to the loop, if it still runs."""
        self._ended = done, result
        with suppress(trio.RunFinishedError):
            # Idempotent, or a busy loop would be behind with ever more of these, each with work.
            self._token.run_sync_soon(self._land, idempotent=True)

    def _land(self) -> None:
        if self.look():
            self._try(self._after)

    def _try(self, call: Callable[[], None]) -> None:
        try:
            call()
        except BaseException as error:  # noqa: BLE001 - `watch` raises it: nobody else here could
            self._crash = error
            self._crashed.set()


def attempt(work: Callable[[], None]) -> Exception | None:
    """Call *work* and return what it raised."""
    try:
        work()
    except Exception as error:  # noqa: BLE001 - passed on whole: `CommitQueue` decides what it means
        return error
    return None
