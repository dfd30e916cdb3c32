"""A program at a seat: its process, and the lines between it and the arena.

It speaks over its standard input and output, or, if its command has `{port}`, over a connection to
this computer. Whatever it does, it cannot fill the memory here, and nothing of it is left when the
game is over.
"""

from __future__ import annotations

import ctypes
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from parlour.wire.lines import BadLine, Decoder

READ_BYTES: Final = 1 << 14
UNREAD_MOST: Final = 200
"""Lines of a program that wait to be read. It is not listened to while there are more."""
UNSENT_MOST: Final = 1 << 21
"""Bytes that wait for a program to read them. With more it counts as dead."""
SAID_MOST: Final = 4_096
"""Bytes that are kept of what a program writes to its standard error in a game: the last ones."""
END_S: Final = 1.0
"""How long a program may take to end after its game."""
CHAIN_MOST: Final = 100
"""Processes that one program may leave behind, each the parent of the next."""
TABLE: Final = "1"
_SUBREAPER: Final = 36
_LIBC: Final = ctypes.CDLL(None)
_BOUNDED: Final = """
import ctypes, os, resource, signal, sys
parent, memory = map(int, sys.argv[1:3])
if hasattr(ctypes.CDLL(None), "prctl"):
    ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # end with the arena
if os.getppid() != parent:
    os._exit(1)
resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
try:
    os.execvp(sys.argv[3], sys.argv[3:])
except OSError as error:
    print(f"{sys.argv[3]} cannot be started: {error.strerror}", file=sys.stderr)
    sys.exit(127)  # as shells do
"""
"""What the process of a program does before it becomes the program. A `preexec_fn` would run
between fork and exec, where it can hang if this process has threads."""


class Program:
    """A process that plays at one seat of one game."""

    def __init__(self, command: Sequence[str], luck: int, memory_mb: int) -> None:
        """Start *command*. `died` says so if it cannot be started.

        *luck* is a number that the program may seed its own luck with (`PARLOUR_SEED`).
        """
        self.lines: deque[str | BadLine] = deque()
        """What it has said, and nobody has read."""
        self.died = ""
        """Why it is gone."""
        self.said = b""
        """The end of what it wrote to its standard error."""
        self.by_port = any("{port}" in word for word in command)
        self._decoder = Decoder()
        self._unsent = bytearray()
        self._closing = False
        self._listener: socket.socket | None = None
        self._connection: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._in = self._out = self._err = -1
        if self.by_port:
            self._listener = socket.create_server(("127.0.0.1", 0), backlog=1)
            self._listener.setblocking(False)
        try:
            self._start(_filled(command, self._listener), luck, memory_mb)
        except OSError as error:
            self.died = f"{command[0]} cannot be started: {error.strerror or error}"

    def _start(self, command: Sequence[str], luck: int, memory_mb: int) -> None:
        if shutil.which(command[0]) is None:
            raise OSError("there is no such program")
        if hasattr(_LIBC, "prctl"):
            _LIBC.prctl(_SUBREAPER, 1, 0, 0, 0)  # what it starts and leaves behind becomes ours
        pipe = subprocess.PIPE
        bounds = (str(os.getpid()), str(memory_mb << 20))
        process = self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _BOUNDED, *bounds, *command],
            stdin=subprocess.DEVNULL if self.by_port else pipe,
            stdout=pipe,
            stderr=pipe,
            env=_environment(luck),
            start_new_session=True,
        )
        assert process.stdout is not None, "it is a pipe"
        assert process.stderr is not None, "it is a pipe"
        self._out, self._err = process.stdout.fileno(), process.stderr.fileno()
        if process.stdin is not None:
            self._in = process.stdin.fileno()
        for number in (self._in, self._out, self._err):
            if number >= 0:
                os.set_blocking(number, False)

    # --- bytes ------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        """Send *data*, as soon as the program reads it."""
        if self.died:
            return
        self._unsent += data
        self._write()
        if len(self._unsent) > UNSENT_MOST:
            self.died = "it does not read what it is told"

    def wanted(self) -> dict[int, int]:
        """Return what to poll for, by file descriptor."""
        found: dict[int, int] = {}
        if self._err >= 0:
            found[self._err] = select.POLLIN
        if self._listener is not None:
            found[self._listener.fileno()] = select.POLLIN
        hears = len(self.lines) < UNREAD_MOST
        if self._connection is not None:
            flags = (select.POLLIN if hears else 0) | (select.POLLOUT if self._unsent else 0)
            found[self._connection.fileno()] = flags
        if self._out >= 0 and (hears or self.by_port):
            found[self._out] = select.POLLIN
        if self._in >= 0 and self._unsent:
            found[self._in] = select.POLLOUT
        return found

    def ready(self, number: int) -> None:
        """Go on with what a file descriptor is ready for."""
        if number == self._err:
            self._err = self._keep(number)
        elif number == self._out and self.by_port:
            self._out = self._keep(number)  # what it prints is meant for its author
        elif self._listener is not None and number == self._listener.fileno():
            self._accept()
        elif number == self._in:
            self._write()
        else:
            self._read()
            self._write()

    def _keep(self, number: int) -> int:
        with suppress(BlockingIOError):
            data = os.read(number, READ_BYTES)
            self.said = (self.said + data)[-SAID_MOST:]
            return number if data else -1
        return number

    def _accept(self) -> None:
        assert self._listener is not None, "it was polled"
        with suppress(BlockingIOError):
            self._connection, _ = self._listener.accept()
            self._connection.setblocking(False)
            self._connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._listener.close()  # nobody else may come in its place
            self._listener = None

    def _read(self) -> bool:
        """Read some of what it has said, and return whether there may be more."""
        number = self._out if self._connection is None else self._connection.fileno()
        try:
            data = os.read(number, READ_BYTES)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        if data:
            self.lines.extend(self._decoder.feed(data))
            return True
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        else:
            self._out = -1
        self._has_ended()
        return False

    def _write(self) -> None:
        number = self._in if self._connection is None else self._connection.fileno()
        if number < 0:
            return
        try:
            if self._unsent:
                del self._unsent[: os.write(number, self._unsent)]
        except BlockingIOError:
            return
        except OSError:  # it no longer reads; that it ended is noticed by what it says
            self._unsent.clear()
        if self._closing and not self._unsent:
            self.close_input()

    def look(self) -> None:
        """Notice that the program has ended, even if what it leaves behind holds its output open,
        or if it has never connected.
        """
        if self.died or not self.ended:
            return
        if not self.by_port or self._connection is not None:
            while len(self.lines) < UNREAD_MOST and self._read():
                pass
            if len(self.lines) >= UNREAD_MOST:
                return
        self._has_ended()

    def _has_ended(self) -> None:
        self.died = self.died or f"it ended{self._how()}"

    def _how(self) -> str:
        process = self._process
        if process is None:
            return ""
        with suppress(subprocess.TimeoutExpired):
            code = process.wait(END_S)
            return f" with exit code {code}" if code >= 0 else f" by signal {-code}"
        return ""

    # --- the end ----------------------------------------------------------------------

    def close_input(self) -> None:
        """Say that nothing more comes, as soon as all that was sent is read."""
        self._closing = True
        if self._unsent:
            return
        process = self._process
        if process is not None and process.stdin is not None and self._in >= 0:
            with suppress(OSError):
                process.stdin.close()
            self._in = -1

    @property
    def ended(self) -> bool:
        """Whether the process is over."""
        return self._process is None or self._process.poll() is not None

    def end(self) -> None:
        """End the process, with all that it has started."""
        for each in (self._listener, self._connection):
            if each is not None:
                each.close()
        process = self._process
        if process is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if self._err >= 0:
            self._keep(self._err)
        for file in (process.stdin, process.stdout, process.stderr):
            if file is not None:
                with suppress(OSError):
                    file.close()
        self._in = self._out = self._err = -1


