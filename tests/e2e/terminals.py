"""A real terminal of 80 x 24 with a shell in it: tmux, or a pty whose screen pyte keeps.

Keys go in as a keyboard sends them, and what comes out is what can be read on the screen.
"""

from __future__ import annotations

import copy
import fcntl
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import termios
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

import pyte
import pytest

from tests.e2e.serving import PATIENCE_S as END_S

COLUMNS: Final = 80
ROWS: Final = 24
PATIENCE_S: Final = 120.0
"""What a player waits for comes within that time, however busy the computer is."""
TICK_S: Final = 0.03
"""So often one looks at a screen that does not tell when it changes."""
CRASH: Final = re.compile(r'Traceback|File ".*", line \d')
"""What Python says when a program has a mistake."""
_READ_BYTES: Final = 1 << 16
_ALTERNATE: Final = 1049
"""The private mode in which a program has the screen for itself."""
_BRACKETED: Final = 2004 << 5
"""As pyte notes the private mode in which a paste is marked."""
_KEYS: Final[Mapping[str, tuple[str, str]]] = {
    "Enter": ("Enter", "\r"),
    "Tab": ("Tab", "\t"),
    "Escape": ("Escape", "\x1b"),
    "PageUp": ("PPage", "\x1b[5~"),
    "End": ("End", "\x1b[F"),
    "F1": ("F1", "\x1bOP"),
    "F2": ("F2", "\x1bOQ"),
    "F3": ("F3", "\x1bOR"),
    "Ctrl-C": ("C-c", "\x03"),
    "Ctrl-D": ("C-d", "\x04"),
}
"""What tmux calls a key, and what a terminal sends for it."""

Screen: TypeAlias = Sequence[str]
"""All lines of it, without the blanks at their ends."""


class Terminal(ABC):
    """A terminal, and who sits before it."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Press the keys of *text*, one line at most."""

    @abstractmethod
    def press(self, key: str) -> None:
        """Press one of `_KEYS`."""

    @abstractmethod
    def paste(self, text: str) -> None:
        """Paste *text*, marked as such if the program has asked for that."""

    @abstractmethod
    def screen(self) -> Screen | None:
        """What can be read now; None while a program draws.

        Programs hide the cursor as long as they draw. Without that, half of a new screen could
        be taken for a whole one, since what is drawn arrives in pieces.
        """

    @abstractmethod
    def wait(self) -> None:
        """Let something happen, for `TICK_S` at most."""

    @abstractmethod
    def close(self) -> None:
        """Away with it, and all that runs in it."""

    def until(self, what: str, seen: Callable[[Screen], object]) -> Screen:
        """Wait for a screen on which *what* is *seen*, and return it."""
        given_up = time.monotonic() + PATIENCE_S  # noqa: TID251 - a program of its own
        while True:
            screen = self.screen()
            text = "(it is being drawn)" if screen is None else "\n".join(screen)
            assert not CRASH.search(text), text
            if screen is not None and seen(screen):
                return screen
            late = time.monotonic() > given_up  # noqa: TID251 - as above
            assert not late, f"In {PATIENCE_S:.0f} s not seen: {what}\n{text}"
            self.wait()


class Tmux(Terminal):
    """tmux with a server of its own."""

    def __init__(self, environ: Mapping[str, str], folder: Path) -> None:
        (folder / "tmux.conf").write_text("set -g status off\nset -sg escape-time 0\n", "utf-8")
        self._tmux = ("tmux", "-S", f"{folder}/tmux", "-f", f"{folder}/tmux.conf")
        self._rows = ROWS
        size = ("-x", str(COLUMNS), "-y", str(ROWS))
        self._run("new-session", "-d", *size, "sh", environ=environ)

    def _run(self, *command: str, environ: Mapping[str, str] | None = None) -> str:
        done = subprocess.run(
            [*self._tmux, *command], capture_output=True, text=True, timeout=END_S, env=environ
        )
        assert done.returncode == 0, f"tmux {command}: {done.stderr}"
        return done.stdout

    def type(self, text: str) -> None:
        self._run("send-keys", "-l", "--", text)

    def press(self, key: str) -> None:
        self._run("send-keys", _KEYS[key][0])

    def paste(self, text: str) -> None:
        self._run("set-buffer", "--", text)
        self._run("paste-buffer", "-d", "-p")

    def screen(self) -> Screen | None:
        cursor = ("display-message", "-p", "#{cursor_flag}")
        *lines, shown = self._run("capture-pane", "-p", ";", *cursor).splitlines()
        rows = [line.rstrip() for line in lines]
        return [*rows, *[""] * (self._rows - len(rows))] if shown == "1" else None

    def resize(self, columns: int, rows: int) -> None:
        """Make the window of another size."""
        self._run("resize-window", "-x", str(columns), "-y", str(rows))
        self._rows = rows

    def wait(self) -> None:
        select.select([], [], [], TICK_S)

    def close(self) -> None:
        self._run("kill-server")


