"""Lines and the people on them: a session is a connection, a player is a name."""

from __future__ import annotations

import math
from array import array
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from parlour.api import Seat
from parlour.house.effects import ConnId
from parlour.house.people.ways_back import code_hash, token_hash
from parlour.house.persistence import SavedPlayer
from parlour.house.timers import Timer
from parlour.wire.flood import Bucket
from parlour.wire.lines import BadLine, Decoder
from parlour.wire.names import name_key
from parlour.wire.voices import WIDTH, Line

if TYPE_CHECKING:
    from parlour.house.commands.desk import Errand
    from parlour.house.people.streaming import Showing
    from parlour.house.tables.rooms import Room

VIEW: Final = "view"
NOTEXT: Final = "notext"
LOBBY: Final = "lobby"
CAPABILITIES: Final = (VIEW, NOTEXT, LOBBY)
"""What a program may ask for in its HELLO."""


Waiting: TypeAlias = tuple[str | BadLine, float, int]
"""A line, when it came, and how far away its sender was then, in ms."""


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
        "conn",
        "decoder",
        "dry",
        "errands",
        "fresh",
        "heard_at",
        "held",
        "lag_ms",
        "lobby",
        "nameless",
        "near",
        "notext",
        "out",
        "player",
        "program",
        "proved",
        "queued",
        "reading",
        "refused",
        "showing",
        "since",
        "spent",
        "spoke_at",
        "unread",
        "view",
        "waiting",
        "width",
        "wrong",
    )

    def __init__(self, conn: ConnId, address: str, near: bool, bucket: Bucket, now: float) -> None:
        self.conn = conn
        self.address = address
        self.near = near
        self.bucket = bucket
        self.decoder = Decoder()
        self.fresh = True
        """No line has been read yet: a program says HELLO now or never."""
        self.program = False
        self.view = False
        self.notext = False
        self.lobby = True
        """Follow the lobby while at no table? Programs only if they ask for it."""
        self.width = WIDTH
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
        self.behind = False
        """The reader has much to read yet."""
        self.reading = True
        """The shell reads from this connection."""
        self.since = now
        """When the last thing went away that its lines had to wait for."""
        self.errands = 0
        self.busy: Errand | None = None
        """The request whose answer takes a while: what comes after it waits."""
        self.showing: Showing | None = None
        """A long answer that is being written."""
        self.out: list[bytes] = []
        self.unread: deque[str] = deque()
        """Lines that the player missed and has not read yet (`commands.missed`): no more than the
        log of the player held."""
        self.closing = False
        self.alarms: dict[str, Timer] = {}
        """What is due for this connection, by what it is (`House.alarm`)."""

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
        return None if self.notext else self.width


def rendered(session: Session, lines: Sequence[Line], first: int) -> list[bytes]:
    """*lines* as they are read on this line, numbered from *first*.

    Raises whatever a game raises over its text or data.
    """
    if session.program:
        width = None if session.notext else session.width
        return [line.program(seq, width) for seq, line in enumerate(lines, first)]
    return [line.person(session.width) for line in lines]


