"""Events into the house and effects out of it: plain values.

The server passes events to `House.tick` and carries out the effects it gets back.
First it stores the entries, then it sends, then it closes. Nothing here knows about
sockets, threads or clocks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NewType, TypeAlias

import msgspec

from parlour.api import AnyGame
from parlour.core.persistence import Entry, Write
from parlour.hookvalues import News

ConnId = NewType("ConnId", int)
"""A connection, numbered by the server, which never uses a number again."""


# --- events: what happened outside --------------------------------------------------


class Connected(msgspec.Struct, frozen=True):
    """Somebody has connected. `near` (loopback, a private network) makes limits generous."""

    conn: ConnId
    address: str
    near: bool
    operator: bool = False
    """True on the operator's socket, which only the host's user account may open."""
    program: bool = False
    """True if only programs connect there: nobody is greeted, and refusals are a program's."""
    sealed: bool = False
    """Nobody on the way can read it: TLS, or a door for guests who use ssh."""
    key: str = ""
    """The fingerprint of the ssh key with which the guest came, `SHA256:` and base64 without `=`
    as ssh shows it. Empty: they came with none."""


class Attached(msgspec.Struct, frozen=True):
    """A connection that an earlier process had goes on in this one, which has just started."""

    conn: ConnId
    address: str
    near: bool
    card: bytes = b""
    """The last of `Effects.cards` that was promised. Empty: nothing is noted yet."""
    mark: int = 0
    """The last of `Effects.acks` that was promised. What came after it follows as `Received`."""
    greeted: bool = False
    """A card was promised to it, and with it the greeting."""

    def __repr__(self) -> str:
        """Leave out the card, which may hold what was typed."""
        return f"Attached(conn={self.conn}, mark={self.mark})"


class Received(msgspec.Struct, frozen=True):
    """Bytes from a connection, cut anywhere."""

    conn: ConnId
    data: bytes
    at: float | None = None
    """The time when the server read them, in seconds on the clock of `House.tick`'s `now`, which
    may be later. The lines count from that moment. None: this tick."""
    lag_ms: int = 0
    """The shortest round-trip time of this connection in ms, if the server knows it."""

    def __repr__(self) -> str:
        """Leave out the bytes, which may be a password or a hidden move."""
        return f"Received(conn={self.conn}, at={self.at}, lag_ms={self.lag_ms})"


class OutputFull(msgspec.Struct, frozen=True):
    """A reader is behind with reading, so the house answers no further request of theirs yet."""

    conn: ConnId


class OutputDrained(msgspec.Struct, frozen=True):
    """That reader has read everything."""

    conn: ConnId


class Ended(msgspec.Struct, frozen=True):
    """The peer has closed their side, or all of it: nothing more will come. They may still read.

    The house answers what has come, and then closes the connection.
    """

    conn: ConnId


class Lost(msgspec.Struct, frozen=True):
    """A connection has ended: closed by the peer, broken, or dropped by the server as too slow."""

    conn: ConnId
    dead: bool = False
    """The peer stopped answering, so they have most likely not read what we sent last."""


class Probed(msgspec.Struct, frozen=True):
    """The server has probed a connection (`Effects.probes`)."""

    conn: ConnId
    silent_s: float | None
    """Seconds since the peer's computer last confirmed that it is reachable. None if the system
    cannot tell."""


class JobKey(msgspec.Struct, frozen=True):
    """The key of a bot's thought: its table, seat, game, prompt number and game step."""

    table: int
    seat: int
    prompt: int
    steps: int
    record: str | None = None
    game: str = ""
    """The game whose program thinks. Each game has its share of the threads."""
    asked: float = 0.0
    """The time when the house asked, in seconds on the clock of `House.tick`'s `now`. The server
    sets it when the job leaves."""


class AnswerKey(msgspec.Struct, frozen=True):
    """The request that waits for a job: the connection, and a number unique to it."""

    conn: ConnId
    number: int
    password: bool = False
    """The job checks a password, and runs no program of a game."""


class PrepareKey(msgspec.Struct, frozen=True):
    """The key for preparing a word list for a game. We ask once for each hash of a list."""

    game: str
    lexicon: str
    hash: str


class JobDone(msgspec.Struct, frozen=True):
    """A job is done. `result` is what the job returned, `error` what it raised."""

    key: JobKey | AnswerKey | PrepareKey
    result: Any = None
    error: BaseException | None = None

    def __repr__(self) -> str:
        """Leave out the result, which may be a hidden move."""
        return f"JobDone(key={self.key!r}, error={self.error!r})"


