"""The entries of a table's record: everything that can happen to a table, in order.

The state of a table is the fold of its entries (`table.fold`); nothing else is
kept. `at` is table time in ms. An entry holds no rendered text and no deadline
that is not already a consequence of the entries before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal, TypeAlias

import msgspec

from parlour.api import Ending, OptionValue, Seat

RECORD_VERSION: Final = 2
"""Raised when an entry changes its meaning or has more to say; stands in the first entry of a
record. 2: `started` and `continued` may bear `code`."""
RECORD_VERSIONS: Final = range(1, RECORD_VERSION + 1)
"""The forms of entries that can be read."""

Lists: TypeAlias = dict[str, str]
"""The SHA-256 of the word lists that options of the game name, by option (`ListOption`); which
list it is says the option. Left out of an entry if there are none."""


class _Entry(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="kind"):
    """The base of all entries."""


class Opened(_Entry, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="opened"):
    """The table was made: always the first entry."""

    record_version: int
    table: int
    game: str
    version: str
    options: dict[str, OptionValue]
    lexicon: str | None
    lexicon_hash: str | None
    lists: Lists = {}


class Sat(_Entry, frozen=True, kw_only=True, gc=False, tag="sat"):
    """Somebody took a seat; `bot` is the kind of bot, or null for a person."""

    seat: Seat
    name: str
    bot: str | None


class Joined(_Entry, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="joined"):
    """Somebody sat down at a game that was being played; otherwise as `Sat`.

    `takes_over`: a bot, in place of a player who said nothing. The rules are not asked: to them
    it is the same player.
    """

    at: int
    seat: Seat
    name: str
    bot: str | None
    takes_over: bool = False


class Stood(_Entry, frozen=True, kw_only=True, gc=False, tag="stood"):
    """A seat was given up for good; in a game the rules decide what that means."""

    at: int
    seat: Seat
    why: Literal["left", "kicked", "absent", "silent"]


class Optioned(_Entry, frozen=True, kw_only=True, gc=False, tag="optioned"):
    """The host of the table changed its options; nobody is ready any more."""

    options: dict[str, OptionValue]


class Readied(_Entry, frozen=True, kw_only=True, gc=False, tag="ready"):
    """A player is ready for the next game, or not any more."""

    seat: Seat
    ready: bool


class Presence(_Entry, frozen=True, kw_only=True, gc=False, tag="presence"):
    """A player lost his line, or is back."""

    at: int
    seat: Seat
    away: bool


class Started(_Entry, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="started"):
    """A game begins: all that is needed to play it again stands here.

    `options` are as the table has them: a `SeatOption` may still hold a player's name.
    `seat_options` are those that hold one, or `seatN`, instead of a word of their own.
    """

    record: str
    table: int
    game: str
    version: str
    code: str = ""
    """The fingerprint of the game's code (`Game.code`). Empty in records from before there was
    one, and of games of which it cannot be known."""
    options: dict[str, OptionValue]
    names: dict[Seat, str]
    bots: dict[Seat, str]
    away: list[Seat]
    host: Seat | None
    lexicon: str | None
    lexicon_hash: str | None
    lists: Lists = {}
    seat_options: list[str] = []
    seed: str
    """256 bits, hexadecimal: the root of all luck of this game, and of the salts with which
    it is sealed (`engine.seals`). Whoever knows it knows every card: secret until the end."""
    wall_s: int
    """When, in seconds since 1970 UTC. For people; no rule reads it."""


class Moved(_Entry, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="moved"):
    """A move that was accepted."""

    at: int
    seat: Seat
    move: msgspec.Raw
    lag: int = 0
    """The round trip to the mover and back, in ms, if it was known: see `Context.lag`."""


class TimeUp(_Entry, frozen=True, kw_only=True, gc=False, tag="time_up"):
    """The game's deadline passed."""

    at: int


