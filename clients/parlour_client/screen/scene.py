"""What is in sight, and how one moves about in it."""

from __future__ import annotations

from dataclasses import replace

from parlour_client.drawings import Drawings
from parlour_client.log import Log
from parlour_client.model import Model
from parlour_client.screen import frame, helping
from parlour_client.screen.frame import Frame, Pane, Shown
from parlour_client.screen.logpane import Anchor, asked_for, beginning, moved
from parlour_client.screen.rows import Row


class Scene:
    """The part of the screen above the line that is typed."""

    def __init__(self, where: str, drawings: Drawings) -> None:
        self.where = where
        self.drawings = drawings
        self.pane = Pane.BOTH
        self.anchor: Anchor | None = None
        """Where the log stands; None at its end."""
        self.helping = False
        self.small = False
        """There is room for one pane only."""
        self._table: int | None = None
        """The table in sight."""
        self._told = 0
        """Entries of the log that have been in sight, or could have been."""
        self._begun: Anchor | None = None
        """Where it stands at the beginning of what was asked for last."""
        self._cache: tuple[tuple[object, ...], Frame] | None = None

    def rows(
        self, model: Model, now_ms: int, words: str, aside: str, width: int, height: int
    ) -> list[Row]:
        """All of it, and *aside*; *words* in its place, if there is nothing to be seen yet.

        It is put together only when something has changed.
        """
        self._come_to(model)
        page = helping.page(model) if self.helping else ()
        seconds = model.left_s(now_ms)
        state = (words, aside, seconds, self.anchor, self.pane, page, self.small, width, height)
        # The model last: where all else is the same it is compared, and then it is the same one.
        key = (*state, id(model), model)
        if self._cache is None or self._cache[0] != key:
            shown = Shown(
                model,
                self.where,
                now_ms,
                anchor=self.anchor,
                aside=aside,
                pane=self.pane,
                help=page,
                words=words,
                drawings=self.drawings,
            )
            composed = frame.compose(shown, width, height, self.small)
            if self._begin(model.log, composed):
                shown = replace(shown, anchor=self.anchor)
                composed = frame.compose(shown, width, height, self.small)
            self._cache = key, composed
        return self._cache[1].rows

    def _come_to(self, model: Model) -> None:
        """At another table, or in the lobby, there is more to see than what has happened."""
        table = None if model.table is None else model.table.number
        if model.past and table is None:  # it is told from its beginning
            return
        if table != self._table:
            self._table, self.pane = table, Pane.BOTH

    def _begin(self, log: Log, composed: Frame) -> bool:
        """See to it that what was asked for is read from its beginning; has anything moved?

        Nothing does for a player who leafs through the log.
        """
        if composed.cut:  # F3 will show it
            return False
        fresh = asked_for(log, self._told)
        self._told = log.count
        if not fresh or self.anchor not in (None, self._begun):
            return False
        before, self._begun = self.anchor, beginning(fresh, *composed.log)
        self.anchor = self._begun
        return self.anchor != before

    def to_end(self) -> None:
        """The log stands at its end again."""
        self.anchor = None

    def scroll(self, model: Model, pages: int) -> None:
        """Leaf through the log, back into the past; forward if that is negative."""
        if self.small:
            self.pane = Pane.LOG
        if self._cache is None:
            return
        width, height = self._cache[1].log
        page = max(1, height - 1)
        self.anchor = moved(model.log, width, height, self.anchor, pages * page)

    def show_log(self) -> None:
        """See to it that the end of the log is in sight."""
        self.anchor = None
        self.helping = False
        if self.small or self.pane is Pane.TABLE:
            self.pane = Pane.LOG if self.small else Pane.BOTH

    def turn_help(self) -> None:
        """Show how all this works, or the game again."""
        self.helping = not self.helping

    def clear(self) -> bool:
        """Away with what is in the way of the newest; was there anything?"""
        there = self.helping or self.anchor is not None
        self.helping, self.anchor = False, None
        return there

    def turn_pane(self) -> None:
        """Give the next part the room: the log, if a page of it has been cut."""
        order = list(Pane)
        if self.small:
            order.remove(Pane.BOTH)
        at = order.index(self.pane) if self.pane in order else 0
        back = self._cache is not None and self._cache[1].cut
        self.pane = order[(at + (-1 if back else 1)) % len(order)]
