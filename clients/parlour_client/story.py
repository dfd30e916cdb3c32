"""A finished game as a seat or the watchers read it, and how to ask a host for it.

The request is `replay RECORD [SEAT] [SPEED]`. We always ask for the whole game at once: a replay
at the host's pace ends with the next line that we send, and a client sends lines by itself.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from types import MappingProxyType
from typing import Final, TypeAlias

import msgspec

from parlour_client.log import untimed
from parlour_client.model import Chair
from parlour_client.protocol import Body, Heard, read_all

LONGEST_PAUSE_S: Final = 5.0
"""As in a replay by the host: time to reread a line, not to wonder whether anything comes."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Everything a seat was sent at once. `at_ms` is the time of the game."""

    at_ms: int
    heard: tuple[Heard, ...]
    """What was sent, in the words of a replay (`retold`)."""
    look: Callable[[], Body]
    """The answer to `look` at that moment."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "heard", tuple(map(retold, self.heard)))

    @property
    def lines(self) -> list[str]:
        """All lines to read."""
        return [line for event in self.heard for line in event.text]

    @property
    def shows(self) -> bool:
        """Is there anything to read?"""
        return any(event.text for event in self.heard)


@dataclass(frozen=True, slots=True)
class Telling:
    """A game as a seat read it, or as the watchers did; then `who` is empty."""

    who: str
    moments: tuple[Moment, ...]


Story: TypeAlias = Callable[[str], Awaitable[Telling | None]]
"""Returns the game as a player read it: a name, a seat, or `watcher`. None if that means nobody.

Raises Refused, LineCut if the game is not available now.
"""


def pauses_s(moments: Sequence[Moment], speed: float) -> Iterator[float]:
    """How long to wait before each of *moments*."""
    yield 0.0
    for before, now in pairwise(moments):
        yield min((now.at_ms - before.at_ms) / 1000 / speed, LONGEST_PAUSE_S)


def retold(heard: Heard) -> Heard:
    """*heard* for a replay: a question without the time left, an end without what to do next.

    That is the sentence with the name of its record, for those who still sit there.
    """
    record = heard.body.get("record")
    kept: list[str] = []
    if heard.name == "prompt":
        kept = untimed(heard.text)
    elif heard.name == "over" and isinstance(record, str):
        for sentence in _sentences(heard.text):
            if f"replay {record}" not in " ".join(line.strip() for line in sentence):
                kept += sentence
    else:
        return heard
    return msgspec.structs.replace(heard, body=heard.body | {"text": kept})


def _sentences(lines: Sequence[str]) -> list[list[str]]:
    """*lines*, each with the indented lines after it."""
    found: list[list[str]] = []
    for line in lines:
        if found and line.startswith(" "):
            found[-1].append(line)
        else:
            found.append([line])
    return found


def same_moment(ours: Sequence[Moment], number: int, theirs: Sequence[Moment]) -> int:
    """How many of *theirs* had been sent when *number* of *ours* had been.

    Others may have been sent more, or less, or at other times.
    """
    if number == 0:
        return 0
    at_ms = ours[number - 1].at_ms
    behind = number - bisect_left(ours, at_ms, key=_at_ms)
    first = bisect_left(theirs, at_ms, key=_at_ms)
    return min(first + behind, bisect_right(theirs, at_ms, key=_at_ms))


def _at_ms(moment: Moment) -> int:
    return moment.at_ms


_SPEED: Final = re.compile(r"([1-9][0-9]?)[xX]")
_WATCHERS: Final = frozenset({"watcher", "watch", "0"})


@dataclass(frozen=True, slots=True)
class Wish:
    """Which game, as whom, and how many times as fast as it went; None leaves it to the host."""

    record: str
    seat: str | None = None
    speed: int | None = None

    @property
    def request(self) -> str:
        """The request to the host."""
        return " ".join(["/replay", self.record, *([self.seat] if self.seat else [])])


def wished(request: str) -> Wish | None:
    """The replay that *request* asks for; None if it asks for none, or the host must refuse it."""
    verb, *words = request.split() or [""]
    if verb.lower() != "/replay":
        return None
    speed = _SPEED.fullmatch(words[-1]) if len(words) > 1 else None
    if speed is not None:
        words.pop()
    if not 1 <= len(words) <= 2:
        return None
    seat = words[1] if len(words) == 2 else None
    return Wish(words[0].lower(), seat, None if speed is None else int(speed[1]))


class _Row(msgspec.Struct, frozen=True):
    """An event of the game, as the host sends it."""

    at_ms: int
    event: str
    data: Body
    text: list[str] = []

    @property
    def heard(self) -> Heard:
        """The same event as it was sent then."""
        return Heard(0, self.event, self.data | {"text": self.text})


def read_story(items: Sequence[Body], wish: Wish, me: str) -> Telling:
    """The game that the *items* of an answer tell *me*, who asked for *wish*."""
    rows = read_all(items, _Row)
    moments = [
        Moment(at_ms, tuple(row.heard for row in same), dict)
        for at_ms, same in groupby(rows, key=lambda row: row.at_ms)
    ]
    chair = _chair(_players(rows), wish.seat, me)
    if chair is None or not moments:
        return Telling("", tuple(moments))
    table = moments[0].heard[0].body.get("table")
    seated: Body = {"table": table, "seat": chair.seat, "name": chair.name, "change": "sat"}
    first = (Heard(0, "seat", seated), *moments[0].heard)
    return Telling(chair.name or "", (replace(moments[0], heard=first), *moments[1:]))


def _players(rows: Sequence[_Row]) -> Mapping[int, Chair]:
    """Who played, by seat; if a seat had several players, the last one."""
    chairs: dict[int, Chair] = {}
    for row in rows:
        sat = row.event == "seat" and row.data.get("change") == "sat"
        bodies = [row.data] if sat else row.data.get("seats") if row.event == "started" else []
        chairs |= {chair.seat: chair for chair in read_all(bodies, Chair)}
    return MappingProxyType(chairs)


def _chair(chairs: Mapping[int, Chair], word: str | None, me: str) -> Chair | None:
    """The seat of the player that *word* names, or else of *me*; None for a watcher."""
    name = (me if word is None else word).casefold()
    if word is not None and name in _WATCHERS:
        return None
    for chair in chairs.values():
        if (chair.name or "").casefold() == name:
            return chair
    number = name.removeprefix("seat")
    return chairs.get(int(number)) if number.isascii() and number.isdigit() else None
