"""Scenes: positions as values. A `Scene` is a title and a few typed blocks.

A game describes its position once (`TextUI.draw`), from the view alone. The host renders the
scene as plain text for any width from 40 columns up (`parlour.rendering`). Each limit is
declared with its type, so that `checked` holds plugins to it.
"""

from __future__ import annotations

from enum import IntEnum
from functools import partial
from operator import is_not
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from parlour.language import ENGLISH, encoder
from parlour.scene_limits import (
    BLOCKS_MOST,
    BYTES_MOST,
    CELLS_MOST,
    FACE_MOST,
    HEADS_MOST,
    HUE_MOST,
    INDENT_MOST,
    LINE_MOST,
    LONG_MOST,
    NUMBER_MOST,
    ROWS_MOST,
    RUNS_MOST,
    SCORES_MOST,
    SEAT_MOST,
    SEATS_MOST,
    WORDS_MOST,
)
from parlour.structs import Struct

Style: TypeAlias = Literal["", "strong", "dim", "mine", "hot", "good", "bad"]
"""The highlighting of a text. Many screens cannot show it, so the words must say the same."""
Kind: TypeAlias = Literal["", "tile", "back", "none"]
"""What a cell is: words or a number, a piece with its face up, its back, or an empty space."""

_Line: TypeAlias = Annotated[str, Meta(max_length=LINE_MOST)]
"""A few words: a title, a label, a name."""
_Long: TypeAlias = Annotated[str, Meta(max_length=LONG_MOST)]
_Face: TypeAlias = Annotated[str, Meta(max_length=FACE_MOST)]
_Seat: TypeAlias = Annotated[int, Meta(ge=1, le=SEAT_MOST)]
_Indent: TypeAlias = Annotated[int, Meta(ge=0, le=INDENT_MOST)]
_Number: TypeAlias = Annotated[int, Meta(ge=-NUMBER_MOST, le=NUMBER_MOST)]
_Hue: TypeAlias = Annotated[int, Meta(ge=0, le=HUE_MOST)]


class Hue(IntEnum):
    """The colour of a piece: a suit's, a team's. Screens choose the shade."""

    RED = 1
    BLUE = 2
    GREEN = 3
    YELLOW = 4
    PURPLE = 5
    ORANGE = 6
    BROWN = 7
    BLACK = 8


class Run(Struct, frozen=True, omit_defaults=True, gc=False):
    """A piece of a text in one style."""

    text: _Long
    """The words."""
    style: Style = ""
    """How they are set off."""


class Text(Struct, frozen=True, omit_defaults=True, tag="text", tag_field="kind"):
    """A paragraph. Without runs it is an empty line."""

    runs: Annotated[tuple[Run, ...], Meta(max_length=RUNS_MOST)] = ()
    """The pieces of the paragraph."""
    indent: _Indent = 2
    """Spaces before the second and later lines of a long paragraph."""
    spare: bool = False
    """Show this only on a screen with room to spare. Plain text leaves it out."""
    plain_only: bool = False
    """Show this only in plain text. A picture shows or says the same elsewhere: it needs no
    legend, and has the scene's `status`."""
    big: _Line = ""
    """What a picture shows large in place of the paragraph, such as the password."""

    @classmethod
    def of(
        cls,
        text: str,
        style: Style = "",
        *,
        indent: int = 2,
        spare: bool = False,
        plain_only: bool = False,
        big: str = "",
    ) -> Text:
        """Return a paragraph in one style."""
        return cls((Run(text, style),), indent, spare, plain_only, big)