TroubleKind: TypeAlias = Literal[
    "wrong password or code",
    "more tries than allowed",
    "cut off: too many lines at once",
    "cut off: too many unusable lines",
    "cut off: read too slowly",
    "cut off: gave no name in time",
    "refused: too many connections",
    "refused: banned address",
    "refused: no PROXY header",
    "refused: TLS did not begin",
    "refused: not encrypted",
]
"""What is counted and logged for an owner (`core.trouble`)."""


class Troubled(msgspec.Struct, frozen=True):
    """A connection ended before the house heard of it, and an owner may want to know why."""

    kind: TroubleKind
    address: str


class Measured(msgspec.Struct, frozen=True):
    """The server's measurements of itself, so that the operator can ask for them."""

    figures: Mapping[str, float]


class Kept(msgspec.Struct, frozen=True):
    """The store now holds about this many bytes. The house limits what games do not need."""

    size: int


class Reloaded(msgspec.Struct, frozen=True):
    """The code of games has changed while an author works on them (`parlour serve --reload`).

    `games`: those that are here now. `broken`: by game, why its new code cannot be used.
    """

    games: Mapping[str, AnyGame]
    broken: Mapping[str, str]


class Stopping(msgspec.Struct, frozen=True):
    """The host is about to stop. Tell everybody, leave tables in order, close connections."""


RareEvent: TypeAlias = (
    Connected
    | Attached
    | Ended
    | OutputFull
    | OutputDrained
    | Lost
    | Probed
    | Troubled
    | JobDone
    | Measured
    | Kept
    | Reloaded
    | Stopping
)
"""Everything but input, which comes far more often than all of this."""
HouseEvent: TypeAlias = Received | RareEvent


# --- effects: what to do ---------------------------------------------------------------


class Job(msgspec.Struct, frozen=True):
    """Work that takes too long for the host's thread.

    A bot thinks, or the job reads the archive, checks a password or prepares a word list.
    The server calls `work` on a worker thread and answers with `JobDone(key, …)`.
    """

    key: JobKey | AnswerKey | PrepareKey
    work: Callable[[], Any]


class Report(msgspec.Struct, frozen=True):
    """A message for the log. It holds no secret: seats and verbs, never the text of a move."""

    level: str
    """`info`, `warning` or `error`."""
    text: str
    error: BaseException | None = None
    fields: Mapping[str, object] = {}
    """The subject (table, game, record ...), as numbers and words for programs that read the
    log."""


class Effects(msgspec.Struct):
    """The effects of one tick: the server carries them out in the order of the fields."""

    entries: list[Entry] = []
    writes: list[Write] = []
    """Other writes, in the same transaction, after the entries."""
    sends: list[tuple[ConnId, bytes]] = []
    """The bytes for each connection, in order. At most one item for each connection."""
    news: list[tuple[ConnId, bytes]] = []
    """News that a reader may miss, sent after `sends`. Skip readers who still have something to
    read."""
    closes: list[ConnId] = []
    """Connections to close after they have received what was sent, without a long wait."""
    probes: list[ConnId] = []
    """Connections to probe. `Probed` answers each, unless the connection is lost."""
    jobs: list[Job] = []
    reports: list[Report] = []
    told: list[News] = []
    """What plugins hear, when it is stored."""
    answered: list[ConnId] = []
    """Connections whose lines are answered in `sends`."""
    acks: list[tuple[ConnId, int]] = []
    """How far the input of a connection is dealt with, once these effects leave: a mark
    (`Decoder.mark`). The last one of a connection counts."""
    cards: list[tuple[ConnId, bytes]] = []
    """What another process would need to go on with a connection from there (`Attached`). At most
    one item for each connection."""
    reading: list[tuple[ConnId, bool]] = []
    """Connections to read from (True), or to stop reading from for now (False). Do this at
    once, without waiting for the store."""
    stop: bool = False
    """Stop the host now, as if the operator had asked for it."""
    hidden: bool = False
    """Only the readers in `sends` can learn about the entries here (`core.release`)."""
    free: set[ConnId] = set()
    """If `hidden`: connections whose `sends` and `closes` depend on nothing stored here."""
    paced: bool = False
    """A game with possibly hidden moves is in progress, so everything leaves at beats."""

    @property
    def stores(self) -> bool:
        return bool(self.entries or self.writes)
