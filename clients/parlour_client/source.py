"""What drives a screen: a connection to a host, or something that behaves like one.

A `Link` is a source. So is anything with its methods: a game replayed from a file gives `Heard`
values, answers `ask` in its own way, and sends `Afresh` when it goes back.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from parlour.language import joined
from parlour_client.pending import Answer, Ended, Offline, Online
from parlour_client.protocol import Heard
from parlour_client.settings import shown

SCREEN: Final = ("text", "scene", "lobby", "natural")
"""What a screen asks of a host (chapter 3 of docs/protocol.md)."""


@dataclass(frozen=True, slots=True)
class Afresh:
    """Forget everything: a finished game follows, from its beginning."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a replay: one short line, shown instead of the lag."""

    text: str


State: TypeAlias = Online | Offline | Ended | Progress
"""The state of a source."""
News: TypeAlias = Heard | Afresh | State


class Source(Protocol):
    """Requests with their answers, and what happens."""

    name: str
    """Our name there; empty if we have none."""

    async def ask(self, request: str, *, keep: bool = False, in_order: bool = False) -> Answer:
        """See `Link.ask`. Raises Refused, LineCut."""
        ...

    async def move(self, prompt: int, move: str, *, in_order: bool = False) -> Answer:
        """See `Link.move`. Raises Refused, LineCut."""
        ...

    def __aiter__(self) -> AsyncIterator[News]:
        """Everything that happens; it ends when nothing more can come."""
        ...


@dataclass(frozen=True, slots=True)
class Login:
    """Who wants to log in, as `connect` takes it."""

    name: str
    """Empty without a token: the account whose ssh key brought us to the host, if it has one."""
    password: str | None = None
    token: str = ""
    """From an earlier connection, or the short code that the host gave the player."""


Enter: TypeAlias = Callable[[Login], AbstractAsyncContextManager[Source]]
"""Logs in. Raises Problem, and Refused if another name or password may help."""


@dataclass(frozen=True, slots=True)
class Button:
    """A key that sends a request while the input is empty, such as those of a replay.

    `key` is a key of prompt_toolkit, such as `space` or `right`.
    """

    key: str
    label: str
    request: str

    @property
    def shown(self) -> str:
        """For the bar at the bottom: `Space pause`."""
        return joined((shown(self.key), self.label))
