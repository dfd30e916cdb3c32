"""The entries of a party's record: everything that can happen to a party, in order.

Applying them in order (`folding.fold`) gives the party. Members have numbers of their own, in the
order in which they signed up. Who sits where is an entry too, so a later version of the host
continues a party as it was drawn.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from parlour.api import OptionValue
from parlour.language import encoder

Format: TypeAlias = Literal["progressive", "round_robin", "swiss"]
MemberId: TypeAlias = int
"""The number of a member of this party, from 1."""


class _Entry(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="kind"):
    """The base of all entries."""


class Opened(_Entry, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="opened"):
    """Somebody opened the party. This is always the first entry.

    `low` and `high`: the fewest and the most players of a table. `places`: how many can sign up.
    `owner`: the number of a player. `lower`: fewer points are better in this game.
    """

    party: int
    game: str
    options: dict[str, OptionValue]
    format: Format
    tables: int
    rounds: int
    low: int
    high: int
    places: int
    owner: int
    name: str
    seed: str
    """The root of the luck of all seatings, in hexadecimal."""
    wall_s: int
    lower: bool = False


class Entered(_Entry, frozen=True, kw_only=True, gc=False, tag="entered"):
    """Somebody signed up: a player by number, or a bot by kind."""

    name: str
    player: int | None
    bot: str | None


class Left(_Entry, frozen=True, kw_only=True, gc=False, tag="left"):
    """A member left the party for good."""

    member: MemberId


class Handed(_Entry, frozen=True, kw_only=True, gc=False, tag="handed"):
    """The party has another owner."""

    owner: int
    name: str


class Drawn(_Entry, frozen=True, kw_only=True, gc=False, tag="drawn"):
    """A round begins. Each table is its members in the order of the seats."""

    tables: list[list[MemberId]]
    rests: list[MemberId]
    """Who has no seat in this round."""


class Began(_Entry, frozen=True, kw_only=True, gc=False, tag="began"):
    """The host opened a table for this place of the round, from 1."""

    place: int
    table: int


class Scored(_Entry, frozen=True, kw_only=True, gc=False, tag="scored"):
    """The game at this place is over.

    `points` are those of the game, and `ranks` the ranks in it, from 1: equal ranks share.
    """

    place: int
    record: str
    points: dict[MemberId, int]
    ranks: dict[MemberId, int]


class Voided(_Entry, frozen=True, kw_only=True, gc=False, tag="voided"):
    """The game at this place ended without a result. It is not played again.

    `walkover`: who has won without playing, because the others left the party.
    """

    place: int
    walkover: list[MemberId]


class Over(_Entry, frozen=True, kw_only=True, gc=False, tag="over"):
    """The party is over. This is always the last entry.

    `played`: all rounds were. `short`: too few players were left. `ended`: the owner or the
    operator ended it.
    """

    why: Literal["played", "short", "ended"]


Entry: TypeAlias = Opened | Entered | Left | Handed | Drawn | Began | Scored | Voided | Over

_encoder: Final = encoder()
_decoder: Final[msgspec.json.Decoder[Entry]] = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    """Return *entry* as one line of JSON, without a line end."""
    return _encoder.encode(entry)


def decode(body: bytes) -> Entry:
    """Return the entry encoded as *body*. Raises msgspec.ValidationError for anything else."""
    return _decoder.decode(body)
