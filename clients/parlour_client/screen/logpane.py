"""The log in a pane: only what can be seen of it is ever made into lines."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final, TypeAlias

from parlour.wire.text import wrap
from parlour_client.log import Entry, Kind, Log
from parlour_client.screen.rows import Row, text

GUTTER: Final = {
    Kind.EVENT: "  ",
    Kind.TALK: '" ',
    Kind.HOST: "  ",
    Kind.OWN: "> ",
    Kind.TURN: "? ",
    Kind.ERROR: "! ",
    Kind.NOW: "  ",
}
"""What stands before a line: colours alone say nothing."""
_INDENT: Final = "  "
_LEAST: Final = 8
"""Columns of a pane; half of them at most are left empty at the beginning of a line."""
_CACHED: Final = 2048
"""Entries that stay wrapped: some screens full, for leafing through them."""
ALL: Final = frozenset(Kind)

Anchor: TypeAlias = tuple[int, int]
"""The last line that is seen: the number of its entry, and which of its lines it is."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a pane shows."""

    rows: tuple[Row, ...]
    below: int = 0
    """Entries further down."""


@lru_cache(_CACHED)
def lines(entry: Entry, width: int) -> tuple[Row, ...]:
    """*entry* in lines of at most *width* columns."""
    gutter = GUTTER[entry.kind]
    room = max(_LEAST, width - len(gutter))
    pieces = chain.from_iterable(_cut(line, room) for line in entry.lines)
    return tuple(
        text((_INDENT if at else gutter) + piece, entry.kind.value)
        for at, piece in enumerate(pieces)
    )


def _cut(line: str, room: int) -> list[str]:
    """*line* in pieces; the later ones stand two columns further in than it does."""
    bare = line.lstrip(" ")
    indent = min(len(line) - len(bare), room // 2)
    return [" " * indent + piece for piece in wrap(bare, room - indent)]


def seen(
    log: Log, width: int, height: int, anchor: Anchor | None, kinds: Collection[Kind] = ALL
) -> Seen:
    """The *height* lines of *log* that end at *anchor*, as far as there are so many."""
    found: list[Row] = []
    below = 0
    for entry in reversed(log.entries):
        if entry.kind not in kinds:
            continue
        if anchor is not None and entry.number > anchor[0]:
            below += 1
            continue
        rows = lines(entry, width)
        if anchor is not None and entry.number == anchor[0]:
            rows = rows[: anchor[1] + 1]
        found += reversed(rows)
        if len(found) >= height:
            break
    return Seen(tuple(reversed(found[:height])), below)


def moved(
    log: Log,
    width: int,
    height: int,
    anchor: Anchor | None,
    by: int,
    kinds: Collection[Kind] = ALL,
) -> Anchor | None:
    """Where the pane ends when it has gone up *by* lines, or down if that is negative."""
    entries = [entry for entry in log.entries if entry.kind in kinds]
    ends = [(entry.number, at) for entry in entries for at in range(len(lines(entry, width)))]
    if not ends:
        return None
    here = len(ends) - 1
    if anchor is not None:
        here = max((at for at, end in enumerate(ends) if end <= anchor), default=0)
    there = max(here - by, min(height, len(ends)) - 1)
    return None if there >= len(ends) - 1 else ends[there]
