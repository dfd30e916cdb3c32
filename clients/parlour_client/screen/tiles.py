"""Grids of things: cards, cubes and squares as tiles, which are made by their background.

A tile costs no more lines than a letter. Where there is room, a board has gaps of half a line
between its rows, and a rack has an empty line. Only the fields of a scene say what a thing is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from msgspec import structs

from parlour.scene import Cell, Grid, Meter, Row
from parlour.texts import wrap
from parlour.wire.text import columns
from parlour_client.screen.rows import cut


class Span(NamedTuple):
    """A piece of a line."""

    text: str
    style: str = ""
    """A name in `painting`."""
    types: str = ""
    """The text a click on it puts on the input line."""


Line: TypeAlias = list[Span]

_INDENT: Final = "  "
_HALF: Final = "\N{UPPER HALF BLOCK}"
"""Drawn in reverse it is a gap over the tile below: so no seam is left between the two."""
_BACK: Final = "\N{BLACK SMALL SQUARE}"
_NONE: Final = "\N{MIDDLE DOT}"
_TURN: Final = "\N{BLACK LEFT-POINTING SMALL TRIANGLE}"
_LABEL_LEAST: Final = 8
"""With less room for labels than that, each has a line of its own."""
_PADS: Final = ((2, 1), (1, 1), (1, 0))
"""Columns around the letters of a tile and between two of them, from wide screens to narrow."""
_SIZES: Final = ((8, 4), (6, 3), (4, 2), (2, 1), (0, 1))
"""Columns around the letters of a board's tile, and its lines, the largest first."""
_LOW: Final = 3
"""The first size whose tiles are one line high."""


class Situation(NamedTuple):
    """What the screen can draw, and whose move it is."""

    boxes: bool
    turn: int | None = None
    waits: Collection[int] = ()
    turn_word: str = "turn"
    gains: Mapping[int, int] = MappingProxyType({})
    """The points that each seat has just won, or lost."""


def has_things(grid: Grid) -> bool:
    """Does *grid* say what its cells are, or whose its rows? Games for older hosts do not."""
    return any(row.seat is not None or any(cell.kind for cell in row.cells) for row in grid.rows)


def face(cell: Cell, boxes: bool) -> str:
    """Return what *cell* shows. Without *boxes* the terminal has only the letters of the text.

    On a back or an empty space that is the letter or number to type for it, if there is one.
    """
    whole = f"{cell.text}{cell.note}"
    shown = whole if cell.face is None else cell.face
    if cell.face is None and cell.kind in ("back", "none") and not whole.isalnum():
        shown = _BACK if cell.kind == "back" else _NONE
    if not shown.isascii() and not boxes:
        shown = "" if cell.kind in ("back", "none") else whole
    if not shown and cell.hue:  # its colour alone would tell who sees none nothing
        shown = whole.strip("()[]")
    return f"[{shown}]" if cell.framed else shown


def look(cell: Cell) -> str:
    """Return the style of *cell*."""
    if not cell.kind:
        return cell.style
    if cell.kind == "none":
        return "dim"
    if cell.new:
        return "tile-new"
    if cell.kind == "back":
        return "tile-back"
    if cell.style == "hot" and cell.value:
        return "tile-pick"
    if cell.style == "dim":
        return "tile-dim"
    hue = cell.hue or _JUDGED.get(cell.style, 0)
    if hue:
        return f"tile-{hue}"
    return "tile-mine" if cell.style == "mine" else "tile"


_JUDGED: Final = {"hot": 6, "bad": 1, "good": 3}
"""The hues of tiles that have none, by their style: a ship that is hit, or sunk."""


# --- boards -------------------------------------------------------------------------------


def board(
    grid: Grid, width: int, situation: Situation, size: int, path: Collection[int]
) -> list[Line]:
    """Return the tiles of *grid*, those of *path* in green; empty if they are too wide.

    *size* is 0 for the largest. A narrower one is taken if there is no room for it.
    """
    faces = [[face(cell, situation.boxes) for cell in row.cells] for row in grid.rows]
    widest = max(columns(shown) for row in faces for shown in row)
    count = len(faces[0])
    for around, height in _SIZES[size if situation.boxes else _LOW :]:
        inner = max(widest + min(2, around), around + 1)
        indent = min(len(_INDENT), width + 1 - count * (inner + 1))
        if indent >= 0:
            return list(_tiled(grid, faces, indent, inner, height, path))
    return []


