"""The upper part of the screen, put together, and how one moves about in it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, NamedTuple

from parlour.rendering import Span
from parlour.scene import Scene
from parlour.wire.text import columns
from parlour_client.log import WIDTH, Kind, Log
from parlour_client.model import Model
from parlour_client.screen import widgets
from parlour_client.screen.logpane import (
    ALL,
    Anchor,
    Seen,
    asked_for,
    beginning,
    lines,
    moved,
    seen,
)
from parlour_client.screen.rows import Row, filled, fitted, text, wrapped
from parlour_client.screen.scenes import Line, traced
from parlour_client.screen.widgets import help_page, lobby
from parlour_client.settings import Settings
from parlour_client.settings import shown as shown_key

SMALL: Final = (60, 20)
"""On a smaller screen there is one pane, and F3 changes it."""
BESIDE: Final = 120
"""From this width on, the log is beside the table."""
LOG_BESIDE: Final = 40
"""Its least width there. A position needs no more than `WIDTH`, so the log gets the rest."""
LOG_LEAST: Final = 4
"""Lines of the log that a large drawing leaves."""
LOG_OVER: Final = 8
"""The same when the game is over: then the end of the story is told there."""
_TALK: Final = frozenset({Kind.TALK})


class Pane(Enum):
    """Which part has the room."""

    BOTH = "both"
    TABLE = "table"
    LOG = "log"


@dataclass(frozen=True, slots=True)
class Shown:
    """What the screen is made of."""

    model: Model
    where: str
    now_ms: int
    anchor: Anchor | None = None
    """The last line of the log that is shown; None: its end."""
    pane: Pane = Pane.BOTH
    help: tuple[str, ...] = ()
    """A page in place of everything else."""
    words: str = ""
    """There is nothing to show yet but this."""
    aside: str = ""
    """A line about something else, above the question."""
    boxes: bool = False
    """The terminal has the characters for lines."""
    word: str = ""
    """The word that is typed, as far as it can be traced."""
    cut: bool = False
    """We are disconnected, so nobody knows whether a clock runs on."""
    next_key: str = ""
    """The key that turns to another table."""


def small(width: int, height: int) -> bool:
    """Is there room for one pane only? *height* is that of the whole screen."""
    return width < SMALL[0] or height < SMALL[1]


def table_width(width: int) -> int:
    """Columns that a position can have."""
    return min(WIDTH, width - LOG_BESIDE - 1) if width >= BESIDE else width


@dataclass(frozen=True, slots=True)
class Frame:
    """The lines, and how large the log is in them: columns and lines; zero if it is not seen."""

    rows: list[Row]
    log: tuple[int, int] = (0, 0)
    cut: bool = False
    """The page of what can be typed now has more lines than there is room for."""
    drawn: Sequence[Line] = ()
    """The visible part of the position, which begins below the title at the left."""


def compose(shown: Shown, width: int, height: int, one: bool) -> Frame:
    """*height* lines of *width* columns; *one*: there is room for one pane."""
    if height < 1:
        return Frame([])
    if shown.words:
        alone = [
            widgets.heading("Parlour", "", width),
            [],
            *wrapped(f"  {shown.words}", width, "strong"),
        ]
        return Frame(filled(alone, height))
    top = [widgets.title(shown.model, shown.where, width, shown.next_key)]
    turn = widgets.turn(shown.model)
    most = 1 if one else 2
    asked = widgets.question(shown.model, turn, shown.now_ms, width, most, cut=shown.cut)
    asked = [*widgets.aside(shown.aside, width), *asked]
    room = height - len(top) - len(asked)
    if room < 2:
        return Frame([*top, *asked][-height:])
    shown = replace(shown, model=shown.model.view)
    if shown.help:
        page = [row for line in shown.help for row in wrapped(f" {line}", width)]
        middle = Frame(_cropped(page, room))
    elif one:
        middle = _one(shown, width, room)
    elif width >= BESIDE and _has_position(shown):
        middle = _beside(shown, width, room)
    else:
        middle = _stacked(shown, width, room)
    return replace(middle, rows=[*top, *filled(middle.rows, room), *asked])


def _has_position(shown: Shown) -> bool:
    """Is there anything but the log? In the replay of a game that nobody can draw there is not."""
    table = shown.model.table
    if table is None or not shown.model.past:
        return not shown.model.past
    return table.scene is not None or bool(table.look)


def _drawn(shown: Shown, width: int, height: int) -> _Drawn:
    """The position, or the lobby, in *height* lines at most."""
    table = shown.model.table
    if table is None:
        rows = [] if shown.model.past else lobby(shown.model, width)
        whole = len(rows) if len(rows) <= height else max(0, height - 1)
        lines = [[Span(" " * width, types=widgets.offered(row))] for row in rows[:whole]]
        return _Drawn(_cropped(rows, height), lines)
    lines = widgets.position(table, width, height, boxes=shown.boxes, word=shown.word)
    rows = [[text(span.text, span.style)[0] for span in line] for line in lines]
    seen = lines if len(lines) <= height else lines[: max(0, height - 1)]
    return _Drawn(_cropped(rows, height), seen)


class _Drawn(NamedTuple):
    rows: list[Row]
    lines: Sequence[Line] = ()


def _cropped(rows: list[Row], height: int) -> list[Row]:
    if len(rows) <= height:
        return rows
    if height < 1:
        return []
    hidden = len(rows) - height + 1
    return [*rows[: height - 1], text(f"... {hidden} more lines: F3", "dim")]


def _rule(log: Seen, width: int, name: str) -> Row:
    words = f"-- {name} " if log.below == 0 else f"-- {log.below} more below: End "
    return text(words + "-" * max(0, width - len(words)), "rule")


def _people(shown: Shown, width: int) -> list[Row]:
    """Who sits there, unless the position is nothing else."""
    table = shown.model.table
    if table is None or (table.scene is None and table.look):
        return []
    return widgets.seats(table, widgets.turn(shown.model), width)


def _without_question(model: Model) -> Log:
    """The log without its last entry if that is the question shown below anyway."""
    log, asked = model.log, model.asked
    last = log.entries[-1] if log.entries else None
    if last is None or asked is None or last.kind is not Kind.TURN:
        return log
    return replace(log, entries=log.entries[:-1]) if last.lines == (asked.question,) else log


def _told_now(model: Model, width: int) -> tuple[Row, ...]:
    """What can be typed now, if that was the last thing that was asked."""
    last = model.log.entries[-1] if model.log.entries else None
    return lines(last, width) if last is not None and last.kind is Kind.NOW else ()


def _log(shown: Shown, width: int, height: int, name: str, kinds: Collection[Kind] = ALL) -> Frame:
    """The log under a line that tells what it is."""
    told = _told_now(shown.model, width)
    if shown.anchor is None and shown.pane is Pane.BOTH and len(told) > height - 1:
        page = [_rule(Seen(()), width, name), *_cropped(list(told), height - 1)]
        return Frame(page, (width, height - 1), cut=True)
    log = seen(_without_question(shown.model), width, height - 1, shown.anchor, kinds)
    rows = [_rule(log, width, name), *filled(list(log.rows), height - 1)]
    return Frame(rows, (width, height - 1))


def _one(shown: Shown, width: int, height: int) -> Frame:
    """The table, or the log."""
    if shown.pane is Pane.LOG:
        return _log(shown, width, height, "log (F3: table)")
    people = _people(shown, width)[:1]
    drawn = _drawn(shown, width, height - len(people))
    upper = [*drawn.rows, *people]
    newest = seen(_without_question(shown.model), width, height - len(upper), None)
    return Frame([*upper, *newest.rows], (width, height - 1), drawn=drawn.lines)


def _stacked(shown: Shown, width: int, height: int) -> Frame:
    """The table above, the log below."""
    if shown.pane is Pane.LOG:
        return _log(shown, width, height, "what happened (F3: back)")
    table = shown.model.table
    people = _people(shown, width)
    if shown.pane is Pane.TABLE:
        drawn = _drawn(shown, width, height - len(people))
        return Frame([*drawn.rows, *people], drawn=drawn.lines)
    state = "" if table is None else table.state
    least = LOG_OVER if state == "over" else LOG_LEAST
    if state != "playing":  # a player in a game must always see all of the table
        least = max(least, len(_told_now(shown.model, width)))
    drawn = _drawn(shown, width, height - len(people) - 1 - least)
    upper = [*drawn.rows, *people]
    log = _log(shown, width, height - len(upper), "what happened")
    return replace(log, rows=[*upper, *log.rows], drawn=drawn.lines)


def _beside(shown: Shown, width: int, height: int) -> Frame:
    """The table on the left; log, and talk if there is any, on the right."""
    left_width = table_width(width)
    right_width = width - left_width - 1
    table = shown.model.table
    drawn = _drawn(shown, left_width, height - 1)
    people: list[Row] = []
    if table is not None and table.scene is not None:
        room = max(2, height - len(drawn.rows) - 1)
        people = widgets.seat_list(table, widgets.turn(shown.model), left_width, room)
        drawn = _drawn(shown, left_width, height - len(people) - 1)
    left = [*drawn.rows, [], *people]
    right = _right(shown, right_width, height)
    both = zip(filled(left, height), right.rows, strict=True)
    bar = text("|", "rule")
    rows = [[*fitted(one, left_width), *bar, *fitted(two, right_width)] for one, two in both]
    return replace(right, rows=rows, drawn=drawn.lines)


def _right(shown: Shown, width: int, height: int) -> Frame:
    talks = height >= SMALL[1] and any(each.kind is Kind.TALK for each in shown.model.log.entries)
    if not talks:
        return _log(shown, width, height, "what happened")
    upper = height - height // 3
    log = _log(shown, width, upper, "what happened", ALL - _TALK)
    talk = seen(shown.model.log, width, height - upper - 1, None, _TALK)
    lower = [text("-- talk " + "-" * (width - 8), "rule"), *talk.rows]
    return replace(log, rows=[*log.rows, *filled(lower, height - upper)])


def _scene(model: Model) -> Scene | None:
    """The position on the screen."""
    table = model.view.table
    return None if table is None else table.scene


class Upper:
    """The part of the screen above the line that is typed."""

    def __init__(self, where: str, *, boxes: bool, settings: Settings) -> None:
        self.where = where
        self._settings = settings
        self._boxes = boxes
        self.pane = Pane.BOTH
        self.anchor: Anchor | None = None
        """The last line of the log that is shown; None: its end."""
        self.helping = False
        self.small = False
        """There is room for one pane only."""
        self._table: int | None = None
        """The table in sight."""
        self._told = 0
        """Entries of the log that have been in sight, or could have been."""
        self._begun: Anchor | None = None
        """The place of the log that shows the beginning of the last answer."""
        self._cache: tuple[tuple[object, ...], Frame] | None = None
        self._found: tuple[str, int] | None = None
        """What was looked for last, and the number of the entry where it was found."""
        self._way: tuple[object, str] | None = None
        """The scene in which a word was sent last, and the word."""

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
        cut: bool = False,
    ) -> list[Row]:
        """All of it, and *aside*; *words* in its place, if there is nothing to be seen yet.

        It is put together only when something has changed, be it the word in the line that is
        *typed*.
        """
        self._come_to(model)
        scene = _scene(model)
        word = traced(scene, typed, model.bare)
        if not typed and self._way is not None and self._way[0] is scene:
            word = self._way[1]
        page = help_page(model, self._settings) if self.helping else ()
        seconds = model.left_s(now_ms)
        small = self.small
        state = (
            words,
            aside,
            word,
            seconds,
            cut,
            self.anchor,
            self.pane,
            page,
            small,
            width,
            height,
        )
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
                boxes=self._boxes,
                word=word,
                cut=cut,
                next_key=shown_key(self._settings.key("table")),
            )
            composed = compose(shown, width, height, self.small)
            if self._begin(model.log, composed):
                shown = replace(shown, anchor=self.anchor)
                composed = compose(shown, width, height, self.small)
            self._cache = key, composed
        return self._cache[1].rows

    def begin(self, log: Log) -> None:
        """What is in *log* now is from earlier."""
        self._told = log.count

    def trace(self, model: Model, line: str) -> None:
        """Keep showing the way of the word in *line*, which was sent, until something happens."""
        scene = _scene(model)
        word = traced(scene, line, model.bare)
        self._way = (scene, word) if word else None

    def _come_to(self, model: Model) -> None:
        """At another table, or in the lobby, there is more to see than what has happened."""
        table = None if model.view.table is None else model.view.table.number
        if model.past and table is None:  # it is told from its beginning
            return
        if table != self._table:
            self._table, self.pane = table, Pane.BOTH

    def _begin(self, log: Log, composed: Frame) -> bool:
        """Show an answer from its beginning; has anything moved?

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
        """Is there anything to be clicked?"""
        lines = self._cache[1].drawn if self._cache is not None else ()
        return any(span.types for line in lines for span in line)

    def to_end(self) -> None:
        """Return to the end of the log."""
        self.anchor = None

    def scroll(self, model: Model, pages: int = 0, lines: int = 0) -> None:
        """Leaf through the log, back into the past; forward if that is negative."""
        if self.small:
            self.pane = Pane.LOG
        if self._cache is None:
            return
        width, height = self._cache[1].log
        page = max(1, height - 1)
        self.anchor = moved(model.log, width, height, self.anchor, pages * page + lines)

    def find(self, model: Model, words: str) -> bool:
        """Show the newest entry above the present place that has *words*; is there any?"""
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
        self.anchor = None
        self.helping = False
        if self.small or self.pane is Pane.TABLE:
            self.pane = Pane.LOG if self.small else Pane.BOTH

    def turn_help(self) -> None:
        """Show how all this works, or the game again."""
        self.helping = not self.helping

    def clear(self) -> bool:
        """Close what hides the newest entries; was there anything?"""
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
