"""A screen that can be read: the client runs on it, with keys from a pipe and time that jumps."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AbstractAsyncContextManager
from types import MappingProxyType
from typing import Any, Concatenate, Final, ParamSpec, Self, cast

import pyte
from prompt_toolkit.application import create_app_session
from prompt_toolkit.application.current import get_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from parlour_client.journal import Journal
from parlour_client.run import run
from parlour_client.settings import Settings
from parlour_client.source import Button, Enter, Login, Source
from parlour_kit.host import Host
from tests.clients import jumping
from tests.clients.indoors import Indoors, coming_in
from tests.clients.jumping import played
from tests.house.scene import new_host

P = ParamSpec("P")

PATIENCE_S: Final = 60.0
"""Of the time that jumps: whatever has not come by then does not come."""
STEP_S: Final = 0.05
KEYS: Final = {
    "Enter": "\r",
    "Tab": "\t",
    "ShiftTab": "\x1b[Z",
    "PageUp": "\x1b[5~",
    "PageDown": "\x1b[6~",
    "End": "\x1b[F",
    "Up": "\x1b[A",
    "Left": "\x1b[D",
    "Right": "\x1b[C",
    "BackSpace": "\x7f",
    "Escape": "\x1b",
    "F1": "\x1bOP",
    "F2": "\x1bOQ",
    "F3": "\x1bOR",
    "F4": "\x1bOS",
    "F5": "\x1b[15~",
    "CtrlF": "\x06",
    "CtrlR": "\x12",
    "CtrlZ": "\x1a",
    "CtrlC": "\x03",
    "CtrlD": "\x04",
    "CtrlL": "\x0c",
}


class _Paper:
    """What is written goes to the terminal."""

    def __init__(self, screen: pyte.Screen) -> None:
        self._stream = pyte.Stream(screen)
        self.written = ""
        self.dry = False
        """What is written from now on is not seen."""

    def write(self, data: str) -> int:
        if not self.dry:
            self.written += data
            self._stream.feed(data)
        return len(data)

    def flush(self) -> None:
        """All is there already."""


class Glass:
    """A terminal, and who sits before it."""

    def __init__(self, host: Host, columns: int, rows: int, keys: PipeInput) -> None:
        self.host = host
        self.screen = pyte.Screen(columns, rows)
        self.lines: list[Indoors] = []
        """Every line to the host so far; the last one is open."""
        self.paper = _Paper(self.screen)
        self._keys = keys

    @property
    def output(self) -> Vt100_Output:
        """What a client draws on."""
        paper = cast("Any", self.paper)
        return Vt100_Output(paper, self._size, term="xterm", enable_cpr=False)

    def _size(self) -> Size:
        return Size(rows=self.screen.lines, columns=self.screen.columns)

    @property
    def text(self) -> str:
        """What can be read."""
        return "\n".join(str(line).rstrip() for line in self.screen.display) + "\n"

    @property
    def line(self) -> Indoors:
        """The line to the host."""
        return self.lines[-1]

    def row(self, at: int) -> str:
        """One line of it; negative ones count from the bottom."""
        return str(self.screen.display[at]).rstrip()

    @property
    def typed(self) -> str:
        """The line that is typed."""
        return [line for line in self.text.splitlines() if line.startswith(">")][-1]

    async def press(self, *keys: str) -> Self:
        """Press keys: names of `KEYS`, or text to type; and let everything come to rest."""
        for key in keys:
            self._keys.send_text(KEYS.get(key, key))
            await self.rest()
        return self

    def send(self, *keys: str) -> None:
        """Send all of *keys* at once, as a terminal does when it is not read for a while."""
        self._keys.send_text("".join(keys))

    async def click(self, column: int, row: int) -> None:
        """Click there: columns and rows are counted from 0."""
        at = f"{column + 1};{row + 1}"
        self._keys.send_text(f"\x1b[<0;{at}M\x1b[<0;{at}m")
        await self.rest()

    def paste(self, text: str) -> None:
        """Paste *text*, as a terminal does that marks it."""
        self._keys.send_text(f"\x1b[200~{text}\x1b[201~")

    async def type(self, *lines: str) -> Self:
        """Type lines."""
        for line in lines:
            await self.press(line, "Enter")
        return self

    async def rest(self, seconds: float = 1.0) -> None:
        """Let the time run in which everything that is under way gets done."""
        for _ in range(round(seconds / STEP_S)):
            if self.lines:
                self.line.pump()
            await asyncio.sleep(STEP_S)

    async def resize(self, columns: int, rows: int) -> None:
        """Let the terminal have another size, as when somebody pulls at its window."""
        self.screen.resize(rows, columns)
        get_app_session().app._on_resize()  # type: ignore[union-attr]  # what SIGWINCH calls
        await self.rest(STEP_S)

    async def until(self, words: str) -> None:
        """Wait until *words* can be read."""
        for _ in range(round(PATIENCE_S / STEP_S)):
            if words in self.text:
                return
            await self.rest(STEP_S)
        raise AssertionError(f"{words!r} does not come:\n{self.text}")


def watch(
    host: Host,
    columns: int,
    rows: int,
    script: Callable[[Glass], Coroutine[Any, Any, None]],
    *,
    name: str | None = "ann",
    environ: Mapping[str, str] = MappingProxyType({}),
    opening: tuple[str, ...] = (),
    buttons: tuple[Button, ...] = (),
    enter: Enter | None = None,
    usual: str = "",
    logins: list[Login] | None = None,
    settings: Settings | None = None,
    way_back: str = "",
    journal: Journal | None = None,
    hosted: bool = False,
    code: str = "",
) -> tuple[Glass, int | None]:
    """Play *script* before a screen of the client; how it looked at last, and the exit code.

    The code is None if the player has not left by then. *enter* is for another source than a
    line to *host*. *logins* gets everything with which the player has tried to come in.
    """

    async def main() -> tuple[Glass, int | None]:
        with create_pipe_input() as keys, create_app_session(input=keys):
            glass = Glass(host, columns, rows, keys)

            def knock(login: Login) -> AbstractAsyncContextManager[Source]:
                if logins is not None:
                    logins.append(login)
                return enter(login) if enter else coming_in(host, login, glass.lines)

            playing = asyncio.create_task(
                run(
                    knock,
                    where="kitchen-pc",
                    login=None if name is None else Login(name),
                    usual=usual,
                    opening=opening,
                    buttons=buttons,
                    environ=environ,
                    now_ms=lambda: round(host.now * 1000),
                    input=keys,
                    output=glass.output,
                    settings=settings,
                    way_back=way_back,
                    journal=journal,
                    hosted=hosted,
                    code=lambda: code,
                )
            )
            try:
                await glass.rest()
                if playing.done():
                    playing.result()
                await script(glass)
                return glass, playing.result() if playing.done() else None
            finally:
                glass.paper.dry = True
                if not playing.done():
                    playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)

    return jumping.run(main)


def on_screen(
    columns: int = 80,
    rows: int = 24,
    *,
    host: Callable[[], Host] = new_host,
    **more: Any,
) -> Callable[[Callable[Concatenate[Glass, P], Coroutine[Any, Any, Any]]], Callable[P, None]]:
    """Make a test of a script, which is played before a screen as by `watch`."""
    return lambda script: played(script, lambda play: watch(host(), columns, rows, play, **more))
