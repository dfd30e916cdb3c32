"""Tables that cannot continue as they were.

Their game or a word list has changed, or the host died in their game's code.
Nothing resumes silently under different rules. A suspended table is a table without its game. Its
players sit there, talk, leave and call the game off. The table host or the operator continues it
under today's rules, or ends it.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.engine import record as r
from parlour.engine.calls import GameFault
from parlour.engine.options import hashes
from parlour.engine.ruling import TableRules, rules_of
from parlour.engine.table import Table, is_other_code
from parlour.language import _
from parlour.tables import lobby
from parlour.tables.rebuild import CannotGoOn, rebuilt, resettle
from parlour.tables.resync import show_again, watch_again
from parlour.tables.rooms import Room
from parlour.tables.summary import tell_state
from parlour.tables.tables import Tables

# --- when to suspend it -----------------------------------------------------------------


def check(tables: Tables, entries: Sequence[r.Entry]) -> None:
    """Raise CannotGoOn unless the last rules of that table are here unchanged."""
    if (call := died_in(entries)) is not None:
        raise CannotGoOn(
            _("the host died while the program of its game was at work ({call})", call=call)
        )
    rules = _check_here(tables, entries)
    game = tables.games[rules.game]
    if game.plays_as(rules.began) != rules.version:
        raise CannotGoOn(
            _(
                "it began with version {version} of {title}, and this host has version {plays_as}",
                version=rules.version,
                title=game.title,
                plays_as=game.plays_as(rules.began),
            )
        )
    for name, used in rules.used:
        if used not in {None, rules.lexicons(tables.lexicons)[name].hash}:
            raise CannotGoOn(
                _("the word list {name} is not the one it was played with", name=name)
            )


def died_in(entries: Sequence[r.Entry]) -> str | None:
    """Return the function in which the host died, if nobody has continued the table since."""
    decided = (e for e in reversed(entries) if isinstance(e, r.Faulted | r.Continued))
    last = next(decided, None)
    return last.call if isinstance(last, r.Faulted) else None


def _check_here(tables: Tables, entries: Sequence[r.Entry]) -> TableRules:
    """Return the last rules. Raise CannotGoOn unless this host has the game and its word lists."""
    rules = rules_of(tables.games, entries)
    if rules.game not in tables.games:
        raise CannotGoOn(_("the game {game} is not here", game=rules.game))
    for name, _rest in rules.used:
        if name not in tables.lexicons:
            raise CannotGoOn(_("the word list {name} is not here", name=name))
    return rules


def suspend(tables: Tables, room: Room, why: str, clock: int) -> None:
    """Let *room*, whose time was *clock*, wait for a decision.

    Only the rules could say when its game was over, but then it is in the archive. We may read the
    archive here, because this runs only when the host starts.
    """
    table = room.table
    if table.suspended is None or table.suspended.why != why:
        record = table.record
        over = record is not None and tables.archive.get(record) is not None
        at = max(clock, table.match.now) if table.match is not None else 0
        room.add(r.Suspended(at=at, why=why, over=over))


# --- what becomes of it -----------------------------------------------------------------


def go_on(tables: Tables, number: int) -> str:
    """Continue a suspended or frozen table under today's rules. Returns what was done.

    Raises CannotGoOn if that is impossible; nothing has changed then.
    """
    room = _room(tables, number)
    suspended = room.table.suspended
    if suspended is not None and suspended.since_s is not None:
        raise CannotGoOn(suspended.why)
    if not room.table.stopped:
        raise CannotGoOn(_("it is neither held nor frozen"))
    let_go_on(tables, room)
    show_all_again(tables, room)
    if room.table.frozen:
        return _("Table {number} has failed again and is frozen.", number=number)
    return _("Table {number} goes on.", number=number)


def recall_game(tables: Tables, room: Room) -> None:
    """Give an adjourned table its game again, if it is here unchanged.

    After a start it has none, because nobody may come back for days. Who does come back, and asks
    what they missed, needs it.
    """
    try:
        check(tables, room.entries)
        room.become(rebuilt(tables, room.record))
    except CannotGoOn:
        pass  # when all are back they read why


def let_go_on(tables: Tables, room: Room) -> None:
    """Continue a stopped table under today's rules. Raises CannotGoOn."""
    if room.table.absent:
        put_game_back(tables, room)
    else:
        room.add(continued(room.table, room.at))


def show_all_again(tables: Tables, room: Room) -> None:
    """Show everybody at *room* how it is, and what the game asks them, and set its timers."""
    for seat, player in list(room.seated.items()):
        if player.session is not None:
            tell_state(tables.out, player, room)
            show_again(tables.out, player, room, seat)
    for player in room.watchers.values():
        tell_state(tables.out, player, room)
        watch_again(tables.out, player, room)
    resettle(tables, room)


def put_game_back(tables: Tables, room: Room) -> None:
    """Follow the record with the game that is here now, and continue what was stopped.

    Raises CannotGoOn.
    """
    _check_here(tables, room.entries)
    made = rebuilt(tables, room.record)
    without, stopped = (room.table, room.bases), room.table.stopped
    room.become(made)
    try:
        if stopped or room.table.playing:
            room.add(continued(room.table, room.at))
    except GameFault as fault:
        room.table, room.bases = without
        tables.listener.plays(room, on=False)
        raise CannotGoOn(_("its program fails ({fault})", fault=fault)) from fault
    if stopped:
        room.expect_nobody()


def is_recoded(table: Table) -> bool:
    """Check whether a game runs whose code has changed while its rules have the same version."""
    return table.playing and is_other_code(table.code, table.game.code)


def continued(table: Table, at: int) -> r.Continued:
    """Return the entry that continues a table under today's rules."""
    lexicon = table.match.lexicon if table.playing and table.match else table.lexicon
    return r.Continued(
        at=at,
        version=table.game.plays_as(table.version) if table.playing else table.game.version,
        code=table.game.code,
        lexicon=lexicon.name if lexicon is not None else None,
        lexicon_hash=lexicon.hash if lexicon is not None else None,
        lists=hashes(table.lists),
    )


def end(tables: Tables, number: int, by: lobby.Why) -> str:
    """End the game of that table and close it. Returns what was done.

    The game goes into the archive as aborted. Raises CannotGoOn if there is no such table.
    """
    room = _room(tables, number)
    record = room.table.record if room.table.playing else None
    if room.table.playing:
        room.add(r.Ended(at=room.at, reason="aborted"))
    lobby.close_room(tables, room, by)
    if record is None:
        return _("Table {number} is closed.", number=number)
    return _(
        "Table {number} is closed; its game is in the archive as {record}.",
        number=number,
        record=record,
    )


def _room(tables: Tables, number: int) -> Room:
    room = tables.rooms.get(number)
    if room is None:
        raise CannotGoOn(_("there is no such table"))
    return room
