"""Hold tables that cannot continue as they were.

Their game or a word list has changed, or the host died in their game's code.
Nothing resumes silently under different rules. A held table has no `Table`, since this host may
not even have its game. What we show of it comes from its entries. The table host or
the operator continues it under today's rules, or ends it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from parlour.api import OptionValue, Seat
from parlour.engine import record as r
from parlour.engine.options import LEXICON, hashes, list_names
from parlour.engine.table import Chair, everybody_away, is_other_code, next_host
from parlour.house.lifecycle import lobby
from parlour.house.lifecycle.rebuild import CannotGoOn, rebuilt, reseat, resettle
from parlour.house.sessions import Player
from parlour.house.tables.resync import show_again
from parlour.house.tables.rooms import Room
from parlour.house.tables.summary import summary_of_held
from parlour.house.tables.suspended import Held, Rules, UsedList
from parlour.house.tables.tables import Tables
from parlour.wire.encoding import Line
from parlour.wire.messages import Notice

Ruling: TypeAlias = r.Opened | r.Started | r.Continued


# --- when to hold it --------------------------------------------------------------------


def check(tables: Tables, entries: Sequence[r.Entry]) -> None:
    """Raise CannotGoOn unless the last rules of that table are here unchanged."""
    rules = _rules(tables, entries)
    if (call := died_in(entries)) is not None:
        raise CannotGoOn(f"the host died while the program of its game was at work ({call})")
    _check_here(tables, rules)
    game = tables.games[rules.game]
    if game.plays_as(rules.began) != rules.version:
        raise CannotGoOn(
            f"it was played under version {rules.version} of {game.title}, "
            f"and version {game.plays_as(rules.began)} is here"
        )
    for used in rules.used:
        if used.hash not in {None, tables.lexicons[used.name].hash}:
            raise CannotGoOn(f"the word list {used.name} is not the one it was played with")


def died_in(entries: Sequence[r.Entry]) -> str | None:
    """Return the function in which the host died, if nobody has continued the table since."""
    decided = (e for e in reversed(entries) if isinstance(e, r.Faulted | r.Continued))
    last = next(decided, None)
    return last.call if isinstance(last, r.Faulted) else None


def _check_here(tables: Tables, rules: Rules) -> None:
    """Raise CannotGoOn unless this host has the game and its word lists."""
    if rules.game not in tables.games:
        raise CannotGoOn(f"the game {rules.game} is not here")
    for used in rules.used:
        if used.name not in tables.lexicons:
            raise CannotGoOn(f"the word list {used.name} is not here")


def _rules(tables: Tables, entries: Sequence[r.Entry]) -> Rules:
    opened = entries[0]
    assert isinstance(opened, r.Opened), "a record begins with the opening"
    game = tables.games.get(opened.game)
    own = game.options if game is not None else ()
    ruling: Ruling = opened
    chosen = opened.lexicon
    began = opened.version
    now = then = opened.options
    for entry in entries:
        if isinstance(entry, r.Opened | r.Started | r.Continued):
            ruling, chosen, then = entry, entry.lexicon, now
            if isinstance(entry, r.Started):
                began = entry.version
        elif isinstance(entry, r.Optioned):
            now = entry.options
            chosen = str(now[LEXICON]) if LEXICON in now else chosen
    lists = {
        option: UsedList(name, ruling.lists.get(option) if then.get(option) == name else None)
        for option, name in list_names(own, now).items()
    }
    return Rules(
        game=opened.game,
        version=ruling.version,
        began=began,
        lexicon=chosen,
        lexicon_hash=ruling.lexicon_hash if chosen == ruling.lexicon else None,
        lists=lists,
    )


def hold(
    tables: Tables,
    entries: Sequence[r.Entry],
    bodies: Sequence[bytes],
    clock: int,
    why: str,
    hearers: Iterable[int],
) -> None:
    """Keep the table of that record without running it."""
    opened = entries[0]
    assert isinstance(opened, r.Opened), "a record begins with the opening"
    game = tables.games.get(opened.game)
    chairs, host, options = _seating(entries)
    tables.held[opened.table] = Held(
        number=opened.table,
        entries=entries,
        bodies=bodies,
        clock=clock,
        why=why,
        title=game.title if game is not None else opened.game,
        size=game.seats.stop - 1 if game is not None else max(chairs, default=0),
        rules=_rules(tables, entries),
        options=options,
        chairs=chairs,
        host=host,
        unfinished=_unfinished(tables, entries),
        hearers=frozenset(hearers),
    )


def _seating(
    entries: Sequence[r.Entry],
) -> tuple[Mapping[Seat, Chair], Seat | None, Mapping[str, OptionValue]]:
    """Return the chairs, the table host and the options, which we know without the game."""
    chairs: dict[Seat, Chair] = {}
    host: Seat | None = None
    options: Mapping[str, OptionValue] = {}
    for entry in entries:
        match entry:
            case r.Opened() | r.Optioned():
                options = entry.options
            case r.Sat(seat=seat, bot=bot) | r.Joined(seat=seat, bot=bot):
                chairs[seat] = Chair(entry.name, bot)
                host = seat if host is None and bot is None else host
            case r.Stood(seat=seat):
                del chairs[seat]
                host = next_host(chairs) if host == seat else host
            case r.Presence(seat=seat):
                chairs[seat] = Chair(chairs[seat].name, away=entry.away)
            case r.Restarted():
                chairs = everybody_away(chairs)
            case _:
                pass
    return everybody_away(dict(sorted(chairs.items()))), host, options


def _unfinished(tables: Tables, entries: Sequence[r.Entry]) -> int | None:
    """Return the number of the entry that began an unfinished game, or None.

    Only its rules could say when a game was over, but then it is in the archive. We may read the
    archive here, because this runs only when the host starts.
    """
    starts = [(n, entry) for n, entry in enumerate(entries) if isinstance(entry, r.Started)]
    if not starts:
        return None
    number, started = starts[-1]
    ended = any(isinstance(entry, r.Ended) for entry in entries[number:])
    return None if ended or tables.archive.get(started.record) is not None else number


def tell(tables: Tables, player: Player) -> None:
    """Tell *player*, who has just reconnected, that a table where they sit is held."""
    for held in tables.held.values():
        if player.room is None and held.keeps(player):
            what = held.told(tables.people, player)
            tables.out.tell(player, Notice(kind="held", table=held.number, what=what))


# --- what happens to it ----------------------------------------------------------------


def go_on(tables: Tables, number: int) -> str:
    """Continue a held or frozen table under today's rules. Returns what was done.

    Raises CannotGoOn if that is impossible. Then nothing has changed.
    """
    frozen = tables.rooms.get(number)
    if frozen is not None and not frozen.table.frozen:
        raise CannotGoOn("it is neither held nor frozen")
    room = _revived(tables, number) if frozen is None else frozen
    room.add(continued(room))
    for seat in room.table.chairs.keys() - room.seated.keys():
        if room.table.chairs[seat].bot is None:  # they sit elsewhere by now
            room.stand(seat, "left")
    for seat, player in list(room.seated.items()):
        if player.session is not None:
            if room.table.chairs[seat].away:
                room.try_add(r.Presence(at=room.at, seat=seat, away=False))
            show_again(tables.out, player, room, seat)
    resettle(tables, room)
    if frozen is None:
        tables.keeper.listed(room)
    if room.table.frozen:
        return f"Table {number} has failed again and is frozen."
    return f"Table {number} goes on."


def _revived(tables: Tables, number: int) -> Room:
    """Return the held table of that number, live again. Raises CannotGoOn."""
    held = tables.held.get(number)
    if held is None:
        raise CannotGoOn("there is no such table")
    _check_here(tables, held.rules)
    room = rebuilt(tables, held.entries, held.bodies)
    room.hearers.update(held.hearers)
    del tables.held[number]
    tables.rooms[number] = room
    reseat(tables, room, free=True)
    room.reopen(held.clock)
    room.expect_nobody()
    return room


def is_recoded(room: Room) -> bool:
    """Check whether a game runs whose code has changed while its rules have the same version."""
    table = room.table
    return table.playing and is_other_code(table.code, table.game.code)


def continued(room: Room) -> r.Continued:
    """Return the entry that continues a table under today's rules."""
    table = room.table
    lexicon = table.match.lexicon if table.playing and table.match else table.lexicon
    return r.Continued(
        at=room.at,
        version=table.game.plays_as(table.version) if table.playing else table.game.version,
        code=table.game.code,
        lexicon=lexicon.name if lexicon is not None else None,
        lexicon_hash=lexicon.hash if lexicon is not None else None,
        lists=hashes(table.lists),
    )