class Called(_Entry, frozen=True, kw_only=True, gc=False, tag="called"):
    """The time was called, `left_s` seconds before the deadline."""

    at: int
    left_s: int


class Proposed(_Entry, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="proposed"):
    """A player proposed something that takes everybody's consent.

    To `remove` or `replace` the player of seat `target`, by a `bot` of that kind, who can keep
    the seat for `seconds` by sending any line.
    """

    at: int
    seat: Seat
    what: Literal["abort", "pause", "resume", "remove", "replace"]
    target: Seat | None = None
    bot: str | None = None
    seconds: int = 0


class Answered(_Entry, frozen=True, kw_only=True, gc=False, tag="answered"):
    """A player accepted or declined a proposal."""

    at: int
    seat: Seat
    number: int
    accepts: bool


class Lapsed(_Entry, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="lapsed"):
    """A proposal ran out of time. `passes`: those who answered agreed, or nobody else said
    anything; then `at` is when.
    """

    number: int
    passes: bool = False
    at: int = 0


class Said(_Entry, frozen=True, kw_only=True, gc=False, tag="said"):
    """Talk during a game: to the whole table, or among its watchers."""

    at: int
    name: str
    to: Literal["table", "watchers"]
    what: str


class Ended(_Entry, frozen=True, kw_only=True, gc=False, tag="ended"):
    """The game was ended from outside."""

    at: int
    reason: Ending


class Faulted(_Entry, frozen=True, kw_only=True, gc=False, tag="faulted"):
    """The game's plugin raised; the table stands still as it was.

    `call` names the function in which the whole host died; None: the host went on.
    """

    at: int
    call: str | None = None


class Restarted(_Entry, frozen=True, kw_only=True, gc=False, tag="restarted"):
    """The host was started again, and nobody has kept his line."""

    at: int


class Continued(_Entry, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="continued"):
    """The table goes on because somebody decided so: after its plugin had failed, or under
    another version of the game or of the word list, or with other code of the same version.
    From here on these rule.
    """

    at: int
    version: str
    code: str = ""
    lexicon: str | None
    lexicon_hash: str | None
    lists: Lists = {}


class Closed(_Entry, frozen=True, kw_only=True, gc=False, tag="closed"):
    """The table is gone: always the last entry."""

    why: Literal["empty", "deserted", "host", "operator"]


Entry: TypeAlias = (
    Opened
    | Sat
    | Joined
    | Stood
    | Optioned
    | Readied
    | Presence
    | Started
    | Moved
    | TimeUp
    | Called
    | Proposed
    | Answered
    | Lapsed
    | Said
    | Ended
    | Faulted
    | Restarted
    | Continued
    | Closed
)

_encoder: Final = msgspec.json.Encoder()
_decoder: Final[msgspec.json.Decoder[Entry]] = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    """*entry* as one line of JSON, without a line end."""
    return _encoder.encode(entry)


def decode(body: bytes) -> Entry:
    """The entry that was encoded as *body*. Raises msgspec.ValidationError for anything else."""
    return _decoder.decode(body)


_SEATING: Final = (b'"started"', b'"joined"')
"""What stands in every entry that says who plays, and in hardly another."""


def players(bodies: Iterable[bytes]) -> list[tuple[Seat, str]]:
    """Who has played the game of which *bodies* are the entries, in the order in which they came.

    A seat stands there once for each who held it. Raises msgspec.DecodeError.
    """
    found: list[tuple[Seat, str]] = []
    for body in bodies:
        if not any(word in body for word in _SEATING):
            continue
        entry = decode(body)
        if isinstance(entry, Started):
            found.extend(sorted(entry.names.items()))
        elif isinstance(entry, Joined):
            found.append((entry.seat, entry.name))
    return found


def encode_move(move: Any) -> msgspec.Raw:
    """A game's move, ready to stand in `Moved`."""
    return msgspec.Raw(_encoder.encode(move))
