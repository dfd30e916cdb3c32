"""Lines and the people on them: a session is a connection, a player is a name."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from parlour.api import Seat
from parlour.house.effects import ConnId
from parlour.wire.flood import Bucket
from parlour.wire.lines import BadLine, Decoder
from parlour.wire.voices import WIDTH, Line

if TYPE_CHECKING:
    from parlour.house.rooms import Room

VIEW: Final = "view"
NOTEXT: Final = "notext"
CAPABILITIES: Final = (VIEW, NOTEXT)
"""What a program may ask for in its HELLO."""


class Session:
    """A connection: its bytes, its voice, its budget, and what it is to be sent."""

    __slots__ = (
        "address",
        "bad",
        "bucket",
        "closing",
        "conn",
        "decoder",
        "fresh",
        "heard_at",
        "near",
        "notext",
        "out",
        "player",
        "program",
        "refused",
        "view",
        "waiting",
        "width",
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
        self.width = WIDTH
        self.player: Player | None = None
        self.heard_at = now
        self.bad = 0
        self.refused = 0
        self.waiting: deque[str | BadLine] | None = None
        """Lines that wait for the flood budget; None while there are none."""
        self.out: list[bytes] = []
        self.closing = False

    def start_waiting(self) -> deque[str | BadLine]:
        """From now on lines wait their turn."""
        self.waiting = deque()
        return self.waiting

    @property
    def text_width(self) -> int | None:
        """Columns of the `text` a program gets, or None for no text."""
        return None if self.notext else self.width


def rendered(session: Session, lines: Sequence[Line], first: int) -> list[bytes]:
    """*lines* as they are read on this line, numbered from *first*.

    Raises whatever a game raises over its text or data.
    """
    if session.program:
        width = session.text_width
        return [line.program(seq, width) for seq, line in enumerate(lines, first)]
    return [line.person(session.width) for line in lines]


class Player:
    """A name on this host, with or without a line. `seq` counts the events of his stream."""

    __slots__ = (
        "away_since",
        "code",
        "ignored",
        "key",
        "log",
        "name",
        "room",
        "seat",
        "seq",
        "session",
        "token",
        "watching",
    )

    def __init__(self, name: str, key: str, token: str, code: str) -> None:
        self.name = name
        self.key = key
        self.token = token
        self.code = code
        self.session: Session | None = None
        self.seq = 0
        self.log = Log()
        self.room: Room | None = None
        self.seat: Seat | None = None
        self.watching: dict[int, Room] = {}
        self.ignored: set[str] = set()
        self.away_since: float | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """Where a stretch of a stream came from: `count` events of entry `entry` of a table."""

    table: int
    entry: int
    count: int
    views: bool


_ENTRY_BITS: Final = 24
_COUNT_BITS: Final = 6
MAX_COUNT: Final = (1 << _COUNT_BITS) - 1
"""More events than any one entry leads to for one viewer."""


class Log:
    """What a player was sent, as far back as `resume` reaches.

    Events of a table are not kept but named (entry and count, eight bytes): they are
    made again from the record. Only what no record holds is kept as it was.
    """

    __slots__ = ("_direct", "_refs")

    def __init__(self) -> None:
        self._refs = array("Q")
        self._direct: deque[Line] = deque()

    def direct(self, line: Line) -> None:
        """An event that stands in no record."""
        self._refs.append(0)
        self._direct.append(line)

    def table(self, table: int, entry: int, count: int, *, views: bool) -> None:
        """*count* events that entry *entry* of a table led to; see `Source`."""
        self._refs.append(((table << _ENTRY_BITS | entry) << _COUNT_BITS | count) << 1 | views)

    def __len__(self) -> int:
        """How many items are kept."""
        return len(self._refs)

    def trim(self, keep: int) -> None:
        """Forget all but the last *keep* items."""
        surplus = len(self._refs) - keep
        if surplus <= 0:
            return
        for packed in self._refs[:surplus]:
            if packed == 0:
                self._direct.popleft()
        del self._refs[:surplus]

    def since(self, missed: int) -> list[Line | Source] | None:
        """The items that make up the last *missed* events, oldest first.

        None if the log does not reach so far back, or the cut would fall inside the
        events of one entry that it cannot count; the first item may hold more events
        than were missed (see `Source.count`).
        """
        items: list[Line | Source] = []
        direct = iter(reversed(self._direct))
        left = missed
        for packed in reversed(self._refs):
            if left <= 0:
                break
            if packed == 0:
                items.append(next(direct))
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
    """Who is on the host, by the folded form of the name, by token and by code."""

    by_key: dict[str, Player] = field(default_factory=dict[str, Player])
    by_token: dict[str, Player] = field(default_factory=dict[str, Player])
    by_code: dict[str, Player] = field(default_factory=dict[str, Player])

    def add(self, player: Player) -> None:
        """A new name."""
        self.by_key[player.key] = player
        self.by_token[player.token] = player
        self.by_code[player.code] = player

    def remove(self, player: Player) -> None:
        """The name is free again."""
        del self.by_key[player.key]
        del self.by_token[player.token]
        del self.by_code[player.code]
