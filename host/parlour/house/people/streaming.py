"""A long answer on its way to a line, bit by bit: a replay at the pace of the game.

The house's timers write it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from parlour.house.outbound import Outbound
from parlour.house.sessions import Session
from parlour.wire.encoding import final, person
from parlour.wire.messages import Answer

PAGE_BYTES: Final = 1_048_576
"""How much of one answer is written at once: a thousand moves as a program reads them take
630,000 bytes (measured). The shell does not blame a reader for an answer that is on its way,
but nobody's line shall hold a record of any length."""
PAGE_S: Final = 8.0
"""The pause after such a page: a line of one megabit a second has read it by then."""


@dataclass(frozen=True, slots=True)
class Show:
    """Rows as they are read on the line, each `waits_s` after the one before, and the end.

    `end` makes the final answer; it is given how many rows were written. If `paced`, the
    next line that comes ends it; else lines wait until it is over.
    """

    rows: Sequence[bytes]
    waits_s: Sequence[float]
    end: Callable[[int], Answer]
    head: bytes = b""
    paced: bool = False


class Showing:
    """A `Show` that is being written. Nothing more is written once the line is closing."""

    __slots__ = ("_count", "_out", "_over", "_read_on", "_request", "_session", "_show")

    def __init__(
        self,
        out: Outbound,
        session: Session,
        request: str,
        show: Show,
        read_on: Callable[[Session], None],
    ) -> None:
        self._out = out
        self._read_on = read_on
        self._session = session
        self._request = request
        self._show = show
        self._count = 0
        self._over = False

    @classmethod
    def begin(
        cls,
        out: Outbound,
        session: Session,
        request: str,
        show: Show,
        read_on: Callable[[Session], None],
    ) -> None:
        """Write what is due at once; the session is told if there is more to come.

        *read_on* deals with the lines that wait until it is over.
        """
        showing = cls(out, session, request, show, read_on)
        out.reply(session, show.head)
        session.showing = showing
        showing.go_on()

    @property
    def paced(self) -> bool:
        """Does the next line end it?"""
        return self._show.paced

    def stop(self) -> None:
        """The final answer, now."""
        self._over = True
        session = self._session
        session.showing = None
        answer = self._show.end(self._count)
        if session.program:
            data = final(self._request, answer, session.text_width, ok=True)
        else:
            data = person(answer, session.width)
        self._out.reply(session, data)

    def _ring(self) -> None:
        """The pause is over."""
        if self._over or self._session.closing:
            return
        self.go_on()
        if self._over:
            self._read_on(self._session)

    def go_on(self) -> None:
        """Write the next row, and all that are due with it; then wait, or end."""
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