class Player:
    """A name on this host, with or without a line. `seq` counts the events of his stream."""

    __slots__ = (
        "away_since",
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
        self.room: Room | None = None
        self.seat: Seat | None = None
        self.watching: dict[int, Room] = {}
        self.ignored: set[str] = set()
        self.away_since: float | None = None
        self.away_timer: Timer | None = None
        """When the name is free again, or the account asleep."""

    def stay(self) -> None:
        """Forget that the player was going to be forgotten."""
        self.away_since = None
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
        player.ignored = set(kept.ignored)
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

    def rewind(self, events: int) -> None:
        """Take back the last *events*: they were never sent. They end with whole items."""
        while events > 0 and self._refs:
            packed = self._refs.pop()
            if packed == 0:
                self._notes.pop()
                events -= 1
            else:
                events -= packed >> 1 & MAX_COUNT

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


@dataclass(slots=True)
class Register:
    """Who is on the host, by the folded form of the name, by token and by code (their hashes).

    The players of `asleep` are not: they have accounts and are long away. They hear
    nothing, sit nowhere and have no code, but their names are theirs.
    """

    by_key: dict[str, Player] = field(default_factory=dict[str, Player])
    by_token: dict[str, Player] = field(default_factory=dict[str, Player])
    by_code: dict[str, Player] = field(default_factory=dict[str, Player])
    by_number: dict[int, Player] = field(default_factory=dict[int, Player])
    asleep: dict[str, SavedPlayer] = field(default_factory=dict[str, SavedPlayer])
    """By key. Small: half a kilobyte where a player has two."""
    _odd: dict[str, str] = field(default_factory=dict[str, str])
    """The key of each name that has another one than it would get now, by the name: two names of
    an older host may look alike to this one."""
    places: Counter[str] = field(default_factory=Counter[str])
    """How many of those who are here or away came in from each place as guests."""
    _asleep_tokens: dict[str, str] = field(default_factory=dict[str, str])
    """The key of who sleeps, by token."""

    def concerned(self) -> list[Player]:
        """Whom news of the whole host concerns: who is connected, or keeps a seat."""
        players = self.by_key.values()
        return [
            player for player in players if player.session is not None or player.room is not None
        ]

    def add(self, player: Player) -> None:
        """A new name."""
        self._note_odd(player)
        self.by_key[player.key] = player
        self.places[player.place] += 1
        self.by_number[player.number] = player
        self._hand_out(player)

    def remove(self, player: Player) -> None:
        """The name is free again."""
        del self.by_key[player.key]
        self.places[player.place] -= 1
        if not self.places[player.place]:
            del self.places[player.place]
        del self.by_number[player.number]
        self._call_in(player)

    def give_ways_back(
        self, player: Player, tokens: tuple[str, ...], codes: tuple[str, ...]
    ) -> None:
        """They come back with these from now on, and no more with those they had: hashes."""
        self._call_in(player)
        player.tokens, player.codes = tokens, codes
        self._hand_out(player)

    def _hand_out(self, player: Player) -> None:
        self.by_token |= dict.fromkeys(player.tokens, player)
        self.by_code |= dict.fromkeys(player.codes, player)

    def _call_in(self, player: Player) -> None:
        for token in player.tokens:
            del self.by_token[token]
        for code in player.codes:
            del self.by_code[code]

    def put_to_sleep(self, kept: SavedPlayer) -> None:
        """That account is known, and nobody is here or away under its name."""
        self._note_odd(kept)
        self.asleep[kept.key] = kept
        self._asleep_tokens |= dict.fromkeys(kept.tokens, kept.key)

    def wake(self, key: str) -> SavedPlayer:
        """Take an account out of `asleep`. Raises KeyError if it is not there."""
        kept = self.asleep.pop(key)
        for token in kept.tokens:
            del self._asleep_tokens[token]
        return kept

    def _note_odd(self, player: Player | SavedPlayer) -> None:
        if name_key(player.name) != player.key:
            self._odd[player.name] = player.key

    def key(self, name: str) -> str:
        """The key of the player whom *name* means."""
        return self._odd.get(name) or name_key(name)

    def password(self, key: str) -> str | None:
        """What is kept of the password of that name; None: it has no account."""
        player = self.by_key.get(key) or self.asleep.get(key)
        return None if player is None else player.password

    def named(self, key: str) -> Player | None:
        """The player of that name; one who sleeps is not on the host by that (`lobby.wake`)."""
        return self.by_key.get(key) or self._sleeper(key)

    def with_token(self, token: str) -> Player | None:
        """The player who has that token, as `named`; it is the one they were shown last."""
        hashed = token_hash(token)
        player = self.by_token.get(hashed) or self._sleeper(self._asleep_tokens.get(hashed))
        if player is not None:
            player.token = token
        return player

    def with_code(self, code: str) -> Player | None:
        """The player who has that code."""
        return self.by_code.get(code_hash(code))

    @property
    def accounts(self) -> int:
        """How many accounts there are."""
        return len(self.asleep) + sum(not player.guest for player in self.by_key.values())

    def _sleeper(self, key: str | None) -> Player | None:
        kept = None if key is None else self.asleep.get(key)
        return None if kept is None else Player.of(kept)
