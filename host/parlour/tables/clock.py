"""Table time: when it runs, when it stops, and why."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import partial
from typing import Final, Literal, TypeAlias

from parlour.core.output import Output
from parlour.core.sessions import Place
from parlour.core.timers import Timer
from parlour.engine.table import Table
from parlour.language import _

StopReason: TypeAlias = Literal["restart", "absent"]
"""The reasons for stopping a table's clock, other than an agreement of its players. `restart`: the
host has just started, and they may not be back yet. `absent`: the player in turn is disconnected,
and the table waits for them (absence=wait)."""
STOPPED: Final[Mapping[StopReason, str]] = {
    "restart": _("The clock is stopped until all players are back: the host was restarted."),
    "absent": _("The clock is stopped: it waits for a disconnected player."),
}
"""In words, the one that ends last first."""
_RUNNING: Final[frozenset[StopReason]] = frozenset()
"""No reason. All clocks share it, because an empty set takes 200 bytes."""


class Timed(Place, ABC):
    """A table with its clock, in ms of table time. It restarts with each game.

    It rings when it is time for a warning or when the deadline has passed.
    """

    def __init__(self, out: Output, table: Table) -> None:
        super().__init__(table)
        self._out = out
        self._origin = 0.0
        """The monotonic time of table time 0, while the clock runs."""
        self._stopped_for = _RUNNING
        """The reasons for which it is stopped."""
        self._stopped_at = 0
        """The table time at which the clock stopped, while it is stopped."""
        self._timer: Timer | None = None

    @abstractmethod
    def ring(self, deadline: int, calls: tuple[int, ...]) -> None:
        """Warn about the time, or end it. *calls* are the warnings that were still to come when
        the clock was set."""

    @property
    def at(self) -> int:
        """The table time now. It advances only while a game is being played."""
        table = self.table
        if table.match is None:
            return 0
        if table.state != "playing":
            return table.match.now
        if self._stopped_for:
            return max(table.match.now, self._stopped_at)
        return max(table.match.now, round((self._out.now - self._origin) * 1000))

    @property
    def going(self) -> bool:
        """Whether the game is running, even while its clock waits for a disconnected player.

        Meanwhile bots think, and the time a player is away counts.
        """
        return self.table.state == "playing" and "restart" not in self._stopped_for

    @property
    def clocked(self) -> bool:
        """Whether a clock runs by which a player can lose."""
        match = self.table.match
        return (
            match is not None
            and match.deadline is not None
            and self.table.state == "playing"
            and not self._stopped_for
        )

    @property
    def stop_reason(self) -> StopReason | None:
        """Why it is stopped, or None: the reason that ends last."""
        return next((why for why in STOPPED if why in self._stopped_for), None)

    def moment(self, at: int) -> float:
        """Return the monotonic time of table time *at*, while the clock runs."""
        return self._origin + at / 1000

    def left_ms(self) -> int | None:
        """Return the ms until the deadline that players know, before any bank is used, or None."""
        match = self.table.match
        return None if match is None else match.told_ms(self.at)

    def bank_ms(self) -> int | None:
        """Return the ms in the bank of the seat in turn, or None if no bank can be used now."""
        match = self.table.match
        return None if match is None else match.bank_ms(self.at)

    def start_clock(self, at: int) -> None:
        """Let the clock run from *at*, if nothing stops it."""
        self._origin = self._out.now - at / 1000
        self._stopped_at = at
        self.set_clock()

    def set_stopped(self, why: StopReason, stopped: bool) -> None:
        """Stop the clock for that reason, or no longer for it."""
        if stopped != (why in self._stopped_for):
            at = self.at
            self._stopped_for ^= {why}
            self.start_clock(at)

    def set_clock(self) -> None:
        """Let the clock ring for the game's next warning or deadline, at once if that is over."""
        self.stop_clock()
        match = self.table.match
        if match is None or not self.clocked:
            return
        deadline, calls, told = match.due, match.calls, match.turn_ends
        assert deadline is not None, "there is a deadline"
        due = deadline
        if calls and told is not None and told - match.before_ms(calls[0]) < deadline:
            deadline, due = told, told - match.before_ms(calls[0])
        else:
            calls = ()
        self._timer = self._out.timers.at(self.moment(due), partial(self.ring, deadline, calls))

    def stop_clock(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
