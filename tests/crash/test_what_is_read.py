"""What somebody at netcat reads when the process of the house is killed, as a page shows it."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.crash.storm.killing import worker_of
from tests.docs.pages import ROOT, blocks_of
from tests.e2e.serving import serving
from tests.e2e.tools import Tool, nc

PAGE: Final = ROOT / "docs" / "durability.md"
GOES_ON: Final = "The host stopped for a moment and goes on. Nothing is lost."


class Screen:
    """A netcat, and its lines as the page shows them."""

    def __init__(self, name: str, tool: Tool, shown: list[str]) -> None:
        self._name, self._tool, self._shown = name, tool, shown
        self._unread = b""

    def types(self, text: str, *, enter: bool = True) -> None:
        """Type it; without *enter* the line is not sent yet as a whole."""
        self._tool.send(text.encode() + (b"\n" if enter else b""))
        self._shown.append(f"{self._name}> {text}" + ("" if enter else " ..."))

    def reads(self, last: str) -> None:
        """Read up to the line that begins with *last*."""
        while True:
            line = self._line()
            line = re.sub(r"resume [\w-]+", "resume CODE", line)
            self._shown.append(f"{self._name}< {line}")
            if line.startswith(last):
                return

    def skips(self, last: str) -> None:
        """The same, but the page does not show it."""
        while not self._line().startswith(last):
            pass

    def _line(self) -> str:
        while b"\n" not in self._unread:
            data = self._tool.read()
            assert data, "the connection was cut"
            self._unread += data
        line, _, self._unread = self._unread.partition(b"\n")
        return line.decode()


@contextmanager
def netcats(port: int, names: Sequence[str], shown: list[str]) -> Generator[list[Screen]]:
    tools = [nc(port) for _ in names]
    try:
        yield [Screen(name, tool, shown) for name, tool in zip(names, tools, strict=True)]
    finally:
        for tool in tools:
            tool.drop()


def test_the_page_shows_what_is_read_when_the_process_is_killed(tmp_path: Path) -> None:
    """Half a line is typed before, and the other half after it."""
    shown: list[str] = []
    with (
        serving("", "--data", str(tmp_path / "data"), guarded=True) as host,
        netcats(host.port, ("ann", "bob"), shown) as (ann, bob),
    ):
        ann.skips("Your name?")
        ann.types("ann")
        ann.reads("Type ")
        ann.types("new boggle")
        ann.skips("Options: ")
        bob.skips("Your name?")
        bob.types("bob")
        bob.skips("Type ")
        bob.types("join 1")
        bob.skips("With you: ")
        ann.reads("bob sits down")
        ann.types("say shall we st", enter=False)
        os.kill(worker_of(host.process.pid), signal.SIGKILL)
        shown.append("-- the process of the house is killed, and the next one goes on")
        ann.reads(GOES_ON)
        bob.reads(GOES_ON)
        ann.types("art?")
        ann.reads("ann: ")
        bob.reads("ann: ")
    blocks = [block.lines for block in blocks_of(PAGE) if block.info == "text"]
    assert tuple(shown) in blocks, "\n".join(shown)
