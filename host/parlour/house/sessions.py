"""Lines and the people on them: a session is a connection, a player is a name.

Both hold what is known, and do nothing.
"""

from __future__ import annotations

import math
from array import array
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from parlour.api import Seat
from parlour.engine.table import Table
from parlour.house.effects import ConnId
from parlour.house.persistence import SavedPlayer
from parlour.house.timers import Timer
from parlour.wire.encoding import WIDTH, Line
from parlour.wire.flood import Bucket
from parlour.wire.lines import BadLine, Decoder
from parlour.wire.messages import Sight

TEXT: Final = "text"
VIEW: Final = "view"
SCENE: Final = "scene"
LOBBY: Final = "lobby"
CAPABILITIES: Final = (TEXT, VIEW, SCENE, LOBBY)
"""What a program may ask for in its HELLO."""


Waiting: TypeAlias = tuple[str | BadLine, float, int]
"""A line, when it came, and how far away its sender was then, in ms."""


class Shown(Protocol):
    """A long answer that is being written (`people.streaming`)."""

    @property
    def paced(self) -> bool:
        """Does the next line end it?"""
        ...

    def stop(self) -> None:
        """The final answer, now."""


class Place:
    """Where somebody sits or watches: a live table, of which more is known two floors above
    (`tables.rooms.Room`).
    """

    __slots__ = ("table",)

    def __init__(self, table: Table) -> None:
        self.table = table


class Session:
    """A connection: its bytes, its voice, its budget, and what it is to be sent."""

    __slots__ = (
        "address",
        "alarms",
        "asked",
        "bad",
        "behind",
        "bucket",
        "busy",
        "closing",
        "colour",
        "conn",
        "decoder",
        "dry",
        "errands",
        "fresh",
        "greeted",
        "heard_at",
        "held",
        "lag_ms",
        "lobby",
        "nameless",
        "near",
        "operator",
        "out",
        "player",
        "program",
        "proved",
        "queued",
        "reading",
        "refused",
        "showing",
        "sight",
        "since",
        "spent",
        "spoke_at",
        "stood",
        "text",
        "unread",
        "waiting",
        "width",
        "wrong",
    )

    def __init__(
        self,
        conn: ConnId,
        address: str,
        near: bool,
        bucket: Bucket,
        now: float,
        operator: bool = False,
    ) -> None:
        self.conn = conn
        self.address = address
        self.near = near
        self.operator = operator
        """The commands of the operator can be typed here."""
        self.bucket = bucket
        self.decoder = Decoder()
        self.fresh = True
        """No line has been read yet: a program says HELLO now or never."""
        self.greeted = False
        """The greeting was sent."""
        self.program = False
        self.text = False
        self.sight: Sight = ""
        """How it is sent a position after each change."""
        self.lobby = True
        """Follow the lobby while at no table? Programs only if they ask for it."""
        self.width = WIDTH
        self.colour = False
        """A person wants colours."""
        self.player: Player | None = None
        self.nameless = False
        """It counts among those that have not said who they are (`quotas.Nameless`)."""
        self.asked: str | None = None
        """The name with an account that was given here: its password may come next."""
        self.proved = False
        """The player's password was typed or set here: it may be changed here, too."""
        self.spent = False
        """They came with their code: it counts until they are known to have read the new one."""
        self.heard_at = now
        self.spoke_at = now
        """When the last line came by which its player shows that they are there."""
        self.lag_ms = 0
        """The round trip to him and back, as far as it is known."""
        self.bad = 0
        """Lines that could not be used."""
        self.wrong = 0
        """Wrong passwords and ways back."""
        self.refused = 0
        self.waiting: deque[Waiting] | None = None
        """Lines that wait for their turn, for the flood budget or for the answer before them;
        None while there are none and none need wait."""
        self.queued = False
        """It gets a turn in the next round (`turns.Turns`)."""
        self.dry = False
        """The flood budget is used up."""
        self.held = False
        """Its place has used up its bursts: lines beyond the budget stay in the network."""
        self.stood = False
        """Lines came while the house waited for its store: none of those that wait is refused."""
        self.behind = False
        """The reader has much to read yet."""
        self.reading = True
        """The shell reads from this connection."""
        self.since = now
        """When the last thing went away that its lines had to wait for."""
        self.errands = 0
        self.busy: int | None = None
        """The number of the request whose answer takes a while: what comes after it waits."""
        self.showing: Shown | None = None
        """A long answer that is being written."""
        self.out: list[bytes] = []
        self.unread: list[str] = []
        """Lines that the player missed and has not read yet (`commands.missed`): no more than the
        log of the player held."""
        self.closing = False
        self.alarms: dict[str, Timer] = {}
        """What is due for this connection, by what it is (`Outbound.alarm`)."""

    def end(self) -> None:
        """Nothing happens on this connection any more: hold on to nothing."""
        self.closing = True
        self.waiting = None
        self.unread.clear()
        for timer in self.alarms.values():
            timer.cancel()
        self.alarms.clear()

    def start_waiting(self) -> deque[Waiting]:
        """From now on lines wait their turn."""
        self.waiting = deque()
        return self.waiting

    @property
    def next_at(self) -> float:
        """When the line came whose turn is next in a round; infinite if there is none."""
        if not self.queued or not self.waiting:
            return math.inf
        return max(self.waiting[0][1], self.since)

    @property
    def blocked(self) -> bool:
        """Must the next line wait for something other than its turn?"""
        return self.dry or self.behind or self.occupied

    @property
    def occupied(self) -> bool:
        """Must the next line wait until the one before it is answered?"""
        return self.busy is not None or (self.showing is not None and not self.showing.paced)

    @property
    def text_width(self) -> int | None:
        """Columns of the `text` a program gets, or None for no text."""
        return self.width if self.text else None


