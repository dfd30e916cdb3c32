"""One guest: an instance of the client, with its keys and its screen."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from functools import partial
from types import NoneType
from typing import Final, Protocol, TextIO, cast

from prompt_toolkit.data_structures import Size
from prompt_toolkit.output.vt100 import Vt100_Output

from parlour.wire.text import clean
from parlour_client import Link, Problem, Refused, connect
from parlour_client.connection import Dial
from parlour_client.naming import fit
from parlour_client.run import run
from parlour_client.source import SCREEN, Login
from parlour_client.terminal import RESET
from parlour_door.keys import GuestInput
from parlour_door.limits import NAMELESS_S, RESIZE_S, TERM, fitting

_UNFIT: Final = re.compile(r"[^a-z0-9+._-]")
_NAMELESS: Final = "You are gone for long, so the door has closed. Come back whenever you like."
_log: Final = logging.getLogger("parlour.door")


class Channel(Protocol):
    """The way to a guest."""

    def write(self, data: bytes) -> None:
        """Send *data* some time. A guest who has too much unsent is cut off."""
        ...

    def hold(self, on: bool) -> None:
        """Read nothing from the guest while *on*."""
        ...

    def end(self) -> None:
        """Send what is unsent, for a short while, and close."""
        ...


class Guest:
    """Somebody at a terminal. *login* and *term* are a stranger's text."""

    def __init__(
        self,
        channel: Channel,
        size: tuple[int, int],
        *,
        where: str,
        dial: Dial,
        login: str,
        key: bool,
        term: str,
        ended: Callable[[Guest], None],
    ) -> None:
        self.channel = channel
        self._where = where
        self._dial = dial
        self._login = fit(login)
        self._key = key
        self._term = _UNFIT.sub("", term.lower())[:TERM]
        self._ended = ended
        self._size = self._told = fitting(*size)
        self._resizing: asyncio.TimerHandle | None = None
        self._resized_at = 0.0
        self._nameless: asyncio.TimerHandle | None = None
        self._why = ""
        """Why the door ends this."""
        self._gone = False
        self._link: Link | None = None
        self._keys = GuestInput(channel.hold)
        self._task = asyncio.get_running_loop().create_task(self._play())
        self._task.add_done_callback(self._end)  # also if it is cancelled before it begins
        self._wait_for_name()

    # --- for the transport ------------------------------------------------------------

    def type(self, data: bytes) -> None:
        """The guest has typed *data*."""
        self._keys.type(data)

    def resize(self, columns: int, rows: int) -> None:
        """The guest's terminal has another size. It is drawn a few times a second at most."""
        self._told = fitting(columns, rows)
        if self._resizing is None and self._told != self._size:
            loop = asyncio.get_running_loop()
            at = max(loop.time(), self._resized_at + RESIZE_S)
            self._resizing = loop.call_at(at, self._resize)

    def lost(self) -> None:
        """The guest is gone."""
        self._gone = True
        self._task.cancel()

    def leave(self, why: str) -> None:
        """Send the guest away."""
        self._why = self._why or why
        self._task.cancel()

    def _resize(self) -> None:
        self._resizing = None
        self._resized_at = asyncio.get_running_loop().time()
        self._size = self._told  # prompt_toolkit looks whether it has changed

    # --- the stay ---------------------------------------------------------------------

    def _end(self, play: asyncio.Task[None]) -> None:
        """Say goodbye, and go."""
        for timer in (self._nameless, self._resizing):
            if timer is not None:
                timer.cancel()
        self._keys.end()
        self._ended(self)
        said = self._why if play.cancelled() else _last_words(play.exception())
        if said and (code := self._code()):
            said += f"\r\nTo return, come again and type for your name: resume {code}"
        if not self._gone:
            self.channel.write(RESET)
            self._write(f"{said}\r\n" if said else "")
            self.channel.end()

    async def _play(self) -> None:
        sink = cast("TextIO", _Sink(self._write))
        output = Vt100_Output(sink, self._get_size, term=self._term, enable_cpr=False)
        await run(
            self._enter,
            where=self._where,
            login=Login("") if self._key else None,  # it may be that of an account
            usual=self._login,
            input=self._keys,
            output=output,
            environ={"TERM": self._term or "xterm", "LANG": "C.UTF-8"},
            hosted=True,
            code=self._code,
        )

    def _code(self) -> str:
        """What brings back somebody whom the host knows by neither a password nor a key."""
        return self._link.code if self._link is not None and self._link.guest else ""

    @asynccontextmanager
    async def _enter(self, login: Login) -> AsyncGenerator[Link]:
        """Connect to the host, which knows the guest from then on."""
        line = connect(
            self._where,
            name=login.name,
            password=login.password,
            token=login.token,
            capabilities=SCREEN,
            dial=self._dial,
        )
        async with line as link:
            self._link = link
            if self._nameless is not None:
                self._nameless.cancel()
            try:
                yield link
            finally:
                self._wait_for_name()

    def _wait_for_name(self) -> None:
        """Do not wait for ever for somebody whom the host does not know."""
        leave = partial(self.leave, _NAMELESS)
        self._nameless = asyncio.get_running_loop().call_later(NAMELESS_S, leave)

    def _write(self, text: str) -> None:
        self.channel.write(text.encode("utf-8", "replace"))

    def _get_size(self) -> Size:
        columns, rows = self._size
        return Size(rows=rows, columns=columns)


def _last_words(error: BaseException | None) -> str:
    """Return what a guest reads whose client has ended, with *error* if it is not None."""
    told = error if isinstance(error, (Problem, Refused)) else None
    cause = error if told is None else told.__cause__
    if not isinstance(cause, (Refused, Problem, OSError, NoneType)):
        _log.error("a client has failed", exc_info=error)
    return "" if told is None else clean(str(told.text))


class _Sink:
    """Where prompt_toolkit writes."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, write: object) -> None:
        self.write = write

    def flush(self) -> None:
        """Nothing is held back."""

    def isatty(self) -> bool:
        """A terminal is at the other end."""
        return True
