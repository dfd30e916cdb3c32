"""What the host sets for its whole process."""

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

from parlour.server._log import log, outline

SWITCH_INTERVAL_S: Final = 0.0005
"""How long a thinking bot keeps the interpreter while the loop waits for it. With Python's
own 5 ms a busy thread costs the loop two thirds of its speed, with this nothing that could
be measured (docs/decisions/0003-selector-loop.md)."""
NEVER: Final = 1_000_000_000
"""A threshold that nothing reaches."""
LOOK_S: Final = 1.0
"""Between two looks whether the host is quiet."""
QUIET_S: Final = 0.1
"""A host in which nothing has happened for so long is quiet: one with two hundred players
hardly ever is, one with twenty at every look."""
CALM_S: Final = 5.0
"""The least pause after such a look,"""
RARELY: Final = 100
"""and how many times as long as the look it is."""
OVERDUE: Final = 100
"""Collections of young objects after which the old ones are looked at even if the host is not
quiet: 700,000 more objects live than at the last time, which is some hundred megabytes."""
SPARE_FILES: Final = 100
"""Open files beside the connections: word lists, the log, the store, the interpreter's own."""


@contextmanager
def tuned(connections: int) -> Generator[None]:
    """Room for *connections*, and settings that keep the loop quick; put back afterwards."""
    _allow_files(connections + SPARE_FILES)
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    # Word lists and modules never become garbage: no pause to look at them again. A hundred
    # objects already are; to find them would take longer than all else that is done here.
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
    """Look through all objects for garbage while nothing happens; never return.

    *ticks* counts what happens. The host itself leaves nothing to find (a closed table, a
    connection and a player go without the collector); libraries and games may, and Python
    gives back the objects it holds in reserve, which keep whole arenas of memory from the
    system. With 10,000 connections it takes a tenth of a second, so it must not be in
    anybody's way.
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
    """What gives memory back that nothing is in, where the C library does so only when told.

    Looked up once: each look-up makes a class, which is a cycle, and would keep memory that the
    collection before it has just freed.
    """
    try:
        trim: Callable[[int], object] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):  # another library than glibc
        return lambda _left: None
    return trim


def _allow_files(wanted: int) -> None:
    """Raise this process's own limit of open files as far as needed and allowed."""
    try:
        import resource
    except ImportError:  # not on this system, and neither is the limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    allowed = wanted if hard == unlimited else min(wanted, hard)
    if soft != unlimited and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    if allowed < wanted:
        log.warning(
            "The system allows %d open files: room for about %d connections.",
            allowed,
            allowed - SPARE_FILES,
        )


class _Nowhere(io.BytesIO):
    """Where a game's prints go. Says so once."""

    name = "nowhere"
    _said = False

    def write(self, data: Any) -> int:
        """Nothing is kept of it."""
        if not self._said:
            self._said = True
            log.warning("A game prints. What games print is dropped: it may hold secrets.")
        return len(data)


@contextmanager
def muted() -> Generator[None]:
    """Games print nothing: it may be megabytes that nobody reads, and hold what they hide.

    The log keeps its own stream. What Python itself would print of an error that nobody can
    catch (in a thread of a game's own, in a `__del__`) goes into the log as any other error.
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
    """The first SIGINT or SIGTERM calls *stop* in trio's loop; the next one just ends us.

    The second is the system's own doing, so it works even while a game hangs.
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
