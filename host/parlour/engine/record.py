"""The entries of a table's record: everything that can happen to a table, in order.

Applying the entries in order (`folding.fold`) gives the state of a table. The host keeps
nothing else. `at` is table time in ms. An entry holds no text made for readers, and no
deadline that already follows from the entries before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal, TypeAlias

import msgspec

from parlour.api import Ending, OptionValue, Result, Seat
from parlour.language import encoder

Lists: TypeAlias = dict[str, str]
"""The SHA-256 of each word list that the game's options name, by option (`ListOption`). The
option's value gives the name of the list. An entry leaves this out if there are none."""


class _Entry(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="kind"):
    """The base of all entries."""


class Opened(_Entry, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="opened"):
    """Someone opened the table. This is always the first entry.

    `word` opens a private table to people who type it. Others have none. `party` is the number of
    the party whose round is played here. 0: of none.
    """

    table: int
    game: str
    version: str
    options: dict[str, OptionValue]
    lexicon: str | None
    lexicon_hash: str | None
    lists: Lists = {}
    word: str = ""
    party: int = 0


class Sat(_Entry, frozen=True, kw_only=True, gc=False, tag="sat"):
    """A player took a seat. `bot` is the kind of bot, or null for a person."""

    seat: Seat
    name: str
    bot: str | None


class Joined(_Entry, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="joined"):
    """A player took a seat in a game in progress. Otherwise like `Sat`.

    `takes_over`: a bot plays on for a silent player, or a person for a disconnected one. The host
    does not ask the rules, because for them it is the same player.
    """

    at: int
    seat: Seat
    name: str
    bot: str | None
    takes_over: bool = False


class Stood(_Entry, frozen=True, kw_only=True, gc=False, tag="stood"):
    """A player gave up a seat for good. During a game the rules decide what that means."""

    at: int
    seat: Seat
    why: Literal["left", "kicked", "absent", "silent"]


class Optioned(_Entry, frozen=True, kw_only=True, gc=False, tag="optioned"):
    """The table host changed the options. No person is ready any more."""

    options: dict[str, OptionValue]


class Readied(_Entry, frozen=True, kw_only=True, gc=False, tag="ready"):
    """A player is ready for the next game, or no longer ready."""

    seat: Seat
    ready: bool


class Presence(_Entry, frozen=True, kw_only=True, gc=False, tag="presence"):
    """A player disconnected or reconnected."""

    at: int
    seat: Seat
    away: bool


class Started(_Entry, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="started"):
    """A game begins. This entry holds everything needed to replay it.

    `options` are as the table has them: a `SeatOption` may still hold a player's name.
    `seat_options` are those that hold such a name, or `seatN`, and not a word of their own.
    """

    record: str
    table: int
    game: str
    version: str
    code: str = ""
    """The fingerprint of the game's code (`Game.code`), or empty if its files cannot be read."""
    options: dict[str, OptionValue]
    names: dict[Seat, str]
    bots: dict[Seat, str]
    away: list[Seat]
    host: Seat | None
    lexicon: str | None
    lexicon_hash: str | None
    lists: Lists = {}
    seat_options: list[str] = []
    ratings: dict[Seat, int] = {}
    """`Setup.ratings`, if the game wants them."""
    earlier: list[Result] = []
    """`Setup.earlier`, if the game wants them."""
    seed: str
    """256 bits in hexadecimal: the root of all luck of this game, and of the salts of its
    seals (`engine.seals`). It reveals every card, so it is secret until the end."""
    wall_s: int
    """The start of the game, in seconds since 1970 UTC. It is for people. No rule reads it."""


class Moved(_Entry, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="moved"):
    """The rules accepted a move."""

    at: int
    seat: Seat
    move: msgspec.Raw
    lag: int = 0
    """The mover's round-trip time in ms, if known: see `Context.lag`."""


class TimeUp(_Entry, frozen=True, kw_only=True, gc=False, tag="time_up"):
    """The game's deadline passed."""

    at: int


class Called(_Entry, frozen=True, kw_only=True, gc=False, tag="called"):
    """The host warned players, `left_s` seconds before the deadline."""

    at: int
    left_s: int


