"""Render scenes as lines: plain text for netcat, and the same letters with their styles.

`styled` returns for each line the same letters as `plain`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import zip_longest
from typing import Final, NamedTuple, TypeAlias, TypeVar, assert_never

from msgspec.structs import replace

from parlour.language import ENGLISH, Form, _, translated
from parlour.scene import (
    Block,
    Cell,
    Grid,
    Meter,
    Row,
    Scene,
    SceneFault,
    Scores,
    Style,
    Text,
    Words,
    checked,
    evened,
    fault_at,
)
from parlour.scene_limits import WIDTH_LEAST
from parlour.texts import columns, enumerated, padded, wrap

_BOARD_CELL: Final = 5
"""Columns of a board's cell, with the gap, where 40 columns are enough for that."""
_BOARD_INDENT: Final = 3
_SCORE_GAP: Final = 3
_MARK_GAP: Final = 2
_BESIDE_GAP: Final = 2
_NOTE_INDENT: Final = 4
_LABEL_LEAST: Final = 8
"""With less room for labels than that, each label gets a line of its own."""
_DIAL: Final = 4
"""Columns of a number in a small meter: `[10]`, or ` 9 ` and a gap."""
DIAL_MOST: Final = WIDTH_LEAST // _DIAL
_CACHED: Final = 1024
"""Rows kept as they were drawn: the racks of some 200 tables. Most look the same the next time."""


def drawn(scene: object, width: int) -> list[str]:
    """Check what a game has drawn, and return its lines. Raises SceneFault."""
    return plain(checked(scene), width)


class Drawn(str):
    """A line of a drawing that can be shown in colour, too."""

    __slots__ = ("lang", "row", "scene", "width")
    scene: Scene
    width: int
    lang: str
    row: int

    @property
    def spans(self) -> list[Span]:
        """Return the line with its styles."""
        return styled(self.scene, self.width, self.lang)[self.row]


def for_reader(made: Sequence[str], form: Form) -> Sequence[str]:
    """Return lines in the language of *form*.

    For a reader who taps they are without drawings and what to type.
    """
    lang = form.lang
    if not form.taps:
        return made if lang == ENGLISH else [translated(line, lang) for line in made]
    said = [line for line in made if not isinstance(line, Drawn)]
    read: list[str] = [translated(line, lang, True) for line in said]
    return [text for line, text in zip(said, read, strict=True) if text or not line]


def plain(scene: Scene, width: int, lang: str = ENGLISH) -> list[str]:
    """Return the lines of the checked *scene*, in at most *width* columns, but at least 40.

    Its sentences are in the language *lang*. A reader who wants colours sees them in colour.
    Raises SceneFault if a grid takes more than 40 columns.
    """
    if lang != ENGLISH:
        scene = checked(scene, lang)
    lines: list[str] = []
    for row, line in enumerate(rendered(scene, width, lang)):
        drawn = Drawn(line)
        drawn.scene, drawn.width, drawn.lang, drawn.row = scene, width, lang, row
        lines.append(drawn)
    return lines


def check_fits(scene: Scene) -> None:
    """Raise SceneFault, which names the block, if a grid of the checked *scene* is too wide."""
    for number, block in enumerate(scene.blocks):
        if isinstance(block, Grid):
            try:
                _places(block, WIDTH_LEAST)
            except SceneFault as fault:
                raise fault_at(number, str(fault)) from None


def rendered(scene: Scene, width: int, lang: str) -> list[str]:
    """Return the lines of *scene*, whose sentences are in the language *lang* already."""
    width = max(width, WIDTH_LEAST)
    lines = wrap(scene.title, width) if scene.title else []
    try:
        return _laid_out(lines, scene, width, partial(_block, width=width, lang=lang), _beside, "")
    except SceneFault:
        check_fits(scene)  # names the block
        raise


_Line = TypeVar("_Line", str, "list[Span]")


def _laid_out(
    lines: list[_Line],
    scene: Scene,
    width: int,
    make: Callable[[Block], list[_Line]],
    join: Callable[[_Line, _Line, int], _Line],
    none: _Line,
) -> list[_Line]:
    """Return *lines* with those that *make* makes of each block of *scene* below.

    *join* makes one line of two, the second from a column on: where there is room, a grid that
    says so is beside the one before. *none* is an empty line.
    """
    last = 0
    for block in scene.blocks:
        if type(block) is Text and block.spare:
            continue  # plain text leaves it out
        made = make(block)
        before = lines[last:]
        if type(block) is Grid and block.beside and before:
            taken = max(map(_width, before)) + _BESIDE_GAP
            if taken + max(map(_width, made)) <= width:
                both = zip_longest(before, made, fillvalue=none)
                lines[last:] = [join(left, right, taken) for left, right in both]
                continue
        last = len(lines)
        lines += made
    return lines


