"""Letters that look like other letters, from Unicode's table of confusables (UTS 39)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from importlib import resources
from typing import Final


def _read() -> dict[str, str]:
    """Read which letters outside ASCII look like which (file: `tools/build_confusables.py`)."""
    file = resources.files("parlour").joinpath("data", "unicode", "confusables.txt")
    lines = file.read_text(encoding="utf-8").splitlines()
    return {line[0]: line[1:] for line in lines}


def bare(text: str) -> str:
    """Return *text* decomposed (NFKD) and without its marks."""
    return "".join(char for char in unicodedata.normalize("NFKD", text) if not is_mark(char))


def is_mark(char: str) -> bool:
    """Check whether *char* is a mark on, in or around the letter before it."""
    return unicodedata.category(char)[0] == "M"


def _folded(letter: str, table: Mapping[str, str]) -> str:
    """Return the form in which to compare the small *letter*.

    It is the letter's look-alike if that is plain Latin, and otherwise the look-alike of its
    capital. We compare names without case, and a name in capitals must not pass for another one.
    """
    like = table.get(letter, letter)
    capital = table.get(letter.upper(), "")
    if capital.isascii() and capital and not like.isascii():
        return capital.casefold()
    return bare(like).casefold() or letter


_TABLE: Final = _read()

LATIN: Final[Mapping[int, str]] = str.maketrans(
    {letter: like for letter, like in _TABLE.items() if like.isascii()}
)
"""Letters outside ASCII that are drawn exactly like ASCII ones, for `str.translate`."""

FOLDS: Final[Mapping[int, str]] = str.maketrans(
    {
        letter: _folded(letter, _TABLE)
        for letter in {char for found in _TABLE for char in found.casefold()}
        if not letter.isascii() and not is_mark(letter)
    }
)
"""The form in which to compare each small letter, for `str.translate`."""