def rendered(session: Session, lines: Sequence[Line], first: int) -> bytes:
    """*lines* as they are read on this line, numbered from *first*.

    Raises whatever a game raises over its text or data.
    """
    if session.program:
        width = session.width if session.text else None
        if len(lines) == 1:
            return lines[0].program(first, width)
        return b"".join([line.program(seq, width) for seq, line in enumerate(lines, first)])
    if len(lines) == 1:
        return lines[0].person(session.width)
    return b"".join([line.person(session.width) for line in lines])


class Player:
    """A name on this host, with or without a line. `seq` counts the events of his stream."""

    __slots__ = (
        "away_timer",
        "code",
        "codes",
        "ignored",
        "key",
        "log",
        "name",
        "number",
        "password",
        "place",
        "resumed",
        "room",
        "seat",
        "seq",
        "session",
        "talk",
        "token",
        "tokens",
        "unread_from",
        "watching",
    )

    def __init__(self, number: int, name: str, key: str) -> None:
        self.number = number
        self.name = name
        self.key = key
        self.token = self.code = ""
        """The ways back as they were shown last; empty if that was before the host started. They
        are never stored."""
        self.tokens: tuple[str, ...] = ()
        self.codes: tuple[str, ...] = ()
        """What is stored of them (`persistence.SavedPlayer`)."""
        self.password: str | None = None
        """What is kept of the password of an account; None: a guest."""
        self.session: Session | None = None
        self.seq = 0
        self.resumed = 0
        """The highest SEQ he came back with: he had read so far, and nobody is shown again
        what he has read (R-P-13, G-4)."""
        self.unread_from: int | None = None
        """How far the stream had come when the connection dropped; None: it has not, or that is
        not known."""
        self.talk: Bucket | None = None
        """How much more may be said now; None: nothing has been said yet."""
        self.place = ""
        """Where a guest came in from (`quotas`); empty: not known any more."""
        self.log = Log()
        self.room: Place | None = None
        self.seat: Seat | None = None
        self.watching: dict[int, Place] = {}
        self.ignored: frozenset[str] = frozenset()
        """The same empty one for nearly everybody."""
        self.away_timer: Timer | None = None
        """When the name is free again, or the account asleep."""

    def stay(self) -> None:
        """Forget that the player was going to be forgotten."""
        if self.away_timer is not None:
            self.away_timer.cancel()
            self.away_timer = None

    @classmethod
    def of(cls, kept: SavedPlayer) -> Player:
        """The player of whom that was kept; he has no line and sits nowhere."""
        player = cls(kept.number, kept.name, kept.key)
        player.tokens, player.codes = kept.tokens, kept.codes
        player.password = kept.password
        player.seq = kept.seq
        player.ignored = frozenset(kept.ignored)
        player.resumed = kept.resumed
        return player

    @property
    def guest(self) -> bool:
        """Is the name his only while he is here?"""
        return self.password is None

    def saved(self) -> SavedPlayer:
        """What is kept of him."""
        return SavedPlayer(
            number=self.number,
            name=self.name,
            key=self.key,
            tokens=self.tokens,
            codes=self.codes,
            seq=self.seq,
            password=self.password,
            ignored=tuple(sorted(self.ignored)),
            resumed=self.resumed,
        )


