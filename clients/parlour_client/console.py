"""Standard input and output as lines: for a keyboard, a screen reader, or a pipe.

Nothing here moves the cursor, uses colours, or writes a line twice.
"""

from __future__ import annotations

import asyncio
import os
import signal
import termios
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import Final, Protocol, TextIO

from parlour.wire.text import clean, wrap
from parlour_client.log import WIDTH, WIDTH_LEAST

WIDTH_MOST: Final = 400
"""The greatest width you can ask for."""
READ_BYTES: Final = 1 << 16


class Console(Protocol):
    """Where a person reads and types."""

    @property
    def width(self) -> int:
        """Columns that a line may have, as a host takes them: 79 if this is no terminal."""
        ...

    async def resized(self) -> None:
        """Return when the terminal may have another width."""
        ...

    def say(self, line: str) -> None:
        """Show *line*, without anything that could harm a terminal."""
        ...

    async def read(self, question: str = "", *, secret: bool = False) -> str | None:
        """Return the next line that is typed, without its end; None if there are no more.

        At a keyboard, a *secret* line is not shown.
        """
        ...


class _Terminal:
    """A `Console`; `open_console` makes it."""

    def __init__(self, fd: int, out: TextIO) -> None:
        self._fd = fd
        self._out = out
        self._at_keyboard = os.isatty(fd)
        self._on_screen = out.isatty()
        self._resized = asyncio.Event()
        self._tail = b""
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()

    @property
    def width(self) -> int:
        """See `Console`. The last column stays free."""
        if not self._on_screen:
            return WIDTH
        columns = os.get_terminal_size(self._out.fileno()).columns or WIDTH + 1
        return min(max(columns - 1, WIDTH_LEAST), WIDTH_MOST)

    async def resized(self) -> None:
        """See `Console`."""
        await self._resized.wait()
        self._resized.clear()

    def say(self, line: str) -> None:
        """See `Console`. A terminal would break a line anywhere, so it is broken here."""
        line = clean(line)
        for piece in wrap(line, self.width) if self._on_screen else [line]:
            print(piece, file=self._out, flush=True)

    async def read(self, question: str = "", *, secret: bool = False) -> str | None:
        """See `Console`."""
        if question:
            end = " " if self._at_keyboard else "\n"
            print(question, end=end, file=self._out, flush=True)
        with self._unseen() if secret and self._at_keyboard else _as_it_is():
            line = await self._lines.get()
        if line is None:
            self._lines.put_nowait(None)
        return line

    @contextmanager
    def _unseen(self) -> Generator[None]:
        """Echo is off."""
        was = termios.tcgetattr(self._fd)
        blind = termios.tcgetattr(self._fd)
        blind[3] &= ~termios.ECHO
        termios.tcsetattr(self._fd, termios.TCSADRAIN, blind)
        try:
            yield
        finally:
            termios.tcsetattr(self._fd, termios.TCSADRAIN, was)
            print(file=self._out, flush=True)  # Enter was not shown either

    # --- input ----------------------------------------------------------------------

    def start(self) -> None:
        """Start reading."""
        loop = asyncio.get_running_loop()
        if self._on_screen:
            loop.add_signal_handler(signal.SIGWINCH, self._resized.set)
        try:
            loop.add_reader(self._fd, self._take)
        except PermissionError:  # a file, which never signals that it is ready
            while self._take():
                pass

    def stop(self) -> None:
        """Stop reading."""
        loop = asyncio.get_running_loop()
        if self._on_screen:
            loop.remove_signal_handler(signal.SIGWINCH)
        loop.remove_reader(self._fd)

    def _take(self) -> bool:
        """Read what has come; false at the end."""
        try:
            data = os.read(self._fd, READ_BYTES)
        except OSError:  # the terminal is gone
            data = b""
        *lines, self._tail = (self._tail + data).split(b"\n")
        if not data:
            lines += [self._tail] if self._tail else []
            self.stop()
        for line in lines:
            self._lines.put_nowait(line.decode("utf-8", "replace").rstrip("\r"))
        if not data:
            self._lines.put_nowait(None)
        return bool(data)


@contextmanager
def _as_it_is() -> Generator[None]:
    yield


@asynccontextmanager
async def open_console(fd: int, out: TextIO) -> AsyncGenerator[Console]:
    """Open a console that reads from *fd* and writes to *out*."""
    console = _Terminal(fd, out)
    console.start()
    try:
        yield console
    finally:
        console.stop()
