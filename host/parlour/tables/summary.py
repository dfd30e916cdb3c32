"""The public facts about a table, made in one place for everybody who asks.

The lobby's news, the list of tables and the operator read the same. They learn nothing about
the game, except that it is in progress. Those who are at the table get its state as a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from parlour.api import OptionValue, Seat
from parlour.core.output import Output
from parlour.core.sessions import Player
from parlour.engine.table import changed_options
from parlour.tables.announce import points, seat_names
from parlour.tables.rooms import Room, reaches
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import (
    AtEvent,
    GameResult,
    SeatState,
    State,
    TableEvent,
    TableRow,
    TableState,
)

Change: TypeAlias = Literal["opened", "changed", "closed"]


class Summary(msgspec.Struct, frozen=True):
    """A table in a list, on one line."""

    table: int
    game: str
    title: str
    state: State
    host: str | None
    seats: tuple[str | None, ...]
    present: int
    people: int
    watchers: int
    options: Mapping[str, OptionValue]
    sought: int

    def event(self, change: Change, what: str = "") -> TableEvent:
        """Return the lobby's news of this change."""
        return TableEvent(
            table=self.table,
            change=change,
            game=self.game,
            state=self.state,
            host=self.host,
            seats=self.seats,
            present=self.present,
            watchers=self.watchers,
            what=what,
        )

    def row(self, changed: Mapping[str, OptionValue], *, joinable: bool) -> TableRow:
        """Return the table's row in `tables`. *changed*: its options other than the defaults."""
        return TableRow(
            table=self.table,
            game=self.game,
            title=self.title,
            state=self.state,
            host=self.host,
            seats=self.seats,
            present=self.present,
            watchers=self.watchers,
            options=dict(self.options),
            deserted=self.people > self.present == 0 and self.state != "adjourned",
            changed=changed,
            joinable=joinable,
            sought=self.sought,
        )


def summary(room: Room) -> Summary:
    """Summarise a table."""
    table = room.table
    return Summary(
        table=table.number,
        game=table.game.id,
        title=table.game.title,
        state=table.state,
        host=table.host_name,
        seats=seat_names(table),
        present=len(table.present),
        people=len(table.present) + len(table.missing),
        watchers=len(room.watchers),
        options=table.options,
        sought=table.sought,
    )


def state_of(room: Room, player: Player) -> TableState:
    """Return the table as *player*, who sits there or watches, may know it."""
    table, match = room.table, room.table.match
    you = player.seat if player.room is room else None
    chairs = {
        seat: SeatState(
            seat=seat,
            name=chair.name,
            bot=chair.bot,
            ready=chair.ready,
            away=chair.away and seat != you and seat not in room.hushed,
        )
        for seat, chair in table.chairs.items()
    }
    result = None
    if match is not None and match.ended is not None and table.state == "over":
        result = GameResult(
            reason=match.ended, scores=points(table, match.scores), winners=match.winners
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
        out.write(session, EncodedEvent(event).program(None, session.text_form))
