"""Table time: when it runs, when it stops, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, Literal, TypeAlias
from weakref import WeakMethod

from parlour.core.output import Output
from parlour.core.timers import Timer
from parlour.engine.table import Table
from parlour.language import _

Standing: TypeAlias = Literal["restart", "absent"]
"""The reasons for stopping a table's clock, other than an agreement of its players. `restart`: the
host has just started, and they may not be back yet. `absent`: the player in turn is disconnected,
and the table waits for them (absence=wait)."""
STOPPED: Final[Mapping[Standing, str]] = {
    "restart": _("The clock is stopped until all players are back: the host was restarted."),
    "absent": _("The clock is stopped: it waits for a disconnected player."),
}
_ORDER: Final[tuple[Standing, ...]] = ("restart", "absent")
_RUNNING: Final[frozenset[Standing]] = frozenset()
"""No reason. All clocks share it, because an empty set takes 200 bytes."""


class Clock:
    """The clock of one table, in ms of table time. It restarts with each game.

    It rings when it is time for a warning or when the deadline has passed.
    """

    __slots__ = ("_origin", "_out", "_ring", "_stood_at", "_timer", "stopped_for")

    def __init__(
        self, out: Output, ring: WeakMethod[Callable[[int, tuple[int, ...]], None]]
    ) -> None:
        self._out = out
        self._ring = ring  # no cycle: the room owns us, and goes without the GC
        self._origin = 0.0
        """The monotonic time of table time 0, while the clock runs."""
        self.stopped_for = _RUNNING
        """The reasons for which it is stopped."""
        self._stood_at = 0
        """The table time at which the clock stopped, while it is stopped."""
        self._timer: Timer | None = None

    def at(self, table: Table) -> int:
        """Return the time now. It advances only while a game is being played."""
        if table.match is None:
            return 0
        if table.state != "playing":
            return table.match.now
        if self.stopped_for:
            return max(table.match.now, self._stood_at)
        return max(table.match.now, round((self._out.now - self._origin) * 1000))

    def moment(self, at: int) -> float:
        """Return the monotonic time of table time *at*, while the clock runs."""
        return self._origin + at / 1000

    def runs(self, table: Table) -> bool:
        return table.state == "playing" and not self.stopped_for

    @property
    def standing(self) -> Standing | None:
        """Return why it is stopped, or None: the reason that ends last."""
        return next((why for why in _ORDER if why in self.stopped_for), None)

    def start(self, table: Table, at: int) -> None:
        self._origin = self._out.now - at / 1000
        self._stood_at = at
        self.set(table)

    def halt(self, table: Table, why: Standing) -> None:
        if not self.stopped_for:
            self._stood_at = self.at(table)
        self.stopped_for |= {why}
        self.set(table)

    def go_on(self, table: Table, why: Standing) -> None:
        """Remove that reason for stopping. The clock runs if it was the only one."""
        if why in self.stopped_for:
            at = self.at(table)
            self.stopped_for -= {why}
            if not self.stopped_for:
                self.start(table, at)

    def set(self, table: Table) -> None:
        """Set the timer for the game's next warning or deadline."""
        self.stop()
        match = table.match
        if match is None or match.deadline is None or not self.runs(table):
            return
        deadline, calls, told = match.due, match.calls, match.turn_ends
        assert deadline is not None, "there is a deadline"
        ring = self._ring()
        assert ring is not None, "its room calls us"
        due = deadline
        if calls and told is not None and told - calls[0] * 1000 < deadline:
            deadline, due = told, told - calls[0] * 1000
        else:
            calls = ()
        self._timer = self._out.timers.at(self.moment(due), partial(ring, deadline, calls))

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
