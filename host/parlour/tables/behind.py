"""What the watchers of a table with a delay have not seen yet.

While a game is on, they see everything that happens at the table later than its players: events,
the position, what is said, who leaves. Nothing that they can ask for is ahead of that. When the
game is over they read the rest at once, since nothing of it is a secret any more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from parlour.core.output import Output
from parlour.core.timers import Timer
from parlour.engine.table import Table
from parlour.engine.table_events import Happening
from parlour.tables.position import Scenes
from parlour.wire.encoding import EncodedEvent

HELD_MOST: Final = 1_000
"""Events that may be held at a table: ten minutes of a busy game. Of more, the oldest are left
out, and the next ones show the position again."""


class Held:
    """What happened in one entry, with the table after it; or a line that is in no entry."""

    __slots__ = ("due", "happened", "line", "table")

    def __init__(
        self,
        due: float,
        table: Table,
        happened: Sequence[Happening] = (),
        line: EncodedEvent | None = None,
    ) -> None:
        self.due, self.table, self.happened, self.line = due, table, happened, line


class Behind:
    """The table as watchers see it, and what they are going to see, the oldest first.

    *tell* sends them what is due.
    """

    def __init__(self, out: Output, table: Table, tell: Callable[[Held], None]) -> None:
        self.table = table
        self.scenes = Scenes()
        self._out = out
        self._tell = tell
        self._held: deque[Held] = deque(maxlen=HELD_MOST)
        self._timer: Timer | None = None

    def hold(self, held: Held) -> None:
        self._held.append(held)
        if self._timer is None:
            self._set()

    def flush(self) -> None:
        """Show everything now."""
        self.stop()
        while self._held:
            self._show()

    def drop(self) -> None:
        """Show nothing of what is held: there are no watchers any more."""
        self.stop()
        self._held.clear()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set(self) -> None:
        self._timer = self._out.timers.at(self._held[0].due, self._ring)

    def _ring(self) -> None:
        self._timer = None
        while self._held and self._held[0].due <= self._out.now:
            self._show()
        if self._held:
            self._set()

    def _show(self) -> None:
        held = self._held.popleft()
        self.table = held.table
        self._tell(held)
