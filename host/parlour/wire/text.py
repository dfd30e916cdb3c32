"""Text for a screen: made harmless, measured, wrapped; and the nearest word.

Widths are columns of a terminal with fixed-width letters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

_ZWJ: Final = "\u200d"
"""Joins the parts of an emoji and of some Indian letters: the one format character kept."""

_DROPPED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_MARKS_MAX: Final = 4
"""Combining marks in a row: Vietnamese and Hindi need three, a tower of marks that
paints over the lines above needs many."""

_FIRST_MARK: Final = "\u0300"
"""Below it there is no combining mark."""

_INDENT: Final = "  "
WIDTH_MIN: Final = 4
"""The narrowest line `wrap` can make: the indent and one wide character."""

_NEAR_LETTERS_MAX: Final = 32
"""A longer word is no slip of a verb or a name, and comparing it would take long."""


def clean(text: str) -> str:
    """*text* without what could harm or confuse a terminal; nothing is added or collapsed.

    Dropped: control, format (but the zero-width joiner), surrogate, private and
    unassigned code points, line and paragraph separators, and each combining mark
    after the fourth in a row.
    """
    if text.isprintable() and (text.isascii() or max(text) < _FIRST_MARK):
        return text
    kept: list[str] = []
    marks = 0
    for char in text:
        category = unicodedata.category(char)
        if category in _DROPPED and char != _ZWJ:
            continue
        if category[0] == "M":
            marks += 1
            if marks > _MARKS_MAX:
                continue
        elif char != _ZWJ:  # a joiner between them does not begin a new row of marks
            marks = 0
        kept.append(char)
    return "".join(kept)


def columns(text: str) -> int:
    """How many columns *text*, which is clean, takes on a screen."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def wrap(line: str, width: int) -> list[str]:
    """*line* in pieces of at most *width* columns, the later ones indented by two.

    A line that fits is returned as it is. Others are cut at blanks; a word that is
    too long for a line of its own is cut anywhere, but not before a combining mark.
    Raises ValueError if *width* is less than `WIDTH_MIN`.
    """
    if width < WIDTH_MIN:
        raise ValueError(f"a line must be at least {WIDTH_MIN} columns wide, not {width}")
    if columns(line) <= width:
        return [line]
    end = _cut(line, width)
    pieces = [line[:end].rstrip(" ")]
    rest = line[end:].strip(" ")
    room = width - len(_INDENT)
    while rest:
        end = _cut(rest, room)
        pieces.append(_INDENT + rest[:end].rstrip(" "))
        rest = rest[end:].lstrip(" ")
    return pieces


def near(word: str, choices: Iterable[str]) -> str | None:
    """The one of *choices* that *word* was probably meant to be; None if none is close."""
    if len(word) > _NEAR_LETTERS_MAX:
        return None
    known = {choice.lower(): choice for choice in choices}
    found = get_close_matches(word.lower(), known, n=1)
    return known[found[0]] if found else None


def _columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _cut(text: str, room: int) -> int:
    """Where to cut *text* so that the first piece fits into *room* columns."""
    end = _fitting(text, room)
    if end == len(text) or text[end] == " ":
        return end
    blank = text.rfind(" ", 0, end)
    return blank if text[:end].lstrip(" ").find(" ") >= 0 else end


def _fitting(text: str, room: int) -> int:
    """How many characters of *text* fit into *room* columns."""
    if text.isascii():
        return min(room, len(text))
    for place, char in enumerate(text):
        room -= _columns(char)
        if room < 0:
            return place
    return len(text)