class _Paper(pyte.Screen):
    """pyte knows one screen only; a terminal has a second one for programs like ours."""

    _main: Any = None

    def set_mode(self, *modes: int, **kwargs: Any) -> None:
        super().set_mode(*modes, **kwargs)
        if kwargs.get("private") and _ALTERNATE in modes:
            self.save_cursor()
            self._main = copy.deepcopy(self.buffer)
            self.erase_in_display(2)

    def reset_mode(self, *modes: int, **kwargs: Any) -> None:
        super().reset_mode(*modes, **kwargs)
        if kwargs.get("private") and _ALTERNATE in modes:
            self.buffer = self._main
            self.restore_cursor()


class Pty(Terminal):
    """A pty, read by pyte."""

    def __init__(self, environ: Mapping[str, str], folder: Path) -> None:
        self._paper = _Paper(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self._paper)
        self._end, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        name = os.ttyname(terminal)  # who leads a session and opens a terminal, has it
        self._shell = subprocess.Popen(
            ["sh", "-c", f"exec sh <{name} >{name} 2>&1"],
            stdin=subprocess.DEVNULL,
            env={**environ, "TERM": "xterm-256color"},
            cwd=folder,
            start_new_session=True,
        )
        self._terminal = terminal  # as long as nobody else has it open, reading would fail

    def type(self, text: str) -> None:
        os.write(self._end, text.encode())

    def press(self, key: str) -> None:
        self.type(_KEYS[key][1])

    def paste(self, text: str) -> None:
        typed = text.replace("\n", "\r")
        marked = _BRACKETED in self._paper.mode
        self.type(f"\x1b[200~{typed}\x1b[201~" if marked else typed)

    def screen(self) -> Screen | None:
        self._read(0)
        if self._paper.cursor.hidden:
            return None
        return [str(line).rstrip() for line in self._paper.display]

    @property
    def state(self) -> tuple[frozenset[int], Sequence[Any]]:
        """What programs have changed: the modes of the screen, and those of the keyboard."""
        self._read(0)
        return frozenset(self._paper.mode), termios.tcgetattr(self._terminal)

    def wait(self) -> None:
        self._read(TICK_S)

    def _read(self, seconds: float) -> None:
        ready = select.poll()  # unlike `select` it takes any descriptor
        ready.register(self._end, select.POLLIN)
        while ready.poll(1000 * seconds):
            self._stream.feed(os.read(self._end, _READ_BYTES))
            seconds = 0

    def close(self) -> None:
        self._shell.kill()
        self._shell.wait(END_S)
        for end in (self._end, self._terminal):
            os.close(end)


Kind: TypeAlias = Callable[[Mapping[str, str], Path], Terminal]
"""Opens a terminal: with this environment, and a folder of its own."""

_HAS_TMUX: Final = shutil.which("tmux") is not None
EACH: Final = (
    [pytest.param(Tmux, id="tmux"), pytest.param(Pty, id="pty")]
    if _HAS_TMUX
    else [pytest.param(Pty, id="no-tmux-so-pty")]
)
"""The terminals that this computer has, for tests whose names say which one it was."""
BEST: Final = EACH[:1]
"""tmux, if it is there."""


@contextmanager
def terminal(kind: Kind) -> Generator[Terminal]:
    """A terminal of a user who has never played; `parlour` is the program under test."""
    with TemporaryDirectory() as home:
        environ = {
            **os.environ,
            "HOME": home,
            "XDG_STATE_HOME": home,
            "LOGNAME": "walter",
            "LC_ALL": "C.UTF-8",
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "PS1": "$ ",
        }
        made = kind(environ, Path(home))
        try:
            yield made
        finally:
            made.close()
