"""A party as a value, and its record: everything that can happen to a party, in order.

The record is all that is kept. Applying its entries in order (`fold`) gives the party. Members
have numbers of their own, in the order in which they signed up. Who sits where is an entry too, so
a later version of the host continues a party as it was drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, assert_never

import msgspec
from msgspec.structs import replace

from parlour.api import OptionValue
from parlour.language import encoder

Format: TypeAlias = Literal["progressive", "round_robin", "swiss"]
MemberId: TypeAlias = int
"""The number of a member of this party, from 1."""


class _Entry(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="kind"):
    """The base of all entries."""


class _Shape(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What is decided when a party is opened.

    `rounds`: how many there will be. `low` and `high`: the fewest and the most players of a table.
    `places`: how many can sign up.
    """

    game: str
    options: dict[str, OptionValue]
    format: Format
    tables: int
    rounds: int
    low: int
    high: int
    places: int
    seed: str
    """The root of the luck of all seatings, in hexadecimal."""
    lower: bool = False
    """Fewer points are better in this game."""


class Opened(
    _Shape, _Entry, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="opened"
):
    """Somebody opened the party: the player with the number `owner`, called `name`.

    This is always the first entry.
    """

    party: int
    owner: int
    name: str
    wall_s: int


class Entered(_Entry, frozen=True, kw_only=True, gc=False, tag="entered"):
    """Somebody signed up: a player by number, or a bot by kind."""

    name: str
    player: int | None
    bot: str | None


class Left(_Entry, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag="left"):
    """A member left the party for good. `dropped`: its owner took them out."""

    member: MemberId
    dropped: bool = False


class Cleared(_Entry, frozen=True, kw_only=True, gc=False, tag="cleared"):
    """The owner lets a member whom they took out sign up again."""

    member: MemberId


class Replaced(_Entry, frozen=True, kw_only=True, gc=False, tag="replaced"):
    """A member plays on under another name: that player has taken over their seat."""

    member: MemberId
    name: str
    player: int


class Halted(_Entry, frozen=True, kw_only=True, gc=False, tag="halted"):
    """The owner paused all games, or lets them go on."""

    halted: bool


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


Entry: TypeAlias = (
    Opened
    | Entered
    | Left
    | Cleared
    | Replaced
    | Halted
    | Handed
    | Drawn
    | Began
    | Scored
    | Voided
    | Over
)

_encoder: Final = encoder()
_decoder: Final[msgspec.json.Decoder[Entry]] = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    """Return *entry* as one line of JSON, without a line end."""
    return _encoder.encode(entry)


def decode(body: bytes) -> Entry:
    """Return the entry encoded as *body*. Raises msgspec.ValidationError for anything else."""
    return _decoder.decode(body)


# --- the value -------------------------------------------------------------------------------

State: TypeAlias = Literal["open", "playing", "over"]


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who signed up: a player, or a bot."""

    id: MemberId
    name: str
    player: int | None
    bot: str | None
    left: bool = False
    dropped: bool = False
    """The owner took them out, so they cannot sign up again."""


NO_POINTS: Final[Mapping[MemberId, int]] = MappingProxyType({})


class RoundGame(msgspec.Struct, frozen=True, kw_only=True):
    """One table of a round. `members` are in the order of the seats, from seat 1."""

    members: tuple[MemberId, ...]
    table: int | None = None
    """The number of the host's table, once it is open."""
    points: Mapping[MemberId, int] = NO_POINTS
    ranks: Mapping[MemberId, int] = NO_POINTS
    walkover: tuple[MemberId, ...] = ()
    """Who has won without playing, because the others left."""
    over: bool = False
    """It has a result, or never will."""


class Round(msgspec.Struct, frozen=True):
    """A round: its games, and who rests."""

    games: tuple[RoundGame, ...]
    rests: tuple[MemberId, ...]

    @property
    def over(self) -> bool:
        return all(game.over for game in self.games)


