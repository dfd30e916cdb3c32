"""Connections and players. A session is a connection, and a player is a name.

Both hold state, and do nothing themselves.
"""

from __future__ import annotations

import math
from array import array
from collections import deque
from collections.abc import Sequence
from typing import Final, Protocol, TypeAlias

import msgspec

from parlour.api import Seat
from parlour.core.effects import ConnId
from parlour.core.persistence import SavedPlayer
from parlour.core.timers import Timer
from parlour.engine.table import Table
from parlour.language import FORM, Form
from parlour.wire.encoding import HEIGHT, Line
from parlour.wire.flood import Bucket
from parlour.wire.lines import BadLine, Decoder
from parlour.wire.messages import SceneEvent, Sight, Sighting, StartedEvent

TEXT: Final = "text"
VIEW: Final = "view"
SCENE: Final = "scene"
LOBBY: Final = "lobby"
NATURAL: Final = "natural"
TAPS: Final = "taps"
CAPABILITIES: Final = (TEXT, VIEW, SCENE, LOBBY, NATURAL, TAPS)
"""The capabilities that a program may ask for in its HELLO."""


Waiting: TypeAlias = tuple[str | BadLine, float, int]
"""A line, the time it arrived, and its sender's round-trip time then in ms."""


class Shown(Protocol):
    """A long answer in progress (`people.streaming`)."""

    @property
    def paced(self) -> bool:
        """Whether the next line ends it."""
        ...

    def stop(self) -> None:
        """Send the final answer now."""


class Place:
    """The table where somebody sits or watches. `tables.rooms.Room` adds the rest."""

    __slots__ = ("table",)

    def __init__(self, table: Table) -> None:
        self.table = table


STRANGER_WORK: Final = 8
"""The work that we expect of the first line of a connection (`commands.turns`). So those who are
here already pass by, and need not wait for hundreds that come and go."""


class Unseen(msgspec.Struct, frozen=True):
    """A password that is asked for: the command it ends, and whether it is typed twice."""

    command: str
    twice: bool = False
    typed: str | None = None
    """What was typed the first time."""

    def __repr__(self) -> str:
        """Leave out what was typed."""
        return f"Unseen({self.command!r})"