@dataclass(frozen=True, slots=True)
class Source:
    """Where a stretch of a stream came from: `count` events of entry `entry` of a table."""

    table: int
    entry: int
    count: int
    views: bool


_ENTRY_BITS: Final = 24
_COUNT_BITS: Final = 12
MAX_COUNT: Final = (1 << _COUNT_BITS) - 1
"""More events than any one entry leads to for one viewer."""


class Log:
    """What a player was sent, as far back as `resume` reaches.

    Events of a table are not kept but named (entry and count, eight bytes): they are
    made again from the record. Only what no record holds is kept as it was.
    """

    __slots__ = ("_notes", "_refs")

    def __init__(self) -> None:
        self._refs = array("Q")
        self._notes: list[Line] = []  # a deque takes ten times as much, and few have many

    def note(self, line: Line) -> None:
        """An event that stands in no record."""
        self._refs.append(0)
        self._notes.append(line)

    def table(self, table: int, entry: int, count: int, *, views: bool) -> None:
        """*count* events that entry *entry* of a table led to; see `Source`."""
        self._refs.append(((table << _ENTRY_BITS | entry) << _COUNT_BITS | count) << 1 | views)

    def clear(self) -> None:
        """Nothing before this can be shown again."""
        del self._refs[:]
        self._notes.clear()

    def __len__(self) -> int:
        """How many items are kept."""
        return len(self._refs)

    def trim(self, keep: int) -> None:
        """Forget all but the last *keep* items."""
        surplus = len(self._refs) - keep
        if surplus <= 0:
            return
        del self._notes[: self._refs[:surplus].count(0)]
        del self._refs[:surplus]

    def since(self, missed: int) -> list[Line | Source] | None:
        """The items that make up the last *missed* events, oldest first.

        None if the log does not reach so far back, or the cut would fall inside the
        events of one entry that it cannot count; the first item may hold more events
        than were missed (see `Source.count`).
        """
        items: list[Line | Source] = []
        notes = iter(reversed(self._notes))
        left = missed
        for packed in reversed(self._refs):
            if left <= 0:
                break
            if packed == 0:
                items.append(next(notes))
                left -= 1
                continue
            rest = packed >> 1
            source = Source(
                table=rest >> (_ENTRY_BITS + _COUNT_BITS),
                entry=(rest >> _COUNT_BITS) & ((1 << _ENTRY_BITS) - 1),
                count=rest & MAX_COUNT,
                views=bool(packed & 1),
            )
            items.append(source)
            left -= source.count
        if left > 0:
            return None
        items.reverse()
        return items
