"""The log that a player reads: a bounded list of entries, made from the host's lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Final, TypeAlias

from parlour.wire.text import clean, columns

LOG_MAX: Final = 3000
"""Entries that are kept: some hours of a quick game, a few megabytes at most."""
MOVE: Final = "> move"
"""The event name of entries about a move of our own. No event has this name."""

Forgetting: TypeAlias = Mapping[str, Collection[str]]
"""By event: which events' entries leave the log when it comes, as the game wants it."""
NOTHING: Final[Forgetting] = MappingProxyType({})


class Kind(Enum):
    """What sort of entry it is."""

    EVENT = "event"
    """Something that happened at a table."""
    TALK = "talk"
    HOST = "host"
    """The host has answered, or has news."""
    OWN = "own"
    """What we have typed, if the log shows it."""
    TURN = "turn"
    """The game has asked us something."""
    ERROR = "error"
    NOW = "now"
    """What can be typed now. There is one at most, and it is the newest of its kind."""


GUTTER: Final = MappingProxyType(
    {
        Kind.EVENT: "  ",
        Kind.TALK: '" ',
        Kind.HOST: "  ",
        Kind.OWN: "> ",
        Kind.TURN: "? ",
        Kind.ERROR: "! ",
        Kind.NOW: "  ",
    }
)
"""What comes before a line of each kind: colours alone say nothing."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry. Its lines are clean: they can do a terminal no harm."""

    number: int
    """Counts all entries, from 1, also those that are gone."""
    kind: Kind
    lines: tuple[str, ...]
    event: str = ""
    """The name of the event that it tells, or `MOVE`; empty if it tells none."""


@dataclass(frozen=True, slots=True)
class Log:
    """The entries, the oldest first."""

    entries: tuple[Entry, ...] = ()
    count: int = 0
    """How many there have been."""

    def add(self, kind: Kind, lines: Iterable[str], event: str = "") -> Log:
        """The log with one entry more; as it is if there are no *lines*."""
        cleaned = tuple(map(clean, lines))
        if not cleaned:
            return self
        entry = Entry(self.count + 1, kind, cleaned, event)
        return Log((*self.entries[-(LOG_MAX - 1) :], entry), entry.number)

    def renewed(self, kind: Kind, lines: Callable[[], Iterable[str]]) -> Log:
        """The log with what the newest entry says now, if it is of *kind*: its *lines*."""
        if not self.entries or self.entries[-1].kind is not kind:
            return self
        newest = replace(self.entries[-1], lines=tuple(map(clean, lines())))
        return replace(self, entries=(*self.entries[:-1], newest))

    def without(self, events: Collection[str]) -> Log:
        """The log without the entries of *events*."""
        kept = tuple([entry for entry in self.entries if entry.event not in events])
        return replace(self, entries=kept)

    def without_kind(self, kind: Kind) -> Log:
        """The log without the entries of *kind*."""
        kept = tuple([entry for entry in self.entries if entry.kind is not kind])
        return replace(self, entries=kept)


WIDTH: Final = 79
"""What a host wraps its lines to, unless it is told otherwise."""
WIDTH_LEAST: Final = 40
"""The least that it can be told."""
_INDENT: Final = "  "
_TIME: Final = re.compile(r"\s*\([0-9]+ s(?:, bank [^)]*)?\)\s*\Z")


def unwrapped(lines: Sequence[str], width: int) -> list[str]:
    """*lines* with those put together that the host has wrapped to *width*.

    A line is the rest of a sentence if it is indented two columns or more beyond the start of
    the sentence, and if its first word did not fit at the end of the line before it.
    """
    whole: list[str] = []
    room = 0
    for line in lines:
        first, *_ = line.split(maxsplit=1) or [""]
        inner = bool(whole) and _indent(line) >= _indent(whole[-1]) + len(_INDENT)
        if inner and first and columns(first) >= room:
            whole[-1] += " " + line.strip(" ")
        else:
            whole.append(line)
        room = width - columns(line)
    return whole


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def question(lines: Sequence[str], width: int) -> str:
    """What a prompt asks, of all its *lines*: the last one, without the time that is left.

    If the time did not fit behind the question, it has a line of its own.
    """
    untimed = (_TIME.sub("", line).strip() for line in unwrapped(lines, width))
    asked = [line for line in untimed if line]
    return asked[-1] if asked else ""