class Session:
    """A connection: its bytes, its format, its budget, and its output."""

    __slots__ = (
        "address",
        "alarms",
        "asked",
        "asks",
        "bad",
        "behind",
        "bucket",
        "busy",
        "closing",
        "conn",
        "decoder",
        "dry",
        "ended",
        "errands",
        "form",
        "fresh",
        "further",
        "goodbye",
        "greeted",
        "had",
        "had_at",
        "heard_at",
        "height",
        "held",
        "lag_ms",
        "leaving",
        "lobby",
        "nameless",
        "natural",
        "near",
        "operator",
        "out",
        "pages",
        "player",
        "program",
        "proved",
        "queued",
        "reading",
        "refused",
        "seen",
        "showing",
        "sight",
        "since",
        "spent_at",
        "stalled",
        "text",
        "unheard",
        "unread",
        "unseen",
        "usual",
        "waiting",
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
        """The operator's commands work here."""
        self.bucket = bucket
        self.decoder = Decoder()
        self.fresh = True
        """No line has been read yet. A program says HELLO now or never."""
        self.greeted = False
        """The greeting was sent."""
        self.program = False
        self.natural = True
        """People type its lines, so we read them kindly. A program's only if it asks for it."""
        self.text = False
        self.sight: Sight = ""
        """The form in which it receives the position after each change."""
        self.seen: Sighting | None = None
        """What the last scene that it was sent shows, unless it may have put it away."""
        self.lobby = True
        """Follow the lobby while at no table. Programs do so only if they ask for it."""
        self.form = FORM
        self.height = HEIGHT
        """Lines of a page of a long text; 0: it comes in one piece."""
        self.player: Player | None = None
        self.nameless = False
        """It counts as a connection without a name (`quotas.Nameless`)."""
        self.asked: str | None = None
        """The name of an account that was given here. Its password may come next."""
        self.asks: str | None = None
        """The first line of a web browser's request, whose other lines are still to come."""
        self.unseen: Unseen | None = None
        """The password that the next line is, while the terminal hides it (`commands.unseen`)."""
        self.goodbye = False
        """They have said it (`quit`)."""
        self.leaving: int | None = None
        """The table that its person was asked whether to leave."""
        self.unheard = False
        """They were told that the players do not hear what watchers say."""
        self.proved = False
        """The player typed or set their password here, so they may change it here, too."""
        self.spent_at: float | None = None
        """When they resumed with their code. It counts until we know that they have read the new
        one; None from then on, or if they came in another way."""
        self.heard_at = now
        """When it last sent anything."""
        self.lag_ms = 0
        """The round-trip time in ms, if we know it."""
        self.bad: Bucket | None = None
        """Unusable lines that may still come, or None if there were none yet."""
        self.wrong: Bucket | None = None
        """The same for wrong passwords, tokens and codes."""
        self.refused = 0
        """Lines refused as too fast since all that waited was answered."""
        self.waiting: deque[Waiting] | None = None
        """Lines that wait for their turn, for the rate limit or for the answer before them.
        None while there are none and none need to wait."""
        self.had = 0.0
        """The work that was done for it, in fair time (`turns.Turns`)."""
        self.had_at = now
        """When that was."""
        self.usual = STRANGER_WORK
        """The work that a line of it was lately."""
        self.queued = False
        """It gets a turn in the next round (`turns.Turns`)."""
        self.dry = False
        """The rate limit is used up."""
        self.held = False
        """Its address has used up its bursts, so we leave lines beyond the limit in the
        network."""
        self.stalled = False
        """Lines arrived while the house waited for its store. We refuse none of those that
        wait."""
        self.behind = False
        """The reader still has much to read."""
        self.reading = True
        """The server reads from this connection."""
        self.ended = False
        """The peer has closed their side. We close ours when all their lines are answered."""
        self.since = now
        """The time when the last thing ended that its lines had to wait for."""
        self.errands = 0
        self.busy: int | None = None
        """The number of the request whose answer takes a while. Lines after it wait."""
        self.showing: Shown | None = None
        """A long answer in progress."""
        self.out: list[bytes] = []
        self.unread: list[str] = []
        """Lines that the player missed and has not read yet (`commands.missed`), no more than the
        player's log held."""
        self.pages: list[str] = []
        """The rest of the long text that was asked for last (`commands.paging`)."""
        self.further = ""
        """The line that asks for what follows that text, or nothing."""
        self.closing = False
        self.alarms: dict[str, Timer] = {}
        """Timers of this connection, by what is due (`Outbound.alarm`)."""

    def end(self) -> None:
        """Release everything, because nothing happens on this connection any more."""
        self.closing = True
        self.waiting = None
        self.unread.clear()
        self.pages.clear()
        for timer in self.alarms.values():
            timer.cancel()
        self.alarms.clear()

    def start_waiting(self) -> deque[Waiting]:
        """Let lines wait for their turn from now on."""
        self.waiting = deque()
        return self.waiting

    @property
    def next_at(self) -> float:
        """Return the arrival time of the line whose turn is next in a round, or infinity."""
        if not self.queued or not self.waiting:
            return math.inf
        return max(self.waiting[0][1], self.since)

    @property
    def blocked(self) -> bool:
        """Check whether the next line must wait for something other than its turn."""
        return self.dry or self.behind or self.occupied

    @property
    def occupied(self) -> bool:
        """Check whether the next line must wait until the previous one is answered."""
        return self.busy is not None or (self.showing is not None and not self.showing.paced)

    def has_seen(self, lines: Sequence[Line]) -> bool:
        """Check whether the scene at the end of *lines* is the one that it was sent last.

        The first one of a game is always new.
        """
        if self.seen is None or not lines or _sighting(lines[-1]) != self.seen:
            return False
        return not any(isinstance(line.event, StartedEvent) for line in lines)

    def note_seen(self, lines: Sequence[Line]) -> None:
        """Note the scene at the end of *lines*, which it is sent."""
        self.seen = _sighting(lines[-1]) or self.seen

    @property
    def text_form(self) -> Form | None:
        """Return the form of the `text` a program gets, or None for no text."""
        return self.form if self.text else None


def _sighting(line: Line) -> Sighting | None:
    """Return what the scene *line* shows, or None if it is none."""
    return line.event.sighting if isinstance(line.event, SceneEvent) else None


def rendered(session: Session | None, lines: Sequence[Line], first: int) -> bytes:
    """Return *lines* as bytes for this connection, numbered from *first*.

    Nothing if there is no connection. Raises whatever a game raises over its text or data.
    """
    if session is None or session.closing:
        return b""
    if session.program:
        form = session.form if session.text else None
        if len(lines) == 1:
            return lines[0].program(first, form)
        return b"".join([line.program(seq, form) for seq, line in enumerate(lines, first)])
    if len(lines) == 1:
        return lines[0].person(session.form)
    return b"".join([line.person(session.form) for line in lines])


class Player:
    """A name on this host, connected or not. `seq` counts the events of their stream."""

    __slots__ = (
        "away_timer",
        "code",
        "codes",
        "hails",
        "ignored",
        "key",
        "log",
        "name",
        "number",
        "password",
        "place",
        "proposals",
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
        """The token and code we showed last, or empty if that was before the host started. We
        never store them."""
        self.tokens: tuple[str, ...] = ()
        self.codes: tuple[str, ...] = ()
        """Their stored hashes (`persistence.SavedPlayer`)."""
        self.password: str | None = None
        """The stored form of an account's password, or None for a guest."""
        self.session: Session | None = None
        self.seq = 0
        self.resumed = 0
        """The highest SEQ they resumed from. They had read that far, and nobody sees again
        what they have read (R-P-13, G-4)."""
        self.unread_from: int | None = None
        """The length of the stream when they disconnected. None: they have not, or we do not know
        it."""
        self.talk: Bucket | None = None
        """The amount of talk they may still send now, or None if they have said nothing yet."""
        self.hails: Bucket | None = None
        """The number of people they may still call on now, or None if they have called nobody."""
        self.proposals: Bucket | None = None
        """The number of proposals they may still make now, or None if they have made none."""
        self.place = ""
        """The address a guest connected from (`quotas`), or empty if no longer known."""
        self.log = Log()
        self.room: Place | None = None
        self.seat: Seat | None = None
        self.watching: dict[int, Place] = {}
        self.ignored: frozenset[str] = frozenset()
        """Nearly all players share the same empty one."""
        self.away_timer: Timer | None = None
        """The timer that frees the name, or puts the account to sleep."""

    def stay(self) -> None:
        """Cancel the plan to forget the player."""
        if self.away_timer is not None:
            self.away_timer.cancel()
            self.away_timer = None

    @classmethod
    def of(cls, kept: SavedPlayer) -> Player:
        """Return the player from their stored form, disconnected and at no table."""
        player = cls(kept.number, kept.name, kept.key)
        player.tokens, player.codes = kept.tokens, kept.codes
        player.password = kept.password
        player.seq = kept.seq
        player.ignored = frozenset(kept.ignored)
        player.resumed = kept.resumed
        return player

    @property
    def guest(self) -> bool:
        """Whether the name is theirs only while they stay."""
        return self.password is None

    def saved(self) -> SavedPlayer:
        """Return their stored form."""
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


class Source(msgspec.Struct, frozen=True):
    """The source of part of a stream: `count` events of entry `entry` of a table."""

    table: int
    entry: int
    count: int
    views: bool


_ENTRY_BITS: Final = 24
_COUNT_BITS: Final = 12
_PACKED_BITS: Final = _COUNT_BITS + 1
MAX_COUNT: Final = (1 << _COUNT_BITS) - 1
"""More events than any one entry leads to for one viewer."""


def source_of(table: int, entry: int) -> int:
    """Return entry *entry* of a table as all logs note it."""
    return (table << _ENTRY_BITS | entry) << _PACKED_BITS


class Log:
    """The events a player was sent, as far back as `resume` reaches.

    It stores references to a table's events (entry and count, eight bytes), because the record
    can make them again. It keeps only events that are in no record.
    """

    __slots__ = ("_notes", "refs")

    def __init__(self) -> None:
        self.refs = array("Q")
        """An item for each event in no record, and for each entry that led to events. Only its
        length matters to others, who look at it for every event."""
        self._notes: list[Line] = []  # a deque takes ten times as much, and few players have many

    def note(self, line: Line) -> None:
        """Add an event that is in no record."""
        self.refs.append(0)
        self._notes.append(line)

    def table(self, source: int, packed: int) -> None:
        """Add what an entry of a table led to, from `source_of` it.

        *packed* is the number of events times 2, and 1 more if a view is among them.
        """
        self.refs.append(source | packed)

    def clear(self) -> None:
        """Forget everything so far, because it cannot be shown again."""
        del self.refs[:]
        self._notes.clear()

    def trim(self, keep: int) -> None:
        """Forget all but the last *keep* items."""
        surplus = len(self.refs) - keep
        if surplus <= 0:
            return
        del self._notes[: self.refs[:surplus].count(0)]
        del self.refs[:surplus]

    def since(self, missed: int) -> list[Line | Source] | None:
        """Return the items that make up the last *missed* events, oldest first.

        None if the log does not go back far enough, or if the cut falls inside the
        events of one entry that it cannot count. The first item may hold more events
        than were missed (see `Source.count`).
        """
        items: list[Line | Source] = []
        notes = iter(reversed(self._notes))
        left = missed
        for packed in reversed(self.refs):
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
