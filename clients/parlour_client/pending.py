"""Queues of requests that wait for answers, and of events that wait to be read. No I/O here."""

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
    """We are connected. `lag_ms` is how long a ping took; None before the first one.

    `gap` is true if we may have missed something since we were disconnected, or if events were
    dropped because nobody read them for long. Otherwise every event comes, in order.
    """

    lag_ms: int | None = None
    gap: bool = False
    exposed: bool = False
    """Others on the way can read the connection: it is not encrypted."""
    note: str = ""
    """What to know about the connection, if it is new."""


@dataclass(frozen=True, slots=True)
class Offline:
    """We are disconnected: why, and in how many seconds we try again."""

    why: str
    again_in_s: float


@dataclass(frozen=True, slots=True)
class Ended:
    """The connection is gone for good: nothing follows."""

    why: str


Happening: TypeAlias = Heard | Online | Offline | Ended

Told: TypeAlias = Callable[[Item | Ok | No | None], None]
"""Takes what the host says to a request: its items, then the end; None if we are disconnected."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request: the object of its last line, and its items."""

    body: Body
    items: tuple[Body, ...] = ()
    unsure: bool = False
    """The move was sent again after a reconnect. The host has most likely made it the first time,
    because the prompt it answers is over."""


NO_ID: Final = "-"
TOO_FAST: Final = "too_fast"
"""The one refusal that overtakes the answers to earlier requests."""


class Pending:
    """The requests of a connection that wait for their answers, oldest first.

    Each caller gets every item, and then the end, once.
    """

    def __init__(self) -> None:
        self._count = 0
        self._open: dict[str, Told] = {}
        self._unread: deque[No] = deque()

    def enter(self, told: Told) -> str:
        """Return an id for a request that is about to be sent."""
        self._count += 1
        number = str(self._count)
        self._open[number] = told
        return number

    def strike(self, number: str) -> bool:
        """Forget a request that could not be sent; false if its caller already got the end."""
        return self._open.pop(number, None) is not None

    def hear(self, said: Item | Ok | No) -> None:
        """Pass what the host said to the caller whose request it answers."""
        if isinstance(said, Item):
            if told := self._open.get(said.id):
                told(said)
        elif said.id in self._open:
            self._skip_to(said.id)
            self._open.pop(said.id)(said)
        elif isinstance(said, No) and said.id == NO_ID and self._open:
            self._refuse(said)

    def cut(self) -> None:
        """The connection is gone: give every waiting caller the end."""
        lost, self._open = self._open, {}
        self._unread.clear()
        for told in lost.values():
            told(None)

    def _refuse(self, no: No) -> None:
        """The host did not read one of our lines."""
        if no.body.get("code") != TOO_FAST:
            self._end_oldest(no)
        elif len(self._unread) < len(self._open):
            self._unread.append(no)  # a later answer shows which one, because it skips it

    def _skip_to(self, number: str) -> None:
        """If lines were not read, requests before *number* get no answer any more."""
        while self._unread and next(iter(self._open)) != number:
            self._end_oldest(self._unread.popleft())

    def _end_oldest(self, no: No) -> None:
        oldest = next(iter(self._open))
        self._open.pop(oldest)(msgspec.structs.replace(no, id=oldest))


UNREAD_MAX: Final = 5000
"""How many events may wait: an evening at a full table. A program that only asks and never reads
events must not fill its memory."""


@dataclass(frozen=True, slots=True)
class Word:
    """What the host said to a request whose answer keeps its place among the events."""

    told: Told
    said: Item | Ok | No | None


Entry: TypeAlias = Happening | Word


class Inbox:
    """A queue that is never full: it drops the oldest events, and says so.

    It never drops what was said to a request; the caller limits how many there are.
    """

    def __init__(self, most: int = UNREAD_MAX) -> None:
        self._most = most
        self._entries: deque[Entry] = deque()
        self._closed = False
        self._news = asyncio.Event()

    def put(self, entry: Entry) -> None:
        """Add *entry* at the end; after `close`, do nothing."""
        if self._closed:
            return
        if self._entries and _is_lag(entry) and _is_lag(self._entries[-1]):
            self._entries.pop()  # nobody needs an old lag
        self._entries.append(entry)
        if len(self._entries) > self._most:
            self._throw_away()
        self._news.set()

    @property
    def empty(self) -> bool:
        """Whether everything that came has been taken."""
        return not self._entries

    def close(self) -> None:
        """Nothing more will come."""
        self._closed = True
        self._news.set()

    async def take(self) -> Entry | None:
        """Return the next entry, as soon as there is one; None when nothing more will come."""
        while not self._entries:
            if self._closed:
                return None
            self._news.clear()
            await self._news.wait()
        return self._entries.popleft()

    def _throw_away(self) -> None:
        """Drop the older half at once, so that this need not be repeated for every new entry."""
        old = [self._entries.popleft() for _ in range(len(self._entries) // 2)]
        if any(isinstance(entry, Heard) or _is_gap(entry) for entry in old):
            self._entries.appendleft(Online(gap=True))
        self._entries.extendleft(entry for entry in reversed(old) if isinstance(entry, Word))


def _is_lag(entry: Entry) -> bool:
    return isinstance(entry, Online) and entry.lag_ms is not None


def _is_gap(entry: Entry) -> bool:
    return isinstance(entry, Online) and entry.gap
