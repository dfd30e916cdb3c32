"""What the watchers of a table with a delay have not seen yet.

While a game is on, they see everything that happens at the table later than its players: events,
the position, what is said, who leaves. Nothing that they can ask for is ahead of that. When the
game is over they read the rest at once, since nothing of it is a secret any more.

What others read who are not at the table is not behind: in the lists and their news everybody sees
at once who sits where, and whether a game is on, so that a free seat can be taken.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Sequence
from typing import Final

from parlour.api import Seat
from parlour.core.output import Output
from parlour.core.timers import Timer
from parlour.engine import record as r
from parlour.engine.folding import fold
from parlour.engine.table import Table
from parlour.engine.table_events import Happening
from parlour.tables.position import Scenes
from parlour.wire.encoding import EncodedEvent

HELD_MOST: Final = 1_000
"""Events that may be held at a table: ten minutes of a busy game. Of more, the oldest are left
out, and the next ones show the position again."""


class Held:
    """What happened in the entry with number *index*, with the table after it; or a *line* that is
    in no entry.

    *hushed* are the seats of disconnected players of whom nobody had been told then (`presence`).
    """

    __slots__ = ("due", "happened", "hushed", "index", "line", "table")

    def __init__(
        self,
        due: float,
        table: Table,
        happened: Sequence[Happening] = (),
        *,
        index: int = -1,
        line: EncodedEvent | None = None,
        hushed: Collection[Seat] = (),
    ) -> None:
        self.due, self.table, self.happened = due, table, happened
        self.index, self.line, self.hushed = index, line, frozenset(hushed)


def is_delayed(entry: r.Entry, before: Table, table: Table) -> bool:
    """Check whether watchers hear of *entry* later. What they say themselves they hear now."""
    if isinstance(entry, r.Said) and entry.to == "watchers":
        return False
    return before.playing or table.playing


def first_after(until: int, record: Sequence[bytes], started: int) -> int:
    """Return the number of the first entry of a game that came after table time *until*.

    The game began with the entry *started*.
    """
    index = len(record)
    while index > started and getattr(r.decode(record[index - 1]), "at", until + 1) > until:
        index -= 1
    return index


class Behind:
    """The table as watchers see it, and what they are going to see, the oldest first.

    They see *table*, which is the one before the entry with number *shown*. *tell* sends them what
    is due. *hushed* is as in `Held`.
    """

    def __init__(
        self,
        out: Output,
        shown: int,
        table: Table,
        tell: Callable[[Held], None],
        hushed: Collection[Seat] = (),
    ) -> None:
        self.table = table
        self.hushed: Collection[Seat] = frozenset(hushed)
        self.shown = shown
        """All entries before this one have been told."""
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

    def skip_to(self, held: Held) -> None:
        """Show only *held*, and nothing of what came before it."""
        self.stop()
        self._held.clear()
        self._held.append(held)
        self._show()

    def refill(self, record: Sequence[bytes], first: int, now: int, due: float) -> None:
        """After a restart: show what is in *record* before *first*, and hold the rest.

        What happens at table time *now* is due at *due*, and what happened before it as much
        earlier. So nothing is shown too early; if the clock had stopped, it is shown later.
        """
        table, moment = self.table, 0
        for index in range(self.shown, len(record)):
            entry, before = r.decode(record[index]), table
            table, happened = before.via.guarded(fold, before, entry)
            if index < first:
                self.table, self.shown = table, index + 1
            elif is_delayed(entry, before, table):
                moment = max(moment, getattr(entry, "at", 0))
                held = Held(due - (now - moment) / 1000, table, happened, index=index)
                self.hold(held)

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
        self.table, self.hushed = held.table, held.hushed
        self.shown = max(self.shown, held.index + 1)
        self._tell(held)
