"""Process-wide settings of the host."""

from __future__ import annotations

import ctypes
import gc
import io
import signal
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

import trio

from parlour.keeper.files import allow_files
from parlour.server._log import log, outline

SWITCH_INTERVAL_S: Final = 0.0001
"""The time that a busy thread keeps the interpreter while another waits for it. With Python's own
5 ms a thinking bot costs the loop two thirds of its speed (docs/decisions/0003-selector-loop.md),
and the thread of the store waits that long at each of its statements while the loop is busy."""
NEVER: Final = 1_000_000_000
"""A threshold that nothing reaches."""
LOOK_S: Final = 1.0
"""Seconds between two checks whether the host is quiet."""
QUIET_S: Final = 0.1
"""A host in which nothing has happened for this long is quiet. With two hundred players it
hardly ever is, with twenty at every check."""
CALM_S: Final = 5.0
"""The least pause after a collection,"""
RARELY: Final = 100
"""and its length as a multiple of the collection's time."""
OVERDUE: Final = 100
"""Collections of young objects after which we collect the old ones even if the host is not
quiet: then 700,000 more objects are alive than last time, which is some hundred megabytes."""
SPARE_FILES: Final = 100
"""Open files besides the connections: word lists, the log, the store, the interpreter's own."""


@contextmanager
def tuned(connections: int) -> Generator[None]:
    """Make room for *connections*, and keep the loop quick. Restore all settings afterwards."""
    _allow_files(connections + SPARE_FILES)
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    # Word lists and modules never become garbage, so we need not pause to check them again.
    # A hundred objects are garbage already. Finding them would take longer than all the rest.
    gc.freeze()
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)  # `collect_when_quiet` does that
    try:
        yield
    finally:
        gc.set_threshold(young, middle, old)
        gc.unfreeze()
        sys.setswitchinterval(before)


async def collect_when_quiet(ticks: Callable[[], int]) -> None:
    """Collect garbage while nothing happens. Never returns.

    *ticks* counts what happens. The host itself leaves nothing to find (a closed table, a
    connection and a player are freed without the collector). But libraries and games may, and
    Python releases the objects it holds in reserve, which keep whole arenas of memory from the
    system. With 10,000 connections this takes a tenth of a second, so it must not delay anybody.
    """
    trim = _trimmer()
    seen = ticks()
    pause_s = LOOK_S
    while True:
        await trio.sleep(pause_s)
        pause_s = LOOK_S
        before = ticks()
        await trio.sleep(QUIET_S)
        now = ticks()
        quiet = now == before
        if (quiet and now != seen) or gc.get_count()[-1] >= OVERDUE:
            begun = trio.current_time()
            gc.collect()
            trim(0)
            seen = now
            pause_s = max(CALM_S, RARELY * (trio.current_time() - begun))


def _trimmer() -> Callable[[int], object]:
    """Return a function that gives empty memory back, where the C library does so only when told.

    We look it up once. Each look-up makes a class, which is a cycle, and would keep memory that
    the collection before it has just freed.
    """
    try:
        trim: Callable[[int], object] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):  # a library other than glibc
        return lambda _left: None
    return trim


def _allow_files(wanted: int) -> None:
    """Make room for so many open files, or say how many there are."""
    allowed = allow_files(wanted)
    if allowed < wanted:
        log.warning(
            "The system allows %d open files: room for about %d connections.",
            allowed,
            allowed - SPARE_FILES,
        )


class _Nowhere(io.BytesIO):
    """The target of a game's prints. It warns once."""

    name = "nowhere"
    _said = False

    def write(self, data: Any) -> int:
        if not self._said:
            self._said = True
            log.warning("A game prints. What games print is dropped: it may hold secrets.")
        return len(data)


@contextmanager
def muted() -> Generator[None]:
    """Drop what games print. It may be megabytes that nobody reads, and contain their secrets.

    The log keeps its own stream. What Python itself would print about an error that nobody can
    catch (in a game's own thread, in a `__del__`) goes into the log like any other error.
    """
    before = sys.stdout, sys.stderr, sys.unraisablehook, threading.excepthook
    sys.stdout = sys.stderr = io.TextIOWrapper(_Nowhere(), "utf-8", "replace", write_through=True)
    sys.unraisablehook = lambda told: _uncaught(told.exc_value)
    threading.excepthook = lambda told: _uncaught(told.exc_value)
    try:
        yield
    finally:
        sys.stdout, sys.stderr, sys.unraisablehook, threading.excepthook = before


def _uncaught(error: BaseException | None) -> None:
    if error is not None:
        log.error("A game raised where nobody could catch it.\n%s", outline(error))


@contextmanager
def stopping_signals(stop: Callable[[], None]) -> Generator[None]:
    """Call *stop* in trio's loop on the first SIGINT or SIGTERM. The next one just ends us.

    The system handles the second signal, so it works even while a game hangs.
    """
    token = trio.lowlevel.current_trio_token()
    numbers = (signal.SIGINT, signal.SIGTERM)

    def handle(_number: int, _frame: FrameType | None) -> None:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)
        token.run_sync_soon(stop)

    before = [(number, signal.signal(number, handle)) for number in numbers]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)
