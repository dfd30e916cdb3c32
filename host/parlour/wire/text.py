"""Text for a screen: cleaned, measured, wrapped, in columns; times; close matches of a word."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from difflib import get_close_matches
from typing import Final

from parlour.texts import columns, wrap

__all__ = ["clean", "columns", "folded", "how_long", "in_columns", "near", "slip", "when", "wrap"]

_ZWJ: Final = "\u200d"
"""The one format character we keep. It joins the parts of an emoji and of some Indian letters."""

_DROPPED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_MARKS_MAX: Final = 4
"""The most combining marks in a row. Vietnamese and Hindi need three; a tower of marks that
paints over the lines above needs many."""

_FIRST_MARK: Final = "\u0300"
"""The first combining mark."""

_IN_ASCII: Final = str.maketrans(
    {
        "\N{LATIN SMALL LIGATURE OE}": "oe",
        "\N{LATIN CAPITAL LIGATURE OE}": "OE",
        "\N{LATIN SMALL LETTER AE}": "ae",
        "\N{LATIN CAPITAL LETTER AE}": "AE",
        "\N{LATIN SMALL LETTER SHARP S}": "ss",
        "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
        "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    }
)
"""Letters and marks that Unicode does not take apart into others."""
_SLIP_LETTERS: Final = 4
"""A shorter word is too close to too many others."""
NARROWEST: Final = 20
"""The least width of the last column of a table."""
_NEAR_LETTERS_MAX: Final = 32
"""A longer word is not a mistyped verb or name, and comparing it would take long."""
_NEAR_LEAST: Final = 0.65
"""How alike a mistyped word is at least: `bab` for `bob` is, `pirates` for `spades` is not."""


def clean(text: str) -> str:
    """Remove from *text* what could harm or confuse a terminal. Add and collapse nothing.

    This drops control, format (except the zero-width joiner), surrogate, private and
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
        elif char != _ZWJ:  # a joiner between marks does not begin a new row
            marks = 0
        kept.append(char)
    return "".join(kept)


def folded(text: str) -> str:
    """Return *text* in ASCII: letters without accents, `?` for what has no such form."""
    if text.isascii():
        return text
    parts = unicodedata.normalize("NFKD", text.translate(_IN_ASCII))
    kept = "".join([part for part in parts if not unicodedata.combining(part)])
    return kept.encode("ascii", "replace").decode("ascii")


def near(word: str, choices: Iterable[str]) -> str | None:
    """Return the one of *choices* that *word* probably means, or None if none is close."""
    if len(word) > _NEAR_LETTERS_MAX:
        return None
    known = {choice.lower(): choice for choice in choices}
    found = get_close_matches(word.lower(), known, n=1, cutoff=_NEAR_LEAST)
    return known[found[0]] if found else None


def slip(word: str, choices: Iterable[str]) -> str | None:
    """The one of *choices* from which *word* differs by one slip of the finger; None if there is
    none: a letter too many, too few or wrong, or two letters swapped.

    Unlike `near`, it never offers a word of another meaning that only looks similar.
    """
    known = {choice.lower(): choice for choice in choices}
    small = word.lower()
    if len(small) < _SLIP_LETTERS or len(small) > _NEAR_LETTERS_MAX:
        return None
    found = (choice for each, choice in known.items() if _one_slip(small, each))
    return next(found, None)


def _one_slip(word: str, other: str) -> bool:
    """Does one edit, or a swap of two neighbours, turn *word* into *other*?"""
    if abs(len(word) - len(other)) > 1:
        return False
    same = (index for index, (a, b) in enumerate(zip(word, other, strict=False)) if a != b)
    at = next(same, min(len(word), len(other)))
    first, second = word[at:], other[at:]
    if len(first) != len(second):
        return first[1:] == second or first == second[1:]
    swapped = first[:2] == second[1::-1] and first[2:] == second[2:]
    return swapped or first[1:] == second[1:]


def in_columns(head: Sequence[str], rows: Iterable[Sequence[str]], width: int) -> list[str]:
    """Return the lines of a table. Columns are as wide as their longest text; the last wraps."""
    cells = [head, *(tuple(map(clean, row)) for row in rows)]
    widths = [max(map(columns, column)) for column in zip(*cells, strict=True)]
    left = sum(size + 2 for size in widths[:-1])
    room = max(NARROWEST, width - left)
    lines: list[str] = []
    for row in cells:
        padded = (
            cell + " " * (size - columns(cell))
            for cell, size in zip(row[:-1], widths[:-1], strict=True)
        )
        first, *more = wrap(row[-1], room)
        lines.append("  ".join((*padded, first)).rstrip())
        lines += (" " * left + piece for piece in more)
    return lines


def when(seconds: int) -> str:
    """Return a time, given in seconds since 1970, in the same form on every computer."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def how_long(seconds: int) -> str:
    """Return a rough length of time."""
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86_400
    if days:
        return f"{days} d {hours % 24} h"
    if hours:
        return f"{hours} h {minutes % 60} min"
    return f"{minutes} min" if minutes else f"{seconds} s"
