"""Games whose players part and continue another day.

An adjourned table is suspended like one whose game has changed, but all that it waits for are its
players. Nobody sits there meanwhile: they may play elsewhere, and come back one by one. It costs
nothing but its record. After a restart it has no game until it continues.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.accounts.accounts import wake
from parlour.api import Seat
from parlour.core.sessions import Player
from parlour.engine import record as r
from parlour.engine.table import Chair
from parlour.tables import lobby, over_days, presence, suspension
from parlour.tables.rebuild import CannotGoOn, reseat_those_here, resettle
from parlour.tables.resync import who_is_missing
from parlour.tables.rooms import Room
from parlour.tables.tables import Tables
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import Notice


def is_adjourned(entries: Sequence[r.Entry]) -> bool:
    """Check whether the table of that record waits for its players."""
    last = (e for e in reversed(entries) if isinstance(e, r.Adjourned | r.Suspended | r.Continued))
    return isinstance(next(last, None), r.Adjourned)


def too_many(tables: Tables, room: Room) -> str | None:
    """Return the name of a player of *room* who has as many adjourned games as one may have."""
    most = tables.out.limits.adjourned_per_player
    register = tables.people.register
    for chair in room.table.chairs.values():
        key = register.key(chair.name)
        waiting = tables.adjourned.get(key, {}).values()
        adjourned = sum(each.table.state == "adjourned" for each in waiting)
        if chair.bot is None and adjourned >= most:
            return chair.name
    return None


def adjourn(tables: Tables, room: Room) -> None:
    """Let the game wait until its players are back, and let them go."""
    room.add(r.Adjourned(at=room.at, wall_s=int(tables.out.wall)))
    for seat, player in list(room.seated.items()):
        lobby.release(tables, player, room, seat)
    for player in list(room.watchers.values()):
        lobby.unwatch(player, room)
    _note(tables, room)
    lobby.watch_deserted(tables, room)


def _note(tables: Tables, room: Room) -> None:
    for key in lobby.keys_of(tables, room):
        tables.adjourned.setdefault(key, {})[room.table.number] = room


def restored(tables: Tables, room: Room, clock: int) -> None:
    """Let the table wait on after a restart. Who is not connected has not come back."""
    _note(tables, room)
    reseat_those_here(tables, room)
    room.reopen(clock)
    resettle(tables, room)


def of(tables: Tables, player: Player) -> dict[int, Room]:
    """Return the tables that keep a seat for *player*, who has got up there, by number."""
    return tables.adjourned.get(player.key, {})


def seat_at(tables: Tables, player: Player, room: Room) -> Seat:
    """Return the seat that *room* keeps for *player*."""
    key = tables.people.register.key
    chairs = room.table.chairs.items()
    return next(seat for seat, who in chairs if not who.bot and key(who.name) == player.key)


def come_back(tables: Tables, player: Player, room: Room) -> None:
    """Let *player* take their seat at the adjourned *room* again. With the last one it continues.

    They must sit nowhere.
    """
    if room.table.state != "adjourned":
        over_days.come_back(tables, player, room, seat_at(tables, player, room))
        return
    seat = seat_at(tables, player, room)
    room.take_in(player, seat)
    told = presence.be_back(room, seat)
    if room.table.missing:
        notice = Notice(kind="missing", table=room.table.number, what=who_is_missing(room.table))
        room.shout(EncodedEvent(notice), to=None if told else {seat})
    else:
        go_on(tables, room)


def get_up(tables: Tables, player: Player, room: Room, seat: Seat) -> None:
    """Let *player* leave a table for now. It keeps their seat: it is adjourned, or plays over
    days.
    """
    if room.table.over_days:
        over_days.get_up(tables, player, room, seat)
        return
    presence.be_away(tables.out, room, seat, at_once=True)
    lobby.release(tables, player, room, seat)


def give_up(tables: Tables, player: Player, room: Room) -> None:
    """Let *player* leave for good a game that keeps their seat. It may have waited for them."""
    seat = seat_at(tables, player, room)
    if seat in room.seated:
        lobby.release(tables, player, room, seat)
    over_days.no_longer_kept(tables, player.key, room)
    room.stand(seat, "left")
    if all(who.bot is not None for who in room.table.chairs.values()):
        lobby.desert(tables, room)
    elif room.table.state == "adjourned" and not room.table.missing:
        go_on(tables, room)
    else:
        lobby.listed(tables, room)


def go_on(tables: Tables, room: Room) -> None:
    """Continue the game with those who are there. The others count as disconnected.

    If the game is not what it was, the table waits for a decision instead.
    """
    _seat_the_missing(tables, room)
    lobby.no_longer_adjourned(tables, room)
    try:
        suspension.check(tables, room.entries)
        suspension.let_go_on(tables, room)
    except CannotGoOn as reason:
        room.add(r.Suspended(at=room.at, why=str(reason)))
    suspension.show_all_again(tables, room)


def _seat_the_missing(tables: Tables, room: Room) -> None:
    """Link the players who are not back with their seats, as if they had just disconnected.

    Who sits elsewhere by now loses their seat.
    """
    for seat, chair in room.table.missing.items():
        player = _woken(tables, chair)
        if player is None or player.room is not None:
            room.stand(seat, "absent")
        else:
            player.stay()
            room.take_in(player, seat)


def _woken(tables: Tables, chair: Chair) -> Player | None:
    register = tables.people.register
    player = register.named(register.key(chair.name))
    if player is not None and player.number not in register.by_number:
        wake(tables.people, player)
    return player
