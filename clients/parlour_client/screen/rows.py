"""Lines of a screen: styled pieces of text, measured in columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from parlour.wire.text import clean, columns, wrap

Piece: TypeAlias = tuple[str, str]
"""A style of `painting.THEMES` in prompt_toolkit's notation, and a text."""
Row: TypeAlias = list[Piece]
PLAIN: Final = ""
_LOST_MOST: Final = 8


def text(words: str, style: str = "") -> Row:
    """One piece; *style* is a name in `painting.THEMES`, or empty."""
    return [(f"class:{style}" if style else PLAIN, clean(words))]


def width_of(row: Iterable[Piece]) -> int:
    """How many columns *row* has."""
    return sum(columns(words) for _, words in row)


def cut(words: str, width: int) -> str:
    """As much of *words* as fits into *width* columns."""
    while columns(words) > width:
        words = words[: max(0, len(words) - max(1, (columns(words) - width) // 2))]
    return words


def shortened(words: str, width: int) -> str:
    """*words*, cut with dots at the end if they do not fit into *width* columns.

    They are cut after a whole word, unless that would lose more than `_LOST_MOST` letters.
    """
    if columns(words) <= width:
        return words
    kept = cut(words, max(0, width - 3))
    whole = kept.rpartition(" ")[0] if words[len(kept)].isalnum() else kept
    if len(kept) - len(whole) <= _LOST_MOST:
        kept = whole.rstrip(" ,:;-") or kept
    return kept + "..."


def fitted(row: Sequence[Piece], width: int, style: str = PLAIN) -> Row:
    """*row*, cut or filled to *width* columns; the filling has *style*."""
    fitting: Row = []
    room = width
    for each, words in row:
        words = cut(words, room)
        room -= columns(words)
        fitting.append((each, words))
    if room:
        fitting.append((style, " " * room))
    return fitting


def ends(left: Sequence[Piece], right: Sequence[Piece], width: int, style: str = PLAIN) -> Row:
    """*left* and *right* at the two ends of a line; *left* is cut if they don't fit."""
    room = width - width_of(right)
    if room < 1:
        return fitted(left, width, style)
    return [*fitted(left, room, style), *right]


def wrapped(
    words: str, width: int, style: str = "", most: int | None = None, indent: str = "  "
) -> list[Row]:
    """*words* in at most *most* lines of *width* columns, with *indent* before the later ones."""
    lines = wrap(clean(words), max(width, len(indent) + 2), indent)
    if most is not None and len(lines) > most:
        last = " ".join([lines[most - 1], *map(str.strip, lines[most:])])
        lines[most - 1 :] = [cut(last, width - 3) + "..."]
    return [text(line, style) for line in lines]


def filled(rows: list[Row], height: int) -> list[Row]:
    """Exactly *height* lines: the first of *rows*, or *rows* and empty ones."""
    return rows[:height] + [[]] * (height - len(rows))
