"""What goes into the house and what comes out of it: plain values.

The shell hands events to `House.tick` and carries out the effects it gets back:
first it stores the entries, then it sends, then it closes. Nothing here knows a
socket, a thread or a clock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NewType, TypeAlias

ConnId = NewType("ConnId", int)
"""A connection, numbered by the shell; a number is never used again."""


# --- events: what happened outside --------------------------------------------------


@dataclass(frozen=True, slots=True)
class Connected:
    """Somebody is on the line; `near` (loopback, a private network) makes limits generous."""

    conn: ConnId
    address: str
    near: bool


@dataclass(frozen=True, slots=True)
class Received:
    """Bytes from a connection, cut anywhere."""

    conn: ConnId
    data: bytes


@dataclass(frozen=True, slots=True)
class Lost:
    """A connection is gone: closed by the peer, broken, or dropped by the shell as too slow."""

    conn: ConnId


@dataclass(frozen=True, slots=True)
class JobKey:
    """Which bot thinks: its table, seat and game, the number of its prompt, the game's step."""

    table: int
    seat: int
    prompt: int
    steps: int
    record: str | None = None


@dataclass(frozen=True, slots=True)
class Thought:
    """A job of thinking is done: `result` is what the job returned, `error` what it raised."""

    key: JobKey
    result: Any = None
    error: BaseException | None = None


@dataclass(frozen=True, slots=True)
class Stopping:
    """The host is about to stop: tell everybody, leave the tables in order, close all lines."""


HouseEvent: TypeAlias = Connected | Received | Lost | Thought | Stopping


# --- effects: what is to be done ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's record: number `seq` of table `table`, encoded as `body`."""

    table: int
    seq: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Job:
    """Thinking that takes too long for the host's thread.

    The shell calls `work` on a worker thread and answers with `Thought(key, …)`.
    """

    key: JobKey
    work: Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Report:
    """Something for the log. Holds no secret: seats and verbs, never the text of a move."""

    level: str
    """`info`, `warning` or `error`."""
    text: str
    error: BaseException | None = None


@dataclass(slots=True)
class Effects:
    """Everything one tick asks of the shell, to be done in the order of the fields."""

    entries: list[Entry] = field(default_factory=list[Entry])
    sends: list[tuple[ConnId, bytes]] = field(default_factory=list[tuple[ConnId, bytes]])
    """At most one item for each connection: what it is to read, in order."""
    closes: list[ConnId] = field(default_factory=list[ConnId])
    """Close after what was sent has left, without waiting long for it."""
    jobs: list[Job] = field(default_factory=list[Job])
    reports: list[Report] = field(default_factory=list[Report])
    forgets: list[int] = field(default_factory=list[int])
    """Tables that are closed: nobody asks for their records any more."""
