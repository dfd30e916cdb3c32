"""What drives a screen: a line to a host, or something that behaves like one.

A `Link` is a source. So is whatever has its methods: a game that is shown again out of a file
gives `Heard` values, answers `ask` as it likes, and says `Afresh` when it goes back.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from parlour_client.pending import Answer, Ended, Offline, Online
from parlour_client.protocol import Heard


@dataclass(frozen=True, slots=True)
class Afresh:
    """Forget everything: what follows is a game that is over, told from its beginning."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a source is that is no line: one short line, shown in place of the lag."""

    text: str


State: TypeAlias = Online | Offline | Ended | Progress
"""How a source is."""
News: TypeAlias = Heard | Afresh | State


class Source(Protocol):
    """Requests with their answers, and what happens."""

    name: str
    """Who we are there; empty if nobody."""

    async def ask(self, request: str, *, keep: bool = False, in_order: bool = False) -> Answer:
        """See `Link.ask`. Raises Refused, LineCut."""
        ...

    async def move(self, prompt: int, move: str, *, in_order: bool = False) -> Answer:
        """See `Link.move`. Raises Refused, LineCut."""
        ...

    def __aiter__(self) -> AsyncIterator[News]:
        """Everything that happens; it ends when nothing can come any more."""
        ...


@dataclass(frozen=True, slots=True)
class Login:
    """Who wants to come in: as `connect` takes it."""

    name: str
    password: str | None = None
    token: str = ""
    """Of an earlier line, or the short code that the host has told the player."""


Enter: TypeAlias = Callable[[Login], AbstractAsyncContextManager[Source]]
"""Comes in. Raises Problem, and Refused if another name or password may help."""


@dataclass(frozen=True, slots=True)
class Button:
    """A key that sends a request while the input line is empty, as for a replay.

    `key` is one that prompt_toolkit knows, such as `space` or `right`.
    """

    key: str
    label: str
    request: str

    @property
    def shown(self) -> str:
        """For the bar at the bottom: `Space pause`."""
        return f"{self.key.capitalize()} {self.label}"
