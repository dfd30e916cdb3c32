"""Open, join, leave, desert and close tables, and tell the lobby."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from parlour.accounts.accounts import forget
from parlour.accounts.throttle import place_of
from parlour.api import Seat
from parlour.core.persistence import Entry, Streams, TableGone
from parlour.core.sessions import Player
from parlour.engine import record as r
from parlour.engine.opening import open_table
from parlour.engine.options import ABSENCE, ABSENCE_SECONDS, LEXICON, PLAYERS
from parlour.hookvalues import TableOpened
from parlour.language import _, joined
from parlour.tables import presence, warmup
from parlour.tables.happened import TableClosed, TakenOver
from parlour.tables.rooms import Room, seat_of, watched_by
from parlour.tables.summary import lobby_news
from parlour.tables.tables import Tables
from parlour.wire.messages import with_language

Why: TypeAlias = Literal["empty", "deserted", "host", "operator", "party"]
"""The reason for closing a table: nobody sits there, nobody came back, somebody ended it, or the
next round of its party begins."""
OPENED_ENTRIES: Final = 2
"""A table is new while its record holds no more than its opening and its first seat."""


def open_room(tables: Tables, opened: r.Opened) -> Room:
    room = Room(
        tables.out,
        tables.listener,
        open_table(opened, tables.games, tables.lexicons, tables.watch),
    )
    body = r.encode(opened)
    room.keep(opened, body, room.table)
    tables.out.store(Entry(opened.table, 0, body))
    tables.add(room)
    warmup.prepare(tables, room.table)
    if not opened.word:
        title = room.table.game.title
        tables.out.tell_plugins(
            TableOpened(opened.table, opened.game, title, MappingProxyType(opened.options))
        )
    return room


def part(tables: Tables, player: Player, *, goodbye: bool, freed: Callable[[Room], None]) -> None:
    """Handle a lost connection. We keep the player's seat, and their name for a while.

    *goodbye*: they have said it, so they will not be back in a moment. *freed*: called for a table
    that waits for players, after it has freed the seat.
    """
    player.session = None
    player.unread_from = player.seq
    tables.people.register.list_away(player)
    for room in watched_by(player):
        unwatch(player, room)
    found = seat_of(player)
    if found is not None:
        room, seat = found
        # A game that begins by itself must not begin without them.
        sought = room.table.match is None and bool(room.table.options.get(PLAYERS))
        late = partial(_lose_seat, tables, player, room, seat, freed) if sought else None
        at_once = goodbye and late is None
        presence.be_away(tables.out, room, seat, at_once=at_once, late=late)
        _keep_seat(tables, player, room, seat)
    forget_later(tables, player)


def _lose_seat(
    tables: Tables, player: Player, room: Room, seat: Seat, freed: Callable[[Room], None]
) -> None:
    stand(tables, player, room, seat)
    freed(room)


def _keep_seat(tables: Tables, player: Player, room: Room, seat: Seat) -> None:
    """Keep the seat of the player, who is disconnected."""
    if room.table.state == "adjourned" and player.room is room:
        release(tables, player, room, seat)
    watch_deserted(tables, room)
    watch_absent(tables, room, seat)
    listed(tables, room)


def watch_absent(tables: Tables, room: Room, seat: Seat) -> None:
    """With absence=forfeit, free a seat if its player is not back in time.

    Only time in which the game runs counts. The count restarts whenever the game runs again.
    """
    room.absence_timers.cancel(seat)
    options = room.table.options
    if options.get(ABSENCE) == "forfeit" and room.going and not room.table.over_days:
        due = tables.out.now + float(options[ABSENCE_SECONDS])
        room.absence_timers.set(seat, due, partial(_give_up, tables, room, seat))


def _give_up(tables: Tables, room: Room, seat: Seat) -> None:
    """Free the seat of a player who was away too long, if the game runs."""
    player = room.seated.get(seat)
    if player is not None and room.going:
        stand(tables, player, room, seat, why="absent")


def set_going(tables: Tables, room: Room) -> None:
    """Start counting how long players are away, because the game runs now."""
    for seat, chair in room.table.chairs.items():
        if chair.away:
            watch_absent(tables, room, seat)


def forget_later(tables: Tables, player: Player) -> None:
    """Keep the name for a while. The player is away and has no seat, or soon will not."""
    player.stay()
    due = tables.out.now + tables.out.limits.away_s
    player.away_timer = tables.out.timers.at(due, partial(_forget, tables, player))


def _forget(tables: Tables, player: Player) -> None:
    player.away_timer = None
    waits = player.guest and player.key in tables.adjourned
    if player.session is None and player.room is None and not waits:
        forget(tables.people, player)


def watch(player: Player, room: Room) -> None:
    player.watching[room.table.number] = room
    room.watchers[player.key] = player
    _see_anything(player)


def unwatch(player: Player, room: Room) -> None:
    """Stop the player from watching that table, if they did."""
    player.watching.pop(room.table.number, None)
    room.watchers.pop(player.key, None)


def _see_anything(player: Player) -> None:
    """Send them the next position in any case: they may have put away what they had of a table."""
    if player.session is not None:
        player.session.seen = None


def sit(tables: Tables, player: Player, room: Room, entry: r.Sat | r.Joined) -> None:
    """Seat the player, who no longer watches the table."""
    unwatch(player, room)
    room.take_in(player, entry.seat)
    _see_anything(player)
    room.add(entry)
    watch_deserted(tables, room)
    tables.listener.listed(room)


def stand(
    tables: Tables,
    player: Player,
    room: Room,
    seat: Seat,
    *,
    why: Literal["left", "kicked", "absent", "silent"] = "left",
) -> None:
    """Free the player's seat for good."""
    room.stand(seat, why)
    get_up(tables, player, room, seat)


