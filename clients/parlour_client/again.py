"""A finished game that the host is asked for: `replay RECORD [SEAT] [SPEED]`.

The host is always asked for all of it at once. Its own replay in time ends with the next line
that is sent, and a client sends lines that nobody has typed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from types import MappingProxyType
from typing import Final

import msgspec

from parlour_client.model import Chair, read_all
from parlour_client.prose import WIDTH
from parlour_client.protocol import Body, Heard
from parlour_client.replaying import NO_HURRY, Replay
from parlour_client.source import Source
from parlour_client.stories import Moment, Told, ended

_SPEED: Final = re.compile(r"([1-9][0-9]?)[xX]")
_WATCHERS: Final = frozenset({"watcher", "watch", "0"})


@dataclass(frozen=True, slots=True)
class Wish:
    """Which game, as whom, and how many times as fast as it went; None: as the host likes."""

    record: str
    seat: str | None = None
    speed: int | None = None

    @property
    def request(self) -> str:
        """What the host is asked."""
        return " ".join(["/replay", self.record, *([self.seat] if self.seat else [])])


def wished(request: str) -> Wish | None:
    """The replay that *request* asks for; None if it asks for none, or the host must mend it."""
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
    """An event of it, as the host tells it."""

    at_ms: int
    event: str
    data: Body
    text: list[str] = []

    @property
    def heard(self) -> Heard:
        """The same as it was told then."""
        return Heard(0, self.event, self.data | {"text": self.text})


def heard(item: Body) -> Heard | None:
    """The event that *item* of an answer tells; None if it tells none, or that of no replay."""
    found = read_all([item], _Row)
    return ended(found[0].heard) if found else None


def told(items: Sequence[Body], wish: Wish, me: str) -> Told:
    """The game that the *items* of an answer tell to *me*, who has asked for *wish*."""
    rows = read_all(items, _Row)
    moments = [
        Moment(at_ms, tuple(row.heard for row in same), dict)
        for at_ms, same in groupby(rows, key=lambda row: row.at_ms)
    ]
    chair = _chair(_players(rows), wish.seat, me)
    if chair is None or not moments:
        return Told("", tuple(moments))
    table = moments[0].heard[0].body.get("table")
    seated: Body = {"table": table, "seat": chair.seat, "name": chair.name, "change": "sat"}
    first = (Heard(0, "seat", seated), *moments[0].heard)
    return Told(chair.name or "", (replace(moments[0], heard=first), *moments[1:]))


def _players(rows: Sequence[_Row]) -> Mapping[int, Chair]:
    """Who has played, and where; whoever came last to a seat is meant by its number."""
    chairs: dict[int, Chair] = {}
    for row in rows:
        sat = row.event == "seat" and row.data.get("change") == "sat"
        bodies = [row.data] if sat else row.data.get("seats") if row.event == "started" else []
        chairs |= {chair.seat: chair for chair in read_all(bodies, Chair)}
    return MappingProxyType(chairs)


def _chair(chairs: Mapping[int, Chair], word: str | None, me: str) -> Chair | None:
    """Where he sat that *word* names, or *me*; None: he was a watcher."""
    name = (me if word is None else word).casefold()
    if word is not None and name in _WATCHERS:
        return None
    for chair in chairs.values():
        if (chair.name or "").casefold() == name:
            return chair
    number = name.removeprefix("seat")
    return chairs.get(int(number)) if number.isascii() and number.isdigit() else None


async def fetch(source: Source, wish: Wish, width: int = WIDTH) -> Replay:
    """The replay of *wish* out of the host that *source* leads to.

    *width* is what the host wraps to. Raises Refused, LineCut.
    """

    async def story(who: str) -> Told:
        return await ask(replace(wish, seat=who))

    async def ask(wish: Wish) -> Told:
        answer = await source.ask(wish.request)
        return told(answer.items, wish, source.name)

    return Replay(story, await ask(wish), wish.record, wish.speed or NO_HURRY, width)