class Cell(Struct, frozen=True, omit_defaults=True, gc=False, cache_hash=True):
    """A space of a board, or a card of a rack."""

    text: _Face
    """The letters in the cell, at most 8 characters."""
    style: Style = ""
    """How it is set off."""
    note: _Face = ""
    """Small print after the text, such as the number of a step."""
    framed: bool = False
    """Draw the cell in brackets, `[A]`."""
    says: _Line = ""
    """The name a screen reader reads for the cell, if it is not the text."""
    types: _Line = ""
    """The text a click puts on the input line."""
    kind: Kind = ""
    """What the cell is. `""`: words or a number, as in a table. `tile`: a piece whose face you
    see; with the style `mine` others do not see it. `back`: a piece that lies face down. `none`:
    nothing is there."""
    face: _Face | None = None
    """What a picture shows in place of the text. Left out: the text, but nothing on a `back` and
    in a `none`."""
    hue: _Hue = 0
    """The colour of the piece, from 1: red, blue, green, yellow, purple, orange, brown, black. 0:
    none. The text, the note or `says` tells it too."""
    new: bool = False
    """The last move changed the cell."""
    value: _Line = ""
    """The word that means this cell as an argument of a move. A tap picks it for an argument that
    has it among its `choices` or `of`, or for a number."""


