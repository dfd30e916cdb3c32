"""What the shell's parts know of each other and of the house."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from parlour.house.effects import ConnId, Effects, HouseEvent


class Tickable(Protocol):
    """The house as the shell sees it.

    What the shell promises about a connection's events: first `Connected`, then any
    number of `Received`, then one `Lost`, then nothing. After the house has closed a
    connection (`Effects.closes`) there is no more `Received`, and `Lost` comes when it
    has really ended, at most some seconds later.
    """

    @property
    def next_due(self) -> float | None:
        """When `tick` must be called even if nothing happens, in seconds of its `now`."""
        ...

    def tick(self, events: Sequence[HouseEvent], now: float, wall: float) -> Effects:
        """Deal with all that happened. `now`: monotonic seconds; `wall`: seconds of the epoch.

        It must not raise. If it does, its effects are lost and the events come again
        one by one, so that only the connection whose event raises is closed.
        """
        ...

    def slow_notice(self, conn: ConnId) -> bytes:
        """The last line for a reader who is dropped because he does not read."""
        ...


class Line(ABC):
    """One connection, as the tick sees it. Nothing here ever waits."""

    __slots__ = ("conn",)

    def __init__(self, conn: ConnId) -> None:
        self.conn = conn

    @abstractmethod
    def send(self, data: bytes) -> None:
        """Send now what can be sent, keep the rest for later; drop a reader too far behind.

        Nothing happens after `finish`.
        """

    @abstractmethod
    def finish(self) -> None:
        """Close as soon as what waits has left, or when the patience for that is over."""

    @abstractmethod
    def abort(self) -> None:
        """Close at once. Must not raise."""


@dataclass(frozen=True, kw_only=True)
class LineLimits:
    """Limits of the shell, each with its reason. Seconds end in `_s`."""

    keepalive_idle_s: int = 60
    """Silence after which the network asks a line whether it still lives; home routers
    forget silent lines after a few minutes. 0: never ask."""
    keepalive_interval_s: int = 15
    """Time between further questions."""
    keepalive_count: int = 4
    """Questions without an answer before the line is given up: with the times above a
    player whose computer vanished is noticed after two minutes."""
    closing_s: int = 5
    """How long a closed line may take to read its last lines: time for a poor mobile
    network, not for somebody who wants to hold the line."""
    stopping_s: int = 3
    """How long the host waits for all readers when it stops: service managers kill
    after ten."""

    @property
    def give_up_s(self) -> int:
        """How long a line may leave the network's questions unanswered, in all."""
        return self.keepalive_idle_s + self.keepalive_interval_s * self.keepalive_count