def get_up(tables: Tables, player: Player, room: Room, seat: Seat) -> None:
    """Remove the player from the seat, which the table has already freed."""
    place = come_from(player)
    if room.table.playing and place:
        room.gone.setdefault(place, {})[player.name] = None
    release(tables, player, room, seat)
    if is_sought_by(room, player):
        close_room(tables, room, "host")
    elif room.seated or room.table.match is not None:
        listed(tables, room)
        watch_deserted(tables, room)
    else:  # nobody waits for a game that never began
        close_room(tables, room, "empty")


def come_from(player: Player) -> str:
    """Return the place that *player* comes from, or empty if that is not known, or near."""
    session = player.session
    if session is None:
        return player.place
    return "" if session.near else place_of(session)


def release(tables: Tables, player: Player, room: Room, seat: Seat) -> None:
    """Let the player go from the table, which may keep their seat."""
    del room.seated[seat]
    player.room = player.seat = None
    if player.session is None:
        forget_later(tables, player)
    tables.news.follow(player)


def is_sought_by(room: Room, player: Player) -> bool:
    """Check whether *player* opened the table to find players, and it has not begun."""
    if room.table.match is not None or not room.table.options.get(PLAYERS):
        return False
    first = r.decode(room.record[1])
    return isinstance(first, r.Sat) and first.name == player.name


def hand_over(tables: Tables, room: Room, seat: Seat, before: Player, player: Player) -> None:
    """The seat is *player*'s from now on and no longer *before*'s, as the table says."""
    release(tables, before, room, seat)
    unwatch(player, room)
    room.take_in(player, seat)
    tables.happened.tell(TakenOver(room, seat, player))
    watch_deserted(tables, room)
    tables.listener.listed(room)