def poll(programs: Sequence[Program], seconds: float) -> None:
    """Wait until one of *programs* can read, or has said something, for *seconds* at most."""
    owners: dict[int, Program] = {}
    polled = select.poll()
    for program in programs:
        for number, flags in program.wanted().items():
            polled.register(number, flags)
            owners[number] = program
    for number, _ in polled.poll(max(0, round(seconds * 1_000))):
        owners[number].ready(number)


def reap(kept: Collection[int]) -> None:
    """End processes that programs have left behind in sessions of their own.

    They have become children of this process. *kept* are the children it had before, and those in
    its own session are not from a program.
    """
    session = os.getsid(0)
    for _ in range(CHAIN_MOST):
        left = [number for number in children() if number not in kept]
        left = [number for number in left if _session(number) not in (session, None)]
        if not left:
            return
        for number in left:
            with suppress(ProcessLookupError, PermissionError, ChildProcessError):
                os.kill(number, signal.SIGKILL)
                os.waitpid(number, 0)


def _session(number: int) -> int | None:
    try:
        return os.getsid(number)
    except OSError:
        return None


def children() -> set[int]:
    """Return the processes whose parent is this one."""
    found: set[int] = set()
    with suppress(OSError):
        for task in Path("/proc/self/task").iterdir():
            found |= {int(word) for word in (task / "children").read_text().split()}
    return found


def now() -> float:
    """Return the time by which programs are bounded, in seconds."""
    return time.monotonic()


def _filled(command: Sequence[str], listener: socket.socket | None) -> list[str]:
    """Return *command* with where the program connects to."""
    words = {"{table}": TABLE}
    if listener is not None:
        host, port = listener.getsockname()[:2]
        words |= {"{host}": str(host), "{port}": str(port)}
    found: list[str] = []
    for word in command:
        for name, value in words.items():
            word = word.replace(name, value)
        found.append(word)
    return found


def _environment(luck: int) -> Mapping[str, str]:
    """Return what a program finds around it. Python programs then do the same each time."""
    own = {"PARLOUR_SEED": str(luck), "PYTHONHASHSEED": "0", "PYTHONUNBUFFERED": "1"}
    return {**os.environ, **own}
