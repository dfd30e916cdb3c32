"""What waits: requests for their answers, and happenings until they are read.

No input and no output here.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import msgspec

from parlour_client.protocol import Body, Heard, Item, No, Ok


@dataclass(frozen=True, slots=True)
class Online:
    """The line is there. `lag_ms` is how long a ping took; None before the first one.

    `gap` is true if something may have been missed since the line was cut, or was thrown away
    as nobody has read it for long; else every event comes, in its order.
    """

    lag_ms: int | None = None
    gap: bool = False


@dataclass(frozen=True, slots=True)
class Offline:
    """The line is cut: why, and in how many seconds it is tried again."""

    why: str
    again_in_s: float


@dataclass(frozen=True, slots=True)
class Ended:
    """The line is gone for good: nothing follows."""

    why: str


Happening: TypeAlias = Heard | Online | Offline | Ended

Told: TypeAlias = Callable[[Item | Ok | No | None], None]
"""Takes what the host says to a request: its items, then the end; None if the line is cut."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request: the object of its last line, and its items."""

    body: Body
    items: tuple[Body, ...] = ()
    unsure: bool = False
    """It is the answer to a move that was sent once more after a cut; the first one was most
    likely made, as the prompt that it answers is over."""


NO_ID: Final = "-"
TOO_FAST: Final = "too_fast"
"""The one refusal that overtakes the answers to earlier requests."""


class Pending:
    """The requests of a connection that wait for their answers, the oldest first.

    A caller is told every item, and then the end: once, and last of all.
    """

    def __init__(self) -> None:
        self._count = 0
        self._open: dict[str, Told] = {}
        self._unread: deque[No] = deque()

    def enter(self, told: Told) -> str:
        """The id of a request that is now sent."""
        self._count += 1
        number = str(self._count)
        self._open[number] = told
        return number

    def strike(self, number: str) -> bool:
        """It could not be sent: nobody is told anything. False if the end has been told."""
        return self._open.pop(number, None) is not None

    def hear(self, said: Item | Ok | No) -> None:
        """The host has said this: tell the caller whose request it answers."""
        if isinstance(said, Item):
            if told := self._open.get(said.id):
                told(said)
        elif said.id in self._open:
            self._skip_to(said.id)
            self._open.pop(said.id)(said)
        elif isinstance(said, No) and said.id == NO_ID and self._open:
            self._refuse(said)

    def cut(self) -> None:
        """Nothing more comes over this connection: the end, for all who wait."""
        lost, self._open = self._open, {}
        self._unread.clear()
        for told in lost.values():
            told(None)

    def _refuse(self, no: No) -> None:
        """A line of ours was not read."""
        if no.body.get("code") != TOO_FAST:
            self._end_oldest(no)
        elif len(self._unread) < len(self._open):
            self._unread.append(no)  # of which one, a later answer shows: it passes that by

    def _skip_to(self, number: str) -> None:
        """Those before *number* have no answer any more if lines were not read."""
        while self._unread and next(iter(self._open)) != number:
            self._end_oldest(self._unread.popleft())

    def _end_oldest(self, no: No) -> None:
        oldest = next(iter(self._open))
        self._open.pop(oldest)(msgspec.structs.replace(no, id=oldest))


UNREAD_MAX: Final = 5000
"""Happenings that wait at most: an evening of a whole table. There are programs that only ask,
and never read what happens; their memory must not fill up."""


@dataclass(frozen=True, slots=True)
class Word:
    """What the host said to a request whose answer keeps its place among the events."""

    told: Told
    said: Item | Ok | No | None


Entry: TypeAlias = Happening | Word


class Inbox:
    """A queue that is never full: the oldest happenings are thrown away, and that is told.

    What was said to a request is never thrown away; the asker bounds that.
    """

    def __init__(self, most: int = UNREAD_MAX) -> None:
        self._most = most
        self._entries: deque[Entry] = deque()
        self._closed = False
        self._news = asyncio.Event()

    def put(self, entry: Entry) -> None:
        """*entry* comes after all others; nothing comes after the end."""
        if self._closed:
            return
        if self._entries and _is_lag(entry) and _is_lag(self._entries[-1]):
            self._entries.pop()  # an old lag is of no interest
        self._entries.append(entry)
        if len(self._entries) > self._most:
            self._throw_away()
        self._news.set()

    def close(self) -> None:
        """Nothing more comes."""
        self._closed = True
        self._news.set()

    async def take(self) -> Entry | None:
        """The next one, as soon as there is one; None when nothing more comes."""
        while not self._entries:
            if self._closed:
                return None
            self._news.clear()
            await self._news.wait()
        return self._entries.popleft()

    def _throw_away(self) -> None:
        """The older half, at one go, so that this is not done again for every new one."""
        old = [self._entries.popleft() for _ in range(len(self._entries) // 2)]
        if any(isinstance(entry, Heard) or _is_gap(entry) for entry in old):
            self._entries.appendleft(Online(gap=True))
        self._entries.extendleft(entry for entry in reversed(old) if isinstance(entry, Word))


def _is_lag(entry: Entry) -> bool:
    return isinstance(entry, Online) and entry.lag_ms is not None


def _is_gap(entry: Entry) -> bool:
    return isinstance(entry, Online) and entry.gap