class Row(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """A row of a grid: its label, its cells, then a score and a mark."""

    cells: Annotated[tuple[Cell, ...], Meta(max_length=CELLS_MOST)]
    """The cells, from left to right. A game may leave a row short: the host fills it up."""
    label: _Line = ""
    """The words before the cells."""
    score: _Face = ""
    """A number after the cells."""
    mark: _Face = ""
    """A short word after everything else, such as `<- turn`."""
    style: Style = ""
    """The label's style."""
    types: _Line = ""
    """The text a click anywhere in the row puts on the input line."""
    seat: _Seat | None = None
    """The player the row belongs to. A tap picks them for an argument that is a player. A picture
    marks the rows of the scene's `turn` and `waits` by itself."""
    role: Literal["", "value", "index"] = ""
    """What a row of heads says of the cells below: their points, or their numbers."""
    note: _Line = ""
    """A remark on the row, such as `no E A R`: behind everything else if all notes of the grid
    have room there, or else below the row."""


class Trace(Struct, frozen=True, omit_defaults=True):
    """Permission to trace words through a grid, from a cell to its neighbours."""

    verb: _Line
    """The verb of the move that a traced word makes."""
    least: Annotated[int, Meta(ge=1)] = 1
    """The fewest letters of a word."""


class Grid(Struct, frozen=True, omit_defaults=True, tag="grid", tag_field="kind"):
    """A board, a rack, a hand. Its cells fit into 40 columns.

    With heads, labels, scores or marks it is a table, whose cells are aligned to the right.
    Without any of them it is a board, whose cells are spread as far as a narrow screen allows.
    """

    name: _Line
    """The name a screen reader reads for the grid, and a heading if another is beside it."""
    rows: Annotated[tuple[Row, ...], Meta(min_length=1, max_length=ROWS_MOST)]
    """The rows, from top to bottom. A program gets all with the same number of cells, because the
    host adds empty ones at the end of shorter rows."""
    heads: Annotated[tuple[Row, ...], Meta(max_length=HEADS_MOST)] = ()
    """Rows above the others, such as the numbers of the spaces. A screen too narrow for
    the labels shows only the last one."""
    trace: Trace | None = None
    """How words can be traced through it; left out if they cannot."""
    beside: bool = False
    """Show this to the right of the grid just before it, where there is room for both."""


class Words(Struct, frozen=True, omit_defaults=True, tag="words", tag_field="kind"):
    """A list with commas, such as words found or clues given. Lines break only between words."""

    name: _Line
    """The text before the words, including its colon."""
    words: Annotated[tuple[_Long, ...], Meta(max_length=WORDS_MOST)]
    """The words. A board of Boggle holds up to about 1,000."""
    indent: _Indent = 2
    """Spaces before the second and later lines of a long list."""
    end: _Face = ""
    """The text after the last word, such as a full stop."""
    style: Style = ""
    """How the words are set off."""
    by_length: bool = False
    """Let a screen list the words by length. Plain text keeps their order."""


class Meter(Struct, frozen=True, omit_defaults=True, tag="meter", tag_field="kind"):
    """A value between 0 and `top`, such as points left or cards left."""

    label: _Line
    """The words before the value."""
    value: _Number
    """The value."""
    top: Annotated[int, Meta(ge=1, le=NUMBER_MOST)]
    """The largest value."""
    style: Style = ""
    """How it is set off."""


class Score(Struct, frozen=True, omit_defaults=True):
    """The score of a player or a team."""

    seats: Annotated[tuple[int, ...], Meta(max_length=SEATS_MOST)]
    """Whose points they are: a player's, or a team's."""
    name: _Long
    """The player's name, or the team's."""
    points: _Number
    """The points."""
    detail: _Line = ""
    """The parts that make up the points."""


class Scores(Struct, frozen=True, omit_defaults=True, tag="scores", tag_field="kind"):
    """The scores, in reading order."""

    rows: Annotated[tuple[Score, ...], Meta(max_length=SCORES_MOST)]
    """One row for each player or team."""
    label: _Line = "Scores"
    """The words before the points."""


Block: TypeAlias = Text | Grid | Words | Meter | Scores


class Scene(Struct, frozen=True, omit_defaults=True):
    """A position as one viewer may see it."""

    blocks: Annotated[tuple[Block, ...], Meta(max_length=BLOCKS_MOST)]
    """The blocks, from top to bottom."""
    title: _Line = ""
    """A short heading and the first line, or empty if the blocks say enough."""
    turn: _Seat | None = None
    """The seat whose turn it is, or None if it is no seat's turn or that of several."""
    status: _Line = ""
    """The position in a few words, for a line above a picture. The blocks say the same."""
    waits: Annotated[tuple[_Seat, ...], Meta(max_length=SEATS_MOST)] = ()
    """The seats that the game waits for, as far as the viewer may know."""


class SceneFault(ValueError):
    """A game drew a scene that cannot be shown. The text names the place, and no value in it."""

    redraw: partial[Any] | None = None
    """Draws the scene again, for its author to see where it goes wrong."""


def checked(scene: object, lang: str = ENGLISH) -> Scene:
    """Return *scene* if it is a valid scene within its limits. Raises SceneFault.

    Its sentences are in the language *lang*. The result has the declared types: tuples where the
    plugin has lists.
    """
    return encoded(scene, lang)[1]


def encoded(scene: object, lang: str = ENGLISH) -> tuple[bytes, Scene]:
    """Return *scene* as JSON, and as `checked` returns it. Raises SceneFault.

    Its sentences are in the language *lang*. A plugin may have put anything in, so this encodes
    the scene and reads it back.
    """
    try:
        if not isinstance(scene, Scene):
            raise SceneFault("draw() must return a parlour.Scene")
        data = encoder(lang).encode(scene)
        sound = _decoder.decode(data)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise SceneFault(str(error)) from None
    if len(data) > BYTES_MOST:
        raise SceneFault(f"the scene takes {len(data)} bytes; the most is {BYTES_MOST}")
    for number, block in enumerate(sound.blocks):
        if isinstance(block, Grid):
            _check_grid(block, number)
            if block.beside and not (number and isinstance(sound.blocks[number - 1], Grid)):
                raise fault_at(number, "a grid can only be beside a grid just before it")
    blocks = tuple([evened(each) if type(each) is Grid else each for each in sound.blocks])
    if any(map(is_not, blocks, sound.blocks)):
        return encoded(replace(sound, blocks=blocks))  # its sentences are in *lang* by now
    return data, sound


def evened(grid: Grid) -> Grid:
    """Return *grid* with empty cells at the end of its shorter rows."""
    lengths = {len(row.cells) for row in (*grid.heads, *grid.rows)}
    count = max({1, *lengths})
    if lengths == {count}:
        return grid
    rows, heads = (
        tuple(
            [
                replace(row, cells=(*row.cells, *[_EMPTY] * (count - len(row.cells))))
                for row in some
            ]
        )
        for some in (grid.rows, grid.heads)
    )
    return replace(grid, rows=rows, heads=heads)


def _check_grid(grid: Grid, number: int) -> None:
    if any(row.role for row in grid.rows):
        raise fault_at(number, "only heads of a grid have a role")


def fault_at(number: int, text: str) -> SceneFault:
    """Return a fault of the block *number*, from 0, in the form of those that msgspec finds."""
    return SceneFault(f"{text} - at `$.blocks[{number}]`")


_EMPTY: Final = Cell("")
_decoder: Final = msgspec.json.Decoder(Scene)