def _width(line: str | list[Span]) -> int:
    return columns(line) if isinstance(line, str) else sum([columns(each.text) for each in line])


def _beside(left: str, right: str, taken: int) -> str:
    return f"{padded(left, taken)}{right}".rstrip(" ")


def _styled_beside(left: list[Span], right: list[Span], taken: int) -> list[Span]:
    return _trimmed([*left, Span(" " * (taken - _width(left))), *right])


class Span(NamedTuple):
    """A piece of a line."""

    text: str
    style: Style = ""
    types: str = ""
    """The text a click on it puts on the input line."""


def styled(scene: Scene, width: int, lang: str = ENGLISH) -> list[list[Span]]:
    """Return the lines of `rendered` with styles. Raises SceneFault as it does."""
    width = max(width, WIDTH_LEAST)
    lines = [[Span(line, "strong")] for line in wrap(scene.title, width)] if scene.title else []

    def make(block: Block) -> list[list[Span]]:
        return styled_block(block, width, lang=lang)

    return _laid_out(lines, scene, width, make, _styled_beside, [])


def styled_block(
    block: Block, width: int, me: int | None = None, lang: str = ENGLISH
) -> list[list[Span]]:
    """Return a block of a scene in lines of *width* columns, at least 40 for grids and meters.

    The scores of the seat *me* are highlighted. Its sentences are in the language *lang*.
    """
    pieces: list[tuple[str, Style]] = []
    match block:
        case Grid():
            return [_spans(*place) for place in _places(block, width)]
        case Text():
            pieces = [(run.text, run.style) for run in block.runs]
        case Words():
            pieces = [
                (block.name, ""),
                ("".join(block.words) + "," * len(block.words), block.style),
            ]
        case Meter() if block.top > DIAL_MOST:
            pieces = [(_said_meter(block, lang), block.style)]
        case Meter():
            label = _headed(block.label, lang) if block.label else ""
            pieces = [(label, ""), *_dial(block)]
        case Scores():
            pieces = [(_headed(block.label, lang), "")]
            for row in block.rows:
                text = _score(row.name, row.points, row.detail)
                pieces.append((text + ",", "mine" if me in row.seats else ""))
        case _:
            assert_never(block)
    return _aligned(_block(block, width, lang), pieces)


def _aligned(lines: Iterable[str], pieces: Iterable[tuple[str, Style]]) -> list[list[Span]]:
    """Give the letters of *lines* the styles of the same letters in *pieces*.

    Letters after the last piece have no style.
    """
    styles = _styles(pieces)
    found: list[list[Span]] = []
    for line in lines:
        spans: list[Span] = []
        begin = 0
        style: Style = ""
        for at, char in enumerate(line):
            if char == " ":
                continue
            now = next(styles)
            if now != style:
                if at > begin:
                    spans.append(Span(line[begin:at], style))
                begin, style = at, now
        found.append([*spans, Span(line[begin:], style)])
    return found


def _styles(pieces: Iterable[tuple[str, Style]]) -> Iterator[Style]:
    """Yield the style of each letter, and no style for ever after the last one."""
    for text, style in pieces:
        for _letter in range(len(text) - text.count(" ")):
            yield style
    while True:
        yield ""


def _headed(label: str, lang: str) -> str:
    text: str = translated(_("{label}:", label=label), lang)
    return text


def _block(block: Block, width: int, lang: str) -> list[str]:
    match block:
        case Grid():  # first: most prompts that we draw again and again are grids
            return [_drawn_row(*place) for place in _places(block, width)]
        case Text():
            text = "".join([run.text for run in block.runs])
            return wrap(text, width, " " * block.indent)
        case Words():
            return _listed(block.name, block.words, block.end, width, block.indent)
        case Meter():
            return _meter(block, width, lang)
        case Scores():
            each = [_score(row.name, row.points, row.detail) for row in block.rows]
            return _listed(_headed(block.label, lang), each, ".", width, 2)
        case _:
            assert_never(block)


def _listed(name: str, items: Iterable[str], end: str, width: int, indent: int) -> list[str]:
    text = f"{name} {enumerated(items)}{end}".rstrip(" ")
    return wrap(text, width, " " * indent)


def _score(name: str, points: int, detail: str) -> str:
    return f"{name} {points} ({detail})" if detail else f"{name} {points}"