class Proposed(_Entry, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="proposed"):
    """A player made a proposal that needs everybody's consent.

    `remove` and `replace` are about the player of seat `target`. A `bot` of that kind would
    replace them. They keep their seat if they send any line within `seconds`.
    With `person`, that player asks for the seat, whose own player is disconnected; `seat` is the
    same seat then.
    """

    at: int
    seat: Seat
    what: Literal["abort", "adjourn", "pause", "resume", "remove", "replace", "takeback"]
    target: Seat | None = None
    bot: str | None = None
    seconds: int = 0
    person: str | None = None


class Answered(_Entry, frozen=True, kw_only=True, gc=False, tag="answered"):
    """A player accepted or declined a proposal."""

    at: int
    seat: Seat
    number: int
    accepts: bool


class Lapsed(_Entry, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="lapsed"):
    """A proposal ran out of time.

    With `passes` it takes effect, because everyone who answered agreed, or nobody else said
    anything. Then `at` is the time.
    """

    number: int
    passes: bool = False
    at: int = 0


class Halted(_Entry, frozen=True, kw_only=True, gc=False, tag="halted"):
    """What the table belongs to, such as a party, paused the game, or lets it go on.

    What players proposed about a pause is off.
    """

    at: int
    halted: bool


class Said(_Entry, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="said"):
    """Talk during a game: to the `table`, among its `watchers`, or in a channel of the game.

    `seats` are those that hear it in a channel.
    """

    at: int
    name: str
    to: str
    what: str
    seats: list[Seat] = []


class Ended(_Entry, frozen=True, kw_only=True, gc=False, tag="ended"):
    """Someone ended the game from outside."""

    at: int
    reason: Ending


class Faulted(_Entry, frozen=True, kw_only=True, gc=False, tag="faulted"):
    """The game's plugin raised an exception. The table is stopped in its previous state.

    `call` names the function in which the whole host died. None: the host survived.
    """

    at: int
    call: str | None = None


class Restarted(_Entry, frozen=True, kw_only=True, gc=False, tag="restarted"):
    """The host was restarted, so nobody is connected."""

    at: int


class Suspended(_Entry, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="suspended"):
    """The table cannot continue after a restart.

    Its game or a word list has changed or is missing, or the host died in the game's program.
    `why` is half a sentence. Until `Continued`, no entry asks the game anything. `over`: the last
    game has ended, which only its rules could tell.
    """

    at: int
    why: str
    over: bool = False


class Adjourned(_Entry, frozen=True, kw_only=True, gc=False, tag="adjourned"):
    """The players have parted. The table waits until they are back, and nobody is connected.

    Until `Continued`, no entry asks the game anything.
    """

    at: int
    wall_s: int
    """The time of day, in seconds since 1970 UTC. The host counts from it how long it waits."""


class Continued(_Entry, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="continued"):
    """The operator or a player decided that the table continues, or its players are back.

    The plugin had failed, or the version of the game, the word list, or the code of the same
    version has changed. From here on, these values apply.
    """

    at: int
    version: str
    code: str = ""
    lexicon: str | None
    lexicon_hash: str | None
    lists: Lists = {}


class Closed(_Entry, frozen=True, kw_only=True, gc=False, tag="closed"):
    """The table is closed. This is always the last entry."""

    why: Literal["empty", "deserted", "host", "operator", "party"]


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
    | Halted
    | Said
    | Ended
    | Faulted
    | Restarted
    | Suspended
    | Adjourned
    | Continued
    | Closed
)

_encoder: Final = encoder()
_decoder: Final[msgspec.json.Decoder[Entry]] = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    """Return *entry* as one line of JSON, without a line end."""
    return _encoder.encode(entry)


def decode(body: bytes) -> Entry:
    """Return the entry encoded as *body*. Raises msgspec.ValidationError for anything else."""
    return _decoder.decode(body)


def players(bodies: Iterable[bytes]) -> list[tuple[Seat, str]]:
    """Return the players of the game with the entries *bodies*, in the order in which they came.

    A seat appears once for each player who held it. Raises msgspec.DecodeError.
    """
    found: list[tuple[Seat, str]] = []
    for body in bodies:
        if b'"started"' not in body and b'"joined"' not in body:
            continue  # nearly all entries: they need not be decoded
        entry = decode(body)
        if isinstance(entry, Started):
            found.extend(sorted(entry.names.items()))
        elif isinstance(entry, Joined):
            found.append((entry.seat, entry.name))
    return found


def encode_move(move: Any) -> msgspec.Raw:
    """Encode a game's move for `Moved`."""
    return msgspec.Raw(_encoder.encode(move))
