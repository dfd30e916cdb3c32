"""Join a game in progress, where its rules offer a seat."""

from __future__ import annotations

from parlour.api import Seat
from parlour.core.effects import Report
from parlour.core.refusals import CommandError
from parlour.core.sessions import Player
from parlour.engine import record as r
from parlour.engine.calls import GameFault
from parlour.engine.table import Table, free_seats
from parlour.language import _
from parlour.tables import aims, lobby
from parlour.tables.rooms import Room
from parlour.tables.tables import Tables
from parlour.wire.codes import Code
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import Notice, join_names
from parlour.wire.names import name_key


def wanted(table: Table) -> bool:
    """Check whether a newcomer may join a game in progress here."""
    try:
        return table.playing and bool(free_seats(table))
    except GameFault:
        return False  # the next player who tries to join sees the failure, and so does the log


def offered(tables: Tables, room: Room) -> tuple[Seat, ...]:
    """Return the seats that the game offers now. Raises CommandError if its program fails."""
    try:
        return free_seats(room.table)
    except GameFault as fault:
        raise _failed(tables, room, fault) from None


def seats_for(tables: Tables, room: Room, player: Player) -> tuple[Seat, ...]:
    """Return the seats that *player* may take, at least one. Raises CommandError."""
    free = offered(tables, room)
    if not free:
        number = room.table.number
        text = _(
            "The game at table {number} has started. <<To watch it: watch {number}>>",
            number=number,
        )
        raise CommandError(Code.ALREADY_STARTED, text)
    return own_seats(room, player, free)


def own_seats(room: Room, player: Player, free: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return which of the *free* seats *player* may take. Raises CommandError if it is none.

    If they have already held a seat of this game, they may take no other, because they know what
    that seat knew.
    """
    players = r.players(room.record[room.started :])
    held = {seat for seat, name in players if name_key(name) == player.key}
    own = tuple(seat for seat in free if held <= {seat})
    if not own:
        number = room.table.number
        text = _(
            "You left the game at table {number}. <<To watch it: watch {number}>>", number=number
        )
        raise CommandError(Code.ALREADY_STARTED, text)
    return own


def sit_down(tables: Tables, player: Player, room: Room, seat: Seat) -> None:
    """Seat *player* in the game.

    Raises CommandError if the game's program fails over it. Then nothing has changed for anybody.
    """
    watched = room.watchers.get(player.key) is player
    aims.say(tables, room, (player,))
    joined = r.Joined(at=room.at, seat=seat, name=player.name, bot=None)
    try:
        lobby.sit(tables, player, room, joined)
    except GameFault as fault:
        del room.seated[seat]
        player.room = player.seat = None
        if watched:
            lobby.watch(player, room)
        raise _failed(tables, room, fault) from None
    here = {chair.name for chair in room.table.chairs.values()}
    names = [name for name in room.gone.get(lobby.come_from(player), ()) if name not in here]
    if names:  # perhaps the same person; the others decide what to do about it
        what = _(
            "{name} comes from the same address as {names}, who left this game.",
            name=player.name,
            names=join_names(names),
        )
        room.shout(EncodedEvent(Notice(kind="returned", table=room.table.number, what=what)))


def let_bot(tables: Tables, room: Room, seat: Seat, name: str, kind: str) -> None:
    """Seat a bot in the game. Raises CommandError like `sit_down`."""
    try:
        room.add(r.Joined(at=room.at, seat=seat, name=name, bot=kind))
    except GameFault as fault:
        raise _failed(tables, room, fault) from None
    tables.listener.listed(room)


def _failed(tables: Tables, room: Room, fault: GameFault) -> CommandError:
    """Log the failure. The game continues without the newcomer."""
    table = room.table
    about = {"table": table.number, "game": table.game.id}
    tables.out.report(Report("error", f"nobody can join a game: {fault}", fault, about))
    text = _("The game has failed, so nobody can join it now. It continues as it was.")
    return CommandError(Code.GAME_FAULT, text)
