"""Leave a note of what the host dies of, as far as a process can.

A process cannot say who killed it from outside. It can leave a note of these three deaths:

* A fatal signal in its own code (a segmentation fault, an abort): `faulthandler` writes a
  traceback into the file `crash` in the data directory.
* It hangs in C code that never lets another thread run, such as one endless regular expression.
  Then no code here runs either, but a C thread of `faulthandler` writes a traceback after
  `STUCK_S`. If the call returns, the file is emptied.
* Code in the process ends it: `os._exit`, a signal to itself, another program in its place. Each
  of these functions is wrapped, so that it first notes the thread that called it.

All this changes the whole process, so only `parlour serve` does it, not a host in a test.
"""

from __future__ import annotations

import faulthandler
import functools
import os
import re
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, NamedTuple

FILE: Final = "crash"
"""In the data directory: empty, unless the host is hanging or has crashed."""
KEPT: Final = "crash.txt"
"""The last crash file that was not empty, for the operator."""
STUCK_S: Final = 5.0
"""If no thread of the host has run for this long, it hangs. A busy machine delays threads by
tenths of a second."""
READ_MAX: Final = 100_000
"""Bytes of a traceback: a hundred threads, each cut by `faulthandler`."""
_THREAD: Final = re.compile(rb"^Current thread 0x([0-9a-f]{1,16}) ", re.MULTILINE)
_ENDING: Final = {
    "os": ("_exit", "kill", "killpg", "execv", "execve"),
    "posix": ("_exit", "kill", "killpg", "execv", "execve"),
    "signal": ("raise_signal", "pthread_kill"),
    "_signal": ("raise_signal", "pthread_kill"),
}
"""Functions that can end the process, by module. `os.abort` raises a fatal signal."""


class Crash(NamedTuple):
    """The traceback of a dead host, read."""

    thread: int
    """The thread that received a fatal signal, or 0 if none did."""
    hung: bool
    """The host was no longer running any code when it was killed."""


NO_CRASH: Final = Crash(0, hung=False)


def crash_in(folder: Path) -> Crash | None:
    """Return what the previous host left in *folder*, and keep it, or None if it left nothing."""
    path = folder / FILE
    try:
        with path.open("rb") as file:
            text = file.read(READ_MAX)
    except FileNotFoundError:
        return None
    if not text:
        return None
    path.replace(folder / KEPT)
    found = _THREAD.search(text)
    return Crash(int(found[1], 16) if found else 0, hung=text.startswith(b"Timeout "))


class CrashFile:
    """The file that `faulthandler` writes. Call `still_running` much more often than `STUCK_S`."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._path.touch(mode=0o600)
        self._file = self._path.open("ab", buffering=0)
        faulthandler.enable(self._file)
        self.still_running()

    def still_running(self) -> None:
        """Report that Python code runs. So nothing hangs now, even if it did before."""
        faulthandler.dump_traceback_later(STUCK_S, file=self._file)
        if os.fstat(self._file.fileno()).st_size:
            self._file.truncate(0)

    def close(self) -> None:
        """Remove the file. The host stops normally."""
        faulthandler.cancel_dump_traceback_later()
        faulthandler.disable()
        self._file.close()
        self._path.unlink(missing_ok=True)


class Endings:
    """Notes the thread that is about to end this process, inside a `with` block.

    Enter it before any plugin is imported: a plugin may keep `os._exit` under another name.
    """

    def __init__(self) -> None:
        self.note: Callable[[int], None] = lambda _thread: None
        """Called with the number of that thread, and with 0 if the process survives after all."""
        self._pid = os.getpid()
        self._undo = ExitStack()

    def __enter__(self) -> Endings:
        """Wrap the functions that can end the process."""
        for name, functions in _ENDING.items():
            module = sys.modules.get(name)
            for function in functions:
                if (real := getattr(module, function, None)) is not None:
                    setattr(module, function, self._noting(real))
                    self._undo.callback(setattr, module, function, real)
        return self

    def __exit__(self, *_: object) -> None:
        """Restore them."""
        self._undo.close()

    def _noting(self, real: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(real)
        def noting(*args: Any, **kwargs: Any) -> Any:
            if os.getpid() != self._pid:  # a child ends itself, not the host
                return real(*args, **kwargs)
            self.note(threading.get_ident())
            try:
                return real(*args, **kwargs)
            finally:
                self.note(0)

        return noting
