"""The tables of a house: opened, sat at, deserted, closed; and what the lobby hears of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from parlour.api import Ending, Seat
from parlour.engine import record as r
from parlour.engine.options import ABSENCE, ABSENCE_SECONDS
from parlour.engine.table import open_table
from parlour.house.effects import Entry, Report
from parlour.house.people.ways_back import code_hash
from parlour.house.persistence import Finished, PlayerGone, Streams, TableGone
from parlour.house.sessions import Player
from parlour.house.tables import news, warmup
from parlour.house.tables.announce import seat_names
from parlour.house.tables.rooms import Room
from parlour.wire.messages import TableEvent

if TYPE_CHECKING:
    from parlour.house.house import House

Change: TypeAlias = Literal["opened", "changed", "closed"]
Why: TypeAlias = Literal["empty", "deserted", "host", "operator"]
"""Why a table is closed: nobody sits there, nobody came back, somebody ended it."""
OPENED_ENTRIES: Final = 2
"""A table is new while its record holds no more than its opening and its first seat."""


def open_room(house: House, opened: r.Opened) -> Room:
    """A new table."""
    room = Room(house, open_table(opened, house.games, house.lexicons, house.watch))
    body = r.encode(opened)
    room.keep(opened, body, room.table)
    house.store(Entry(opened.table, 0, body))
    house.rooms[opened.table] = room
    warmup.prepare(house, room.table)
    about = {"table": opened.table, "game": opened.game}
    house.report(Report("info", "a table is opened", fields=about))
    return room


def part(house: House, player: Player) -> None:
    """The player's line is gone: his seat is kept, his name for a while."""
    player.session = None
    player.unread_from = player.seq
    for room in list(player.watching.values()):
        _unwatch(player, room)
    if house.hold is not None:
        return  # `restore.recover` looks who is gone
    if player.room is not None and player.seat is not None:
        room = player.room
        room.try_add(r.Presence(at=room.at, seat=player.seat, away=True))
        watch_deserted(house, room)
        watch_absent(house, room, player.seat)
    forget_later(house, player)


def watch_absent(house: House, room: Room, seat: Seat) -> None:
    """Under absence=forfeit a seat is given up if its player is not back in time.

    Only time counts in which the game goes on: whenever it is set going, it counts anew.
    """
    old = room.absence_timers.pop(seat, None)
    if old is not None:
        old.cancel()
    options = room.table.options
    if options.get(ABSENCE) == "forfeit" and room.going:
        due = house.now + float(options[ABSENCE_SECONDS])
        timer = house.timers.at(due, partial(_give_up, house, room, seat))
        room.absence_timers[seat] = timer


def _give_up(house: House, room: Room, seat: Seat) -> None:
    """He has been away too long, if the game is on."""
    del room.absence_timers[seat]
    player = room.seated.get(seat)
    if player is not None and room.going:
        stand(house, player, room, seat, why="absent")


def set_going(house: House, room: Room) -> None:
    """The game is being played from now on: how long somebody is away counts."""
    for seat, chair in room.table.chairs.items():
        if chair.away:
            watch_absent(house, room, seat)


def forget_later(house: House, player: Player) -> None:
    """The player is away and sits nowhere, or soon: keep the name for a while."""
    player.stay()
    player.away_since = house.now
    due = house.now + house.limits.away_s
    player.away_timer = house.timers.at(due, partial(_forget, house, player))


def _forget(house: House, player: Player) -> None:
    player.away_timer = None
    gone = player.session is None and player.room is None
    if gone and not any(held.keeps(player) for held in house.held.values()):
        forget(house, player)


def forget(house: House, player: Player) -> None:
    """The name of a guest is free again; of an account, nobody is away under it any more."""
    register = house.register
    if player.number not in register.by_number:
        return
    player.stay()
    if player.guest:
        house.write_down(PlayerGone(player.number))
        register.remove(player)
        house.attempts.forget(player.number)
        house.undo(lambda: register.add(player))
        return
    kept = replace(player.saved(), codes=())
    house.write_down(kept)
    register.remove(player)
    register.put_to_sleep(kept)

    def undo() -> None:
        register.wake(player.key)
        register.add(player)

    house.undo(undo)


def wake(house: House, player: Player) -> None:
    """*player*, whose account was asleep, is on this host again; he has a new code."""
    register = house.register
    player.code = house.new_code()
    player.codes = (code_hash(player.code),)
    house.write_down(player.saved())
    kept = register.wake(player.key)
    register.add(player)

    def undo() -> None:
        register.remove(player)
        register.put_to_sleep(kept)

    house.undo(undo)


def watch(house: House, player: Player, room: Room) -> None:
    """The player watches that table."""
    _watch(player, room)
    house.undo(lambda: _unwatch(player, room))


def unwatch(house: House, player: Player, room: Room) -> None:
    """The player watches that table no more, if he did."""
    if room.watchers.get(player.key) is player:
        _unwatch(player, room)
        house.undo(lambda: _watch_again(player, room))


