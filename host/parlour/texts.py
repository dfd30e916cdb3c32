"""What the texts and drawings of most games begin with. The root hands it out to them."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from parlour.api import SPECTATOR, Reader, Seat

if TYPE_CHECKING:
    import msgspec

S = TypeVar("S", bound="msgspec.Struct")

INDENT: Final = "  "
_TIED: Final = "\0"
"""A blank at which no line is broken."""


# --- lines ----------------------------------------------------------------------------


def columns(text: str) -> int:
    """How many columns *text*, which is clean, takes on a screen."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def wrap(line: str, width: int, indent: str = INDENT) -> list[str]:
    """*line* in pieces of at most *width* columns, the later ones with *indent* before them.

    A line that fits is returned as it is. Others are cut at blanks; a word that is
    too long for a line of its own is cut anywhere, but not before a combining mark.
    Raises ValueError if *width* has no room for the indent and a wide character.
    """
    least = len(indent) + 2
    if width < least:
        raise ValueError(f"a line must be at least {least} columns wide, not {width}")
    if columns(line) <= width:
        return [line]
    end = _cut(line, width)
    pieces = [line[:end].rstrip(" ")]
    rest = line[end:].strip(" ")
    room = width - len(indent)
    while rest:
        end = _cut(rest, room)
        pieces.append(indent + rest[:end].rstrip(" "))
        rest = rest[end:].lstrip(" ")
    return pieces


def padded(text: str, width: int) -> str:
    """*text* cut or filled up to *width* columns."""
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


# --- sentences ------------------------------------------------------------------------


def wrapped(text: str, reader: Reader, indent: str = INDENT) -> Sequence[str]:
    """*text* in lines that fit the reader's width, with *indent* before the later ones."""
    if len(text) <= reader.width:
        return (untied(text),)
    return [untied(line) for line in _broken(text, reader.width, indent)]


def _broken(text: str, width: int, indent: str) -> Sequence[str]:
    """What `textwrap` makes of *text*, which is longer than a line; it takes ten times as long."""
    words = text.split(" ")
    room = width - len(indent)
    if words != text.split() or max(map(len, words)) > room:
        return textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False)
    end = text.rfind(" ", 0, width + 1)
    lines = [text[:end]]
    while len(text) - end - 1 > room:
        begin, end = end + 1, text.rfind(" ", 0, end + room + 2)
        lines.append(indent + text[begin:end])
    lines.append(indent + text[end + 1 :])
    return lines


def enumerated(items: Iterable[str]) -> str:
    """*items* with commas, to be `wrapped` between them only."""
    return ", ".join(item.replace(" ", _TIED) for item in items)


def untied(line: str) -> str:
    """*line*, cut from what was `enumerated`, as it is read."""
    return line.replace(_TIED, " ")


def count(number: int, thing: str) -> str:
    """`1 word`, `2 words`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


# --- drawings for the terminal client -------------------------------------------------


def read_view(kind: type[S], view: Mapping[str, Any]) -> S:
    """What a struct *kind*, whose fields all have defaults, understands of *view*.

    The view comes from a host, whose version of the game may be another one: what is missing
    there, or is put in another way, has its default. Nothing raises.
    """
    import msgspec  # not before it is needed: every command imports the root

    found: dict[str, Any] = {}
    for field in _fields(kind):
        try:
            found[field.name] = msgspec.convert(view[field.name], field.type)
        except (KeyError, msgspec.ValidationError):
            continue
    return kind(**found)


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    import msgspec

    return msgspec.structs.fields(kind)


def reader_of(me: Seat | None, names: Mapping[int, str], width: int) -> Reader:
    """For whom a position is drawn: the player at seat *me*, or a watcher if that is None."""
    viewer = SPECTATOR if me is None else me
    return Reader(viewer, {Seat(seat): name for seat, name in names.items()}, width)
