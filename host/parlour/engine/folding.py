"""The one transition of a table: `fold(table, entry)`.

The live host and a rebuild from the record call the same function with the same
entries, so they always reach the same table.

The game may be absent. The people at the table, their proposals and the suspension follow from the
record without it. Only the position needs the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Literal

from msgspec.structs import replace

from parlour.api import AnyGame, Game, Lexicon, Seat
from parlour.engine import banks, proposals
from parlour.engine import match as matches
from parlour.engine.calls import NOBODY, Calls, Watch
from parlour.engine.match import AnyBot, Match
from parlour.engine.options import YOUNGER, OptionFault, completed, named_lists, seat_values
from parlour.engine.record import (
    Adjourned,
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
from parlour.engine.table import (
    NO_PROPOSALS,
    Chair,
    RecordFault,
    Result,
    Suspension,
    Table,
    chair_at,
    ended,
    everybody_away,
    free_seats,
    is_other_code,
    next_host,
    past,
    played,
)
from parlour.engine.table_events import (
    Begun,
    Failed,
    Happening,
    OptionsChanged,
    SeatChanged,
    TableAdjourned,
    TableClosed,
    Talked,
)
from parlour.engine.table_events import Continued as GoneOn
from parlour.language import _


def open_table(
    entry: Opened | Started,
    games: Mapping[str, AnyGame],
    lexicons: Mapping[str, Lexicon],
    watch: Watch = NOBODY,
) -> Table:
    """Make a table, with nobody at it, from the entry that names its game and its options.

    *watch* sees the calls of its game.
    """
    game = games.get(entry.game)
    if game is None:
        raise RecordFault(f"there is no game {entry.game} here")
    return Table(
        number=entry.table,
        game=game,
        options=completed((*game.options, *YOUNGER), entry.options),
        lexicons=lexicons,
        word=entry.word if isinstance(entry, Opened) else "",
        party=entry.party if isinstance(entry, Opened) else 0,
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
        word=opened.word,
        party=opened.party,
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
        channels=() if game is None else game.channels,
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
    new, told = played(_named(_seated(table, entry), entry), match, happened)
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
    match, before = _running(table), chair_at(table, entry.seat)
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
    new, settled = proposals.settle(
        proposals.without_answer(proposals.without_target(new, entry.seat), entry.seat), entry.at
    )
    return new, (*happened, *settled)


def _minds(game: AnyGame, kinds: Iterable[str]) -> dict[str, AnyBot]:
    """Return the bots of *game* by kind. Raises RecordFault unless all *kinds* are among them."""
    minds: dict[str, AnyBot] = {}
    for kind in kinds:
        bot = game.bot_named(kind)
        if bot is None:
            raise RecordFault(f"there is no bot {kind} here")
        minds[kind] = bot
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
    new, settled = proposals.settle(
        proposals.without_answer(proposals.without_target(new, entry.seat), entry.seat), entry.at
    )
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
        return played(table, *matches.left(match, seat, at))
    return played(table, *matches.end(match, "deserted", at))


def _hand_over(table: Table) -> Result:
    """Make somebody else the table host, if anybody is left."""
    seat = next_host(table.chairs)
    if seat is None:
        return replace(table, host=None), ()
    return replace(table, host=seat), (SeatChanged(seat, table.chairs[seat].name, None, "host"),)


def _readied(table: Table, entry: Readied) -> Result:
    chair = chair_at(table, entry.seat)
    chairs = {**table.chairs, entry.seat: replace(chair, ready=entry.ready)}
    news = SeatChanged(entry.seat, chair.name, chair.bot, "ready" if entry.ready else "unready")
    return replace(table, chairs=chairs), (news,)


def _presence(table: Table, entry: Presence) -> Result:
    chair = chair_at(table, entry.seat)
    chairs = {**table.chairs, entry.seat: replace(chair, away=entry.away)}
    news = SeatChanged(entry.seat, chair.name, chair.bot, "away" if entry.away else "back")
    new = replace(table, chairs=chairs)
    if not entry.away:
        return new, (news,)
    new, settled = proposals.settle(proposals.without_answer(new, entry.seat), entry.at)
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
    options = completed((*table.game.options, *YOUNGER), entry.options)
    return replace(table, options=options, chairs=chairs), (OptionsChanged(changed),)


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
        ratings=entry.ratings,
        earlier=tuple(entry.earlier),
        bank=banks.begin(values, entry.names),
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
        proposals=NO_PROPOSALS,
        proposed=0,
        past=past(table),
    )


def before_game(
    entry: Started, games: Mapping[str, AnyGame], lexicons: Mapping[str, Lexicon]
) -> Table:
    """Return the table from before *entry* started its game, to replay a record."""
    chairs = {
        seat: Chair(name, entry.bots.get(seat), away=seat in entry.away)
        for seat, name in entry.names.items()
    }
    return replace(open_table(entry, games, lexicons), chairs=chairs, host=entry.host)


def _running(table: Table) -> Match:
    if table.state != "playing":
        raise RecordFault("no game is running")
    return table.last_match


def _moved(table: Table, entry: Moved) -> Result:
    return played(
        table, *matches.move(_running(table), entry.seat, entry.move, entry.at, entry.lag)
    )


def _unseen(table: Table, entry: Moved | TimeUp | Called) -> Result:
    return replace(table, match=replace(table.last_match, now=entry.at)), ()


def _time_up(table: Table, entry: TimeUp) -> Result:
    return played(table, *matches.time_up(_running(table), entry.at))


def _called(table: Table, entry: Called) -> Result:
    return played(table, *matches.call_time(_running(table), entry.left_s, entry.at))


def _ended(table: Table, entry: Ended) -> Result:
    if table.match is None or table.match.ended is not None:
        raise RecordFault("no game is in progress")
    return ended(table, table.match, entry.reason, entry.at)


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


def _adjourned(table: Table, entry: Adjourned) -> Result:
    """Let the table wait for its players. What was proposed is off, and so is a pause."""
    if table.stopped or not table.playing:
        raise RecordFault("no game is in progress")
    new = replace(
        table,
        match=replace(table.last_match, now=entry.at),
        chairs=everybody_away(table.chairs),
        paused=False,
        proposals=NO_PROPOSALS,
        suspended=Suspension(_("its players are not all back"), since_s=entry.wall_s),
    )
    return new, (TableAdjourned(),)


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


def _said(table: Table, entry: Said) -> Result:
    return table, (Talked(entry.name, entry.to, entry.what, frozenset(entry.seats)),)


def _closed(table: Table, entry: Closed) -> Result:
    return replace(table, closed=True), (TableClosed(entry.why),)


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
    Proposed: proposals.proposed,
    Answered: proposals.answered,
    Lapsed: proposals.lapsed,
    Said: _said,
    Ended: _ended,
    Faulted: _faulted,
    Restarted: _restarted,
    Suspended: _suspended,
    Adjourned: _adjourned,
    Continued: _continued,
    Closed: _closed,
}
_WITHOUT_GAME: Final[Mapping[type[Any], Callable[[Table, Any], Result]]] = {
    Started: _started_unseen,
    Moved: _unseen,
    TimeUp: _unseen,
    Called: _unseen,
}