def watch_deserted(tables: Tables, room: Room) -> None:
    """Close a table without people after a while, or adjourn its game.

    A suspended table waits for everyone who has a seat: its game may be back only days later. An
    adjourned one waits for some days, and a game over days for a month.
    """
    room.alarms.cancel("deserted")
    suspended, limits = room.table.suspended, tables.out.limits
    if suspended is not None and suspended.since_s is not None:
        desert_after(tables, room, suspended.since_s + limits.adjourned_s - tables.out.wall)
    elif room.living:
        return
    elif room.table.over_days:
        desert_after(tables, room, limits.days_away_s)
    elif not room.seated:
        if room.owner is None:  # otherwise its bots play on, and the owner closes it
            desert_after(tables, room, 0)
    elif room.table.state in {"playing", "paused"} and room.owner is None:
        due = tables.out.now + limits.adjourn_after_s
        room.alarms.set("deserted", due, partial(tables.listener.deserted, room))
    elif suspended is None:
        desert_after(tables, room, limits.deserted_table_s)


def desert_after(tables: Tables, room: Room, after_s: float) -> None:
    """Let the table end after so many seconds, unless somebody comes before that."""
    due = tables.out.now + max(0.0, after_s)
    room.alarms.set("deserted", due, partial(desert, tables, room))


def desert(tables: Tables, room: Room) -> None:
    """End the game, free the seats and close the table, because nobody has come back."""
    if room.table.playing:
        room.try_add(r.Ended(at=room.at, reason="deserted"))
    people = any(chair.bot is None for chair in room.table.chairs.values())
    close_room(tables, room, "deserted" if people else "empty")


def close_room(tables: Tables, room: Room, why: Why) -> None:
    number = room.table.number
    room.add(r.Closed(why=why))
    room.stop()
    tables.remove(room)
    for seat, player in list(room.seated.items()):
        release(tables, player, room, seat)
    for player in list(room.watchers.values()):
        unwatch(player, room)
    no_longer_adjourned(tables, room)
    listed(tables, room)
    drop(tables, number, room.hearers)
    tables.happened.tell(TableClosed(room))


def no_longer_adjourned(tables: Tables, room: Room) -> None:
    """Note that *room* waits for nobody any more. Guests keep their name only for a while now."""
    register = tables.people.register
    for key in keys_of(tables, room):
        waiting = tables.adjourned.get(key, {})
        if waiting.pop(room.table.number, None) is None:
            continue
        if not waiting:
            del tables.adjourned[key]
        player = register.by_key.get(key)
        if player is not None and player.session is None and player.room is None:
            forget_later(tables, player)


def keys_of(tables: Tables, room: Room) -> list[str]:
    """Return the keys of the names of the people who have a seat at *room*."""
    chairs = room.table.chairs.values()
    return [tables.people.register.key(who.name) for who in chairs if who.bot is None]


def drop(tables: Tables, number: int, hearers: Iterable[int]) -> None:
    """Drop the record of that table, but keep how far its hearers' streams have come."""
    known = map(tables.people.register.by_number.get, hearers)
    streams = tuple((player.number, player.seq) for player in known if player is not None)
    tables.out.write_down(Streams(streams))
    tables.out.write_down(TableGone(number))
    tables.opened.remove(number)


def listed(tables: Tables, room: Room) -> None:
    """Tell the lobby what has changed about a table, unless it is private."""
    if room.table.word:
        return
    table = room.table
    if not table.closed:
        tables.look_for_life(room)
    if table.closed:
        event = lobby_news(room, "closed")
    elif len(room.record) > OPENED_ENTRIES:
        event = lobby_news(room, "changed")
    elif room.owner is not None:
        event = lobby_news(room, "opened", room.owner.opened(table))
    else:
        what = _(
            "Table {table}: {title}, opened by {host}.",
            table=table.number,
            title=with_language(table.game.title, table.options.get(LEXICON)),
            host=table.host_name,
        )
        if wanted := table.options.get(PLAYERS):
            what = joined((what, _("It starts with {wanted} players.", wanted=wanted)))
        join = _("<<To join: join {table}>>", table=table.number)
        event = lobby_news(room, "opened", joined((what, join)))
    tables.news.changed(event)
