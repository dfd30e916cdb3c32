"""The log in a pane. Only what can be seen of it is ever made into lines."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain
from typing import Final, TypeAlias

from parlour.wire.text import wrap
from parlour_client.log import GUTTER, Entry, Kind, Log
from parlour_client.screen.rows import Row, text, width_of

_INDENT: Final = "  "
_LEAST: Final = 8
"""Columns of a pane; at most half of them may be empty at the start of a line."""
_CACHED: Final = 2048
"""How many entries stay wrapped: some screens full, for paging through them."""
_CODE: Final = frozenset("\N{UPPER HALF BLOCK}\N{LOWER HALF BLOCK}\N{FULL BLOCK} ")
_GOOD: Final = "  \N{CHECK MARK}"
_BAD: Final = "  \N{BALLOT X}"
_CODE_LEAST: Final = 20
"""More characters than this are in each line of a QR code; other drawings are smaller."""
ALL: Final = frozenset(Kind)

Anchor: TypeAlias = tuple[int, int]
"""The last line that can be seen: the number of its entry, and which of its lines it is."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a pane shows."""

    rows: tuple[Row, ...]
    below: int = 0
    """Entries further down, and lines of the last visible one."""


@lru_cache(_CACHED)
def lines(
    entry: Entry, width: int, names: tuple[str, ...] = (), *, marks: bool = False
) -> tuple[Row, ...]:
    """*entry* in lines of at most *width* columns; the *names* in an event stand out.

    With *marks*, a sign says how an attempt went, if there is room.
    """
    gutter = GUTTER[entry.kind]
    room = max(_LEAST, width - len(gutter))
    pieces = chain.from_iterable(_cut(line, room) for line in entry.seen)
    style = entry.kind.value
    whole = ((_INDENT if at else gutter) + piece for at, piece in enumerate(pieces))
    if not names or entry.kind is not Kind.EVENT:
        return tuple(text(line, style) for line in whole)
    rows = [_named(line, style, _pattern(names)) for line in whole]
    if marks and rows and entry.good is not None and width_of(rows[-1]) + len(_GOOD) <= width:
        rows[-1] += text(_GOOD, "good") if entry.good else text(_BAD, "bad")
    return tuple(rows)


@lru_cache(_CACHED)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, longest_first))})(?![\w-])")


def _named(line: str, style: str, names: re.Pattern[str]) -> Row:
    """*line* with every other piece in bold: those are names."""
    pieces = enumerate(names.split(line))
    return [piece for at, words in pieces for piece in text(words, "name" if at % 2 else style)]


def _cut(line: str, room: int) -> list[str]:
    """*line* in pieces; all but the first are indented two columns more."""
    bare = line.lstrip(" ")
    indent = min(len(line) - len(bare), room // 2)
    return [" " * indent + piece for piece in wrap(bare, room - indent)]


def seen(
    log: Log,
    width: int,
    height: int,
    anchor: Anchor | None,
    kinds: Collection[Kind] = ALL,
    names: tuple[str, ...] = (),
    *,
    marks: bool = False,
) -> Seen:
    """The *height* lines of *log* that end at *anchor*, if there are that many."""
    found: list[Row] = []
    below = 0
    for entry in reversed(log.entries):
        if entry.kind not in kinds:
            continue
        if anchor is not None and entry.number > anchor[0]:
            below += 1
            continue
        rows = lines(entry, width, names, marks=marks)
        if anchor is not None and entry.number == anchor[0]:
            below += len(rows[anchor[1] + 1 :])
            rows = rows[: anchor[1] + 1]
        found += reversed(rows)
        if len(found) >= height:
            break
    return Seen(tuple(reversed(found[:height])), below)


def asked_for(log: Log, before: int) -> Sequence[Entry]:
    """What the player asked for last, if it came after entry *before*.

    It is the answer to a typed line, with that line; or the list of what you can type, if that is
    the newest.
    """
    entries = log.entries
    if entries and entries[-1].kind is Kind.NOW:
        return entries[-1:] if entries[-1].number > before else ()
    for at in range(len(entries) - 1, 0, -1):
        line, answer = entries[at - 1 : at + 1]
        if line.number <= before:
            break
        if line.kind is Kind.OWN and answer.kind is Kind.HOST:
            return line, answer
    return ()


def code_in(entry: Entry) -> tuple[str, ...]:
    """The lines of a QR code in *entry*. Scanners need all of them at once."""
    return tuple(filter(is_of_code, entry.lines))


def is_of_code(line: str) -> bool:
    """Is *line* one of a QR code?"""
    return len(line) > _CODE_LEAST and set(line) <= _CODE


def beginning(story: Sequence[Entry], width: int, height: int) -> Anchor | None:
    """Where a pane ends that begins with *story*; None if all of *story* fits."""
    ends = [(entry.number, at) for entry in story for at in range(len(lines(entry, width)))]
    return ends[height - 1] if 0 < height < len(ends) else None


def rewrapped(log: Log, anchor: Anchor, before: int, width: int) -> Anchor:
    """Where the line of *anchor* in a pane of *before* columns is in one of *width* columns."""
    number, at = anchor
    for entry in log.entries:
        if entry.number == number:
            read = sum(map(_letters, lines(entry, before)[: at + 1]))
            rows = enumerate(accumulate(map(_letters, lines(entry, width))))
            return number, next((at for at, told in rows if told >= read), at)
    return anchor


def _letters(row: Row) -> int:
    return sum(len(words) - words.count(" ") for _, words in row)


def moved(log: Log, width: int, height: int, anchor: Anchor | None, by: int) -> Anchor | None:
    """Where the pane ends after scrolling up *by* lines, or down if that is negative."""
    ends = [(entry.number, at) for entry in log.entries for at in range(len(lines(entry, width)))]
    if not ends:
        return None
    here = len(ends) - 1
    if anchor is not None:
        here = max((at for at, end in enumerate(ends) if end <= anchor), default=0)
    there = max(here - by, min(height, len(ends)) - 1)
    return None if there >= len(ends) - 1 else ends[there]
