"""Lines from a pipe, a file and a keyboard, and what is written."""

from __future__ import annotations

import asyncio
import io
import os
import pty
import signal
import termios
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TextIO, TypeVar

from parlour_client.console import Console, open_console

T = TypeVar("T")


def _with(fd: int, out: TextIO, main: Callable[[Console], Coroutine[Any, Any, T]]) -> T:
    async def run() -> T:
        async with open_console(fd, out) as console:
            return await main(console)

    return asyncio.run(run())


async def _all(console: Console) -> list[str]:
    lines: list[str] = []
    while (line := await console.read()) is not None:
        lines.append(line)
    assert await console.read() is None
    return lines


def test_a_pipe_gives_lines_and_ends() -> None:
    """Whatever way they are cut up, with either end of line, and the last one without."""
    reading, writing = os.pipe()
    os.write(writing, b"new boggle\r\n\nca\xffts\nlast")
    os.close(writing)
    out = io.StringIO()
    try:
        assert _with(reading, out, _all) == ["new boggle", "", "ca\ufffdts", "last"]
    finally:
        os.close(reading)


def test_a_line_is_given_when_it_is_whole() -> None:
    reading, writing = os.pipe()

    async def main(console: Console) -> str | None:
        os.write(writing, b"on")
        line = asyncio.create_task(console.read("What?"))
        await asyncio.sleep(0)
        os.write(writing, b"e\ntwo")
        return await line

    out = io.StringIO()
    try:
        assert _with(reading, out, main) == "one"
    finally:
        os.close(reading)
        os.close(writing)
    assert out.getvalue() == "What?\n"


def test_a_file_can_be_played(tmp_path: Path) -> None:
    path = tmp_path / "script.txt"
    path.write_text("games\nquit\n", "utf-8")
    with path.open("rb") as file:
        assert _with(file.fileno(), io.StringIO(), _all) == ["games", "quit"]


def test_what_is_said_can_do_a_terminal_no_harm() -> None:
    out = io.StringIO()
    reading, writing = os.pipe()

    async def main(console: Console) -> None:
        console.say("bob: \x1b[2Jhello")

    _with(reading, out, main)
    os.close(reading)
    os.close(writing)
    assert "\x1b" not in out.getvalue()
    assert out.getvalue().startswith("bob: ")
    assert out.getvalue().endswith("hello\n")


def test_lines_are_as_wide_as_the_terminal_and_follow_it() -> None:
    """The last column stays free. A pipe is as wide as ever, and its lines stay whole."""
    keyboard, terminal = pty.openpty()

    async def main(console: Console) -> list[int]:
        widths = [console.width]
        console.say("many words " * 5)
        resizing = asyncio.create_task(console.resized())
        for columns in (60, 30, 500):
            termios.tcsetwinsize(terminal, (20, columns))
            widths.append(console.width)
        os.kill(os.getpid(), signal.SIGWINCH)  # as the kernel does to who reads there
        await resizing
        return widths

    try:
        termios.tcsetwinsize(terminal, (20, 40))
        with os.fdopen(os.dup(terminal), "w") as out:
            assert _with(terminal, out, main) == [40, 59, 40, 400]
        told = b""
        while told.count(b"\n") < 2:  # a terminal may pass on one line alone
            told += os.read(keyboard, 1000)
        assert [len(line) for line in told.split(b"\r\n")] == [37, 18, 0]
    finally:
        os.close(keyboard)
        os.close(terminal)
    reading, writing = os.pipe()
    os.close(writing)

    async def width(console: Console) -> int:
        console.say("many words " * 20)
        return console.width

    piped = io.StringIO()
    assert _with(reading, piped, width) == 79
    assert piped.getvalue().count("\n") == 1
    os.close(reading)


def test_at_a_keyboard_a_secret_is_not_shown() -> None:
    keyboard, terminal = pty.openpty()

    def echoes() -> bool:
        return bool(termios.tcgetattr(terminal)[3] & termios.ECHO)

    async def main(console: Console) -> tuple[str | None, str | None]:
        os.write(keyboard, b"ann\n")
        name = await console.read("Your name:")
        secret = asyncio.create_task(console.read("Password:", secret=True))
        await asyncio.sleep(0)
        assert not echoes()
        os.write(keyboard, b"open sesame\n")
        return name, await secret

    out = io.StringIO()
    try:
        assert _with(terminal, out, main) == ("ann", "open sesame")
        assert echoes()
    finally:
        os.close(keyboard)
        os.close(terminal)
    assert out.getvalue() == "Your name: Password: \n"


def test_a_terminal_that_goes_away_is_an_end() -> None:
    keyboard, terminal = pty.openpty()

    async def main(console: Console) -> str | None:
        os.close(keyboard)
        return await console.read()

    try:
        assert _with(terminal, io.StringIO(), main) is None
    finally:
        os.close(terminal)
