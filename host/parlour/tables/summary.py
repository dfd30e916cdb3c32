"""The public facts about a table, made in one place for everybody who asks.

The lobby's news, the list of tables and the operator read the same. They learn nothing about
the game, except that it is in progress. Those who are at the table get its state as a value.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from parlour.api import SPECTATOR, Seat
from parlour.core.output import Output
from parlour.core.sessions import Player, unnumbered
from parlour.engine.table import Table, changed_options
from parlour.tables.announce import points, seat_names
from parlour.tables.rooms import Room, reaches
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import AtEvent, GameResult, SeatState, TableEvent, TableRow, TableState

Change: TypeAlias = Literal["opened", "changed", "closed"]


def lobby_news(room: Room, change: Change, what: str = "") -> TableEvent:
    table = room.table
    return TableEvent(
        table=table.number,
        change=change,
        game=table.game.id,
        state=table.state,
        host=table.host_name,
        seats=seat_names(table),
        present=len(table.present),
        watchers=len(room.watchers),
        what=what,
    )


def row_of(room: Room, *, joinable: bool, kept: Literal["", "turn", "seat"] = "") -> TableRow:
    """Return *room* as a row of `tables`. *joinable*: its game offers a seat."""
    table = room.table
    return TableRow(
        table=table.number,
        game=table.game.id,
        title=table.game.title,
        state=table.state,
        host=table.host_name,
        seats=seat_names(table),
        present=len(table.present),
        watchers=len(room.watchers),
        options=dict(table.options),
        away=away_names(table),
        changed=changed_options(table),
        joinable=joinable,
        sought=table.sought,
        kept=kept,
    )


def away_names(table: Table) -> tuple[str, ...]:
    """Return who has a seat and is not connected; nobody where nobody is missed."""
    if table.state == "adjourned" or table.over_days:
        return ()
    return tuple(chair.name for chair in table.missing.values())


def state_of(room: Room, player: Player) -> TableState:
    """Return the table as *player*, who sits there or watches, may know it by now."""
    you = player.seat if player.room is room else None
    viewer = SPECTATOR if you is None else you
    table, hushed = room.seen_by(viewer), room.hushed_for(viewer)
    match = table.match
    chairs = {
        seat: SeatState(
            seat=seat,
            name=chair.name,
            bot=chair.bot,
            ready=chair.ready,
            away=chair.away and seat != you and seat not in hushed,
        )
        for seat, chair in table.chairs.items()
    }
    result = None
    if match is not None and match.ended is not None and table.state == "over":
        result = GameResult(
            reason=match.ended,
            scores=points(table, match.scores),
            winners=match.winners,
            outcome=match.outcome,
        )
    return TableState(
        table=table.number,
        game=table.game.id,
        title=table.game.title,
        state=table.state,
        host=table.host,
        you=you,
        seats=tuple(chairs.get(Seat(seat)) for seat in range(1, table.size + 1)),
        options=changed_options(table),
        private=bool(table.word),
        word=None if you is None else table.word or None,
        party=table.party or None,
        record=table.record,
        result=result,
    )


def tell_state(out: Output, player: Player, room: Room) -> None:
    """Send a program of *player*, who is at *room*, the state of that table.

    It must have asked for news without a number (`lobby`), as hosts of before sent no others.
    It is no event of their stream: nobody needs an old one. Nothing comes from a table they watch
    while their own game lets nobody talk to them.
    """
    session = player.session
    if session is None or not (session.program and session.lobby):
        return
    if player.room is room or reaches(player, room):
        event = AtEvent(at=state_of(room, player))
        out.write(session, unnumbered(session, EncodedEvent(event)))
