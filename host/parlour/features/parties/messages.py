"""Messages of parties: many tables, several rounds, one standing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import ClassVar, Literal, TypeAlias, assert_never

import msgspec

from parlour.language import Form, _
from parlour.wire.messages import (
    STATES,
    Answer,
    Event,
    State,
    join_names,
    number_of_games,
    time_left,
)

PartyChange: TypeAlias = Literal[
    "entered",
    "left",
    "owner",
    "round",
    "paused",
    "continued",
    "ended",
    "result",
    "standings",
    "over",
]
"""News of a party."""


class PartyTable(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A table of a party's round."""

    table: int | None
    """The number of the table, or null if it could not be opened."""
    seats: tuple[str, ...]
    """The names of its players, from seat 1."""
    points: tuple[int, ...]
    """The points of its game in the same order; empty while there are none."""
    over: bool
    """Its game is over."""


class PartyStanding(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A member's place in the standings of a party."""

    rank: int | None
    """The rank, from 1; equal ranks share. Null if they have left."""
    name: str
    """The member's name."""
    total: int
    """The running total: in `progressive` the points of all games, otherwise 2 for each win and 1
    for each win that is shared."""
    points: int
    """The points of all games."""
    games: int
    """How many games they have finished."""


class PartyRow(Answer, frozen=True, kw_only=True, gc=False):
    """A party on this host."""

    unsent: ClassVar[tuple[str, ...]] = ("title", "shown")
    party: int
    """Its number."""
    game: str
    """The game."""
    title: str
    shown: bool = False
    """Its tables and standings follow, so nobody is told how to see them."""
    format: Literal["progressive", "round_robin", "swiss"]
    """Who meets whom: see `party new`."""
    state: Literal["open", "playing", "over"]
    """`open`: people sign up. `playing`. `over`: the standings are final."""
    owner: str
    """The player who owns it, and may start and end it."""
    round: int
    """The round in progress, or the last one; 0 before the first."""
    rounds: int
    """How many there will be."""
    members: int
    """How many have signed up and not left."""
    places: int
    """How many can sign up."""
    you: bool = False
    """You have signed up, and not left."""

    def lines(self, form: Form) -> Sequence[str]:
        if self.state == "open":
            what = _(
                "{members} of {places} so far<<; to join: party join {party}>>",
                members=self.members,
                places=self.places,
                party=self.party,
            )
        else:
            end = _("over after ") if self.state == "over" else ""
            what = _(
                "{end}round {round} of {rounds}", end=end, round=self.round, rounds=self.rounds
            )
            if not self.shown:
                what = _("{what}<<; to see it: party show {party}>>", what=what, party=self.party)
        return (
            _(
                "Party {party}: {title}, {format}, by {owner}: {what}",
                party=self.party,
                title=self.title,
                format=self.format,
                owner=self.owner,
                what=what,
            ),
        )


class PartyJoined(Answer, frozen=True, kw_only=True, gc=False):
    """You have signed up for a party, opened one, or watch it."""

    unsent: ClassVar[tuple[str, ...]] = ("what",)
    party: int
    """The number of the party."""
    what: tuple[str, ...]

    def lines(self, form: Form) -> Sequence[str]:
        return self.what


class PartyShown(Answer, frozen=True, kw_only=True, gc=False):
    """A party: its round and its standings."""

    unsent: ClassVar[tuple[str, ...]] = ("about",)
    about: PartyRow
    party: int
    """The number of the party."""
    state: Literal["open", "playing", "over"]
    """As in `party`."""
    round: int
    """The round in progress, or the last one; 0 before the first."""
    rounds: int
    """How many there will be."""
    tables: tuple[PartyTable, ...]
    """The tables of that round."""
    rests: tuple[str, ...]
    """Who has no seat in it."""
    standings: tuple[PartyStanding, ...]
    """Everybody, the best first."""
    links: tuple[str, ...] = ()
    """Before it begins: links to the page that sign somebody up, if there is a page."""
    qr: str | None = None
    """The first of them as a QR code, an SVG, if it leads here from a phone."""

    def lines(self, form: Form) -> Sequence[str]:
        seats = _seating(self.tables, self.rests) if self.state == "playing" else ()
        ways = [_("To sign up in a browser: {link}", link=link) for link in self.links[:1]]
        return (*self.about.lines(form), *ways, *seats, *map(_ranked, self.standings))


class TableNow(Answer, frozen=True, kw_only=True, gc=False):
    """A table of a party's round, as a watcher sees it now."""

    table: int | None
    """The number of the table, or null if it could not be opened."""
    state: State
    """As in `tables`."""
    seats: tuple[str, ...]
    """The names of its players, from seat 1."""
    points: tuple[int, ...] = ()
    """Their points in the same order; empty while there are none, or if it has `watch=off`."""
    waits: tuple[str, ...] = ()
    """The players for whom the game waits, as far as a watcher may know."""
    away: tuple[str, ...] = ()
    """The players who are disconnected."""
    left_ms: int | None = None
    """The time left, if a clock runs that a watcher may know."""
    still_s: int | None = None
    """For how long a watcher has seen nothing new, since the host looked first. The host looks
    when somebody asks."""
    stuck: bool = False
    """Nothing has changed for a minute or more, and no clock runs."""
    status: str = ""
    """The position in a few words, in your language. May be empty."""

    def lines(self, form: Form) -> Sequence[str]:
        pairs = zip_longest(self.seats, self.points)
        who = ", ".join(name if n is None else f"{name} {n}" for name, n in pairs)
        facts = [self._turn()] if self.state == "playing" else [STATES[self.state]]
        if self.left_ms is not None and self.state == "playing":
            facts.append(_("{time} left", time=time_left(self.left_ms)))
        if self.stuck and self.still_s is not None:
            facts.append(_("nothing for {n} min", n=self.still_s // 60))
        if self.away:
            facts.append(_("disconnected: {names}", names=join_names(self.away)))
        more = ", ".join(filter(None, facts))
        mark = "!" if self.stuck else " "
        return (
            _(
                "{mark}{table:>3}  {who}{more}",
                mark=mark,
                table=self.table or "-",
                who=who,
                more=more and _(": {more}", more=more),
            ),
        )

    def _turn(self) -> str:
        if len(self.waits) == len(self.seats) > 1:
            return _("waits for all")
        return _("waits for {names}", names=join_names(self.waits)) if self.waits else ""


class PartyNow(Answer, frozen=True, kw_only=True, gc=False):
    """All tables of a party now."""

    unsent: ClassVar[tuple[str, ...]] = ("stuck",)
    party: int
    """The number of the party."""
    game: str
    """The game."""
    title: str
    """Its title."""
    state: Literal["open", "playing", "over"]
    """As in `party`."""
    paused: bool
    """Its owner has paused all games."""
    round: int
    """The round in progress, or the last one; 0 before the first."""
    rounds: int
    """How many there will be."""
    members: int
    """How many have signed up and not left."""
    count: int
    """The number of tables."""
    over: int
    """At how many of them the game is over."""
    stuck: tuple[int, ...] = ()

    def lines(self, form: Form) -> Sequence[str]:
        return tuple(self._lines())

    def _lines(self) -> Iterator[str]:
        if self.state == "open":
            yield _(
                "Party {party} has not begun: {members} have signed up.",
                party=self.party,
                members=self.members,
            )
            return
        if self.state == "over":
            yield _("Party {party} is over.", party=self.party)
            return
        tables = _.count("1 table", "{n} tables", self.count)
        yield _(
            "Party {party}, round {round} of {rounds}: {tables}, over: {over}.",
            party=self.party,
            round=self.round,
            rounds=self.rounds,
            tables=tables,
            over=self.over,
        )
        if self.stuck:
            which = ", ".join(map(str, self.stuck))
            yield _("Nothing happens at: {tables}", tables=which)
        if self.paused:
            yield _("The party is paused. <<To let the games go on: party continue>>")


class PartyEvent(Event, frozen=True, kw_only=True, gc=False):
    """News of a party. Sent to its members, and to those who watch it with `party watch`.

    While a game closes talk, its players hear nothing of who signs up or leaves.
    """

    event: ClassVar[str] = "party"
    unsent: ClassVar[tuple[str, ...]] = ("who", "lower")
    party: int
    """The number of the party."""
    change: PartyChange
    """`entered`, `left`: somebody signed up, or is gone. `owner`: it has another one. `round`: a
    round begins. `paused`, `continued`: its owner paused all games, or lets them go on. `ended`:
    they end the round early. `result`: the game at one of its tables is over. `standings`: a round
    is over. `over`: the party is over."""
    game: str
    """The game."""
    round: int
    """The round in progress, or the last one; 0 before the first."""
    rounds: int
    """How many there will be."""
    tables: tuple[PartyTable, ...] = ()
    """With `round`, its tables; with `result`, the one whose game is over."""
    rests: tuple[str, ...] = ()
    """With `round`: who has no seat in it."""
    standings: tuple[PartyStanding, ...] = ()
    """With `standings` and `over`: everybody, the best first."""
    who: str = ""
    lower: bool = False
    """Fewer points are better."""

    def lines(self, form: Form) -> Sequence[str]:
        party, of = (
            _("Party {party}", party=self.party),
            _("round {round} of {rounds}", round=self.round, rounds=self.rounds),
        )
        match self.change:
            case "entered":
                return (_("{party}: {who} has signed up.", party=party, who=self.who),)
            case "left":
                return (_("{party}: {who} has left.", party=party, who=self.who),)
            case "owner":
                return (_("{party}: {who} is its owner now.", party=party, who=self.who),)
            case "round":
                return (
                    _("{party}, {of}:", party=party, of=of),
                    *_seating(self.tables, self.rests),
                )
            case "paused":
                return (_("{party}: {who} has paused all games.", party=party, who=self.who),)
            case "continued":
                return (_("{party}: {who} lets the games go on.", party=party, who=self.who),)
            case "ended":
                return (_("{party}: {who} ends {of}.", party=party, who=self.who, of=of),)
            case "result":
                return tuple(
                    _(
                        "{party}, table {table}: {scored}.",
                        party=party,
                        table=each.table,
                        scored=_scored(each, lower=self.lower) or _("no result"),
                    )
                    for each in self.tables
                )
            case "standings":
                return (
                    _("{party} after {of}:", party=party, of=of),
                    *map(_ranked, self.standings),
                )
            case "over":
                if not any(row.games for row in self.standings):
                    return (_("{party} is over. No game was finished.", party=party),)
                who = _winners(self.standings)
                return (
                    _("{party} is over: {who}.", party=party, who=who),
                    *map(_ranked, self.standings),
                )
            case _:
                assert_never(self.change)


def _seating(tables: Sequence[PartyTable], rests: Sequence[str]) -> Iterator[str]:
    """Yield a line for each table, and one for those who rest."""
    for each in tables:
        yield _(
            "  Table {table}: {seats}{what}",
            table=each.table,
            seats=join_names(each.seats),
            what=_(" (over)") if each.over else "",
        )
    if rests:
        yield _("  Without a seat: {rests}", rests=join_names(rests))


def _ranked(row: PartyStanding) -> str:
    games = number_of_games(row.games)
    more = (
        _(", {points} points", points=row.points) if row.games and row.points != row.total else ""
    )
    if row.rank is None:
        return _(
            "   - {name} has left with {total} ({games}{more})",
            name=row.name,
            total=row.total,
            games=games,
            more=more,
        )
    return _(
        "{rank:>4} {name} {total} ({games}{more})",
        rank=row.rank,
        name=row.name,
        total=row.total,
        games=games,
        more=more,
    )


def _scored(table: PartyTable, *, lower: bool) -> str:
    """Return `ann 12, bob 7`, the best first, or nothing without points."""
    sign = 1 if lower else -1
    rows = sorted(zip(table.points, table.seats, strict=False), key=lambda row: sign * row[0])
    return ", ".join(f"{name} {points}" for points, name in rows)


def _winners(rows: Sequence[PartyStanding]) -> str:
    """Return `ann wins the party`, or who shares the win."""
    best = [row.name for row in rows if row.rank == 1 and row.games]
    if not best:  # they have left
        return _("nobody wins")
    names = join_names(best)
    if len(best) == 1:
        return _("{name} wins", name=names)
    return _("{names} share the win", names=names)