def _meter(meter: Meter, width: int, lang: str) -> list[str]:
    """Return a small meter as its numbers from the top down, the current one in brackets.

    The label comes first, in a line of its own if the screen is too narrow for both.
    """
    label = _headed(meter.label, lang) if meter.label else ""
    if meter.top > DIAL_MOST:
        return wrap(_said_meter(meter, lang), width)
    dial = "".join([each[0].rjust(_DIAL) for each in _dial(meter)]).rstrip()
    if label and len(label) + 1 + len(dial) > width:
        return [*wrap(label, width), dial]
    return [f"{label} {dial}" if label else dial]


def _said_meter(meter: Meter, lang: str) -> str:
    """Return a large meter as a sentence."""
    text = _("{label}: {value} of {top}")
    said: str = translated(text.filled(label=meter.label, value=meter.value, top=meter.top), lang)
    return said


def _dial(meter: Meter) -> list[tuple[str, Style]]:
    """Return the numbers of a small meter, with used ones dim."""
    found: list[tuple[str, Style]] = []
    for n in range(meter.top, 0, -1):
        here = n == meter.value
        style: Style = (meter.style or "strong") if here else "dim" if n > meter.value else ""
        found.append((f"[{n}]" if here else f"{n} ", style))
    return found


# --- grids ------------------------------------------------------------------------------


def is_board(grid: Grid) -> bool:
    """Check whether *grid* is a board rather than a table."""
    return not grid.heads and not any(
        row.label or row.score or row.mark or row.note for row in grid.rows
    )


_Place: TypeAlias = tuple[Row, int, int, int]
"""A line of a grid: a row, and the columns of each of its cells, of its label and of its score.

Columns of a cell are negative if it is aligned to the right. 0 cells: the line above a row, with
its label, score and mark. A label of -1: the cells alone.
"""


