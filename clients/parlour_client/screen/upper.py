"""How the player moves around in the upper part of the screen: panes, log, help."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from parlour.scene import Scene
from parlour.wire.text import columns
from parlour_client.log import Entry, Log
from parlour_client.model import Model
from parlour_client.screen.layout import LOG_BESIDE, Frame, Pane, Shown, compose
from parlour_client.screen.logpane import (
    Anchor,
    asked_for,
    beginning,
    code_in,
    lines,
    moved,
    rewrapped,
)
from parlour_client.screen.means import Means
from parlour_client.screen.rows import Row
from parlour_client.screen.scenes import traced
from parlour_client.screen.widgets import help_page
from parlour_client.settings import Settings
from parlour_client.settings import shown as shown_key


def _scene(model: Model) -> Scene | None:
    """The position on the screen."""
    table = model.view.table
    return None if table is None else table.scene


def _state(model: Model) -> str | None:
    """What the table on the screen is doing."""
    return None if model.view.table is None else model.view.table.state


_SAME_MS: Final = 2_000
"""Ends of a clock that differ by less are the same: the host has told them at other times."""


class Upper:
    """The part of the screen above the input."""

    def __init__(self, where: str, means: Means, settings: Settings) -> None:
        self.where = where
        self._means = means
        self._settings = settings
        self.pane = Pane.BOTH
        self.anchor: Anchor | None = None
        """The last line of the log that is shown; None for its end."""
        self.helping = False
        self.small = False
        """There is room for one pane only."""
        self._table: int | None = None
        """The table that is shown."""
        self._left = 0
        """Columns of its position so far beside the log."""
        self._due_ms = self._span = 0
        """The end of the clock, and the seconds that it had at first."""
        self._told = 0
        """Entries of the log that were on the screen, or could have been."""
        self._story: Sequence[Entry] = ()
        """The last answer, with the line that asked for it."""
        self._begun: Anchor | None = None
        """The place in the log that shows the start of it; None if all of it fits."""
        self._stage: str | None = None
        """What the table was doing then."""
        self._size: tuple[int, int] | None = None
        """The columns and lines of all of it."""
        self._cache: tuple[tuple[object, ...], Frame] | None = None
        self._found: tuple[str, int] | None = None
        """The words we searched for last, and the number of the entry that had them."""
        self._code: tuple[str | None, tuple[str, ...]] = (None, ())
        """A QR code that the pane of the log is too low for, and what the table was doing."""
        self._way: tuple[object, str] | None = None
        """The scene in which the last word was sent, and the word."""

    def rows(
        self,
        model: Model,
        now_ms: int,
        width: int,
        height: int,
        *,
        words: str = "",
        aside: str = "",
        typed: str = "",
        told: int = 0,
        cut: bool = False,
    ) -> list[Row]:
        """All of it, with *aside*; or *words* if there is nothing to see yet.

        We build it only when something has changed, such as the word in the line being *typed*.
        Entry *told* of the log is shown below the input.
        """
        self._come_to(model)
        if self._size != (width, height):
            self._size = width, height
            if self.anchor is None:
                self._story = ()  # the end was shown, and it still is
        scene = _scene(model)
        word = traced(scene, typed, model.bare)
        if not typed and self._way is not None and self._way[0] is scene:
            word = self._way[1]
        page = self._help(model) if self.helping else self._code_at(model)
        seconds = model.left_s(now_ms), model.bank_s(now_ms)
        small = self.small
        state = (
            self._means.boxes,
            self._means.tiles,
            words,
            aside,
            word,
            told,
            seconds,
            cut,
            self.anchor,
            self.pane,
            page,
            small,
            width,
            height,
        )
        # The model comes last: it is compared only if all else is equal, and then it is identical.
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
                boxes=self._means.boxes,
                tiles=self._means.tiles,
                word=word,
                told=told,
                cut=cut,
                next_key=shown_key(self._settings.key("table")),
                left=self._left,
                span=self._span_s(model, seconds[0]),
            )
            composed = compose(shown, width, height, self.small)
            if self._begin(model, composed) or self._rewrap(model, composed):
                shown = replace(shown, anchor=self.anchor, help=page or self._code_at(model))
                composed = compose(shown, width, height, self.small)
            if composed.at_end:
                self.anchor = None
            self._left = max(self._left, composed.left)
            self._cache = key, composed
        return self._cache[1].rows

    def _help(self, model: Model) -> tuple[str, ...]:
        return help_page(model, self._settings, hosted=self._means.hosted)

    def _span_s(self, model: Model, left_s: int | None) -> int:
        """The seconds that the clock had when it began; the host only says what is left."""
        due_ms = model.due_ms
        if due_ms is not None and abs(due_ms - self._due_ms) > _SAME_MS:
            self._due_ms, self._span = due_ms, left_s or 0
        return self._span

    def begin(self, log: Log) -> None:
        """What is in *log* now is from earlier."""
        self._told = log.count

    def trace(self, model: Model, line: str) -> None:
        """Keep showing the path of the word in *line*, which was sent, until something happens."""
        scene = _scene(model)
        word = traced(scene, line, model.bare)
        self._way = (scene, word) if word else None

    def _come_to(self, model: Model) -> None:
        """At another table, or in the lobby, there is more to see than the log."""
        table = None if model.view.table is None else model.view.table.number
        if model.past and table is None:  # the replay starts from its beginning
            return
        if table != self._table:
            self._table, self.pane, self._left = table, Pane.BOTH, 0
        if self._stage != _state(model) and self.anchor == self._begun:
            self.anchor = None  # a game that begins or ends is newer than any answer

    def _code_at(self, model: Model) -> tuple[str, ...]:
        """Return the code that is shown alone, until the table does something else."""
        state, code = self._code
        return code if state == _state(model) else ()

    def _begin(self, model: Model, composed: Frame) -> bool:
        """Show an answer from its beginning, or a code in it alone; return whether anything moved.

        Nothing moves for a player who scrolls through the log, or who has seen all of the answer
        before the window changed its size.
        """
        if composed.cut:  # F3 will show it
            return False
        fresh = asked_for(model.log, self._told)
        self._told = model.log.count
        if self.anchor not in (None, self._begun):
            return False
        if fresh:
            code = code_in(fresh[-1])
            if len(code) > composed.log[1] - len(fresh):
                self._code = _state(model), code
                return True
            self._story, self._stage = fresh, _state(model)
        elif self.anchor != self._begun or self._story[-1:] != model.log.entries[-1:]:
            return False  # something is newer, or the player wanted the end
        before, self._begun = self.anchor, beginning(self._story, *composed.log)
        self.anchor = self._begun
        return self.anchor != before

    @property
    def log_width(self) -> int:
        """Columns of the log on the screen; 0 if it is hidden."""
        return 0 if self._cache is None else self._cache[1].log[0]

    def _rewrap(self, model: Model, composed: Frame) -> bool:
        """Keep what is read in the log in sight if the log has got another width."""
        before, width = self.log_width, composed.log[0]
        if self.anchor in (None, self._begun) or not before or not width or before == width:
            return False
        self.anchor = rewrapped(model.log, self.anchor, before, width)
        return True

    def types_at(self, column: int, row: int) -> str:
        """What a click there puts on the input line; empty if nothing."""
        lines = self._cache[1].drawn if self._cache is not None else ()
        if not 1 <= row <= len(lines):
            return ""
        for span in lines[row - 1]:
            column -= columns(span.text)
            if column < 0:
                return span.types
        return ""

    @property
    def clickable(self) -> bool:
        """Can anything be clicked?"""
        lines = self._cache[1].drawn if self._cache is not None else ()
        return any(span.types for line in lines for span in line)

    def to_end(self) -> None:
        """Return to the end of the log."""
        self.anchor = None
        self._put_away()

    def scroll(self, model: Model, pages: int = 0, lines: int = 0) -> None:
        """Scroll up through the log, or down if the numbers are negative."""
        if self.small:
            self.pane = Pane.LOG
        if self._cache is None:
            return
        width, height = self._cache[1].log
        page = max(1, height - 1)
        self.anchor = moved(model.log, width, height, self.anchor, pages * page + lines)

    def find(self, model: Model, words: str) -> bool:
        """Show the newest entry above that has *words*; return whether there is one."""
        words = words.casefold()
        before = self._found[1] if self._found is not None and self._found[0] == words else None
        for entry in reversed(model.log.entries):
            if before is not None and entry.number >= before:
                continue
            if any(words in line.casefold() for line in entry.lines):
                self._found = words, entry.number
                self.anchor = (entry.number, len(lines(entry, LOG_BESIDE)))
                self.helping = False
                if self.small or self.pane is Pane.TABLE:
                    self.pane = Pane.LOG if self.small else Pane.BOTH
                return True
        self._found = None
        return False

    def show_log(self) -> None:
        """Make sure the end of the log is visible."""
        self.clear()
        if self.small or self.pane is Pane.TABLE:
            self.pane = Pane.LOG if self.small else Pane.BOTH

    def turn_help(self) -> None:
        """Show the help page, or the game again."""
        self.helping = not self.helping

    def clear(self) -> bool:
        """Close what hides the newest entries; return whether there was anything."""
        there = self.helping or self.anchor is not None or bool(self._code[1])
        self.helping, self.anchor = False, None
        self._put_away()
        return there

    def _put_away(self) -> None:
        """Show no code any more."""
        if self._code[1]:
            self._code, self._cache = (None, ()), None

    def turn_pane(self) -> None:
        """Give the room to the next part; to the log if a page of it was cut."""
        self._put_away()
        order = list(Pane)
        if self.small:
            order.remove(Pane.BOTH)
        at = order.index(self.pane) if self.pane in order else 0
        back = self._cache is not None and self._cache[1].cut
        self.pane = order[(at + (-1 if back else 1)) % len(order)]
