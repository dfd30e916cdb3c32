"""A table as a value: its seats, its people, its game, and what waits for a decision.

`folding.fold` is its only transition. Here is what the parts of it share.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from parlour.api import AnyGame, Ending, Lexicon, OptionValue, Result, Seat
from parlour.engine import match as matches
from parlour.engine.calls import UNWATCHED, Calls
from parlour.engine.match import EMPTY, Match
from parlour.engine.options import DAYS, PACE, PLAYERS, named_lists, options_of
from parlour.engine.table_events import Happening

What: TypeAlias = Literal["abort", "adjourn", "pause", "resume", "remove", "replace", "takeback"]
State: TypeAlias = Literal["open", "playing", "paused", "over", "frozen", "held", "adjourned"]


class RecordFault(Exception):
    """An entry that cannot follow the ones before it, or that names a game this host lacks."""


class Chair(msgspec.Struct, frozen=True):
    """The player on a seat."""

    name: str
    bot: str | None = None
    ready: bool = False
    away: bool = False


class Proposal(msgspec.Struct, frozen=True):
    """A proposal that needs consent. `waiting` are the seats that have not answered yet.

    A proposal about the player of seat `target` gives them time to show that
    they are there, and keep the seat.
    """

    what: What
    name: str
    waiting: frozenset[Seat]
    accepted: int = 0
    """The number of players who have accepted it, not counting its author."""
    target: Seat | None = None
    bot: str | None = None
    by: Seat | None = None
    """The seat that proposes it; None: somebody who asks for a seat."""
    person: str | None = None
    """Who asks for the seat of `target`, whose player is disconnected."""


class Suspension(msgspec.Struct, frozen=True):
    """Why a table waits for a decision, in half a sentence.

    `left` are the seats that players of the game have left since. The game is told when it
    continues.
    """

    why: str
    left: tuple[Seat, ...] = ()
    since_s: int | None = None
    """The time of day when its players parted, if they are all that it waits for."""


class Past(msgspec.Struct, frozen=True):
    """The result of an earlier game at a table, with the names of its players."""

    names: Mapping[Seat, str]
    scores: Mapping[Seat, int]
    winners: tuple[Seat, ...]


PAST_MOST: Final = 50
"""Earlier games that a table remembers: more than an evening has."""


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A table. `match` is the game in progress, or the last one when it is over.

    `names` are the players of that game, including those who have left since. If a newcomer took
    a seat, it is the newcomer's name.
    """

    number: int
    game: AnyGame
    options: Mapping[str, OptionValue]
    lexicons: Mapping[str, Lexicon]
    chairs: Mapping[Seat, Chair] = EMPTY
    host: Seat | None = None
    match: Match | None = None
    names: Mapping[Seat, str] = EMPTY
    record: str | None = None
    version: str = ""
    """The version of its rules under which the game began or was continued."""
    code: str = ""
    """The fingerprint of the code that made the record so far (`Game.code`)."""
    paused: bool = False
    frozen: bool = False
    """The game's program has failed."""
    suspended: Suspension | None = None
    absent: bool = False
    """Whether the game is missing: then it is a `stand_in`, and its match has no position."""
    proposals: Mapping[int, Proposal] = EMPTY
    proposed: int = 0
    closed: bool = False
    past: tuple[Past, ...] = ()
    """The games before the last one, if the game wants them."""
    word: str = ""
    """What people type to come to a private table. Empty: the table is public."""
    party: int = 0
    """The party whose round is played here, even if that is over by now. 0: none."""
    via: Calls = UNWATCHED
    """The way to call the plugin."""

    @property
    def playing(self) -> bool:
        """Check whether a game is in progress (also while paused, frozen or suspended)."""
        return self.match is not None and self.match.ended is None

    @property
    def over_days(self) -> bool:
        """Check whether a game over days is in progress: nobody loses anything by being away."""
        return self.playing and self.options.get(PACE) == DAYS

    @property
    def last_match(self) -> Match:
        """Return the game in progress or the last one. Raises RecordFault before the first."""
        if self.match is None:
            raise RecordFault("no game has begun")
        return self.match

    @property
    def state(self) -> State:
        if self.suspended is not None:
            return "held" if self.suspended.since_s is None else "adjourned"
        if self.match is None:
            return "open"
        if self.match.ended is not None:
            return "over"
        if self.frozen:
            return "frozen"
        return "paused" if self.paused else "playing"

    @property
    def stopped(self) -> bool:
        """Check whether the table waits until somebody continues it."""
        return self.state in {"frozen", "held", "adjourned"}

    @property
    def present(self) -> dict[Seat, Chair]:
        """Return the people of this table who are connected."""
        return {seat: who for seat, who in self.chairs.items() if who.bot is None and not who.away}

    @property
    def missing(self) -> dict[Seat, Chair]:
        """Return the people of this table who are not connected."""
        return {seat: who for seat, who in self.chairs.items() if who.bot is None and who.away}

    @property
    def sought(self) -> int:
        """Return how many more players start its first game by themselves, or 0 if none do."""
        wanted = int(self.options.get(PLAYERS, 0))
        return max(0, wanted - len(self.chairs)) if self.match is None else 0

    @property
    def size(self) -> int:
        return self.game.seats.stop - 1

    @property
    def lexicon(self) -> Lexicon | None:
        name = self.options.get("lexicon")
        return self.lexicons.get(str(name)) if name is not None else None

    @property
    def lists(self) -> Mapping[str, Lexicon]:
        """Return the word lists of options, by option. Raises OptionFault if one is missing."""
        return named_lists(self.game.options, self.options, self.lexicons)

    @property
    def host_name(self) -> str | None:
        """Return the name of the table host, or None if there is none."""
        return None if self.host is None else self.chairs[self.host].name

    @property
    def acting_host(self) -> Seat | None:
        """Return the table host or, while they are disconnected, the first connected person."""
        if self.host is None or not self.chairs[self.host].away:
            return self.host
        present = (s for s, chair in self.chairs.items() if chair.bot is None and not chair.away)
        return next(present, self.host)

    def name(self, seat: Seat) -> str:
        """Return the name of the player who sits, or in this game sat, at *seat*."""
        chair = self.chairs.get(seat)
        return chair.name if chair else self.names.get(seat, f"seat {seat}")


