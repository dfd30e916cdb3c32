"""A scene as lines of the screen: tiles, lists beside boards, the path of a typed word.

Without colours, and where a game does not say what its cells are, boards have boxes. On a terminal
with only ASCII they look as in the text that the host sends people.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, product, zip_longest
from typing import Final, NamedTuple

from msgspec import structs

from parlour.language import ENGLISH
from parlour.rendering import DIAL_MOST, around, columns_of, is_board, styled_block
from parlour.scene import Block, Cell, Grid, Meter, Row, Scene, Scores, Text, Words
from parlour.scene_limits import WIDTH_LEAST
from parlour.wire.text import columns, wrap
from parlour_client.language import _, said
from parlour_client.screen import tiles
from parlour_client.screen.tiles import Line, Situation, Span

_BESIDE_LEAST: Final = 28
"""Columns that lists need beside a board."""
_SPACED: Final = 4
"""A board with at most this many rows has a line between them, which makes it about square."""
_SPACED_ROWS: Final = 6
"""A table of tiles with at most this many rows, such as racks, has an empty line between them."""
_INDENT: Final = "  "
_WIDE: Final = 66
"""From this many columns on, boxes are large if there are enough lines."""
_LARGER: Final = 2
"""How many columns a large box has more than a small one."""
_ROOM_FOR_SPACE: Final = 4
"""Columns of a table for the last wall, the gap before a mark, and a space after the labels."""
_BAR: Final = 20
"""Columns of a large meter."""
_WALL: Final = "\N{BOX DRAWINGS LIGHT VERTICAL}"
_EMPTY: Final = Cell("")
_APART: Final = 3
"""Columns between two grids beside each other."""


@dataclass(frozen=True, slots=True)
class Looks:
    """How to draw a scene."""

    boxes: bool = False
    """The terminal can draw lines and bars."""
    me: int | None = None
    """Our seat."""
    word: str = ""
    """The word being typed; a board shows its path if it can."""
    close: bool = False
    """There are few lines, so boards need not be square."""
    large: bool = False
    """There is room for large boxes or tiles. These leave a quarter of the lines to the log."""
    lang: str = ENGLISH
    spare: bool = True
    """There is room for blocks that a small screen leaves out."""
    tiles: bool = False
    """The terminal has colours for things, so the scene is a picture and needs no legend."""
    gains: Mapping[int, int] = field(default_factory=dict[int, int])
    """The points that each seat has just won, or lost."""


def draw(scene: Scene, width: int, height: int, looks: Looks) -> list[Line]:
    """Return *scene* in lines of *width* columns (at least 40); in *height* lines, if possible."""
    width = max(width, WIDTH_LEAST)
    small = replace(looks, large=False, spare=False)
    tries = [
        replace(looks, large=looks.boxes and width >= _WIDE),
        replace(looks, large=False),
        small,
        replace(small, close=True),
    ]
    lines: list[Line] = []
    for each in tries:
        lines = _drawn(scene, width, each)
        if len(lines) <= (height * 3 // 4 if each.tiles and each.large else height):
            return lines
    # Lists are too long for this screen. Only their end should be cut, beside tiles as usual.
    grids = tuple(block for block in scene.blocks if isinstance(block, Grid))
    board = _drawn(structs.replace(scene, blocks=grids), width, tries[-2])
    return _drawn(scene, width, tries[-2]) if looks.tiles and len(board) < height else lines


def _drawn(scene: Scene, width: int, looks: Looks) -> list[Line]:
    turn_word = said(_("turn"), looks.lang)
    situation = Situation(looks.boxes, scene.turn, scene.waits, turn_word, looks.gains)
    blocks = [block for block in scene.blocks if _shows(block, looks)]
    lines = _head(scene, width, looks)
    while blocks:
        block = blocks.pop(0)
        if not isinstance(block, Grid):
            lines += _block(block, width, looks)
            continue
        first = bool(blocks and isinstance(blocks[0], Grid) and blocks[0].beside)
        board = _grid(block, width, looks, situation, named=first or block.beside)
        while blocks and isinstance(blocks[0], Grid) and blocks[0].beside:
            other = _grid(blocks[0], width, looks, situation, named=True)
            taken = _APART + max(map(_width, board))
            if taken + max(map(_width, other)) > width:
                break
            board = list(_joined(board, other, taken))
            del blocks[0]
        if is_board(block):
            board = _with_lists(board, blocks, width, looks)
        lines += board
    return lines


def _shows(block: Block, looks: Looks) -> bool:
    """Is *block* shown? A picture needs no legends."""
    if not isinstance(block, Text):
        return True
    return (
        bool(block.runs)
        and (looks.spare or not block.spare)
        and not (looks.tiles and block.plain_only)
    )


def _head(scene: Scene, width: int, looks: Looks) -> list[Line]:
    """The title, and beside it the status, which the text has among its paragraphs."""
    status = scene.status if looks.tiles else ""
    if scene.title and status and columns(f"{scene.title}  {status}") <= width:
        return [[Span(scene.title, "strong"), Span("  "), Span(status)]]
    lines = [[Span(line, "strong")] for line in (wrap(scene.title, width) if scene.title else [])]
    return [*lines, *([Span(line)] for line in (wrap(status, width) if status else []))]


def _with_lists(board: list[Line], blocks: list[Block], width: int, looks: Looks) -> list[Line]:
    """*board* with the first of *blocks*, which are taken, beside it as far as they fit."""
    taken = 2 + max(map(_width, board))
    right: list[Line] = []
    while blocks and len(right) < len(board) and _can_stand_beside(blocks[0], width - taken):
        right += _block(blocks.pop(0), width - taken, looks)
    return list(_joined(board, right, taken))


TRIES: Final = 2_000
"""Steps of a search for a path. Words of a real game take a few dozen."""


def traced(scene: Scene | None, line: str, bare: str | None) -> str:
    """Return the word in *line* whose path a grid of *scene* shows; empty if there is none.

    *bare* is the verb that a line without a slash stands for.
    """
    if scene is None or not line.strip() or line.endswith(" "):
        return ""
    verb, _, rest = line.lstrip("/ ").partition(" ")
    if bare is not None and not line.startswith("/"):
        verb, rest = bare, line
    traces = (block.trace for block in scene.blocks if isinstance(block, Grid))
    if not any(trace is not None and trace.verb == verb.lower() for trace in traces):
        return ""
    return rest.split()[-1] if rest.strip() else ""


def way(grid: Grid, word: str) -> Sequence[int]:
    """Return the cells of *grid*, from 0, that spell *word*; empty if there is no such path.

    Each cell touches the one before, and none is used twice. A long search ends without one: on a
    board of equal letters there are more paths than anybody can wait for.
    """
    tries = count()
    across = len(grid.rows[0].cells)
    faces = [cell.text.lower() for row in grid.rows for cell in row.cells]

    def on_from(rest: str, steps: tuple[int, ...]) -> tuple[int, ...] | None:
        if not rest:
            return steps
        if next(tries) > TRIES:
            return None
        for at, face in enumerate(faces):
            near = not steps or _are_neighbours(steps[-1], at, across)
            if face and near and at not in steps and rest.startswith(face):
                found = on_from(rest[len(face) :], (*steps, at))
                if found is not None:
                    return found
        return None

    return on_from(word.lower(), ()) or ()


def _are_neighbours(one: int, other: int, across: int) -> bool:
    rows, cells = one // across - other // across, one % across - other % across
    return max(abs(rows), abs(cells)) == 1


# --- blocks -----------------------------------------------------------------------------


def _block(block: Block, width: int, looks: Looks) -> list[Line]:
    if isinstance(block, Text) and block.big and looks.tiles:
        large = f"  {' '.join(block.big)}  "
        style = "tile-mine" if block.runs[0].style == "mine" else "tile"
        if columns(large) <= width:
            return [[Span(large, style)]]
    if isinstance(block, Words) and block.by_length and len(block.words) > 1:
        return list(_by_length(block, width))
    if isinstance(block, Meter) and block.top <= DIAL_MOST and looks.tiles:
        return tiles.dial(block, block.label, width)
    if isinstance(block, Meter) and looks.boxes and block.top > WIDTH_LEAST:
        return [_bar(block, looks.lang)]
    return _of_host(block, width, looks)


def _of_host(block: Block, width: int, looks: Looks) -> list[Line]:
    """*block* as the host draws it."""
    lines = styled_block(block, width, looks.me, looks.lang)
    return [[Span(*span) for span in line] for line in lines]


def _by_length(block: Words, width: int) -> Iterator[Line]:
    """The words in a paragraph for each length, longest first."""
    yield [Span(piece, "strong") for piece in wrap(block.name, width)[:1]]
    for length in sorted({len(word) for word in block.words}, reverse=True):
        same = " ".join(word for word in block.words if len(word) == length)
        head = f"{length:>2} "
        for at, piece in enumerate(wrap(same, width - len(head))):
            yield [Span(" " * len(head) if at else head, "dim"), Span(piece, block.style)]


def _can_stand_beside(block: Block, width: int) -> bool:
    return width >= _BESIDE_LEAST and isinstance(block, Text | Words | Scores)


def _bar(meter: Meter, lang: str) -> Line:
    full = max(0, min(_BAR, _BAR * meter.value // meter.top))
    return [
        Span(f"{meter.label} "),
        Span("\N{FULL BLOCK}" * full, meter.style or "strong"),
        Span("\N{LIGHT SHADE}" * (_BAR - full), "dim"),
        Span(said(_(" {value} of {top}", value=meter.value, top=meter.top), lang)),
    ]


def _joined(board: Sequence[Line], right: Sequence[Line], taken: int) -> Iterator[Line]:
    """*right* beside *board*, which takes *taken* columns with the gap after it."""
    none: Line = []
    for left, more in zip_longest(board, right, fillvalue=none):
        gap = Span(" " * (taken - _width(left)))
        yield [*left, gap, *more] if more else list(left)


def _width(line: Sequence[Span]) -> int:
    return sum(columns(span.text) for span in line)


# --- boards -----------------------------------------------------------------------------


def _grid(
    grid: Grid, width: int, looks: Looks, situation: Situation, *, named: bool
) -> list[Line]:
    """*grid* as tiles if it says what its cells are, else in boxes.

    If it is *named*, a picture has its name above it: the text says in other words which it is.
    """
    steps = way(grid, looks.word) if grid.trace is not None and looks.word else ()
    lines: list[Line] = []
    if looks.tiles and tiles.has_things(grid):
        if is_board(grid):
            size = 0 if looks.large else 1 if looks.spare else 3 if looks.close else 2
            lines = tiles.board(grid, width, situation, size, steps)
        else:
            spaced = looks.spare and len(grid.rows) <= _SPACED_ROWS
            lines = tiles.table(grid, width, situation, spaced=spaced, close=looks.close)
    lines = lines or _boxes(grid, width, looks, steps)
    return [[Span(grid.name, "dim")], *lines] if named and looks.tiles else lines


def _boxes(grid: Grid, width: int, looks: Looks, steps: Sequence[int]) -> list[Line]:
    """The cells of *grid*, in boxes if there is room."""
    if not is_board(grid):
        return (looks.boxes and _racks(grid, width)) or _of_host(grid, width, looks)
    if steps:
        grid = _stepped(grid, steps)
    if looks.boxes:
        inner = 2 + max(columns(_face(cell)) for row in grid.rows for cell in row.cells)
        count = len(grid.rows[0].cells)
        taken = len(_INDENT) + 1 + count * (inner + 1)
        if looks.large and taken + _LARGER * count + _BESIDE_LEAST <= width:
            return _boxed(grid, inner + _LARGER, large=True)
        if taken <= width:
            return _boxed(grid, inner, close=looks.close)
    lines = _of_host(grid, width, looks)
    if len(lines) > _SPACED or looks.close:
        return lines
    return [each for line in lines for each in (line, list[Span]())][:-1]


def _stepped(grid: Grid, steps: Sequence[int]) -> Grid:
    """*grid* with the cells of a path highlighted, and the others faint."""
    across = len(grid.rows[0].cells)
    rows = [
        structs.replace(
            row,
            cells=tuple(
                [
                    structs.replace(cell, style="hot" if top * across + at in steps else "dim")
                    for at, cell in enumerate(row.cells)
                ]
            ),
        )
        for top, row in enumerate(grid.rows)
    ]
    return structs.replace(grid, rows=tuple(rows))


def _boxed(grid: Grid, inner: int, *, close: bool = False, large: bool = False) -> list[Line]:
    """Return a box for each cell, three lines high if *large*.

    A *close* board, or one with many rows, has no line between the rows.
    """
    count = len(grid.rows[0].cells)
    ruled = (large or len(grid.rows) <= _SPACED) and not close
    # An open end needs the line above it; without one, there is a frame around it.
    all_walls = [_Walls(end, end if ruled else count) for end in _ends(grid)]
    lines: list[Line] = []
    above = _Walls(0, 0)
    for row, walls in zip(grid.rows, all_walls, strict=True):
        if ruled or not lines:
            lines.append(_rule(count, inner, above, walls))
        room = [Span(_INDENT), *_walled(row, [""] * count, inner, walls)] if large else []
        faces = [_face(cell) for cell in row.cells]
        face = [Span(_INDENT), *_walled(row, faces, inner, walls)]
        lines += [line for line in (room, face, room) if line]
        above = walls
    return [*lines, _rule(count, inner, above, _Walls(0, 0))]


class _Walls(NamedTuple):
    """Where a row has walls: around its first cells up to *end*, and behind *size* cells."""

    end: int
    size: int

    def at(self, place: int) -> bool:
        """Is there a wall before the cell at *place*, from 0?"""
        return self.size > 0 and (place <= self.end or place == self.size)


_CORNERS: Final = dict(zip(product((False, True), repeat=4), " ─── ┌┐┬ └┘┴ ├┤┼", strict=True))
"""Where walls meet: with one above, below, on the left and on the right, or without."""


def _rule(count: int, inner: int, above: _Walls, below: _Walls) -> Line:
    """Return the line between two rows with these walls."""
    size = max(above.size, below.size)
    drawn = _INDENT
    for at in range(count + 1):
        drawn += _CORNERS[above.at(at), below.at(at), 0 < at <= size, at < size]
        drawn += ("─" if at < size else " ") * (inner if at < count else 0)
    return [Span(drawn.rstrip(), "dim")]


def _walled(row: Row, faces: Sequence[str], inner: int, walls: _Walls) -> Iterator[Span]:
    for at, (cell, face) in enumerate(zip(row.cells, faces, strict=True)):
        before = (inner - columns(face)) // 2
        text = " " * before + face + " " * (inner - before - columns(face))
        yield Span(_WALL if walls.at(at) else " ", "dim", row.types)
        yield Span(text, cell.style, cell.types or row.types)
    yield Span(_WALL if walls.at(len(faces)) else " ", "dim", row.types)


def _ends(grid: Grid) -> list[int]:
    """How many cells each row of *grid* has without the empty end that the host has given it.

    Only of what cannot be places on a board: the last row of a board whose others are full, and
    the rows of players.
    """
    count = len(grid.rows[0].cells)
    rows = [row.cells for row in grid.rows]
    ends = [
        max((at for at, cell in enumerate(row, 1) if cell != _EMPTY), default=0) for row in rows
    ]
    if is_board(grid):
        short = len(ends) > 1 and set(ends[:-1]) == {count} and ends[-1] > 0
    else:
        short = any(ends) and all(row.seat is not None for row in grid.rows)
    gaps = any(_EMPTY in row[:end] for row, end in zip(rows, ends, strict=True))
    return ends if short and not gaps else [count] * len(ends)


def _face(cell: Cell) -> str:
    return f"[{cell.text}{cell.note}]" if cell.framed else f"{cell.text}{cell.note}"


# --- tables -----------------------------------------------------------------------------


def _racks(grid: Grid, width: int) -> list[Line]:
    """A table with a wall between its cells; empty if there is no room for that, or if rows have
    notes. No walls are around the empty end of a shorter row.

    If there is room for more, a space is before the first wall, and single letters are in the
    middle.
    """
    longest = max(columns(row.label) for row in (*grid.heads, *grid.rows))
    faces, cell, label, score = columns_of(grid, width - 1, gap=2)
    if label < 0 or any(row.note for row in grid.rows):
        return []
    if cell % 2:
        wider = columns_of(grid, width - 1, gap=3)
        if wider.label == longest:
            faces, cell, label, score = wider
    used = label + len(faces[0]) * cell + score + max(columns(row.mark) for row in grid.rows)
    if label and used + _ROOM_FOR_SPACE <= width:
        label += 1
    lines: list[Line] = []
    ends = [0] * len(grid.heads) + _ends(grid)
    for row, of, end in zip((*grid.heads, *grid.rows), faces, ends, strict=True):
        before, behind = around(row, label, score)
        cells = _walled(row, of, cell - 1, _Walls(end, end))
        lines.append([Span(*before), *cells, Span(*behind)])
    return lines