def _watch(player: Player, room: Room) -> None:
    player.watching[room.table.number] = room
    room.watchers[player.key] = player


def _unwatch(player: Player, room: Room) -> None:
    player.watching.pop(room.table.number, None)
    room.watchers.pop(player.key, None)


def _watch_again(player: Player, room: Room) -> None:
    """Unless he has lost the line: nobody watches without one."""
    if player.session is not None:
        _watch(player, room)


def sit(house: House, player: Player, room: Room, entry: r.Sat | r.Joined) -> None:
    """The player takes a seat, and watches the table no more."""
    unwatch(house, player, room)
    player.room, player.seat = room, entry.seat
    room.seated[entry.seat] = player
    room.add(entry)
    watch_deserted(house, room)
    house.listed(room)


def stand(
    house: House,
    player: Player,
    room: Room,
    seat: Seat,
    *,
    why: Literal["left", "kicked", "absent", "silent"] = "left",
) -> None:
    """The player gives up his seat for good."""
    room.stand(seat, why)
    get_up(house, player, room, seat)


def get_up(house: House, player: Player, room: Room, seat: Seat) -> None:
    """The seat is not the player's any more, as the table says."""
    del room.seated[seat]
    player.room = None
    player.seat = None
    if player.session is None:
        forget_later(house, player)
    news.follow(house, player)
    if room.seated or room.table.match is not None:
        listed(house, room)
        watch_deserted(house, room)
    else:  # nobody waits for a game that never began, and nobody loses one
        close_room(house, room, "empty")


def watch_deserted(house: House, room: Room) -> None:
    """See to it that a table without people goes away after a while."""
    if room.away_timer is not None:
        room.away_timer.cancel()
        room.away_timer = None
    if any(player.session is not None for player in room.seated.values()):
        return
    limits = house.limits
    after = limits.deserted_table_s if room.seated else limits.empty_table_s
    room.away_timer = house.timers.at(house.now + after, lambda: desert(house, room))


def desert(house: House, room: Room) -> None:
    """Nobody has come back: end the game, free the seats, close the table."""
    if room.table.playing:
        room.try_add(r.Ended(at=room.at, reason="deserted"))
    close_room(house, room, "deserted" if room.seated else "empty")


def close_room(house: House, room: Room, why: Why) -> None:
    """The table is gone."""
    number = room.table.number
    room.add(r.Closed(why=why))
    room.stop()
    del house.rooms[number]
    house.undo(lambda: house.rooms.__setitem__(number, room))
    for player in list(room.seated.values()):
        player.room = player.seat = None
        news.follow(house, player)
        if player.session is None:
            forget_later(house, player)
    for player in list(room.watchers.values()):
        unwatch(house, player, room)
    listed(house, room)
    drop(house, number, room.hearers)


def put_away(
    house: House,
    bodies: Sequence[bytes],
    *,
    reason: Ending,
    scores: Mapping[Seat, int],
    winners: Sequence[Seat],
    hearers: Collection[int],
) -> str:
    """Put a game that has ended into the archive; *bodies* are its entries. Returns its name.

    *hearers*: the numbers of all who were sent anything of the table.
    """
    started = r.decode(bodies[0])
    assert isinstance(started, r.Started), "a game begins with its start"
    keys = {house.register.key(name) for _, name in r.players(bodies)}
    people = map(house.register.named, sorted(keys))
    house.write_down(
        Finished(
            number=int(started.record[1:]),
            record=started.record,
            game=started.game,
            version=started.version,
            ended_s=int(house.wall),
            reason=reason,
            names=dict(sorted(dict(r.players(bodies)).items())),
            scores=dict(scores),
            winners=tuple(winners),
            options=dict(started.options),
            lexicon=started.lexicon,
            lexicon_hash=started.lexicon_hash,
            lists=dict(started.lists),
            players={one.key: one.number for one in people if one and one.number in hearers},
            entries=tuple(bodies),
        )
    )
    return started.record


def drop(house: House, number: int, hearers: Iterable[int]) -> None:
    """The record of that table is not kept any more, but how far the streams of those had come
    who heard it.
    """
    known = map(house.register.by_number.get, hearers)
    streams = tuple((player.number, player.seq) for player in known if player is not None)
    house.write_down(Streams(streams))
    house.write_down(TableGone(number))
    house.opened.remove(house, number)
    house.report(Report("info", "a table is closed", fields={"table": number}))


def listed(house: House, room: Room) -> None:
    """Have the lobby told what has changed about a table."""
    table = room.table
    change: Change = "changed"
    what = ""
    host = table.host_name
    if table.closed:
        change = "closed"
    elif len(room.record) <= OPENED_ENTRIES:
        change = "opened"
        what = (
            f"Table {table.number}: {table.game.title}, opened by {host}. "
            f"To sit down: join {table.number}"
        )
    event = TableEvent(
        table=table.number,
        change=change,
        game=table.game.id,
        state=table.state,
        host=host,
        seats=seat_names(table),
        watchers=len(room.watchers),
        what=what,
    )
    news.changed(house, event)