NextTable: TypeAlias = tuple[Table, tuple[Happening, ...]]


def past(table: Table) -> tuple[Past, ...]:
    """Return the games that were played to their end here, if the game wants them."""
    match = table.match
    if match is None or match.ended != "finished" or "earlier" not in table.game.wants:
        return table.past
    return (*table.past, Past(table.names, match.scores, match.winners))[-PAST_MOST:]


def earlier(table: Table, names: Mapping[Seat, str]) -> list[Result]:
    """Return their results for the players *names*, by the seats that these have."""
    now = {name: seat for seat, name in names.items()}
    found: list[Result] = []
    for game in past(table):
        here = {seat: now[name] for seat, name in game.names.items() if name in now}
        scores = {here[seat]: points for seat, points in game.scores.items() if seat in here}
        winners = tuple(sorted(here[seat] for seat in game.winners if seat in here))
        found.append(Result(scores, winners))
    return found


def changed_options(table: Table) -> Mapping[str, OptionValue]:
    """Return the options of *table* that differ from the defaults: none if its game is missing."""
    if table.absent:
        return {}
    usual = {option.name: option.default for option in options_of(table.game, table.lexicons)}
    return {name: value for name, value in table.options.items() if value != usual.get(name)}


# --- seats --------------------------------------------------------------------------


def free_seats(table: Table) -> tuple[Seat, ...]:
    """Return the seats that can be taken now. During a game, those are the seats its rules offer.

    Raises GameFault.
    """
    every = tuple(Seat(number) for number in range(1, table.size + 1))
    if table.stopped:
        return ()
    offered = matches.free(table.last_match) if table.playing else every
    return tuple(seat for seat in offered if seat in every and seat not in table.chairs)


def next_host(chairs: Mapping[Seat, Chair]) -> Seat | None:
    """Return the next table host: a person, and a connected one if possible."""
    people = [(who.away, seat) for seat, who in chairs.items() if who.bot is None]
    return min(people)[1] if people else None


def everybody_away(chairs: Mapping[Seat, Chair]) -> dict[Seat, Chair]:
    """Return the chairs with every person marked as disconnected."""
    return {seat: replace(who, away=who.bot is None) for seat, who in chairs.items()}


def running(table: Table) -> Match:
    """Return the match of a running game. Raises RecordFault."""
    if table.state != "playing":
        raise RecordFault("no game is running")
    return table.last_match


def chair_at(table: Table, seat: Seat) -> Chair:
    chair = table.chairs.get(seat)
    if chair is None:
        raise RecordFault(f"nobody sits at seat {seat}")
    return chair


# --- the game -----------------------------------------------------------------------


def played(table: Table, match: Match, happened: tuple[Happening, ...]) -> NextTable:
    """Apply a match after a step. The end of the game also ends its proposals."""
    if match.ended is None:
        return replace(table, match=match), happened
    over = replace(table, match=match, paused=False, frozen=False, proposals=EMPTY)
    return over, happened


def ended(table: Table, match: Match, reason: Ending, at: int) -> NextTable:
    """End the game from outside. A suspended game ends without scores."""
    if table.suspended is not None:
        match = replace(match, prompts=EMPTY, scores=EMPTY)
    return played(table, *matches.end(match, reason, at))


def is_other_code(one: str, other: str) -> bool:
    """Check whether both fingerprints are known and different."""
    return bool(one and other) and one != other
