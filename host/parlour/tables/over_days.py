"""Games over days: a move when its player has time, while the others are away.

A table knows by its option `pace`. A minute of the game's clock is a day there, and being away
costs nothing: no clock is stopped for it, no seat is lost, nothing is adjourned or closed, and
what is proposed waits for those who are away too. A player may get up at any time and play
elsewhere. The table keeps their seat until the game is over. After a restart of the host everybody
has got up whose connection is gone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from parlour.api import Seat
from parlour.core.sessions import Player
from parlour.engine import record as r
from parlour.engine import table_events as h
from parlour.engine.options import DAYS, PACE
from parlour.engine.table import Table
from parlour.language import Sentence, _
from parlour.tables import lobby
from parlour.tables.announce import seat_event
from parlour.tables.happened import TurnCame
from parlour.tables.rebuild import reseat_those_here
from parlour.tables.resync import show_again, tell_open_proposals
from parlour.tables.rooms import Room, awaited, reaches
from parlour.tables.summary import tell_state
from parlour.tables.tables import Tables
from parlour.wire.messages import Notice, join_names

GREETED: Final = 5
"""Tables of which a player reads when they come in. The others are in `tables mine`."""
_TOLD: Final[Mapping[str, Sentence]] = {
    "turn": _("Your turn at table {table} ({title}, with {others}). <<To play: join {table}>>"),
    "kept": _(
        "Table {table} ({title}, with {others}) keeps your seat. <<To see it: join {table}>>"
    ),
}
"""What a player reads of a table where they are not."""


def get_up(tables: Tables, player: Player, room: Room, seat: Seat) -> None:
    """Let *player* get up from a game over days, which keeps their seat."""
    room.hushed.cancel(seat)
    room.add(r.Presence(at=room.at, seat=seat, away=True))
    tables.adjourned.setdefault(player.key, {})[room.table.number] = room
    lobby.release(tables, player, room, seat)
    lobby.watch_deserted(tables, room)
    lobby.listed(tables, room)


def come_back(tables: Tables, player: Player, room: Room, seat: Seat) -> None:
    """Let *player* take *seat* again, which the game has kept for them. They must sit nowhere."""
    no_longer_kept(tables, player.key, room)
    lobby.unwatch(player, room)
    room.take_in(player, seat)
    room.add(r.Presence(at=room.at, seat=seat, away=False))
    lobby.watch_deserted(tables, room)
    lobby.listed(tables, room)
    tell_state(tables.out, player, room)
    show_again(tables.out, player, room, seat)
    tell_open_proposals(tables.out, player, room, seat)


def restored(tables: Tables, room: Room) -> None:
    """Let everybody have got up after a restart who is not connected.

    What they read when they come in says so.
    """
    register, table = tables.people.register, room.table
    reseat_those_here(tables, room)
    for seat, chair in table.chairs.items():
        if chair.bot is not None or seat in room.seated:
            continue
        key = register.key(chair.name)
        tables.adjourned.setdefault(key, {})[table.number] = room
        player = register.by_key.get(key)
        if player is not None:
            away = h.SeatChanged(seat, chair.name, None, "away")
            tables.out.tell(player, seat_event(table, away, own=True))


def no_longer_kept(tables: Tables, key: str, room: Room) -> None:
    """Note that *room* keeps no seat any more for the player with that *key*."""
    waiting = tables.adjourned[key]
    del waiting[room.table.number]
    if not waiting:
        del tables.adjourned[key]


def over(tables: Tables, room: Room) -> None:
    """Free the seats of those who had got up, now that a game over days is over, and tell them."""
    table, register = room.table, tables.people.register
    if table.options.get(PACE) != DAYS:
        return
    for seat, chair in table.chairs.items():
        key = register.key(chair.name)
        if chair.bot is not None or room.table.number not in tables.adjourned.get(key, ()):
            continue
        no_longer_kept(tables, key, room)
        room.stand(seat, "left")
        player = register.by_key.get(key)
        if player is None:
            continue
        what = _(
            "Your game at table {table} ({title}) is over. <<To see it again: replay {record}>>",
            table=table.number,
            title=table.game.title,
            record=table.record,
        )
        tables.out.tell(player, Notice(kind="kept", table=table.number, what=what))
        if player.session is None and player.room is None:
            lobby.forget_later(tables, player)


def greet(tables: Tables, player: Player) -> None:
    """Tell *player*, who comes in, which games over days wait for them, and which others go on."""
    if not reaches(player):
        return
    kept = tables.adjourned.get(player.key, {}).values()
    rooms = [room for room in kept if room.table.over_days]
    calls = [room for room in rooms if keeps(tables, player, room) == "turn"]
    others = [room for room in rooms if room not in calls]
    for room in calls[:GREETED]:
        _tell(tables, player, room, "turn")
    for room in others[: GREETED - len(calls)]:
        _tell(tables, player, room, "kept")


def asked(tables: Tables, room: Room, seats: frozenset[Seat]) -> None:
    """Call the players of *seats*, whose turn it is now, if they are not at the table."""
    register = tables.people.register
    for seat in sorted(seats):
        chair = room.table.chairs.get(seat)
        if chair is None or not chair.away:
            continue
        key = register.key(chair.name)
        player = register.named(key)
        assert player is not None, "nobody is forgotten whose seat is kept"
        if player.session is None:
            tables.happened.tell(TurnCame(room, player))
        elif reaches(player):
            _tell(tables, player, room, "turn")


def _tell(tables: Tables, player: Player, room: Room, kind: Literal["turn", "kept"]) -> None:
    table = room.table
    what = _TOLD[kind].filled(
        table=table.number, title=table.game.title, others=_others(table, player)
    )
    tables.out.tell(player, Notice(kind=kind, table=table.number, what=what))


def keeps(tables: Tables, player: Player, room: Room) -> Literal["", "turn", "seat"]:
    """Return whether *room* keeps a seat for *player*, and whether it is their turn there."""
    if room.table.number not in tables.adjourned.get(player.key, ()):
        return ""
    key = tables.people.register.key
    playing = room.table.state == "playing"
    seats = awaited(room.table.match) if playing else frozenset[Seat]()
    chairs = [room.table.chairs.get(seat) for seat in seats]
    asked = any(chair is not None and key(chair.name) == player.key for chair in chairs)
    return "turn" if asked else "seat"


def _others(table: Table, player: Player) -> str:
    chairs = table.chairs.values()
    return join_names([chair.name for chair in chairs if chair.name != player.name])
