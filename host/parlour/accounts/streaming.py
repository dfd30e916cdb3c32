"""Stream a long answer to a connection bit by bit: a replay at the speed of the game.

The house's timers write it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from parlour.core.intake import ANSWER
from parlour.core.output import Output
from parlour.core.refusals import final_bytes
from parlour.core.sessions import Session
from parlour.wire.messages import Answer

PAGE_BYTES: Final = 1_048_576
"""The most bytes of one answer to write at once. A thousand moves, as a program reads them, take
630,000 bytes (measured). The server does not count an answer in progress against a slow reader,
but no connection should hold a record of any length."""
PAGE_S: Final = 8.0
"""Seconds to wait after such a page. A connection of one megabit per second has read it by
then."""


class Show(msgspec.Struct, frozen=True):
    """The rows to show, each `waits_s` after the one before, and the end.

    `end` gets the number of rows written, and makes the final answer. If `paced`, the
    next line from the reader ends it. Otherwise lines wait until it is over.
    """

    rows: Sequence[bytes]
    waits_s: Sequence[float]
    end: Callable[[int], Answer]
    head: bytes = b""
    paced: bool = False


class Showing:
    """A `Show` in progress. It writes nothing more once the connection is closing."""

    __slots__ = ("_count", "_out", "_over", "_read_on", "_request", "_session", "_show")

    def __init__(
        self,
        out: Output,
        session: Session,
        request: str,
        show: Show,
        read_on: Callable[[Session], None],
    ) -> None:
        """*read_on* handles the lines that wait until it is over."""
        self._out = out
        self._read_on = read_on
        self._session = session
        self._request = request
        self._show = show
        self._count = 0
        self._over = False

    def begin(self) -> None:
        """Write what is due at once, and note in the session if there is more to come."""
        self._out.reply(self._session, self._show.head)
        self._session.showing = self
        if not self._show.paced:
            self._session.intake.block(ANSWER)
        self._go_on()

    def stop(self) -> None:
        self._over = True
        session = self._session
        session.showing = None
        session.intake.clear(ANSWER)
        self._out.reply(session, final_bytes(session, self._request, self._show.end(self._count)))

    def _ring(self) -> None:
        if self._over or self._session.closing:
            return
        self._go_on()
        if self._over:
            self._read_on(self._session)

    def _go_on(self) -> None:
        """Write the next row, and all that are due with it. Then wait, or end."""
        rows, waits_s = self._show.rows, self._show.waits_s
        first, last = self._count, len(rows)
        written, pause_s = 0, 0.0
        while self._count < last and not pause_s:
            written += len(rows[self._count])
            self._count += 1
            if self._count < last:
                pause_s = waits_s[self._count]
            if written >= PAGE_BYTES:
                pause_s = max(pause_s, PAGE_S)
        self._out.reply(self._session, b"".join(rows[first : self._count]))
        self._session.bucket.charge(self._out.cost(written), self._out.now)
        if self._count < last:
            self._out.alarm(self._session, "showing", self._out.now + pause_s, self._ring)
        else:
            self.stop()
