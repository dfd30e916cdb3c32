"""The one transition of a table: `fold(table, entry)`.

The live host and a rebuild from the record call the same function with the same
entries, so they always reach the same table.

The game may be absent. The people at the table, their proposals and the suspension follow from the
record without it. Only the position needs the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from parlour.api import Setup
from parlour.engine import banks, chairs, proposals
from parlour.engine import match as matches
from parlour.engine import record as r
from parlour.engine import table_events as h
from parlour.engine.match import EMPTY, Match
from parlour.engine.options import (
    DAYS,
    PACE,
    SLOW,
    OptionFault,
    completed,
    named_lists,
    seat_values,
)
from parlour.engine.table import (
    NextTable,
    RecordFault,
    Suspension,
    Table,
    ended,
    everybody_away,
    is_other_code,
    past,
    played,
    running,
)
from parlour.language import _


def fold(table: Table, entry: r.Entry) -> NextTable:
    """Apply *entry* to *table*. Return the new table, and what happened.

    Raises Refused (a move or a start that the rules do not allow), GameFault (the
    plugin raised), RecordFault (an entry out of place). Then the table is unchanged.
    """
    if table.absent:
        return _fold_without_game(table, entry)
    return _FOLDS[type(entry)](table, entry)


def _fold_without_game(table: Table, entry: r.Entry) -> NextTable:
    """Fold *entry* without asking the game.

    Returns what happened only if the table is suspended. What happened before then was partly the
    game's to tell.
    """
    kind = type(entry)
    new, happened = (_WITHOUT_GAME.get(kind) or _FOLDS[kind])(table, entry)
    return new, () if new.suspended is None else happened


def _started(table: Table, entry: r.Started) -> NextTable:
    if table.playing:
        raise RecordFault("a game is already in progress")
    minds = chairs.minds(table.game, entry.bots.values())
    try:
        values = completed(table.game.options, entry.options)
        options = seat_values(table.game.options, values, entry.names)
        lists = named_lists(table.game.options, values, table.lexicons)
    except OptionFault as fault:
        raise RecordFault(fault.text) from None
    setup = Setup(
        seats=tuple(sorted(entry.names)),
        options=table.game.chosen(options),
        version=table.game.plays_as(entry.version),
        ratings=MappingProxyType(entry.ratings),
        earlier=tuple(entry.earlier),
        bots=frozenset(entry.bots),
    )
    match = replace(
        _new_match(table, entry),
        bots={seat: minds[kind] for seat, kind in entry.bots.items()},
        lexicon=table.lexicons.get(entry.lexicon) if entry.lexicon else None,
        lists=MappingProxyType(lists),
        bank=banks.begin(values, entry.names),
        slow=SLOW if values.get(PACE) == DAYS else 1,
    )
    match, happened = matches.start(match, setup)
    return _with_match(table, entry, match), (h.Begun(), *happened)


def _started_unseen(table: Table, entry: r.Started) -> NextTable:
    return _with_match(table, entry, _new_match(table, entry)), ()


def _new_match(table: Table, entry: r.Started) -> Match:
    seats, seed = tuple(sorted(entry.names)), bytes.fromhex(entry.seed)
    return Match(game=table.game, seats=seats, bots={}, seed=seed, via=table.via)


def _with_match(table: Table, entry: r.Started, match: Match) -> Table:
    """Return *table* with the game that begins."""
    return replace(
        table,
        match=match,
        chairs=chairs.unready(table),
        names=MappingProxyType(dict(entry.names)),
        record=entry.record,
        version=entry.version,
        code=entry.code,
        paused=False,
        frozen=False,
        proposals=EMPTY,
        proposed=0,
        past=past(table),
    )


def _moved(table: Table, entry: r.Moved) -> NextTable:
    return played(
        table, *matches.move(running(table), entry.seat, entry.move, entry.at, entry.lag)
    )


def _unseen(table: Table, entry: r.Moved | r.TimeUp | r.Called) -> NextTable:
    return replace(table, match=replace(table.last_match, now=entry.at)), ()


def _time_up(table: Table, entry: r.TimeUp) -> NextTable:
    return played(table, *matches.time_up(running(table), entry.at))


def _called(table: Table, entry: r.Called) -> NextTable:
    return played(table, *matches.call_time(running(table), entry.left_s, entry.at))


def _ended(table: Table, entry: r.Ended) -> NextTable:
    if table.match is None or table.match.ended is not None:
        raise RecordFault("no game is in progress")
    return ended(table, table.match, entry.reason, entry.at)


def _faulted(table: Table, entry: r.Faulted) -> NextTable:
    if table.match is None or table.match.ended is not None:
        if entry.call is not None:  # the game was about to begin
            return table, ()
        raise RecordFault("no game is in progress")
    return replace(table, match=replace(table.match, now=entry.at), frozen=True), (h.GameFailed(),)


def _suspended(table: Table, entry: r.Suspended) -> NextTable:
    match, before = table.match, table.suspended
    if match is not None and match.ended is None:
        over = entry.over and table.absent
        match = replace(match, now=entry.at, ended="finished" if over else None)
    left = before.left if before is not None else ()
    return replace(table, match=match, suspended=Suspension(entry.why, left)), ()


def _adjourned(table: Table, entry: r.Adjourned) -> NextTable:
    """Let the table wait for its players. What was proposed is off, and so is a pause."""
    if table.stopped or not table.playing:
        raise RecordFault("no game is in progress")
    new = replace(
        table,
        match=replace(table.last_match, now=entry.at),
        chairs=everybody_away(table.chairs),
        paused=False,
        proposals=EMPTY,
        suspended=Suspension(_("its players are not all back"), since_s=entry.wall_s),
    )
    return new, (h.TableAdjourned(),)


def _continued(table: Table, entry: r.Continued) -> NextTable:
    """Continue the table, and tell the game which players have left since it was suspended."""
    match, before = table.match, table.suspended
    if match is not None and match.ended is None:
        match = replace(match, now=entry.at)
    same = entry.version == table.version
    news = h.GoneOn(entry.version, recoded=same and is_other_code(table.code, entry.code))
    code = entry.code or table.code
    new = replace(
        table, match=match, frozen=False, suspended=None, version=entry.version, code=code
    )
    happened: list[h.Happening] = [news]
    for seat in before.left if before is not None else ():
        if new.playing:
            new, told = chairs.gone(new, new.last_match, seat, entry.at)
            happened.extend(told)
    return new, tuple(happened)


def _said(table: Table, entry: r.Said) -> NextTable:
    return table, (h.Talked(entry.name, entry.to, entry.what, frozenset(entry.seats)),)


def _closed(table: Table, entry: r.Closed) -> NextTable:
    return replace(table, closed=True), (h.TableClosed(entry.why),)


_FOLDS: Final[Mapping[type[Any], Callable[[Table, Any], NextTable]]] = {
    r.Sat: chairs.sat,
    r.Joined: chairs.joined,
    r.Stood: chairs.stood,
    r.Optioned: chairs.optioned,
    r.Readied: chairs.readied,
    r.Presence: chairs.presence,
    r.Started: _started,
    r.Moved: _moved,
    r.TimeUp: _time_up,
    r.Called: _called,
    r.Proposed: proposals.proposed,
    r.Answered: proposals.answered,
    r.Lapsed: proposals.lapsed,
    r.Halted: proposals.halted,
    r.Said: _said,
    r.Ended: _ended,
    r.Faulted: _faulted,
    r.Restarted: chairs.restarted,
    r.Suspended: _suspended,
    r.Adjourned: _adjourned,
    r.Continued: _continued,
    r.Closed: _closed,
}
_WITHOUT_GAME: Final[Mapping[type[Any], Callable[[Table, Any], NextTable]]] = {
    r.Started: _started_unseen,
    r.Moved: _unseen,
    r.TimeUp: _unseen,
    r.Called: _unseen,
}
