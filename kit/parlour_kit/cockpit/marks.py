"""What one viewer sees and another does not: marked with a sign, and a colour where there is one.

Sentences that differ only in "you" tell both viewers the same. So of events we compare what the
viewers hear, and of pictures what is on the pieces, not how they are set off.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from parlour.scene import (
    Block,
    Cell,
    Grid,
    Meter,
    Row,
    Run,
    Scene,
    Score,
    Scores,
    Text,
    Words,
)
from parlour_client.screen.tiles import face
from parlour_kit.cockpit.seen import Said
from parlour_kit.editing import Field

SIGN: Final = "!"
"""Behind a cell, and before a line."""
MARK: Final = "\N{DIAMETER SIGN}"
"""Begins the `types` of a marked cell, so that a painter can give it another colour."""


def different_fields(mine: Sequence[Field], other: Sequence[Field]) -> frozenset[str]:
    """Return the names of the fields in *mine* that *other* lacks, or has with another value."""
    known = {field.name: field.text for field in other}
    return frozenset(field.name for field in mine if known.get(field.name) != field.text)


def different_events(mine: Sequence[Said], other: Sequence[Said]) -> list[bool]:
    """Return for each event in *mine* whether the other viewer does not hear the same."""
    left = Counter((said.name, said.text) for said in other)
    found: list[bool] = []
    for said in mine:
        key = said.name, said.text
        found.append(not left[key])
        left[key] -= bool(left[key])
    return found


class Compared(NamedTuple):
    """The scene of a viewer, and their name, for which they read "you"."""

    scene: Scene
    name: str


def marked(mine: Compared, other: Compared | None, *, boxes: bool = False) -> Scene:
    """Return the scene of *mine* with marks at what *other* does not show.

    Without another scene nothing is marked. *boxes*: the screen has more than ASCII.
    """
    if other is None or mine.scene == other.scene:
        return mine.scene
    return _marked(mine, other, boxes=boxes)


def narrowed(scene: Scene) -> Scene:
    """Return a marked scene whose grids are no wider than before: a sign hides a letter."""
    return replace(scene, blocks=tuple([_narrow(block) for block in scene.blocks]))


def _narrow(block: Block) -> Block:
    """Return *block* with the signs of cells in place of their last letter."""
    if not isinstance(block, Grid):
        return block
    rows = [replace(row, cells=tuple([_short(cell) for cell in row.cells])) for row in block.rows]
    heads = [
        replace(row, cells=tuple([_short(cell) for cell in row.cells])) for row in block.heads
    ]
    return replace(block, rows=tuple(rows), heads=tuple(heads))


def _short(cell: Cell) -> Cell:
    if not cell.types.startswith(MARK) or cell.face is None:
        return cell
    whole = f"{cell.text}{cell.note}".removesuffix(SIGN)
    face = cell.face.removesuffix(SIGN)
    return replace(cell, text=whole[:-1], note=SIGN, face=f"{face[:-1]}{SIGN}")


def _marked(mine: Compared, other: Compared, *, boxes: bool) -> Scene:
    scene = mine.scene
    mates = _paired(_neutral(mine), _neutral(other))
    blocks = [
        block if mate is own else _block(block, mate, boxes=boxes)
        for block, (own, mate) in zip(scene.blocks, mates, strict=True)
    ]
    title = scene.title
    if title and _named(title, mine.name) != _named(other.scene.title, other.name):
        title = f"{SIGN} {title}"
    status = scene.status
    if status and mine.name == other.name and status != other.scene.status:
        # In a twin. To somebody else it says "You play" of the same turn.
        status = f"{SIGN} {status}"
    return replace(scene, blocks=tuple(blocks), title=title, status=status)


def _named(text: str, name: str) -> str:
    """Return *text* with the name of its reader in place of "you"."""
    return _YOU.sub(lambda found: _NAMED[found[0].lower()].format(name=name), text)


_NAMED: Final = {"your": "{name}'s", "you": "{name}", " (you)": ""}
_YOU: Final = re.compile(r" \(you\)|\b[Yy]our\b|\b[Yy]ou\b")


def _neutral(compared: Compared) -> list[Block]:
    """Return the blocks of a scene with texts that do not address their reader."""
    found: list[Block] = []
    for block in compared.scene.blocks:
        if isinstance(block, Text):
            words = _named("".join(run.text for run in block.runs), compared.name)
            block = Text((Run(words),) if words else ())
        found.append(block)
    return found


def _name(block: Block) -> str:
    match block:
        case Grid() | Words():
            return block.name
        case Meter() | Scores():
            return block.label
        case Text():
            return ""


def _paired(mine: Sequence[Block], other: Sequence[Block]) -> Iterator[tuple[Block, Block | None]]:
    """Yield each block of *mine* with the one that says the same thing to the other viewer.

    That is an equal one, or else one of its kind and name at the same place. An order tells
    something too, so blocks that have changed places are not equal.
    """
    match = SequenceMatcher(None, list(map(repr, mine)), list(map(repr, other)), autojunk=False)
    for kind, first, last, start, end in match.get_opcodes():
        left = [] if kind == "equal" else list(other[start:end])
        for block in mine[first:last]:
            mate: Block | None = block
            if kind != "equal":
                alike = (e for e in left if type(e) is type(block) and _name(e) == _name(block))
                mate = next(alike, None)
                if mate is not None:
                    left.remove(mate)
            yield block, mate


def _block(block: Block, mate: Block | None, *, boxes: bool) -> Block:
    match block:
        case Text():
            if not block.runs:
                return block
            return replace(block, runs=(Run(f"{SIGN} ", "hot"), *block.runs))
        case Words():
            known = Counter(mate.words if isinstance(mate, Words) else ())
            return replace(block, words=tuple(_words(block.words, known)))
        case Meter():
            return replace(block, label=f"{SIGN} {block.label}", style="hot")
        case Scores():
            told = mate.rows if isinstance(mate, Scores) else ()
            return replace(block, rows=tuple([_score(row, told) for row in block.rows]))
        case Grid():
            rows = mate.rows if isinstance(mate, Grid) else ()
            heads = mate.heads if isinstance(mate, Grid) else ()
            return replace(
                block,
                rows=tuple(_rows(block.rows, rows, boxes=boxes)),
                heads=tuple(_rows(block.heads, heads, boxes=boxes)),
            )


def _words(words: Sequence[str], known: Counter[str]) -> Iterator[str]:
    for word in words:
        yield word if known[word] else f"{word}{SIGN}"
        known[word] -= bool(known[word])


def _score(row: Score, others: Sequence[Score]) -> Score:
    same = any(
        (row.seats, row.points, row.detail) == (o.seats, o.points, o.detail) for o in others
    )
    return row if same else replace(row, name=f"{SIGN}{row.name}")


def _rows(mine: Sequence[Row], other: Sequence[Row], *, boxes: bool) -> Iterator[Row]:
    """Yield the rows of a grid. Those of players may be in another order for each viewer."""
    left = list(other)
    for row in mine:
        mate = None
        if row.seat is not None:
            mate = next((each for each in left if each.seat == row.seat), None)
        elif left and left[0].seat is None:
            mate = left[0]
        if mate is not None:
            left.remove(mate)
        yield _row(row, mate, boxes=boxes)


def _row(row: Row, mate: Row | None, *, boxes: bool) -> Row:
    cells: list[Cell] = []
    for cell, other in zip_longest(row.cells, () if mate is None else mate.cells):
        if cell is None:
            break
        cells.append(cell if _alike(cell, other) else _cell(cell, row, boxes=boxes))
    score = row.score
    if mate is None or mate.score != score:
        score = f"{score}{SIGN}" if score else score
    return replace(row, cells=tuple(cells), score=score)


def _alike(cell: Cell, other: Cell | None) -> bool:
    def told(one: Cell) -> tuple[Any, ...]:
        return one.text, one.note, one.face, one.kind, one.hue

    return other is not None and told(cell) == told(other)


def _cell(cell: Cell, row: Row, *, boxes: bool) -> Cell:
    """Return *cell* with the sign, in text and in a picture."""
    return replace(
        cell,
        note=f"{cell.note}{SIGN}",
        face=f"{face(replace(cell, framed=False), boxes)}{SIGN}",
        types=f"{MARK}{cell.types or row.types}",
    )
