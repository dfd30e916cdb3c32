"""Give the terminal back as the shell had it, however the client ends, and while it is stopped."""

from __future__ import annotations

import os
import signal
import termios
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Any, Final, NoReturn

ENDS: Final = tuple(
    signal.Signals[name]
    for name in (
        "SIGHUP",
        "SIGQUIT",
        "SIGABRT",
        "SIGUSR1",
        "SIGUSR2",
        "SIGALRM",
        "SIGTERM",
        "SIGXCPU",
    )
)
"""Signals that would end a program at once. SIGKILL cannot be caught, SIGINT is a key, and after
SIGSEGV and the like there is nothing to rely on."""
_given: Final = list[list[Any]]()
"""The modes of the keyboard as the shell gave it to us, while the client runs."""
_KEYBOARD: Final = 0
_SCREEN: Final = 1
_NO_REPORTS: Final = b"\x1b[?1004l"
"""No reports of the focus."""
RESET: Final = _NO_REPORTS + (
    b"\x1b[0m"  # colours
    b"\x1b[?1000l\x1b[?1003l\x1b[?1006l\x1b[?1015l"  # reports of the mouse
    b"\x1b[?2004l"  # marked pastes
    b"\x1b[?1l\x1b[?7h\x1b[?25h"  # keys of applications; long lines wrap; the cursor
)
"""What gives a terminal back, but for the other screen: to leave that twice would put the cursor
where it was before."""
_LEFT: Final = b"\x1b[?1049l"
"""The other screen is left."""


@contextmanager
def given_back() -> Generator[None]:
    """Let a signal end the client by an exception, so that it leaves the terminal as it was.

    The exit code is that of a shell: 128 and the signal. A closed window and many services send
    two signals. The second one would interrupt halfway what the first one raises, so it ends the
    client at once. What the exception has not put right by then is put right here.
    """
    _given[:] = _modes()

    def end(number: int, _frame: object) -> NoReturn:
        for each in ENDS:
            signal.signal(each, end_at_once)
        raise SystemExit(128 + number)

    def end_at_once(number: int, _frame: object) -> NoReturn:
        _put_back()
        with suppress(OSError):
            os.write(_SCREEN, _NO_REPORTS)  # these go last when the screen closes in order
        os._exit(128 + number)

    handlers = {number: signal.signal(number, end) for number in ENDS}
    try:
        yield
    finally:
        _put_back()
        for number, handler in handlers.items():
            signal.signal(number, handler)


def stop() -> None:
    """Stop as the shell expects it, until `fg`. The terminal must be the shell's again.

    A signal that ends a stopped client does so at once: the client may not touch the terminal,
    and the kernel would stop it for good if it tried.
    """
    _put_back()
    numbers = (*ENDS, signal.SIGTSTP)
    handlers = {number: signal.signal(number, signal.SIG_DFL) for number in numbers}
    os.kill(0, signal.SIGTSTP)
    for number, handler in handlers.items():
        signal.signal(number, handler)


def _modes() -> list[list[Any]]:
    """The modes of the keyboard, or nothing if there is no terminal."""
    try:
        return [termios.tcgetattr(_KEYBOARD)]
    except termios.error:
        return []


def _put_back() -> None:
    """Put the terminal back as it was, if the keyboard is not as it was."""
    for before, now in zip(_given, _modes(), strict=False):
        if now != before:
            with suppress(termios.error, OSError):
                termios.tcsetattr(_KEYBOARD, termios.TCSANOW, before)
                if not now[3] & termios.ICANON:  # the screen was open
                    os.write(_SCREEN, RESET + _LEFT)
