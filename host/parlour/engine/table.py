"""A table as a value, and its one transition: `fold(table, entry)`.

The live host and a rebuild from the record call the same function with the same
entries, so they always reach the same table.

The game may be absent. The people at the table, their proposals and the suspension follow from the
record without it. Only the position needs the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from parlour.api import AnyGame, Ending, Game, Lexicon, OptionValue, Seat
from parlour.engine import match as matches
from parlour.engine.calls import NOBODY, UNWATCHED, Calls, Watch
from parlour.engine.match import EMPTY, AnyBot, Match
from parlour.engine.options import OptionFault, completed, named_lists, seat_values
from parlour.engine.record import (
    Answered,
    Called,
    Closed,
    Continued,
    Ended,
    Entry,
    Faulted,
    Joined,
    Lapsed,
    Moved,
    Opened,
    Optioned,
    Presence,
    Proposed,
    Readied,
    Restarted,
    Said,
    Sat,
    Started,
    Stood,
    Suspended,
    TimeUp,
)
from parlour.engine.table_events import (
    Begun,
    Failed,
    Happening,
    OptionsChanged,
    PauseChanged,
    SeatChanged,
    TableClosed,
    Talked,
)
from parlour.engine.table_events import Continued as GoneOn
from parlour.engine.table_events import Proposal as ProposalNews

What: TypeAlias = Literal["abort", "pause", "resume", "remove", "replace"]
State: TypeAlias = Literal["open", "playing", "paused", "over", "frozen", "held"]


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

    A proposal about the player of seat `target` gives them time to send a line and keep the seat.
    """

    what: What
    name: str
    waiting: frozenset[Seat]
    accepted: int = 0
    """The number of players who have accepted it, not counting its author."""
    target: Seat | None = None
    bot: str | None = None
    person: str | None = None
    """Who asks for the seat of `target`, whose player is disconnected."""


class Suspension(msgspec.Struct, frozen=True):
    """Why a table waits for a decision, in half a sentence.

    `left` are the seats that players of the game have left since. The game is told when it
    continues.
    """

    why: str
    left: tuple[Seat, ...] = ()


