"""A program in a terminal of its own: send it keys, and keep what it writes with the time.

`echoes` works out afterwards what was on the screen, and when. Our terminal needs longer to read
a screen than the program needs to draw it, so the next output would seem late.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import signal
import struct
import tempfile
import termios
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import pyte

from tools.bench.process import Spent

CHUNK: Final = 1 << 16
LAST: Final = 600
"""Bytes shown of what a program that failed wrote last."""
PATIENCE_S: Final = 10.0
"""For the program to end."""
PROMPT: Final = "> "
"""What the client shows before the input."""


@dataclass(frozen=True, slots=True)
class Instant:
    """A moment in the life of a program."""

    at: float
    """Seconds on our clock."""
    waited: float
    """Seconds the program had been ready to run by then while other work had the core."""

    @classmethod
    def now(cls, pid: int) -> Instant:
        """This moment for the process *pid*."""
        return cls(time.perf_counter(), Spent.of(pid).waited)


@dataclass(frozen=True, slots=True)
class Written:
    """What the program wrote at once."""

    when: Instant
    data: bytes


@dataclass(frozen=True, slots=True)
class Key:
    """A key that was pressed, and the input line after it."""

    when: Instant
    line: str


@dataclass(frozen=True, slots=True)
class Echo:
    """How long a key took: until the screen showed its line, and the cursor after it."""

    seconds: float
    alone_s: float
    """The same without the time the program waited for a core."""


class Terminal:
    """The terminal of a running program; `terminal` makes it."""

    def __init__(self, fd: int, pid: int) -> None:
        self.pid = pid
        self.written: list[Written] = []
        self._fd = fd

    def press(self, keys: str, line: str = "") -> Key:
        """Press *keys*; the input line is *line* after them."""
        key = Key(Instant.now(self.pid), line)
        os.write(self._fd, keys.encode())
        return key

    def read(self) -> None:
        """Read what the program has written."""
        try:
            data = os.read(self._fd, CHUNK)
            self.written.append(Written(Instant.now(self.pid), data))
        except OSError:  # it has ended
            asyncio.get_running_loop().remove_reader(self._fd)


@asynccontextmanager
async def terminal(command: Sequence[str], columns: int, rows: int) -> AsyncGenerator[Terminal]:
    """Run *command* in a terminal of that size, and end it afterwards."""
    reader, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    loop = asyncio.get_running_loop()
    with tempfile.TemporaryDirectory() as state:
        environ = os.environ | {"TERM": "xterm-256color", "XDG_STATE_HOME": state}
        program = await asyncio.create_subprocess_exec(
            *command,
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env=environ,
            start_new_session=True,
        )
        os.close(inside)
        made = Terminal(reader, program.pid)
        loop.add_reader(reader, made.read)
        try:
            yield made
        except Exception as error:
            last = b"".join(each.data for each in made.written)[-LAST:]
            error.add_note(f"The terminal was written to last: {last!r}")
            raise
        finally:
            if program.returncode is None:
                program.send_signal(signal.SIGTERM)
            async with asyncio.timeout(PATIENCE_S):
                await program.wait()
            loop.remove_reader(reader)
            os.close(reader)


def echoes(keys: Sequence[Key], written: Sequence[Written], size: tuple[int, int]) -> list[Echo]:
    """How long each of *keys* took, in order, in a terminal of *size* columns and rows.

    A key is seen when the screen shows its line, or that of a later key. Keys at the end that
    were never seen are left out.
    """
    screen = pyte.Screen(*size)
    stream = pyte.ByteStream(screen)
    found: list[Echo] = []
    for piece in written:
        stream.feed(piece.data)
        line = _typed(screen)
        waiting = [key for key in keys[len(found) :] if key.when.at <= piece.when.at]
        at = next((at for at, key in enumerate(waiting) if key.line == line), -1)
        found += [_echo(key, piece) for key in waiting[: at + 1]]
    return found


def _typed(screen: pyte.Screen) -> str | None:
    """The input before the cursor, if the cursor is in the input line."""
    row = screen.buffer[screen.cursor.y]
    before = "".join([row[column].data for column in range(screen.cursor.x)])
    return before.removeprefix(PROMPT) if before.startswith(PROMPT) else None


def _echo(key: Key, piece: Written) -> Echo:
    seconds = piece.when.at - key.when.at
    waited = piece.when.waited - key.when.waited  # another clock, which may run slightly ahead
    return Echo(seconds, max(0.0, seconds - waited))
