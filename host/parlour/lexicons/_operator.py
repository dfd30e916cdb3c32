"""The operator's word lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from parlour.lexicons._builtin import load_english
from parlour.lexicons._list import WordList
from parlour.lexicons._words import (
    MAX_BAND,
    NEVER,
    LexiconError,
    digest_of,
    fold,
    is_word,
    rows_of,
)

MAX_LETTERS: Final = 60
"""The longest word a list may hold. The longest English one has 45 letters; a line has 79."""

MAX_BYTES: Final = 16 * 1024 * 1024
"""The largest file an operator may name: six times the English list, unpacked."""

SHOWN: Final = 40
"""The most characters of a bad entry that an error shows."""


def load_file(name: str, path: Path) -> WordList:
    """Read the operator's list *name* from the text file *path*.

    A line is a word, or a word and its band from 0 to 95. A `#` begins a comment, and empty
    lines are ignored. Case and accents do not matter. A repeated word keeps its easier
    band. Words of the English list that must not be dealt must not be dealt from this one either.
    Raises LexiconError at the first thing wrong, naming file and line.
    """
    undealt = load_english().undealt()
    marks: dict[str, int] = {}
    where = f"word list {name}: {path}"
    for number, line in enumerate(read_text(where, path).split("\n"), start=1):
        fields = line.partition("#")[0].split()
        if fields:
            word, band = _entry(f"{where}, line {number}", fields)
            easiest = min(band, marks.get(word, MAX_BAND) & ~NEVER)
            marks[word] = easiest | NEVER if word in undealt else easiest
    if not marks:
        raise LexiconError(f"{where} holds no words; write one word on a line")
    rows = rows_of(marks)
    return WordList(name, rows, digest_of(rows))


def read_text(where: str, path: Path) -> str:
    """Return the text of the file. Line ends may be from any system."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise LexiconError(f"{where} cannot be read: {error.strerror}") from error
    if len(data) > MAX_BYTES:
        raise LexiconError(f"{where} is larger than {MAX_BYTES:,} bytes")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise LexiconError(f"{where}, line {number} is not UTF-8 text") from error


def _entry(where: str, fields: Sequence[str]) -> tuple[str, int]:
    """Return the word and the band in the *fields* of a line."""
    if len(fields) > 2:
        raise LexiconError(f"{where} has more than a word and its band; write one word on a line")
    word = fold(fields[0])
    if not is_word(word):
        shown = ascii(fields[0][:SHOWN])
        raise LexiconError(f"{where}: {shown} is not a word of the letters a to z alone")
    if len(word) > MAX_LETTERS:
        raise LexiconError(f"{where}: a word of more than {MAX_LETTERS} letters")
    return word, _band(where, fields[1]) if len(fields) == 2 else 0


def _band(where: str, field: str) -> int:
    """Return the band in *field*."""
    band = int(field) if re.fullmatch("[0-9]{1,2}", field) else MAX_BAND + 1
    if band > MAX_BAND:
        shown = ascii(field[:SHOWN])
        raise LexiconError(f"{where}: {shown} is not a band; a band is a number, 0 to {MAX_BAND}")
    return band