def _tiled(
    grid: Grid,
    faces: Sequence[Sequence[str]],
    indent: int,
    inner: int,
    height: int,
    path: Collection[int],
) -> Iterator[Line]:
    across = len(faces[0])
    for top, row in enumerate(grid.rows):
        looks = [
            "tile-path" if top * across + at in path else look(cell)
            for at, cell in enumerate(row.cells)
        ]
        before = Span(" " * indent)
        empty = [before, *_across(row, [""] * across, looks, inner)]
        if height > 1:
            edges = [_edge(each) for each in looks]
            yield [before, *_across(row, [_HALF * inner] * across, edges, inner)]
        yield from [empty] * (height // 2 - 1)
        yield [before, *_across(row, faces[top], looks, inner)]
        yield from [empty] * ((height - 1) // 2)


def _edge(style: str) -> str:
    """Return the style of the half line above a tile; nothing is above what is no tile."""
    return style.replace("tile", "edge") if style.startswith("tile") else ""


def _across(row: Row, texts: Sequence[str], looks: Sequence[str], inner: int) -> Line:
    line: Line = []
    for cell, shown, style in zip(row.cells, texts, looks, strict=True):
        if shown[:1] == _HALF and not style:
            shown = ""
        line += [Span(_centred(shown, inner), style, cell.types or row.types), Span(" ")]
    return line[:-1]


def _centred(text: str, inner: int) -> str:
    before = (inner - columns(text)) // 2
    return " " * before + text + " " * (inner - before - columns(text))


# --- tables -------------------------------------------------------------------------------


def table(
    grid: Grid, width: int, situation: Situation, *, spaced: bool, close: bool = False
) -> list[Line]:
    """Return the rows of *grid* with their labels, scores and marks; empty if they are too wide.

    With *spaced*, an empty line is between rows of tiles. With *close*, all of a row is in one
    line if it can be: what it has won, the word behind the arrow and the heads go first.
    """
    spaced = spaced and any(cell.kind for row in grid.rows for cell in row.cells)
    rows = (*_heads(grid), *grid.rows)
    faces = [[face(cell, situation.boxes) for cell in row.cells] for row in rows]
    marks = [*[("", "")] * (len(rows) - len(grid.rows)), *_marks(grid, situation)]
    tiles = max(columns(shown) for row in faces[-len(grid.rows) :] for shown in row)
    widest = max(columns(shown) for row in faces for shown in row)
    longest = max(columns(row.label) for row in rows)
    score = max(columns(row.score) for row in rows)
    gains = [_gain(row, situation) for row in rows]
    won = max(map(len, gains)) if score else 0
    behind = (score + 2 + won if score else 0) + max(
        columns(mark) + 2 * bool(mark) for mark, _ in marks
    )
    count = len(faces[0])
    texts = [
        [columns(of[at]) * (not row.cells[at].kind) for at in range(count)]
        for row, of in zip(rows, faces, strict=True)
    ]
    wide = [max(column) for column in zip(*texts, strict=True)]
    wide_pad, less, least = _PADS
    shapes = [(*wide_pad, behind), (*less, behind), (*less, behind - won), (*least, behind)]
    if close:
        arrow = max(columns(mark.partition(" ")[0]) + 2 * bool(mark) for mark, _ in marks)
        points = max(columns(row.score) for row in grid.rows)
        shapes.append((*_PADS[-1], points + 2 * bool(points) + arrow))
    for pad, gap, after_cells in shapes:
        inner = max(tiles + pad, widest)
        room = width - count * (inner + gap) - after_cells
        if room >= min(longest, _LABEL_LEAST) + bool(longest):
            label = min(longest, room - 1) if longest else 0
            break
        above = (pad, gap, after_cells) == shapes[-1] if close else after_cells < behind or not won
        if above and longest and pad < _PADS[0][0] and count * (inner + gap) <= width:
            label = -1
            break
    else:
        return []
    if label >= 0 and after_cells < behind:
        gains, won, behind = [""] * len(rows), 0, after_cells
    if label >= 0 and close and after_cells == shapes[-1][-1]:
        score = max(columns(row.score) for row in grid.rows)
        marks = [(mark.partition(" ")[0], style) for mark, style in marks]
    if close and not gap and max(wide) >= inner:  # the numbers would be one
        first = len(rows) - len(grid.rows)
        rows, faces, gains, marks = rows[first:], faces[first:], gains[first:], marks[first:]
    used = max(label, 0) + bool(label) + count * (inner + gap) + behind
    under = max(label, 0) + bool(label > 0)
    aside = not spaced and label >= 0
    aside = aside and all(used + columns(f"  {row.note}") <= width for row in grid.rows)
    lines: list[Line] = []
    for at, (row, shown, mark, gain) in enumerate(zip(rows, faces, marks, gains, strict=True)):
        if spaced and at > len(rows) - len(grid.rows) and not rows[at - 1].note:
            lines.append([])
        cells = list(_cells(row, shown, wide, inner, gap))
        after = list(_after(row, score, gain.ljust(won), *mark))
        if label >= 0:
            name = _label(row, label)
            before = Span(name.ljust(len(name) + label - columns(name)), row.style, row.types)
            lines.append([before, Span(" " * bool(label)), *cells, *after])
        elif at < len(rows) - len(grid.rows):
            lines.append(cells)
        else:
            lines += [[Span(_label(row, width), row.style, row.types), *after], cells]
        if row.note and aside:
            lines[-1].append(Span(f"  {row.note}", "dim", row.types))
        elif row.note:
            indent = " " * (under if columns(row.note) <= width - under else len(_INDENT))
            below = wrap(row.note, width - len(indent))
            lines += [[Span(indent), Span(line, "denied", row.types)] for line in below]
    return lines


def dial(meter: Meter, label: str, width: int) -> list[Line]:
    """Return a small *meter* as a tile for each number: those to come are backs, and the current
    one is gold.
    """
    digits = len(str(meter.top))
    fits = ((pad, gap) for pad, gap in _PADS if meter.top * (digits + pad + gap) <= width)
    pad, gap = next(fits, _PADS[-1])
    above = columns(label) + 2 + meter.top * (digits + pad + gap) > width
    tiles: Line = []
    for n in range(meter.top, 0, -1):
        style = "tile-new" if n == meter.value else "tile-dim" if n > meter.value else "tile-back"
        tiles += [Span(_centred(str(n), digits + pad), style), Span(" " * gap)]
    head = Span(label, "dim")
    return [[head], tiles] if above else [[head, Span("  "), *tiles]]


def _heads(grid: Grid) -> tuple[Row, ...]:
    """Return the heads that are worth their line: numbers only while a card is to be picked."""
    picks = any(cell.value for row in grid.rows for cell in row.cells)
    others = [row for row in grid.heads if row.role != "index"]
    if picks or not others:
        return grid.heads
    score = next((row.score for row in grid.heads if row.score), "")
    label = "" if others[-1].role else others[-1].label
    return (*others[:-1], structs.replace(others[-1], score=score, label=label))


def _label(row: Row, room: int) -> str:
    label = row.label if columns(row.label) <= room else row.label.partition(" (")[0]
    return cut(label, room)


def _cells(
    row: Row, faces: Sequence[str], wide: Sequence[int], inner: int, gap: int
) -> Iterator[Span]:
    """Yield the cells. Numbers and words, up to *wide* columns, are in line at the right."""
    for cell, shown, width in zip(row.cells, faces, wide, strict=True):
        text = shown if cell.kind else " " * (width - columns(shown)) + shown
        yield Span(_centred(text, inner), look(cell), cell.types or row.types)
        yield Span(" " * gap, "", row.types)


def _gain(row: Row, situation: Situation) -> str:
    """What the player of *row* has just won: ` +15`; empty if nothing, or if it has no score."""
    gain = situation.gains.get(row.seat or 0, 0) if row.score else 0
    return f" {gain:+}" if gain else ""


def _after(row: Row, score: int, gain: str, mark: str, style: str) -> Iterator[Span]:
    if score:
        yield Span(f"  {row.score:>{score}}", "" if row.style == "dim" else "strong", row.types)
        yield Span(gain, "accent", row.types)
    if mark:
        yield Span(f"  {mark}", style, row.types)


def _marks(grid: Grid, situation: Situation) -> Iterator[tuple[str, str]]:
    """Yield the mark of each row and its style: it points at those whom the game waits for."""
    arrow = _TURN if situation.boxes else "<-"
    seen: set[int] = set()
    for row in grid.rows:
        first = row.seat is not None and row.seat not in seen
        if row.seat is not None:
            seen.add(row.seat)
        waited = row.seat in situation.waits
        if first and row.seat == situation.turn:
            yield f"{arrow} {situation.turn_word}", "accent" if waited else "dim"
        elif first and waited:
            yield arrow, "accent"
        elif first or row.seat is None:
            yield row.mark, row.style
        else:
            yield "", ""