def _places(grid: Grid, width: int) -> list[_Place]:
    """Return the lines of *grid*: one for each row, or two where labels have no room beside it.

    A board's cells are spread out, each after a space or its bracket. Raises SceneFault.
    """
    grid = evened(grid)
    if is_board(grid):
        widest = max([_faces(row.cells, True)[1] for row in grid.rows])
        count = len(grid.rows[0].cells)
        _check_fits(count, widest, gap=0)
        cell = max(widest, min(_BOARD_CELL, WIDTH_LEAST // count))
        indent = min(_BOARD_INDENT, width - count * cell)
        return [(row, cell, indent, 0) for row in grid.rows]
    _rest, cell, label, score = columns_of(grid, width)
    heads = grid.heads if label >= 0 else grid.heads[-1:]
    found: list[_Place] = [(row, -cell, label, score) for row in heads]
    used = label + len(grid.rows[0].cells) * cell + score
    rows: Sequence[Row] = grid.rows
    if label >= 0 and any(row.note for row in rows):
        rows = with_notes(rows, width - used)
    for row in rows:
        if label < 0 and _above(row, width):
            found.append((row, 0, width, 0))
        found.append((row, -cell, label, score))
        if row.note:
            lines = wrap(row.note, width - _NOTE_INDENT)
            found += [(_below(row, line), 0, width, 0) for line in lines]
    return found


def with_notes(rows: Sequence[Row], room: int) -> Sequence[Row]:
    """Return *rows* with their notes as part of their marks, if all have *room* there."""
    noted = [
        replace(row, mark=(" " * _MARK_GAP).join(filter(None, (row.mark, row.note))), note="")
        for row in rows
    ]
    return noted if max(columns(_behind(row.mark)) for row in noted) <= room else rows


def _below(row: Row, line: str) -> Row:
    """Return a line of the note below *row*."""
    text = " " * _NOTE_INDENT + line
    return Row(row.cells, text, style="dim", types=row.types, seat=row.seat)


class Columns(NamedTuple):
    """The layout of a table's rows."""

    faces: list[tuple[str, ...]]
    cell: int
    label: int
    """Columns for labels. -1: there is no room, and each label goes above its row."""
    score: int


def columns_of(grid: Grid, width: int, *, gap: int = 1) -> Columns:
    """Return the layout of the table *grid*. Raises SceneFault as `plain` does."""
    faces: list[tuple[str, ...]] = []
    widest = score = mark = longest = 0
    for row in (*grid.heads, *grid.rows):
        read, of_cell, of_label, of_score, of_mark = _measured(row)
        faces.append(read)
        if of_cell > widest:
            widest = of_cell
        if of_label > longest:
            longest = of_label
        if of_score > score:
            score = of_score
        if of_mark > mark:
            mark = of_mark
    count, cell = len(faces[0]), gap + widest
    _check_fits(count, widest, gap=1)
    room = width - count * cell - score - mark
    if score and room < longest:
        tight = min(_SCORE_GAP - 1, longest - room)
        score, room = score - tight, room + tight
    # A single label is not cut, because it is no name.
    above = room < longest and (
        room < _LABEL_LEAST or sum(1 for row in grid.rows if row.label) == 1
    )
    return Columns(faces, cell, -1 if above else min(room, longest), score)


def _label(row: Row, room: int) -> str:
    """Return the label of *row* in *room* columns. What is in parentheses is shown whole, if it
    is: `bobby (yo` says nothing that `bobby` does not.
    """
    label = row.label
    return padded(label if columns(label) <= room else label.partition(" (")[0], room)


def around(row: Row, label: int, score: int) -> tuple[Span, Span]:
    """Return the text before and after the cells of *row*, in columns from `columns_of`."""
    behind = f"{_filled(row.score, -score)}{_behind(row.mark)}"
    style = row.style if row.mark or row.style == "dim" else ""
    return Span(_label(row, label), row.style, row.types), Span(behind, style, row.types)


def _spans(row: Row, cell: int, label: int, score: int) -> list[Span]:
    if not cell:
        return [Span(_above(row, label), row.style, row.types)]
    texts = _filled_faces(_faces(row.cells, cell > 0)[0], cell)
    cells = [
        Span(text, each.style, each.types or row.types)
        for each, text in zip(row.cells, texts, strict=True)
    ]
    if label < 0:
        return _trimmed(cells)
    before, after = around(row, label, score)
    return _trimmed([before, *cells, after])


@lru_cache(_CACHED)
def _drawn_row(row: Row, cell: int, label: int, score: int) -> str:
    """Return the same line as plain text."""
    if not cell:
        return _above(row, label)
    line = "".join(_filled_faces(_faces(row.cells, cell > 0)[0], cell))
    if label >= 0:
        before, after = around(row, label, score)
        line = f"{before.text}{line}{after.text}"
    return line.rstrip(" ")


def _trimmed(spans: list[Span]) -> list[Span]:
    while spans and not spans[-1].text.rstrip(" "):
        spans.pop()
    if spans:
        spans[-1] = spans[-1]._replace(text=spans[-1].text.rstrip(" "))
    return spans


@lru_cache(_CACHED)
def _measured(row: Row) -> tuple[tuple[str, ...], int, int, int, int]:
    """Return the texts of the cells of *row*, and the columns of the widest of them, of its label,
    and of its score and its mark with their gaps.
    """
    faces, widest = _faces(row.cells, False)
    score = columns(row.score) + _SCORE_GAP if row.score else 0
    mark = columns(row.mark) + _MARK_GAP if row.mark else 0
    return faces, widest, columns(row.label), score, mark


def _above(row: Row, width: int) -> str:
    """Return the label, score and mark of *row* as the line above its cells."""
    score = f" {row.score}" if row.score else ""
    behind = f"{score}{_behind(row.mark)}"
    label = _label(row, width - columns(behind)).rstrip(" ")
    return f"{label}{behind}" if label else behind.lstrip(" ")


_Faces: TypeAlias = tuple[tuple[str, ...], int]
"""The texts of a row's cells, and the columns of the widest."""


def _check_fits(count: int, widest: int, *, gap: int) -> None:
    """Raise SceneFault if a row of so many cells, each with its *gap*, needs over 40 columns."""
    if count * (widest + gap) > WIDTH_LEAST:
        raise SceneFault(f"the cells of a grid must fit into {WIDTH_LEAST} columns")


@lru_cache(_CACHED)
def _faces(cells: tuple[Cell, ...], board: bool) -> _Faces:
    """Return the texts of cells. The cache holds only this: looking up whole cells is slow."""
    before = " " if board else ""
    faces = tuple(
        [
            f"[{cell.text}{cell.note}]" if cell.framed else f"{before}{cell.text}{cell.note}"
            for cell in cells
        ]
    )
    return faces, max(map(len if "".join(faces).isascii() else columns, faces))


@lru_cache(_CACHED)
def _filled_faces(faces: tuple[str, ...], width: int) -> tuple[str, ...]:
    """Return the texts of cells in columns of *width*. They change less often than their row."""
    return tuple([_filled(face, width) for face in faces])


def _behind(mark: str) -> str:
    return " " * _MARK_GAP + mark if mark else ""


def _filled(text: str, width: int) -> str:
    """Fill *text* up to *width* columns, with spaces before it if *width* is negative."""
    if text.isascii():
        return text.ljust(width) if width > 0 else text.rjust(-width)
    blanks = " " * (abs(width) - columns(text))
    return text + blanks if width > 0 else blanks + text
