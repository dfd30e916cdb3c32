"""The interfaces between the parts of the server, and to the house."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import Protocol

from parlour.core.effects import ConnId, Effects, HouseEvent


class Tickable(Protocol):
    """The house as the server sees it.

    The server promises this order of a connection's events: first `Connected`, then any
    number of `Received`, then one `Lost`, then nothing. Between them, `OutputFull` and
    `OutputDrained` alternate. After the house has closed a connection (`Effects.closes`) there is
    no more `Received`. `Lost` comes when it has really ended, at most some seconds later (or when
    the store has kept everything that must be stored before it closes).
    """

    @property
    def next_due(self) -> float | None:
        """The time to call `tick` even if nothing happens, in seconds as in its `now`."""
        ...

    def tick(self, events: Sequence[HouseEvent], now: float, wall: float) -> Effects:
        """Handle all events. `now`: monotonic seconds; `wall`: seconds since 1970.

        The times in `events` are not later than `now`.

        It must not raise. If it does, its effects are lost and the events come again
        one by one, so that only the connection whose event raises is closed.
        """
        ...

    @property
    def busy(self) -> bool:
        """Whether lines wait for their turn. Then we call `serve` soon, after other work."""
        ...

    def serve(self, now: float, wall: float) -> Effects:
        """Answer some of these lines. It must not raise."""
        ...

    def wait(self, why: str, unanswered: Collection[ConnId], now: float, wall: float) -> Effects:
        """Stop, because the store has not kept yet what it was given. None of that has left.

        *why* is one sentence. If the house waits already, it replaces the reason. *unanswered*:
        connections whose answers are held back. Until `go_on`, the house stores nothing, and says
        nothing that follows from unstored changes. Its effects leave before what waits. If it
        wants to store, or raises here, the host stops.
        """
        ...

    def go_on(self, now: float, wall: float) -> Effects:
        """Continue, because all is stored. Must not raise.

        The effects store nothing, and leave at once.
        """
        ...

    def slow_notice(self, conn: ConnId) -> bytes:
        """Return the last line for a reader who is dropped for not reading."""
        ...


class Connection(ABC):
    """One connection, as the tick sees it. Nothing here ever waits."""

    __slots__ = ("conn",)
    operator = False
    """Whether it belongs to the operator of this host."""
    encrypted = False
    """Whether it uses TLS."""

    def __init__(self, conn: ConnId) -> None:
        self.conn = conn

    @property
    @abstractmethod
    def unsent(self) -> int:
        """The number of bytes that wait for the reader."""

    @abstractmethod
    def silent_s(self) -> float | None:
        """Return the seconds since the peer's computer last confirmed anything. None: unknown."""

    @abstractmethod
    def send(self, data: bytes) -> None:
        """Send what can be sent now, keep the rest for later. Drop a reader too far behind.

        Nothing happens after `finish`.
        """

    def deliver(self, data: bytes) -> None:
        """Send what has been noted already, if anything is noted (`Guard.leaving`)."""
        self.send(data)

    @abstractmethod
    def read(self, *, on: bool) -> None:
        """Read what the peer sends, or leave it to the network until further notice."""

    @abstractmethod
    def finish(self) -> None:
        """Close as soon as everything that waits has left, or when the time for that is over."""

    @abstractmethod
    def abort(self) -> None:
        """Close at once. Must not raise."""
