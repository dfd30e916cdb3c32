"""What the host sets for its whole process."""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType
from typing import Final

import trio

from parlour.server._log import log

SWITCH_INTERVAL_S: Final = 0.0005
"""How long a thinking bot keeps the interpreter while the loop waits for it. With Python's
own 5 ms a busy thread costs the loop two thirds of its speed, with this nothing that could
be measured (docs/decisions/0003-selector-loop.md)."""
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
    try:
        yield
    finally:
        gc.unfreeze()
        sys.setswitchinterval(before)


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
