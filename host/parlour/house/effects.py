"""What goes into the house and what comes out of it: plain values.

The shell hands events to `House.tick` and carries out the effects it gets back:
first it stores the entries, then it sends, then it closes. Nothing here knows a
socket, a thread or a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NewType, TypeAlias, TypeVar

import msgspec

from parlour.house.persistence import Entry, Write

ConnId = NewType("ConnId", int)
"""A connection, numbered by the shell; a number is never used again."""


# --- events: what happened outside --------------------------------------------------


@dataclass(frozen=True, slots=True)
class Connected:
    """Somebody is on the line; `near` (loopback, a private network) makes limits generous."""

    conn: ConnId
    address: str
    near: bool
    operator: bool = False
    """They came by the operator's socket, which only the user of the host may open."""


class Received(msgspec.Struct, frozen=True):
    """Bytes from a connection, cut anywhere."""

    conn: ConnId
    data: bytes
    at: float | None = None
    """When the shell read them, in seconds of the `now` of `House.tick`, which may come later;
    None: at this tick. What they say counts from that moment."""
    lag_ms: int = 0
    """How long a signal takes to the peer and back, if the shell knows: the shortest time it
    ever took on this connection."""

    def __repr__(self) -> str:
        """Nothing of the bytes, which may be a password or a hidden move."""
        return f"Received(conn={self.conn}, at={self.at}, lag_ms={self.lag_ms})"


@dataclass(frozen=True, slots=True)
class Behind:
    """A connection's reader has much to read: no further request of theirs is answered yet."""

    conn: ConnId


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """That reader has read it all."""

    conn: ConnId


@dataclass(frozen=True, slots=True)
class Lost:
    """A connection is gone: closed by the peer, broken, or dropped by the shell as too slow."""

    conn: ConnId
    dead: bool = False
    """The peer did not answer any more: what was sent last has most likely not been read."""


@dataclass(frozen=True, slots=True)
class Probed:
    """A connection was looked at (`Effects.probes`)."""

    conn: ConnId
    silent_s: float | None
    """How long ago the peer's computer last confirmed that it is there; None if the system
    cannot tell."""


@dataclass(frozen=True, slots=True)
class JobKey:
    """Which bot thinks: its table, seat and game, the number of its prompt, the game's step."""

    table: int
    seat: int
    prompt: int
    steps: int
    record: str | None = None
    game: str = ""
    """Whose program thinks: each game has its share of the threads."""
    asked: float = 0.0
    """When it was asked, in seconds of the `now` of `House.tick`: the shell sets it when the job
    leaves."""


@dataclass(frozen=True, slots=True)
class AnswerKey:
    """Which request waits for a job: the connection, and a number that is its own there."""

    conn: ConnId
    number: int
    password: bool = False
    """It is a password that is looked at, and no program of a game."""


@dataclass(frozen=True, slots=True)
class PrepareKey:
    """Which game prepares which word list, named with its hash: asked for once for each."""

    game: str
    lexicon: str
    hash: str


@dataclass(frozen=True, slots=True)
class Thought:
    """A job is done: `result` is what the job returned, `error` what it raised."""

    key: JobKey | AnswerKey | PrepareKey
    result: Any = field(default=None, repr=False)
    error: BaseException | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """What the shell knows of itself now: the operator says something, and may ask."""

    figures: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Kept:
    """So many bytes are kept by now, about: the house bounds what is not needed to play."""

    size: int


@dataclass(frozen=True, slots=True)
class Stopping:
    """The host is about to stop: tell everybody, leave the tables in order, close all lines."""


HouseEvent: TypeAlias = (
    Connected | Received | Behind | CaughtUp | Lost | Probed | Thought | Measured | Kept | Stopping
)


# --- effects: what is to be done ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Job:
    """What takes too long for the host's thread: thinking, reading the archive, a password,
    the preparation of a word list.

    The shell calls `work` on a worker thread and answers with `Thought(key, …)`.
    """

    key: JobKey | AnswerKey | PrepareKey
    work: Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Report:
    """Something for the log. Holds no secret: seats and verbs, never the text of a move."""

    level: str
    """`info`, `warning` or `error`."""
    text: str
    error: BaseException | None = None
    fields: Mapping[str, object] = field(default_factory=dict[str, object])
    """What it is about (table, game, record ...), for programs that read the log: numbers
    and words."""


@dataclass(slots=True)
class Effects:
    """Everything one tick asks of the shell, to be done in the order of the fields."""

    entries: list[Entry] = field(default_factory=list[Entry])
    writes: list[Write] = field(default_factory=list[Write])
    """What else is to be kept, in the same transaction, after the entries."""
    sends: list[tuple[ConnId, bytes]] = field(default_factory=list[tuple[ConnId, bytes]])
    """At most one item for each connection: what it is to read, in order."""
    news: list[tuple[ConnId, bytes]] = field(default_factory=list[tuple[ConnId, bytes]])
    """What a reader may miss, sent after `sends`: left out where anything waits to be read."""
    closes: list[ConnId] = field(default_factory=list[ConnId])
    """Close after what was sent has left, without waiting long for it."""
    probes: list[ConnId] = field(default_factory=list[ConnId])
    """Connections to look at: each is answered by `Probed`, unless it is lost."""
    jobs: list[Job] = field(default_factory=list[Job])
    reports: list[Report] = field(default_factory=list[Report])
    answered: list[ConnId] = field(default_factory=list[ConnId])
    """Connections a line of which is answered in `sends`."""
    reading: list[tuple[ConnId, bool]] = field(default_factory=list[tuple[ConnId, bool]])
    """Read from this connection, or leave what it sends to the network for now. To be done at
    once: it waits for nothing to be stored."""
    stop: bool = False
    """The host is to stop now, as if it had been told to."""
    hidden: bool = False
    """What is stored here can be told by nobody but those it is sent to: moves that nobody else
    hears of. Then nobody else need wait for the store."""
    free: set[ConnId] = field(default_factory=set[ConnId])
    """If `hidden`: connections whose `sends` and `closes` depend on nothing stored here."""
    paced: bool = False
    """A game is in play in which moves may be hidden: everything leaves at moments that tell
    nothing of what was done meanwhile."""

    @property
    def stores(self) -> bool:
        """Is anything to be stored?"""
        return bool(self.entries or self.writes)

    @property
    def conns(self) -> set[ConnId]:
        """The connections that this concerns."""
        found = {*(conn for conn, _ in self.sends), *self.closes}
        found.update(conn for job in self.jobs if (conn := _asker(job)) is not None)
        return found

    def part(self, conns: set[ConnId]) -> Effects:
        """What of this concerns *conns* alone, and the lobby's news, taken out."""
        part = Effects(paced=self.paced)
        part.sends, self.sends = _parted(self.sends, lambda send: send[0] in conns)
        part.news, self.news = self.news, []
        part.closes, self.closes = _parted(self.closes, lambda conn: conn in conns)
        part.answered, self.answered = _parted(self.answered, lambda conn: conn in conns)
        part.jobs, self.jobs = _parted(self.jobs, lambda job: _asker(job) in conns)
        return part


T = TypeVar("T")


def _parted(items: list[T], wanted: Callable[[T], bool]) -> tuple[list[T], list[T]]:
    """The *items* that are wanted, and the others."""
    chosen = [item for item in items if wanted(item)]
    return chosen, [item for item in items if not wanted(item)] if chosen else items


def _asker(job: Job) -> ConnId | None:
    return job.key.conn if isinstance(job.key, AnswerKey) else None
