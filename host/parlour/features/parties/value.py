"""A party as a value: its members, its rounds, and what they scored."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

import msgspec

from parlour.api import OptionValue
from parlour.features.parties.record import Format, MemberId

State: TypeAlias = Literal["open", "playing", "over"]


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who signed up: a player, or a bot."""

    id: MemberId
    name: str
    player: int | None
    bot: str | None
    left: bool = False


NO_POINTS: Final[Mapping[MemberId, int]] = MappingProxyType({})


class RoundGame(msgspec.Struct, frozen=True, kw_only=True):
    """One table of a round. `members` are in the order of the seats, from seat 1."""

    members: tuple[MemberId, ...]
    table: int | None = None
    """The number of the host's table, once it is open."""
    record: str | None = None
    """The record of the finished game."""
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
        """Check whether all its games are over."""
        return all(game.over for game in self.games)


class Party(msgspec.Struct, frozen=True, kw_only=True):
    """A party. `rounds` is how many there will be, `played` are those that have begun."""

    number: int
    game: str
    options: Mapping[str, OptionValue]
    format: Format
    tables: int
    rounds: int
    low: int
    high: int
    places: int
    owner: int
    owner_name: str
    seed: str
    lower: bool = False
    """Fewer points are better in this game."""
    members: Mapping[MemberId, Member] = msgspec.field(default_factory=dict[MemberId, Member])
    played: tuple[Round, ...] = ()
    why: Literal["played", "short", "ended"] | None = None
    """Why it is over, or None."""

    def gain(self, points: int) -> int:
        """Return *points* as a number of which more is better."""
        return -points if self.lower else points

    @property
    def state(self) -> State:
        """Return what the party is doing."""
        if self.why is not None:
            return "over"
        return "playing" if self.played else "open"

    @property
    def present(self) -> tuple[Member, ...]:
        """Return the members who have not left."""
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
        """Return how many more can sign up."""
        return max(0, self.places - len(self.present))

    def member_of(self, player: int) -> Member | None:
        """Return the present member who is that player, or None."""
        return next((each for each in self.present if each.player == player), None)
