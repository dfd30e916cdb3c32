"""The upper part of the screen, made from a position and a log."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, NamedTuple

from msgspec import structs

from parlour.wire.text import columns
from parlour_client.language import _, said
from parlour_client.log import GUTTER, WIDTH, WIDTH_LEAST, Kind, Log
from parlour_client.model import Model
from parlour_client.screen import widgets
from parlour_client.screen.lobby import lobby, offered
from parlour_client.screen.logpane import (
    ALL,
    Anchor,
    is_of_code,
    lines,
    seen,
)
from parlour_client.screen.rows import Row, ends, filled, fitted, text, width_of, wrapped
from parlour_client.screen.scenes import Looks
from parlour_client.screen.tiles import Line, Span
from parlour_client.suggestions import tells_status

SMALL: Final = (60, 20)
"""A smaller screen has one pane, and F3 changes it."""
BESIDE: Final = 120
"""From this width on, the log is beside the position."""
LOG_BESIDE: Final = WIDTH_LEAST + len(GUTTER[Kind.HOST])
"""The least width of the log there: no host writes narrower lines. A position needs at most
`WIDTH`, so the log gets the rest."""
LOBBY_BESIDE: Final = 72
"""The width of the lobby there: enough for the bots of a game."""
POSITION_BESIDE: Final = (58, 66, WIDTH)
"""The widths a position can have there. It gets the first that is enough, and the log the rest."""
BELOW: Final = 8
"""Lines for the players below it."""
LOG_LEAST: Final = 2
"""Lines of the log that a large drawing leaves free. The position must not be cut."""
LOG_OVER: Final = 8
"""The same after the game, whose last lines the log shows, but at most a third of the height."""
_SPARE: Final = 6
"""In a log with more lines, the last one is empty: it is not glued to the question."""
_TALK: Final = frozenset({Kind.TALK})
_HAPPENED: Final = _("what happened")
_LINE: Final = "\N{BOX DRAWINGS LIGHT HORIZONTAL}"
_WALL: Final = "\N{BOX DRAWINGS LIGHT VERTICAL}"


class Pane(Enum):
    """Which part gets the room."""

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
    """The last line of the log that is shown; None for its end."""
    pane: Pane = Pane.BOTH
    help: tuple[str, ...] = ()
    """A page that replaces everything else."""
    words: str = ""
    """If there is nothing to show yet: what to say instead."""
    aside: str = ""
    """A line about something else, above the question."""
    boxes: bool = False
    """The terminal can draw lines."""
    tiles: bool = False
    """It has colours for things."""
    told: int = 0
    """The number of the entry of the log that is shown below the input; 0 if none is."""
    word: str = ""
    """The word being typed, as far as a board can show it."""
    cut: bool = False
    """We are disconnected, so nobody knows whether a clock runs on."""
    next_key: str = ""
    """The key that shows another table."""
    left: int = 0
    """Columns of the position so far at this table. It keeps them, so that nothing jumps."""
    span: int = 0
    """The seconds that the clock had at first."""
    titled: bool = False
    """The top line has the title of the scene."""
    status_told: bool = False
    """The question says whose move it is."""


def small(width: int, height: int) -> bool:
    """Is there room for one pane only? *height* is that of the whole screen."""
    return width < SMALL[0] or height < SMALL[1]


def table_width(width: int) -> int:
    """Columns that a position can have."""
    return min(WIDTH, width - LOG_BESIDE - 1) if width >= BESIDE else width


@dataclass(frozen=True, slots=True)
class Frame:
    """The lines, and the size of the log among them in columns and lines; zero if it is hidden."""

    rows: list[Row]
    log: tuple[int, int] = (0, 0)
    cut: bool = False
    """The list of what you can type has more lines than there is room for."""
    left: int = 0
    """Columns of the position, if the log is beside it."""
    drawn: Sequence[Line] = ()
    """The visible part of the position, which begins below the title, at the left."""
    at_end: bool = False
    """The end of the log is shown."""


def compose(shown: Shown, width: int, height: int, one: bool) -> Frame:
    """Return *height* lines of *width* columns; *one*: there is room for one pane."""
    if height < 1:
        return Frame([])
    if shown.words:
        question = wrapped(f"  {shown.words}", width, "strong")
        above = filled([widgets.heading("Parlour", (), [], width)], height - len(question))
        return Frame(filled([*above, *question], height))
    model, now_ms = shown.model, shown.now_ms
    clock = widgets.time_left(model, now_ms, cut=shown.cut)
    here = [] if model.glance is not None else clock  # it is that of the question
    line, titled = widgets.title(model, shown.where, width, here, shown.next_key)
    top = [line]
    turn = widgets.turn(model)
    most = 1 if one else 2
    asked = widgets.question(model, turn, width, most, boxes=shown.boxes, status=shown.tiles)
    right = [] if here else clock
    if here and shown.boxes and shown.tiles:
        room = width - width_of(asked[0])
        right = widgets.time_bar(model.left_s(now_ms), shown.span, room)
    asked[0] = ends(asked[0], right, width)
    asked = [*widgets.aside(shown.aside, width), *asked]
    room = height - len(top) - len(asked)
    if room < 2:
        return Frame([*top, *asked][-height:])
    told = model.glance is None and tells_status(model)
    shown = replace(shown, model=model.view, titled=titled, status_told=told)
    if shown.help:
        page = [row for line in shown.help for row in wrapped(f" {line}", width)]
        if len(page) > room and is_of_code(shown.help[0]):  # it must be whole
            top, room = [], room + len(top)
        middle = Frame(_cropped(page, room, shown.model.lang))
    elif one:
        middle = _one(shown, width, room)
    elif width >= BESIDE and _has_position(shown):
        middle = _beside(shown, width, room)
    else:
        middle = _stacked(shown, width, room)
    return replace(middle, rows=[*top, *filled(middle.rows, room), *asked])


def _has_position(shown: Shown) -> bool:
    """Is there anything besides the log? Not in the replay of a game that nobody can draw."""
    table = shown.model.table
    if table is None or not shown.model.past:
        return not shown.model.past
    return table.scene is not None or bool(table.look)


def _drawn(shown: Shown, width: int, height: int) -> _Drawn:
    """The position, or the lobby, in at most *height* lines."""
    table = shown.model.table
    if table is None:
        rows = [] if shown.model.past else lobby(shown.model, width, height - LOG_LEAST)
        whole = len(rows) if len(rows) <= height else max(0, height - 1)
        lines = [[Span(" " * width, types=offered(row))] for row in rows[:whole]]
        return _Drawn(_cropped(rows, height, shown.model.lang), lines)
    looks = Looks(
        shown.boxes,
        table.seat,
        shown.word,
        lang=shown.model.lang,
        tiles=shown.tiles,
        gains=table.gains,
    )
    scene = table.scene
    if scene is not None:
        told = shown.status_told or table.state == "over"
        scene = structs.replace(
            scene, title=scene.title * (not shown.titled), status=scene.status * (not told)
        )
        table = replace(table, scene=scene)
    lines = widgets.position(table, width, height, looks)
    rows = [[text(span.text, span.style)[0] for span in line] for line in lines]
    seen = lines if len(lines) <= height else lines[: max(0, height - 1)]
    return _Drawn(_cropped(rows, height, shown.model.lang), seen)


class _Drawn(NamedTuple):
    rows: list[Row]
    lines: Sequence[Line] = ()


def _cropped(rows: list[Row], height: int, lang: str) -> list[Row]:
    if len(rows) <= height:
        return rows
    if height < 1:
        return []
    hidden = len(rows) - height + 1
    return [
        *rows[: height - 1],
        text(said(_("... {hidden} more lines: F3", hidden=hidden), lang), "dim"),
    ]


def _rule(below: int, width: int, name: str, shown: Shown) -> Row:
    """A line with the *name* of what is under it, or how much of that is further down.

    A drawn line needs no name while nothing else could be under it.
    """
    lang, line = shown.model.lang, _LINE if shown.boxes else "-"
    told = said(_("{number} more below: End", number=below) if below else name, lang)
    plain = shown.boxes and told == said(_HAPPENED, lang)
    words = "" if plain else f"{line * 2} {told} "
    return text(words + line * max(0, width - columns(words)), "rule")


def _people(shown: Shown, width: int) -> list[Row]:
    """The players, unless the position consists of nothing else."""
    table = shown.model.table
    if table is None or (table.scene is None and table.look):
        return []
    if table.state == "playing" and widgets.all_told(table):
        return []
    return widgets.seats(table, widgets.turn(shown.model), width, shown.model.lang)


def _news(shown: Shown) -> Log:
    """The log without the open question and the newest refusal, which are shown below it."""
    log, asked = shown.model.log, shown.model.asked
    below = () if asked is None else (asked.question,)
    kept = [
        each.without(below) if below and below[0] in each.lines else each
        for each in log.entries
        if each.number != shown.told and not (each.kind is Kind.TURN and each.lines == below)
    ]
    return replace(log, entries=tuple(kept))


def _lines(height: int) -> int:
    """How many lines of a log fit into *height* lines, without its head and the empty one."""
    return height - 1 - (height > _SPARE)


def _names(shown: Shown) -> tuple[str, ...]:
    """The players, who stand out in the log."""
    table = shown.model.table
    return () if table is None else tuple(table.names.values())


def _told_now(model: Model, width: int) -> tuple[Row, ...]:
    """The list of what you can type now, if the player asked for it last."""
    last = model.log.entries[-1] if model.log.entries else None
    return lines(last, width) if last is not None and last.kind is Kind.NOW else ()


def _log(shown: Shown, width: int, height: int, name: str, kinds: Collection[Kind] = ALL) -> Frame:
    """The log under a line with its name."""
    told = _told_now(shown.model, width)
    if shown.anchor is None and shown.pane is Pane.BOTH and len(told) > height - 1:
        page = [
            _rule(0, width, name, shown),
            *_cropped(list(told), height - 1, shown.model.lang),
        ]
        return Frame(page, (width, height - 1), cut=True)
    room = _lines(height)
    log = seen(_news(shown), width, room, shown.anchor, kinds, _names(shown), marks=shown.boxes)
    rows = [_rule(log.below, width, name, shown), *filled(list(log.rows), height - 1)]
    return Frame(rows, (width, room), at_end=not log.below)


def _one(shown: Shown, width: int, height: int) -> Frame:
    """The table, or the log."""
    if shown.pane is Pane.LOG:
        return _log(shown, width, height, _("log (F3: table)"))
    people = _people(shown, width)[:1]
    drawn = _drawn(shown, width, height)
    if len(drawn.rows) + len(people) > height:  # the position comes first
        people = []
    upper = [*drawn.rows, *people]
    newest = seen(
        _news(shown), width, height - len(upper), None, ALL, _names(shown), marks=shown.boxes
    )
    return Frame([*upper, *newest.rows], (width, _lines(height)), drawn=drawn.lines)


def _stacked(shown: Shown, width: int, height: int) -> Frame:
    """The table above, the log below."""
    if shown.pane is Pane.LOG:
        return _log(shown, width, height, _("what happened (F3: back)"))
    table = shown.model.table
    people = _people(shown, width)
    if shown.pane is Pane.TABLE:
        drawn = _drawn(shown, table_width(width), height - len(people))
        return Frame([*drawn.rows, *people], drawn=drawn.lines)
    state = "" if table is None else table.state
    least = min(LOG_OVER, height // 3) if state == "over" else LOG_LEAST
    if state != "playing":  # a player in a game must always see all of the table
        least = max(least, len(_told_now(shown.model, width)))
    drawn = _drawn(shown, table_width(width), height - len(people) - 1 - least)
    upper = [*drawn.rows, *people]
    log = _log(shown, width, height - len(upper), _HAPPENED)
    return replace(log, rows=[*upper, *log.rows], drawn=drawn.lines)


def _beside(shown: Shown, width: int, height: int) -> Frame:
    """The table on the left; log, and talk if there is any, on the right."""
    left_width = _left_width(shown, table_width(width), height - 1)
    right_width = width - left_width - 1
    table = shown.model.table
    drawn = _drawn(shown, left_width, height - 1)
    people: list[Row] = []
    if table is not None and table.scene is not None and _people(shown, left_width):
        room = max(2, height - len(drawn.rows) - 1)
        people = widgets.seat_list(
            table, widgets.turn(shown.model), left_width, room, shown.model.lang
        )
        drawn = _drawn(shown, left_width, height - len(people) - 1)
    left = [*drawn.rows, [], *people]
    right = _right(shown, right_width, height)
    rows = _joined(filled(left, height), left_width, right.rows, width, boxes=shown.boxes)
    return replace(right, rows=rows, drawn=drawn.lines, left=left_width)


def _left_width(shown: Shown, most: int, height: int) -> int:
    """The columns, at most *most*, that the position needs to keep its boxes and the players."""
    if shown.model.table is None:
        return LOBBY_BESIDE
    whole = _drawn(shown, most, height)
    for width in POSITION_BESIDE:
        if shown.left <= width < most:
            drawn = _drawn(shown, width, height)
            fits = len(whole.lines) <= len(drawn.lines) <= max(len(whole.lines), height - BELOW)
            if fits and _walls(drawn) == _walls(whole):
                return width
    return most


def _walls(drawn: _Drawn) -> int:
    """How many box walls it has, and how large its tiles are."""
    spans = [span for line in drawn.lines for span in line]
    tiles = [span for span in spans if span.style.startswith("tile")]
    return sum(span.text.count(_WALL) for span in spans) + sum(columns(t.text) for t in tiles)


def _joined(
    left: list[Row], left_width: int, right: list[Row], width: int, *, boxes: bool
) -> list[Row]:
    """*left* and *right* with a bar between them, in *width* columns; both have as many lines."""
    bar = text(_WALL if boxes else "|", "rule")
    right_width = width - left_width - 1
    both = zip(left, right, strict=True)
    return [[*fitted(one, left_width), *bar, *fitted(two, right_width)] for one, two in both]


def _right(shown: Shown, width: int, height: int) -> Frame:
    if height < SMALL[1] or not _talks(shown.model):
        return _log(shown, width, height, _HAPPENED)
    upper = height - height // 3
    log = _log(shown, width, upper, _HAPPENED, ALL - _TALK)
    return replace(log, rows=[*log.rows, *_talk(shown, width, height - upper)])


def _talks(model: Model) -> bool:
    return any(entry.kind is Kind.TALK for entry in model.log.entries)


def _talk(shown: Shown, width: int, height: int) -> list[Row]:
    """What was said, under a line with its name."""
    talk = seen(shown.model.log, width, height - 1, None, _TALK)
    return filled([_rule(0, width, _("talk"), shown), *talk.rows], height)
