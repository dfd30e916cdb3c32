"""Drain the host before it stops: nothing new starts, and players know how long is left."""

from __future__ import annotations

from typing import Final

from parlour.core.effects import Report
from parlour.core.refusals import CommandError
from parlour.core.timers import Alarms
from parlour.language import _
from parlour.tables.tables import Tables
from parlour.wire.codes import Code
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import Notice

MINUTES: Final = 30
"""The default time for running games. Most games of Probe end in that time."""
MINUTES_MOST: Final = 24 * 60
"""A day. If you want to stop later than that, say so later."""
LAST_WORDS_S: Final = 20
"""Seconds to read a result and say goodbye when the last game is over."""
CALLS_S: Final = (3600, 1800, 900, 600, 300, 120, 60, 20)
"""The seconds before the end at which to tell players how long is left: often enough to finish a
turn by it, and seldom enough not to disturb one."""
MINUTES_FROM_S: Final = 120
"""From this many seconds up we say minutes, because nobody counts 300 seconds."""


class Drain:
    """The decision to stop the host, and the time to stop.

    *lasting*: the store keeps games that are still running when the host stops.
    """

    def __init__(self, tables: Tables, *, lasting: bool) -> None:
        self._tables = tables
        self._out = tables.out
        self.lasting = lasting
        self.ends: float | None = None
        """The time to stop, in seconds on the clock of the house's `now`, or None."""
        self._alarms = Alarms[int](tables.out.timers)
        """By the seconds that are left then."""

    def begin(self, minutes: int) -> str:
        """Let games run for at most *minutes*, and nothing new begin. Returns what was done."""
        now = self._out.now
        ends, playing = now + minutes * 60, self._playing()
        self._set(ends if playing else min(ends, now + LAST_WORDS_S))
        when = self._when()
        then = _("are kept") if self.lasting else _("end")
        rest = (
            _(" No new game can start. Games still running then {then}.", then=then)
            if playing
            else ""
        )
        self._tell(_("This host stops {when}.{rest}", when=when, rest=rest))
        return _("The host stops {when}.", when=when)

    def call_off(self) -> str:
        """Cancel the stop. Returns what was done."""
        self._set(None)
        self._tell(_("This host is not stopping after all. Games can start again."))
        return _("The host is not stopping.")

    def look(self) -> None:
        """Stop soon if nobody plays any more."""
        soon = self._out.now + LAST_WORDS_S
        if self.ends is None or self.ends <= soon or self._playing():
            return
        self._set(soon)
        self._tell(_("The last game is over, so this host stops {when}.", when=self._when()))

    def check(self) -> None:
        """Raise CommandError if nothing new may begin."""
        if self.ends is not None:
            text = _("This host stops {when}, so nothing new can start.", when=self._when())
            raise CommandError(Code.SHUTTING_DOWN, text)

    def _playing(self) -> bool:
        rooms = self._tables.rooms.values()
        return any(
            room.table.state in {"playing", "paused"}
            and not (room.table.over_days and self.lasting)
            for room in rooms
        )

    def _set(self, ends: float | None) -> None:
        """Set the time to stop, or cancel it with None.

        Ring at each warning that is still to come, and at the end.
        """
        self._alarms.stop()
        self.ends = ends
        if ends is None:
            return
        for seconds in CALLS_S:
            if ends - seconds > self._out.now:
                self._alarms.set(seconds, ends - seconds, self._call)
        self._alarms.set(0, ends, self._end)

    def _call(self) -> None:
        self._tell(_("This host stops {when}.", when=self._when()))

    def _end(self) -> None:
        self._out.report(Report("info", "drained: the host stops"))
        self._out.stop()

    def _when(self) -> str:
        assert self.ends is not None, "only then is it asked"
        seconds = round(self.ends - self._out.now)
        if seconds <= 0:
            return "now"
        return (
            _("in {seconds} s", seconds=seconds)
            if seconds < MINUTES_FROM_S
            else _("in {minutes} min", minutes=round(seconds / 60))
        )

    def _tell(self, what: str) -> None:
        concerned = self._tables.concerned()
        self._out.tell_all(concerned, EncodedEvent(Notice(kind="draining", what=what)))