def end(tables: Tables, number: int, by: lobby.Why) -> str:
    """End the game of that table, held or not, and close it. Returns what was done.

    The game goes into the archive as aborted. Raises CannotGoOn if there is no such table.
    """
    room = tables.rooms.get(number)
    if room is not None:
        playing = room.table.playing
        if playing:
            room.add(r.Ended(at=room.at, reason="aborted"))
        record = room.table.record if playing else None
        lobby.close_room(tables, room, by)
    else:
        record = _end_held(tables, number, by)
    if record is None:
        return f"Table {number} is closed."
    return f"Table {number} is closed; its game is in the archive as {record}."


def _end_held(tables: Tables, number: int, by: lobby.Why) -> str | None:
    """Close a held table. Returns the record of its unfinished game, or None."""
    held = tables.held.pop(number, None)
    if held is None:
        raise CannotGoOn("there is no such table")
    record = None
    if held.unfinished is not None:
        at = max(getattr(entry, "at", 0) for entry in held.entries[held.unfinished :])
        ended = r.encode(r.Ended(at=at, reason="aborted"))
        bodies = [*held.bodies[held.unfinished :], ended]
        record = lobby.put_away(
            tables, bodies, reason="aborted", scores={}, winners=(), hearers=held.hearers
        )
    sitters = held.sitters(tables.people)
    what = f"Table {number} is closed ({by})."
    tables.out.tell_all(sitters, Line(Notice(kind="table_gone", table=number, what=what)))
    for player in sitters:
        if player.session is None:
            lobby.forget_later(tables, player)
    tables.news.changed(summary_of_held(held).event("closed"))
    lobby.drop(tables, number, held.hearers)
    return record
