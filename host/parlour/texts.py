"""Helpers for the texts of games. The package root exports them to games."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from parlour.language import JoinedText, Sentence, translated

INDENT: Final = "  "
TIED: Final = "\0"
"""A space at which no line may be broken."""
_AFTER_SPACE: Final = (":", ";", "!", "?", "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}")
"""Marks that French writes after a space. No line begins with one that ends a word."""
_ODD: Final = re.compile(r"[^\x00-\xac\xae-\u02ff\u2010-\u2027]")
"""A character that may take no column, or two."""
_COMMAND: Final = re.compile(
    r"\(/?[a-z]+(?: [^ ()]+){1,3}\)"  # in parentheses
    r"|(?:(?<=\S: )|(?<=\S : ))/?[a-z]+(?: [^ :]+){1,3}?(?: (?:or|ou) /?[a-z]+(?: [^ :]+){1,2}?)?"
    r"(?= - |[.;)](?: |$)|$)"  # behind a colon
    r"|(?<= )/[a-z]+(?: [^ :]+){1,3}?(?= - |[.,;)](?: |$)|$)"  # behind a slash
    r"|(?<= )[a-z]+(?: [^ a-z]*[A-Z]{2}[^ a-z]*)+"  # as in `help`, with words in capital letters
)
"""Several words that tell people what to type. Others that look so are taken for it too, without
harm."""
_COMMAND_MOST: Final = 32
"""The most characters of a command that stays on one line."""


# --- lines ----------------------------------------------------------------------------


def columns(text: str) -> int:
    """Return the number of columns that *text*, which is clean, takes on a screen."""
    if text.isascii() or not _ODD.search(text):
        return len(text)
    return sum(map(_columns, text))


def wrap(line: str, width: int, indent: str = INDENT) -> list[str]:
    """Split *line* into pieces of at most *width* columns, with *indent* before the later ones.

    It is cut at spaces, but not within a command that it tells people to type. A word that is too
    long for a line of its own is cut anywhere except before a combining mark.
    Raises ValueError if *width* has no room for the indent and a wide character.
    """
    least = len(indent) + 2
    if width < least:
        raise ValueError(f"a line must be at least {least} columns wide, not {width}")
    if columns(line) <= width:
        return [untied(line)]
    room = width - len(indent)
    line = with_commands_tied(line, room)
    end = _cut(line, width)
    pieces = [line[:end].rstrip(" ")]
    rest = line[end:].strip(" ")
    while rest:
        end = _cut(rest, room)
        pieces.append(indent + rest[:end].rstrip(" "))
        rest = rest[end:].lstrip(" ")
    return [*map(untied, pieces)]


def padded(text: str, width: int) -> str:
    """Cut or fill *text* to exactly *width* columns."""
    if text.isascii():
        return text[:width].ljust(width)
    while columns(text) > width:
        text = text[:-1]
    return text + " " * (width - columns(text))


def _columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _cut(text: str, room: int) -> int:
    """Return where to cut *text* so that the first piece fits into *room* columns."""
    end = _fitting(text, room)
    if end == len(text):
        return end
    blank = end if text[end] == " " else text.rfind(" ", 0, end)
    while blank > 0 and text[blank + 1 : blank + 3].rstrip(" ") in _AFTER_SPACE:
        blank = text.rfind(" ", 0, blank)
    return blank if blank > 0 and text[:blank].strip(" ") else end


def _fitting(text: str, room: int) -> int:
    if text.isascii() or not _ODD.search(text):
        return min(room, len(text))
    for place, char in enumerate(text):
        room -= _columns(char)
        if room < 0:
            return place
    return len(text)


# --- sentences ------------------------------------------------------------------------


class _Enumeration(JoinedText):
    """Items that are tied after they were translated."""

    __slots__ = ()

    def into(self, lang: str, taps: bool = False) -> str:
        return enumerated([translated(item, lang, taps) for item in self.parts])


def enumerated(items: Iterable[str]) -> str:
    """Join *items* with commas, so that `wrapped` breaks lines only between them."""
    listed = [*items]
    tied = ", ".join([item.replace(" ", TIED) for item in listed])
    if not any(isinstance(item, Sentence) for item in listed):
        return tied
    made = _Enumeration(tied)
    made.between, made.parts = ", ", listed
    return made


def with_commands_tied(text: str, room: int) -> str:
    """Tie the words of each command in *text* that fits into *room* columns."""
    most = min(room, _COMMAND_MOST)
    return _COMMAND.sub(
        lambda found: found[0].replace(" ", TIED) if len(found[0]) <= most else found[0], text
    )


def untied(line: str) -> str:
    """Return *line*, in which words were tied together, as people read it."""
    return line.replace(TIED, " ")


def count(number: int, thing: str) -> str:
    """Return `1 word`, `2 words`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"
