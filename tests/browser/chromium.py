"""A real Chromium without a window, started plainly, which tests drive over its DevTools pipe.

The browser reads commands from one pipe and writes answers and events to another, each a JSON
object that ends with a zero byte. So it needs no port, and it ends when its pipe is closed, even
if the tests are killed.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import subprocess
from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from itertools import count
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

import trio

NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
FLAGS: Final = (
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
    "--remote-debugging-pipe",
)
"""Nothing here changes how a page is loaded, so it meets the traps of a user's browser. For
example, a browser keeps spare connections to a host, on which it says nothing for a while."""
PATIENCE_S: Final = 120.0
"""No answer of the browser takes that long, however busy the computer is."""
READ_BYTES: Final = 1 << 16

Hearer: TypeAlias = Callable[[str, Mapping[str, Any]], None]
"""Hears the events of one page: their name and their parameters."""


class BrowserError(Exception):
    """The browser refused a command, or it is gone."""


def installed() -> str | None:
    """The path of the first Chromium on the PATH."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Chromium:
    """A running browser. Several connections may use it, one after the other."""

    def __init__(self, to_browser: int, from_browser: int) -> None:
        self._to_browser = to_browser
        self._from_browser = from_browser
        self._ids = count(1)
        self._rest = b""

    @asynccontextmanager
    async def connected(self) -> AsyncGenerator[Connection]:
        """Talk to the browser until the block ends."""
        async with (
            trio.lowlevel.FdStream(os.dup(self._to_browser)) as out,
            trio.lowlevel.FdStream(os.dup(self._from_browser)) as into,
            trio.open_nursery() as nursery,
        ):
            connection = Connection(out, self._ids)
            nursery.start_soon(self._read, into, connection)
            yield connection
            nursery.cancel_scope.cancel()

    async def _read(self, stream: trio.abc.ReceiveStream, connection: Connection) -> None:
        while data := await stream.receive_some(READ_BYTES):
            *messages, self._rest = (self._rest + data).split(b"\0")
            for message in messages:
                connection.hear(json.loads(message))
        raise BrowserError("the browser is gone")


class Connection:
    """One conversation with the browser."""

    def __init__(self, out: trio.abc.SendStream, ids: count[int]) -> None:
        self._out = out
        self._ids = ids
        self._sending = trio.Lock()
        self._waiting: dict[int, trio.MemorySendChannel[Mapping[str, Any]]] = {}
        self._hearers: dict[str, Hearer] = {}

    async def call(self, method: str, session: str = "", **params: object) -> Any:
        """Send a command, to one page if *session* names it; the result.

        Raises:
            BrowserError: the browser refused it.
        """
        number = next(self._ids)
        message = {"id": number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        answers, answer = trio.open_memory_channel[Mapping[str, Any]](1)
        self._waiting[number] = answers
        try:
            async with self._sending:
                await self._out.send_all(json.dumps(message).encode() + b"\0")
            with trio.fail_after(PATIENCE_S):
                told = await answer.receive()
        finally:
            del self._waiting[number]
        if "error" in told:
            raise BrowserError(f"{method}: {told['error']['message']}")
        return told["result"]

    def listen(self, session: str, hearer: Hearer) -> None:
        """Tell *hearer* what happens on a page."""
        self._hearers[session] = hearer

    def forget(self, session: str) -> None:
        """Stop telling about a page."""
        self._hearers.pop(session, None)

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take an answer or an event. What nobody waits for any more is dropped."""
        if "id" in message:
            waiting = self._waiting.get(message["id"])
            if waiting is not None:
                waiting.send_nowait(message)
        elif hearer := self._hearers.get(message.get("sessionId", "")):
            hearer(message["method"], message["params"])


@contextmanager
def started(program: str) -> Generator[Chromium]:
    """A browser with a new profile, which is removed at the end."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:  # its children end later
        root = ("--no-sandbox",) if os.geteuid() == 0 else ()
        command = [program, *FLAGS, *root, f"--user-data-dir={profile}", "about:blank"]
        (commands, to_browser), (from_browser, answers) = os.pipe(), os.pipe()
        process = subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,  # it complains of all that a server lacks
            close_fds=False,  # no program gets Python's files anyway
            preexec_fn=partial(_hand_over, commands, answers),
            start_new_session=True,  # Ctrl-C is for the tests, which then end it
        )
        os.close(commands)
        os.close(answers)
        try:
            yield Chromium(to_browser, from_browser)
        finally:
            os.close(to_browser)  # so it ends
            os.close(from_browser)
            try:
                process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def _hand_over(commands: int, answers: int) -> None:
    """Give the browser its ends of the pipes: it expects them as files 3 and 4."""
    moved = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in (commands, answers)]
    for end, number in zip(moved, (3, 4), strict=True):
        os.dup2(end, number)
