"""The operator's word lists."""

from __future__ import annotations

import re
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
"""The most characters of a bad entry that a message shows."""
EXAMPLES: Final = 5
"""The most entries that a message names: enough to see what kind they are."""


def load_file(name: str, path: Path) -> WordList:
    """Read the operator's list *name* from the text file *path*.

    A line is a word, or a word and its band from 0 to 95. A `#` begins a comment, and empty
    lines are ignored. Case and accents do not matter. A repeated word keeps its easier
    band. Words of the English list that must not be dealt must not be dealt from this one either.

    Lists of others have entries that cannot be played: with an apostrophe, a hyphen or a space, of
    other letters, or too long. They are left out, and `WordList.remark` says how many and which.
    Raises LexiconError if the file cannot be read or no line of it can be played.
    """
    undealt = load_english().undealt()
    marks: dict[str, int] = {}
    count, left_out = 0, list[str]()
    where = f"word list {name}: {path}"
    for number, line in enumerate(read_text(where, path).split("\n"), start=1):
        entry = line.partition("#")[0].strip()
        if not entry:
            continue
        found = entry_of(entry)
        if found is None:
            count += 1
            if len(left_out) < EXAMPLES:
                left_out.append(f"{entry[:SHOWN]!a} (line {number})")
            continue
        word, band = found
        easiest = min(band, marks.get(word, MAX_BAND) & ~NEVER)
        marks[word] = easiest | NEVER if word in undealt else easiest
    such = f"such as {', '.join(left_out)}"
    if not marks:
        unusable = f"; {count:,} can't be played, {such}" if count else ""
        raise LexiconError(f"{where} holds no words; write one word on a line{unusable}")
    rows = rows_of(marks)
    made = WordList(name, rows, digest_of(rows))
    if count:
        lines = "line that can't be played is" if count == 1 else "lines that can't be played are"
        made.remark = f"{where}: {count:,} {lines} left out, {such}"
    return made


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


def entry_of(text: str) -> tuple[str, int] | None:
    """Return the word and the band in *text*, or None if it cannot be played."""
    typed, *rest = text.split()
    word = fold(typed)
    if not is_word(word) or len(word) > MAX_LETTERS or len(rest) > 1:
        return None
    if not rest:
        return word, 0
    band = int(rest[0]) if re.fullmatch("[0-9]{1,2}", rest[0]) else MAX_BAND + 1
    return None if band > MAX_BAND else (word, band)
