"""Stream a long answer to a connection bit by bit: a replay at the speed of the game.

The house's timers write it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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


@dataclass(slots=True, eq=False, repr=False)
class Showing:
    """A `Show` in progress. It writes nothing more once the connection is closing."""

    out: Output
    session: Session
    request: str
    show: Show
    read_on: Callable[[Session], None]
    """Handles the lines that wait until it is over."""
    _count: int = 0
    _over: bool = False

    def begin(self) -> None:
        """Write what is due at once, and note in the session if there is more to come."""
        self.out.reply(self.session, self.show.head)
        self.session.showing = self
        if not self.show.paced:
            self.session.intake.block(ANSWER)
        self._go_on()

    def stop(self) -> None:
        self._over = True
        session = self.session
        session.showing = None
        session.intake.clear(ANSWER)
        self.out.note(session)
        self.out.reply(session, final_bytes(session, self.request, self.show.end(self._count)))

    def _ring(self) -> None:
        if self._over or self.session.closing:
            return
        self._go_on()
        if self._over:
            self.read_on(self.session)

    def _go_on(self) -> None:
        """Write the next row, and all that are due with it. Then wait, or end."""
        rows, waits_s = self.show.rows, self.show.waits_s
        first, last = self._count, len(rows)
        written, pause_s = 0, 0.0
        while self._count < last and not pause_s:
            written += len(rows[self._count])
            self._count += 1
            if self._count < last:
                pause_s = waits_s[self._count]
            if written >= PAGE_BYTES:
                pause_s = max(pause_s, PAGE_S)
        self.out.reply(self.session, b"".join(rows[first : self._count]))
        self.session.bucket.charge(self.out.cost(written), self.out.now)
        if self._count < last:
            self.out.alarm(self.session, "showing", self.out.now + pause_s, self._ring)
        else:
            self.stop()