_NO_PROPOSALS: Final[Mapping[int, Proposal]] = MappingProxyType({})
_NO_NAMES: Final[Mapping[Seat, str]] = MappingProxyType({})
_NOBODY: Final[Mapping[Seat, Chair]] = MappingProxyType({})


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A table. `match` is the game in progress, or the last one when it is over.

    `names` are the players of that game, including those who have left since. If a newcomer took
    a seat, it is the newcomer's name.
    """

    number: int
    game: AnyGame
    options: Mapping[str, OptionValue]
    lexicons: Mapping[str, Lexicon]
    chairs: Mapping[Seat, Chair] = msgspec.field(default_factory=lambda: _NOBODY)
    host: Seat | None = None
    match: Match | None = None
    names: Mapping[Seat, str] = msgspec.field(default_factory=lambda: _NO_NAMES)
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
    proposals: Mapping[int, Proposal] = msgspec.field(default_factory=lambda: _NO_PROPOSALS)
    proposed: int = 0
    closed: bool = False
    via: Calls = UNWATCHED
    """The way to call the plugin."""

    @property
    def playing(self) -> bool:
        """Check whether a game is in progress (also while paused, frozen or suspended)."""
        return self.match is not None and self.match.ended is None

    @property
    def last_match(self) -> Match:
        """Return the game in progress or the last one. Raises RecordFault before the first."""
        if self.match is None:
            raise RecordFault("no game has begun")
        return self.match

    @property
    def state(self) -> State:
        """Return what the table is doing."""
        if self.suspended is not None:
            return "held"
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
        return self.state in {"frozen", "held"}

    @property
    def size(self) -> int:
        """Return the number of seats of the table."""
        return self.game.seats.stop - 1

    @property
    def lexicon(self) -> Lexicon | None:
        """Return the word list of this table."""
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

    def bot_name(self, kind: str) -> str:
        """Return a name for another bot of *kind* here."""
        taken = {chair.name for chair in self.chairs.values()}
        if self.playing:
            taken.update(self.names.values())
        return next(name for n in count(1) if (name := f"{kind}-{n}") not in taken)

    def name(self, seat: Seat) -> str:
        """Return the name of the player who sits, or in this game sat, at *seat*."""
        chair = self.chairs.get(seat)
        return chair.name if chair else self.names.get(seat, f"seat {seat}")


Result: TypeAlias = tuple[Table, tuple[Happening, ...]]


def open_table(
    entry: Opened,
    games: Mapping[str, AnyGame],
    lexicons: Mapping[str, Lexicon],
    watch: Watch = NOBODY,
) -> Table:
    """Make a table from the first entry of a record. *watch* sees the calls of its game."""
    game = games.get(entry.game)
    if game is None:
        raise RecordFault(f"there is no game {entry.game} here")
    return Table(
        number=entry.table,
        game=game,
        options=completed(game.options, entry.options),
        lexicons=lexicons,
        via=Calls(entry.table, game.id, watch),
    )


def open_without_game(entries: Sequence[Entry], game: AnyGame | None) -> Table:
    """Return the table that the first of *entries* makes, without its game.

    *game* only gives its title, its seats and its words.
    """
    opened = entries[0]
    assert isinstance(opened, Opened), "a record begins with the opening"
    taken = (entry.seat for entry in entries if isinstance(entry, Sat | Joined))
    return Table(
        number=opened.table,
        game=stand_in(opened.game, game, max(taken, default=1)),
        options=opened.options,
        lexicons={},
        absent=True,
    )


def stand_in(game_id: str, game: AnyGame | None, seats: int) -> AnyGame:
    """Return what replaces a game that nobody may ask: its name, and its words if it is installed.

    It has at least *seats* seats.
    """
    nothing: Any = None
    return Game(
        id=game_id,
        title=game_id if game is None else game.title,
        version="",
        seats=range(1, max(seats, 0 if game is None else game.seats.stop - 1) + 1),
        verbs=() if game is None else game.verbs,
        options=(),
        rules_text="",
        rules=nothing,
        views=nothing,
        scoring=nothing,
        text_ui=nothing,
        move_type=nothing,
        questions=() if game is None else game.questions,
    )


def fold(table: Table, entry: Entry) -> Result:
    """Apply *entry* to *table*. Return the new table, and what happened.

    Raises Refused (a move or a start that the rules do not allow), GameFault (the
    plugin raised), RecordFault (an entry out of place). Then the table is unchanged.
    """
    if table.absent:
        return _fold_without_game(table, entry)
    return _FOLDS[type(entry)](table, entry)


def _fold_without_game(table: Table, entry: Entry) -> Result:
    """Fold *entry* without asking the game.

    Returns what happened only if the table is suspended. What happened before then was partly the
    game's to tell.
    """
    kind = type(entry)
    new, happened = (_WITHOUT_GAME.get(kind) or _FOLDS[kind])(table, entry)
    return new, () if new.suspended is None else happened


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


def _sat(table: Table, entry: Sat) -> Result:
    news = SeatChanged(entry.seat, entry.name, entry.bot, "sat")
    return _seated(table, entry), (news,)


def _seated(table: Table, entry: Sat | Joined) -> Table:
    if entry.seat in table.chairs or not 1 <= entry.seat <= table.size:
        raise RecordFault(f"seat {entry.seat} cannot be taken")
    chair = Chair(entry.name, entry.bot, ready=entry.bot is not None)
    chairs = dict(sorted({**table.chairs, entry.seat: chair}.items()))
    host = table.host
    if host is None and entry.bot is None:
        host = entry.seat
    return replace(table, chairs=chairs, host=host)


def _joined(table: Table, entry: Joined) -> Result:
    """Seat a newcomer in a game in progress.

    They have the seat and the name, and a bot its memory, before we ask the rules and the views.
    """
    if entry.takes_over:
        return _taken_over(table, entry)
    if table.absent:
        return _joined_unseen(table, entry), ()
    if not table.playing or entry.seat not in free_seats(table):
        raise RecordFault(f"seat {entry.seat} is not free")
    bot = None if entry.bot is None else _minds(table.game, [entry.bot])[entry.bot]
    match, happened = matches.joined(table.last_match, entry.seat, bot, entry.at)
    new, told = _played(_named(_seated(table, entry), entry), match, happened)
    return new, (SeatChanged(entry.seat, entry.name, entry.bot, "sat", plays=True), *told)


def _joined_unseen(table: Table, entry: Joined) -> Table:
    match = table.last_match
    seats = tuple(sorted({*match.seats, entry.seat}))
    new = _named(_seated(table, entry), entry)
    return replace(new, match=replace(match, seats=seats, now=entry.at))


def _named(table: Table, entry: Joined) -> Table:
    """Return *table* with the player who joined among the players of the game."""
    names = dict(sorted({**table.names, entry.seat: entry.name}.items()))
    return replace(table, names=MappingProxyType(names))


def _taken_over(table: Table, entry: Joined) -> Result:
    """Let a bot play on for a silent player, or a person for a disconnected one."""
    match, before = _running(table), _chair(table, entry.seat)
    if before.bot is not None or entry.seat not in match.seats:
        raise RecordFault(f"nobody can take over seat {entry.seat}")
    if table.absent:
        match = replace(match, now=entry.at)
    elif entry.bot is not None:
        mind = _minds(table.game, [entry.bot])[entry.bot]
        match = matches.taken_over(match, entry.seat, mind, entry.at)
    chair = Chair(entry.name, entry.bot, ready=entry.bot is not None)
    chairs = {**table.chairs, entry.seat: chair}
    names = MappingProxyType({**table.names, entry.seat: entry.name})
    new = replace(table, match=match, chairs=chairs, names=names)
    why: Literal["silent", "absent"] = "absent" if entry.bot is None else "silent"
    happened: list[Happening] = [SeatChanged(entry.seat, before.name, None, why)]
    if table.host == entry.seat:
        new, handed = _hand_over(new)
        happened.extend(handed)
    happened.append(SeatChanged(entry.seat, entry.name, entry.bot, "sat", plays=True))
    new, settled = _settle(_without(_forgotten(new, entry.seat), entry.seat), entry.at)
    return new, (*happened, *settled)


def _minds(game: AnyGame, kinds: Iterable[str]) -> dict[str, AnyBot]:
    """Return the bots of *game* by kind. Raises RecordFault unless all *kinds* are among them."""
    minds = {bot.kind: bot for bot in game.bots}
    if unknown := set(kinds) - set(minds):
        raise RecordFault(f"there is no bot {min(unknown)} here")
    return minds


def _stood(table: Table, entry: Stood) -> Result:
    chair = table.chairs.get(entry.seat)
    if chair is None:
        raise RecordFault(f"nobody sits at seat {entry.seat}")
    chairs = {seat: who for seat, who in table.chairs.items() if seat != entry.seat}
    happened: list[Happening] = [SeatChanged(entry.seat, chair.name, chair.bot, entry.why)]
    new = replace(table, chairs=chairs)
    if table.host == entry.seat:
        new, handed = _hand_over(new)
        happened.extend(handed)
    match = new.match
    if match is not None and match.ended is None and entry.seat in match.seats:
        new, told = _gone(new, match, entry.seat, entry.at)
        happened.extend(told)
    new, settled = _settle(_without(_forgotten(new, entry.seat), entry.seat), entry.at)
    return new, (*happened, *settled)


def _gone(table: Table, match: Match, seat: Seat, at: int) -> Result:
    """Remove a player from the game. The rules decide, unless only bots are left."""
    suspended = table.suspended
    if suspended is not None:
        noted = replace(suspended, left=(*suspended.left, seat))
        return replace(table, suspended=noted), ()
    if table.frozen or table.absent:
        return table, ()
    if any(chair.bot is None for chair in table.chairs.values()):
        return _played(table, *matches.left(match, seat, at))
    return _played(table, *matches.end(match, "deserted", at))


def _hand_over(table: Table) -> Result:
    """Make somebody else the table host, if anybody is left."""
    seat = next_host(table.chairs)
    if seat is None:
        return replace(table, host=None), ()
    return replace(table, host=seat), (SeatChanged(seat, table.chairs[seat].name, None, "host"),)


def next_host(chairs: Mapping[Seat, Chair]) -> Seat | None:
    """Return the next table host: a person, and a connected one if possible."""
    people = [(who.away, seat) for seat, who in chairs.items() if who.bot is None]
    return min(people)[1] if people else None


def everybody_away(chairs: Mapping[Seat, Chair]) -> dict[Seat, Chair]:
    """Return the chairs with every person marked as disconnected."""
    return {seat: replace(who, away=who.bot is None) for seat, who in chairs.items()}


def _readied(table: Table, entry: Readied) -> Result:
    chair = _chair(table, entry.seat)
    chairs = {**table.chairs, entry.seat: replace(chair, ready=entry.ready)}
    news = SeatChanged(entry.seat, chair.name, chair.bot, "ready" if entry.ready else "unready")
    return replace(table, chairs=chairs), (news,)


def _presence(table: Table, entry: Presence) -> Result:
    chair = _chair(table, entry.seat)
    chairs = {**table.chairs, entry.seat: replace(chair, away=entry.away)}
    news = SeatChanged(entry.seat, chair.name, chair.bot, "away" if entry.away else "back")
    new = replace(table, chairs=chairs)
    if not entry.away:
        return new, (news,)
    new, settled = _settle(_without(new, entry.seat), entry.at)
    return new, (news, *settled)


def _restarted(table: Table, entry: Restarted) -> Result:
    """Mark everybody as disconnected. They have not left, so proposals still wait for them."""
    return replace(table, chairs=everybody_away(table.chairs)), ()


def _unready(table: Table) -> dict[Seat, Chair]:
    """Return the chairs with only bots ready."""
    return {
        seat: replace(chair, ready=chair.bot is not None) for seat, chair in table.chairs.items()
    }


def _optioned(table: Table, entry: Optioned) -> Result:
    if table.playing and not table.absent:
        raise RecordFault("the options of a running game stay as they are")
    chairs = _unready(table)
    changed = {name: v for name, v in entry.options.items() if table.options.get(name) != v}
    options = completed(table.game.options, entry.options)
    return replace(table, options=options, chairs=chairs), (OptionsChanged(changed),)


def _chair(table: Table, seat: Seat) -> Chair:
    chair = table.chairs.get(seat)
    if chair is None:
        raise RecordFault(f"nobody sits at seat {seat}")
    return chair


# --- the game -----------------------------------------------------------------------


def _started(table: Table, entry: Started) -> Result:
    if table.playing:
        raise RecordFault("a game is already in progress")
    minds = _minds(table.game, entry.bots.values())
    try:
        values = completed(table.game.options, entry.options)
        options = seat_values(table.game.options, values, entry.names)
        lists = named_lists(table.game.options, values, table.lexicons)
    except OptionFault as fault:
        raise RecordFault(fault.text) from None
    match, happened = matches.start(
        table.game,
        seats=tuple(sorted(entry.names)),
        bots={seat: minds[kind] for seat, kind in entry.bots.items()},
        options=options,
        seed=bytes.fromhex(entry.seed),
        lexicon=table.lexicons.get(entry.lexicon) if entry.lexicon else None,
        lists=MappingProxyType(lists),
        version=table.game.plays_as(entry.version),
        via=table.via,
    )
    return _with_match(table, entry, match), (Begun(), *happened)


def _started_unseen(table: Table, entry: Started) -> Result:
    match = Match(
        game=table.game,
        seats=tuple(sorted(entry.names)),
        bots={},
        seed=bytes.fromhex(entry.seed),
        via=table.via,
    )
    return _with_match(table, entry, match), ()


def _with_match(table: Table, entry: Started, match: Match) -> Table:
    """Return *table* with the game that begins."""
    return replace(
        table,
        match=match,
        chairs=_unready(table),
        names=MappingProxyType(dict(entry.names)),
        record=entry.record,
        version=entry.version,
        code=entry.code,
        paused=False,
        frozen=False,
        proposals=_NO_PROPOSALS,
        proposed=0,
    )


def before_game(
    entry: Started, games: Mapping[str, AnyGame], lexicons: Mapping[str, Lexicon]
) -> Table:
    """Return the table from before *entry* started its game, to replay a record."""
    game = games.get(entry.game)
    if game is None:
        raise RecordFault(f"there is no game {entry.game} here")
    return Table(
        number=entry.table,
        game=game,
        options=completed(game.options, entry.options),
        lexicons=lexicons,
        chairs={
            seat: Chair(name, entry.bots.get(seat), away=seat in entry.away)
            for seat, name in entry.names.items()
        },
        host=entry.host,
    )


def _played(table: Table, match: Match, happened: tuple[Happening, ...]) -> Result:
    """Apply a match after a step. The end of the game also ends its proposals."""
    if match.ended is None:
        return replace(table, match=match), happened
    over = replace(table, match=match, paused=False, frozen=False, proposals=_NO_PROPOSALS)
    return over, happened


def _running(table: Table) -> Match:
    if table.state != "playing":
        raise RecordFault("no game is running")
    return table.last_match


def _moved(table: Table, entry: Moved) -> Result:
    return _played(
        table, *matches.move(_running(table), entry.seat, entry.move, entry.at, entry.lag)
    )


def _unseen(table: Table, entry: Moved | TimeUp | Called) -> Result:
    return replace(table, match=replace(table.last_match, now=entry.at)), ()


def _time_up(table: Table, entry: TimeUp) -> Result:
    return _played(table, *matches.time_up(_running(table), entry.at))


def _called(table: Table, entry: Called) -> Result:
    return _played(table, *matches.call_time(_running(table), entry.left_s, entry.at))


def _ended(table: Table, entry: Ended) -> Result:
    if table.match is None or table.match.ended is not None:
        raise RecordFault("no game is in progress")
    return _end(table, table.match, entry.reason, entry.at)


def _end(table: Table, match: Match, reason: Ending, at: int) -> Result:
    """End the game from outside. A suspended game ends without scores."""
    if table.suspended is not None:
        match = replace(match, prompts=EMPTY, scores=EMPTY)
    return _played(table, *matches.end(match, reason, at))


def _faulted(table: Table, entry: Faulted) -> Result:
    if table.match is None or table.match.ended is not None:
        if entry.call is not None:  # the game was about to begin
            return table, ()
        raise RecordFault("no game is in progress")
    return replace(table, match=replace(table.match, now=entry.at), frozen=True), (Failed(),)


def _suspended(table: Table, entry: Suspended) -> Result:
    match, before = table.match, table.suspended
    if match is not None and match.ended is None:
        over = entry.over and table.absent
        match = replace(match, now=entry.at, ended="finished" if over else None)
    left = before.left if before is not None else ()
    return replace(table, match=match, suspended=Suspension(entry.why, left)), ()


def _continued(table: Table, entry: Continued) -> Result:
    """Continue the table, and tell the game which players have left since it was suspended."""
    match, before = table.match, table.suspended
    if match is not None and match.ended is None:
        match = replace(match, now=entry.at)
    same = entry.version == table.version
    news = GoneOn(entry.version, recoded=same and is_other_code(table.code, entry.code))
    code = entry.code or table.code
    new = replace(
        table, match=match, frozen=False, suspended=None, version=entry.version, code=code
    )
    happened: list[Happening] = [news]
    for seat in before.left if before is not None else ():
        if new.playing:
            new, told = _gone(new, new.last_match, seat, entry.at)
            happened.extend(told)
    return new, tuple(happened)


def is_other_code(one: str, other: str) -> bool:
    """Check whether both fingerprints are known and different."""
    return bool(one and other) and one != other


def _said(table: Table, entry: Said) -> Result:
    return table, (Talked(entry.name, entry.to, entry.what),)


def _closed(table: Table, entry: Closed) -> Result:
    return replace(table, closed=True), (TableClosed(entry.why),)


# --- proposals ----------------------------------------------------------------------


def _proposed(table: Table, entry: Proposed) -> Result:
    chair = _chair(table, entry.seat)
    number = table.proposed + 1
    waiting = frozenset(
        seat
        for seat, who in table.chairs.items()
        if who.bot is None and not who.away and seat not in (entry.seat, entry.target)
    )
    name = entry.person or chair.name
    proposal = Proposal(
        entry.what, name, waiting, target=entry.target, bot=entry.bot, person=entry.person
    )
    proposals = {**table.proposals, number: proposal}
    told = _told(table, proposal, "proposed", number, name)
    news = replace(told, seconds=entry.seconds)
    new, settled = _settle(replace(table, proposals=proposals, proposed=number), entry.at)
    return new, (news, *settled)


def _answered(table: Table, entry: Answered) -> Result:
    proposal = table.proposals.get(entry.number)
    if proposal is None:
        raise RecordFault(f"there is no proposal {entry.number}")
    name = _chair(table, entry.seat).name
    if not entry.accepts:
        return _drop(table, entry.number), (
            _told(table, proposal, "declined", entry.number, name),
        )
    waiting = proposal.waiting - {entry.seat}
    accepted = replace(proposal, waiting=waiting, accepted=proposal.accepted + 1)
    proposals = {**table.proposals, entry.number: accepted}
    news = _told(table, proposal, "accepted", entry.number, name)
    new, settled = _settle(replace(table, proposals=proposals), entry.at)
    return new, (news, *settled)


def _lapsed(table: Table, entry: Lapsed) -> Result:
    proposal = table.proposals.get(entry.number)
    if proposal is None:
        raise RecordFault(f"there is no proposal {entry.number}")
    new = _drop(table, entry.number)
    if not entry.passes:
        return new, (_told(table, proposal, "lapsed", entry.number, proposal.name),)
    agreed = _told(table, proposal, "agreed", entry.number, proposal.name)
    new, told = _carry_out(new, proposal.what, entry.at)
    return new, (replace(agreed, tacit=bool(proposal.waiting)), *told)


def _told(
    table: Table,
    proposal: Proposal,
    kind: Literal["proposed", "accepted", "agreed", "declined", "lapsed"],
    number: int,
    name: str,
) -> ProposalNews:
    whom = None if proposal.target is None else table.name(proposal.target)
    return ProposalNews(kind, number, proposal.what, name, whom, proposal.bot, proposal.person)


def _drop(table: Table, number: int) -> Table:
    return replace(
        table, proposals={key: value for key, value in table.proposals.items() if key != number}
    )


def _without(table: Table, seat: Seat) -> Table:
    """Return *table* without any proposal waiting for the answer of *seat*."""
    if not any(seat in proposal.waiting for proposal in table.proposals.values()):
        return table
    return replace(
        table,
        proposals={
            number: replace(proposal, waiting=proposal.waiting - {seat})
            for number, proposal in table.proposals.items()
        },
    )


def _forgotten(table: Table, seat: Seat) -> Table:
    """Return *table* without proposals about *seat*, whose player has left."""
    kept = {n: proposal for n, proposal in table.proposals.items() if proposal.target != seat}
    return table if len(kept) == len(table.proposals) else replace(table, proposals=kept)


def _settle(table: Table, at: int) -> Result:
    """Carry out every proposal that everybody has accepted.

    A proposal about a player waits until their time is up.
    """
    happened: list[Happening] = []
    for number, proposal in list(table.proposals.items()):
        if proposal.waiting or proposal.target is not None or number not in table.proposals:
            continue
        table = _drop(table, number)
        happened.append(_told(table, proposal, "agreed", number, proposal.name))
        table, told = _carry_out(table, proposal.what, at)
        happened.extend(told)
    return table, tuple(happened)


def _carry_out(table: Table, what: What, at: int) -> Result:
    if table.match is None or table.match.ended is not None:
        return table, ()
    if what in ("remove", "replace"):
        return table, ()  # the next entries say what happens to the seat
    if what == "abort":
        return _end(table, table.match, "aborted", at)
    if table.paused == (what == "pause"):
        return table, ()
    # The clock stops here, not at the last move: the time since then has passed.
    match = replace(table.match, now=at)
    return replace(table, match=match, paused=what == "pause"), (PauseChanged(what == "pause"),)


_FOLDS: Final[Mapping[type[Any], Callable[[Table, Any], Result]]] = {
    Sat: _sat,
    Joined: _joined,
    Stood: _stood,
    Optioned: _optioned,
    Readied: _readied,
    Presence: _presence,
    Started: _started,
    Moved: _moved,
    TimeUp: _time_up,
    Called: _called,
    Proposed: _proposed,
    Answered: _answered,
    Lapsed: _lapsed,
    Said: _said,
    Ended: _ended,
    Faulted: _faulted,
    Restarted: _restarted,
    Suspended: _suspended,
    Continued: _continued,
    Closed: _closed,
}
_WITHOUT_GAME: Final[Mapping[type[Any], Callable[[Table, Any], Result]]] = {
    Started: _started_unseen,
    Moved: _unseen,
    TimeUp: _unseen,
    Called: _unseen,
}
