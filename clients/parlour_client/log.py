"""The log that a player reads: a bounded list of entries, made from the host's lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Final

from parlour.texts import with_commands_tied
from parlour.wire.text import clean, columns

LOG_MAX: Final = 3000
"""How many entries are kept: some hours of a quick game, a few megabytes at most."""
_NEWEST: Final = 12
"""Entries that can belong to the position that has just come: those of one move."""


class Kind(Enum):
    """The kind of an entry."""

    EVENT = "event"
    """Something that happened at a table."""
    TALK = "talk"
    HOST = "host"
    """The host has answered, or has news."""
    OWN = "own"
    """What the player typed, if the log shows it."""
    TURN = "turn"
    """The game has asked us something."""
    ERROR = "error"
    NOW = "now"
    """What you can type now. There is at most one, and it is the newest of its kind."""


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
"""The mark before a line of each kind: nothing depends on colour alone."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry. Its lines are clean and cannot harm a terminal."""

    number: int
    """Counts all entries from 1, including those that are gone."""
    kind: Kind
    lines: tuple[str, ...]
    drawn: frozenset[int] = frozenset()
    """Lines, from 0, that the screen leaves out, because the position shows the same."""
    good: bool | None = None
    """How an attempt went; None: it was none."""

    @property
    def seen(self) -> tuple[str, ...]:
        """The lines that the screen shows."""
        if not self.drawn:
            return self.lines
        return tuple([line for at, line in enumerate(self.lines) if at not in self.drawn])

    def without(self, board: Sequence[str]) -> Entry:
        """Return the entry without the lines of *board* and the empty ones around it."""
        size = len(board)
        for at in range(len(self.lines) - size + 1) if size else ():
            if self.lines[at : at + size] == tuple(board):
                first = at - (at > 0 and not self.lines[at - 1])
                end = at + size
                end += end < len(self.lines) and not self.lines[end]
                return replace(self, drawn=self.drawn.union(range(first, end)))
        return self


@dataclass(frozen=True, slots=True)
class Log:
    """The entries, oldest first."""

    entries: tuple[Entry, ...] = ()
    count: int = 0
    """How many there have been, in all."""

    def add(self, kind: Kind, lines: Iterable[str], good: bool | None = None) -> Log:
        """Return the log with one more entry, or unchanged if there are no *lines*."""
        cleaned = tuple(map(clean, lines))
        if not cleaned:
            return self
        entry = Entry(self.count + 1, kind, cleaned, good=good)
        return Log((*self.entries[-(LOG_MAX - 1) :], entry), entry.number)

    def renewed(self, kind: Kind, lines: Callable[[], Iterable[str]]) -> Log:
        """Return the log with new *lines* in the newest entry, if that is of *kind*."""
        if not self.entries or self.entries[-1].kind is not kind:
            return self
        newest = replace(self.entries[-1], lines=tuple(map(clean, lines())))
        return replace(self, entries=(*self.entries[:-1], newest))

    def beside(self, boards: Sequence[Sequence[str]]) -> Log:
        """Return the log as it is shown beside these *boards*: new events do not repeat them."""
        newest = list(self.entries[-_NEWEST:])
        for board in boards:
            newest = [e.without(board) if e.kind is Kind.EVENT else e for e in newest]
        return replace(self, entries=(*self.entries[:-_NEWEST], *newest))

    def without_kind(self, kind: Kind) -> Log:
        """The log without the entries of *kind*."""
        kept = tuple([entry for entry in self.entries if entry.kind is not kind])
        return replace(self, entries=kept)


WIDTH: Final = 79
"""The width to which a host wraps its lines, unless we ask for another."""
WIDTH_LEAST: Final = 40
"""The smallest width you can ask for."""
_INDENT: Final = "  "
_TIME: Final = re.compile(r"\s*\([0-9]+ s(?:, \w+ [^)]*)?\)\s*\Z")


def unwrapped(lines: Sequence[str], width: int) -> list[str]:
    """Rejoin the *lines* that the host has wrapped to *width*.

    A line continues a sentence if it is indented at least two columns more than the sentence, and
    if its first word, or its first command, did not fit at the end of the line before it.
    """
    whole: list[str] = []
    room = 0
    for line in lines:
        if whole and _continues(whole[-1], line, width, room):
            whole[-1] += " " + line.strip(" ")
        else:
            whole.append(line)
        room = width - columns(line)
    return whole


def _continues(before: str, line: str, width: int, room: int) -> bool:
    if _indent(line) < _indent(before) + len(_INDENT) or not line.strip(" "):
        return False
    joined = with_commands_tied(f"{before} {line.strip(' ')}", width - len(_INDENT))
    first, *_ = joined[len(before) + 1 :].split(" ", 1)
    return columns(first) >= room


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def question(lines: Sequence[str], width: int) -> str:
    """Return the question of a prompt: the last of its *lines*, without the time left.

    The time has a line of its own if it did not fit after the question.
    """
    asked = [line.strip() for line in untimed(unwrapped(lines, width)) if line.strip()]
    return asked[-1] if asked else ""


def untimed(lines: Sequence[str]) -> list[str]:
    """Return the *lines* of a prompt without the time left, which may have a line of its own."""
    return [kept for line in lines if (kept := _TIME.sub("", line)) or not line]
