"""What the shell's parts know of each other and of the house."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import Protocol

from parlour.house.effects import ConnId, Effects, HouseEvent


class Tickable(Protocol):
    """The house as the shell sees it.

    What the shell promises about a connection's events: first `Connected`, then any
    number of `Received`, then one `Lost`, then nothing. Between them `Behind` and `CaughtUp`
    come in turn. After the house has closed a
    connection (`Effects.closes`) there is no more `Received`, and `Lost` comes when it
    has really ended, at most some seconds later (or when what was to be stored before it
    is closed has been).
    """

    @property
    def next_due(self) -> float | None:
        """When `tick` must be called even if nothing happens, in seconds of its `now`."""
        ...

    def tick(self, events: Sequence[HouseEvent], now: float, wall: float) -> Effects:
        """Deal with all that happened. `now`: monotonic seconds; `wall`: seconds of the epoch.

        The times in `events` are not later than `now`.

        It must not raise. If it does, its effects are lost and the events come again
        one by one, so that only the connection whose event raises is closed.
        """
        ...

    @property
    def busy(self) -> bool:
        """Do lines wait for their turn? Then `serve` is called soon, when other work is done."""
        ...

    def serve(self, now: float, wall: float) -> Effects:
        """Answer some of these lines. Must not raise."""
        ...

    def wait(self, why: str, unanswered: Collection[ConnId], now: float, wall: float) -> Effects:
        """The store has not kept yet what was given to it: none of that has left.

        *why* is one sentence; if the house waits already, it is the reason from now on.
        *unanswered*: connections for which answers are held back. Until `go_on` the house asks
        for nothing to be stored, and says nothing that follows from what is not; its effects
        leave before what waits. If it wants to store, or raises here, the host stops.
        """
        ...

    def go_on(self, now: float, wall: float) -> Effects:
        """All is stored; these effects store nothing, and leave at once. Must not raise."""
        ...

    def slow_notice(self, conn: ConnId) -> bytes:
        """The last line for a reader who is dropped because he does not read."""
        ...


class Line(ABC):
    """One connection, as the tick sees it. Nothing here ever waits."""

    __slots__ = ("conn",)
    operator = False
    """Does the operator of this host speak there?"""

    def __init__(self, conn: ConnId) -> None:
        self.conn = conn

    @property
    @abstractmethod
    def unsent(self) -> int:
        """Bytes that wait for the reader."""

    def silent_s(self) -> float | None:
        """How long ago the peer's computer last confirmed anything; None if unknown."""
        return None

    @abstractmethod
    def send(self, data: bytes) -> None:
        """Send now what can be sent, keep the rest for later; drop a reader too far behind.

        Nothing happens after `finish`.
        """

    @abstractmethod
    def read(self, *, on: bool) -> None:
        """Read what the peer sends, or leave it to the network until further notice."""

    @abstractmethod
    def finish(self) -> None:
        """Close as soon as what waits has left, or when the patience for that is over."""

    @abstractmethod
    def abort(self) -> None:
        """Close at once. Must not raise."""
