"""What has happened and was not read yet, in its order."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import Final, TypeAlias

from parlour_client.happenings import Happening, Online, Told
from parlour_client.lines import Heard, Item, No, Ok

UNREAD_MAX: Final = 5000
"""Happenings that wait at most: an evening of a whole table. There are programs that only ask,
and never read what happens; their memory must not fill up."""


@dataclass(frozen=True, slots=True)
class Word:
    """What the host has said to a request that was posted."""

    told: Told
    said: Item | Ok | No | None


Entry: TypeAlias = Happening | Word


class Inbox:
    """A queue that is never full: the oldest happenings are thrown away, and that is told.

    What was said to a request is never thrown away; whoever posts it bounds that himself.
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