class Party(_Shape, frozen=True, kw_only=True, gc=True):
    """A party. `played` are the rounds that have begun."""

    number: int
    owner: int
    owner_name: str
    members: Mapping[MemberId, Member] = msgspec.field(default_factory=dict[MemberId, Member])
    played: tuple[Round, ...] = ()
    halted: bool = False
    """The owner paused all games, and the next round does not begin."""
    why: Literal["played", "short", "ended"] | None = None
    """Why it is over, or None."""

    def gain(self, points: int) -> int:
        """Return *points* as a number of which more is better."""
        return -points if self.lower else points

    @property
    def state(self) -> State:
        if self.why is not None:
            return "over"
        return "playing" if self.played else "open"

    @property
    def present(self) -> tuple[Member, ...]:
        return tuple(member for member in self.members.values() if not member.left)

    @property
    def current(self) -> Round | None:
        """Return the round in progress, or the last one."""
        return self.played[-1] if self.played else None

    @property
    def games(self) -> tuple[RoundGame, ...]:
        """Return the games of that round, in the order of their places."""
        return self.played[-1].games if self.played else ()

    @property
    def room(self) -> int:
        return max(0, self.places - len(self.present))

    def member_of(self, player: int) -> Member | None:
        """Return the present member who is that player, or None."""
        return next((each for each in self.present if each.player == player), None)


# --- the one transition ----------------------------------------------------------------------


class PartyFault(Exception):
    """An entry that cannot follow the ones before it."""


def opened(entry: Opened) -> Party:
    shape = {name: getattr(entry, name) for name in _Shape.__struct_fields__}
    return Party(number=entry.party, owner=entry.owner, owner_name=entry.name, **shape)


def rebuilt(bodies: Sequence[bytes]) -> Party:
    """Return the party with that record. Raises PartyFault, or msgspec.DecodeError."""
    first, *others = map(decode, bodies)
    if not isinstance(first, Opened):
        raise PartyFault("the record does not begin with the opening")
    party = opened(first)
    for entry in others:
        party = fold(party, entry)
    return party


def fold(party: Party, entry: Entry) -> Party:
    """Return the party after *entry*. Raises PartyFault for an entry out of place."""
    if party.why is not None:
        raise PartyFault("the party is over")
    match entry:
        case Opened():
            raise PartyFault("the party is open already")
        case Entered():
            number = len(party.members) + 1
            member = Member(id=number, name=entry.name, player=entry.player, bot=entry.bot)
            return replace(party, members=MappingProxyType({**party.members, number: member}))
        case Left():
            return _left(party, entry)
        case Cleared():
            return _with(party, entry.member, dropped=False)
        case Replaced(name=name, player=player):
            return _with(party, entry.member, name=name, player=player)
        case Halted():
            if party.state != "playing" or party.halted == entry.halted:
                raise PartyFault("there is nothing to halt, or to let go on")
            return replace(party, halted=entry.halted)
        case Handed():
            return replace(party, owner=entry.owner, owner_name=entry.name)
        case Drawn():
            return _drawn(party, entry)
        case Began():
            return _changed(party, entry.place, table=entry.table)
        case Scored(points=points, ranks=ranks):
            return _changed(party, entry.place, points=points, ranks=ranks, over=True)
        case Voided():
            return _changed(party, entry.place, walkover=tuple(entry.walkover), over=True)
        case Over():
            return replace(party, why=entry.why)
        case _:
            assert_never(entry)


def _left(party: Party, entry: Left) -> Party:
    member = party.members.get(entry.member)
    if member is None or member.left:
        raise PartyFault(f"there is no member {entry.member}")
    return _with(party, entry.member, left=True, dropped=entry.dropped)


def _with(party: Party, number: MemberId, **changes: object) -> Party:
    member = party.members.get(number)
    if member is None:
        raise PartyFault(f"there is no member {number}")
    members = {**party.members, number: replace(member, **changes)}
    return replace(party, members=MappingProxyType(members))


def _drawn(party: Party, entry: Drawn) -> Party:
    if party.current is not None and not party.current.over:
        raise PartyFault("a round is being played")
    seated = [member for table in entry.tables for member in table] + entry.rests
    if len(set(seated)) < len(seated) or not party.members.keys() >= set(seated):
        raise PartyFault("each member has one seat at most")
    games = tuple(RoundGame(members=tuple(table)) for table in entry.tables)
    return replace(party, played=(*party.played, Round(games, tuple(entry.rests))))


def _changed(party: Party, place: int, **changes: object) -> Party:
    current = party.current
    if current is None or not 1 <= place <= len(current.games) or current.games[place - 1].over:
        raise PartyFault(f"no game is played at place {place}")
    games = list(current.games)
    games[place - 1] = replace(games[place - 1], **changes)
    played = (*party.played[:-1], Round(tuple(games), current.rests))
    return replace(party, played=played)
