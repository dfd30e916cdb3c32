"""What a position looks like, as a value: a `Scene` is a title and a few typed blocks.

A game describes its position once (`TextUI.draw`), from the view alone. The host renders the
scene as plain text for every width from 40 columns (`parlour.rendering`). Each limit is declared
with its type, so that `checked` holds plugins to it.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

Style: TypeAlias = Literal["", "strong", "dim", "mine", "hot", "good", "bad"]
"""How a text is set off. Many screens cannot show it: let the words say the same."""

WIDTH_LEAST: Final = 40
"""The narrowest screen; every grid must fit into it."""
BYTES_MOST: Final = 16_000
"""Bytes of a whole scene as programs read it: it fits into one line for them."""

_Line: TypeAlias = Annotated[str, Meta(max_length=200)]
"""A few words: a title, a label, a name."""
_Long: TypeAlias = Annotated[str, Meta(max_length=2_000)]
_Face: TypeAlias = Annotated[str, Meta(max_length=8)]
_Seat: TypeAlias = Annotated[int, Meta(ge=1, le=1_000)]
_Indent: TypeAlias = Annotated[int, Meta(ge=0, le=20)]
_Number: TypeAlias = Annotated[int, Meta(ge=-(2**53), le=2**53)]


class Run(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A piece of a text in one style."""

    text: _Long
    style: Style = ""


class Text(msgspec.Struct, frozen=True, omit_defaults=True, tag="text", tag_field="kind"):
    """A paragraph. Without runs it is an empty line."""

    runs: Annotated[tuple[Run, ...], Meta(max_length=64)] = ()
    indent: _Indent = 2
    """Spaces before the later lines, if the paragraph takes several."""
    spare: bool = False
    """Only a screen with room to spare shows this; plain text leaves it out."""

    @classmethod
    def of(cls, text: str, style: Style = "", *, indent: int = 2, spare: bool = False) -> Text:
        """A paragraph in one style."""
        return cls((Run(text, style),), indent, spare)


class Cell(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, cache_hash=True):
    """A space of a board, or a card of a rack."""

    text: _Face
    style: Style = ""
    note: _Face = ""
    """Small print behind the text, such as the number of a step."""
    framed: bool = False
    """Drawn in brackets, `[A]`."""
    says: _Line = ""
    """What a screen reader calls the cell, if that is not its text."""
    types: _Line = ""
    """What a click puts on the input line."""


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row of a grid: its label, its cells, then a score and a mark."""

    cells: Annotated[tuple[Cell, ...], Meta(min_length=1, max_length=40)]
    label: _Line = ""
    score: _Face = ""
    mark: _Face = ""
    """A short word behind everything else, such as `<- turn`."""
    style: Style = ""
    """The label's style."""
    types: _Line = ""
    """What a click anywhere in the row puts on the input line."""


class Trace(msgspec.Struct, frozen=True, omit_defaults=True):
    """Words can be traced through a grid, from a cell to its neighbours."""

    verb: _Line
    """The verb of which a traced word is a move."""
    least: Annotated[int, Meta(ge=1)] = 1
    """The fewest letters of a word."""


class Grid(msgspec.Struct, frozen=True, omit_defaults=True, tag="grid", tag_field="kind"):
    """A board, a rack, a hand. Its cells fit into 40 columns.

    With heads, labels, scores or marks it is a table, whose cells line up at the right. Without
    any of them it is a board, whose cells are spread as far as a narrow screen allows.
    """

    name: _Line
    """What a screen reader calls the grid."""
    rows: Annotated[tuple[Row, ...], Meta(min_length=1, max_length=20)]
    heads: Annotated[tuple[Row, ...], Meta(max_length=4)] = ()
    """Rows above the others, such as the numbers of the spaces. A screen that is too narrow for
    the labels shows the last one only."""
    trace: Trace | None = None


class Words(msgspec.Struct, frozen=True, omit_defaults=True, tag="words", tag_field="kind"):
    """A list with commas, broken between its words only: words found, clues given."""

    name: _Line
    """What stands before the words, with its colon."""
    words: Annotated[tuple[_Long, ...], Meta(max_length=5_000)]
    """A board of Boggle holds up to about 1,000."""
    indent: _Indent = 2
    """Spaces before the later lines, if the list takes several."""
    end: _Face = ""
    """What follows the last word, such as a full stop."""
    style: Style = ""
    by_length: bool = False
    """A screen may list the words by length. Plain text keeps their order."""


class Meter(msgspec.Struct, frozen=True, omit_defaults=True, tag="meter", tag_field="kind"):
    """A value between 0 and `top`: a dial, cards left."""

    label: _Line
    value: _Number
    top: Annotated[int, Meta(ge=1, le=2**53)]
    style: Style = ""


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player has, or a team."""

    seats: Annotated[tuple[int, ...], Meta(max_length=20)]
    name: _Long
    points: _Number
    detail: _Line = ""
    """What the points are made of."""


class Scores(msgspec.Struct, frozen=True, omit_defaults=True, tag="scores", tag_field="kind"):
    """The scores, in the order in which they are read."""

    rows: Annotated[tuple[Score, ...], Meta(max_length=20)]
    label: _Line = "Scores"


Block: TypeAlias = Text | Grid | Words | Meter | Scores


class Scene(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position as one viewer may see it."""

    blocks: Annotated[tuple[Block, ...], Meta(max_length=64)]
    title: _Line = ""
    """The first line; empty if the blocks say enough."""
    turn: _Seat | None = None
    """The seat whose turn it is; None if it is nobody's, or that of several."""


class SceneFault(ValueError):
    """A game has drawn what cannot be shown. The text names the place, and no value in it."""


def checked(scene: object) -> Scene:
    """*scene*, if it is one and within its limits. Raises SceneFault.

    What comes out has the types that are declared: tuples where the plugin has lists.
    """
    return encoded(scene)[1]


def encoded(scene: object) -> tuple[bytes, Scene]:
    """*scene* as JSON, and as `checked` gives it. Raises SceneFault.

    A plugin may have put anything in, so the scene is encoded and read back.
    """
    try:
        if not isinstance(scene, Scene):
            raise SceneFault("draw() must return a parlour.Scene")
        data = _encoder.encode(scene)
        sound = _decoder.decode(data)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise SceneFault(str(error)) from None
    if len(data) > BYTES_MOST:
        raise SceneFault(f"the scene takes {len(data)} bytes; the most is {BYTES_MOST}")
    for block in sound.blocks:
        if isinstance(block, Grid):
            _check_grid(block)
    return data, sound


def _check_grid(grid: Grid) -> None:
    lengths = {len(row.cells) for row in (*grid.heads, *grid.rows)}
    if len(lengths) != 1:
        raise SceneFault("all rows of a grid must have the same number of cells")


_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(Scene)
