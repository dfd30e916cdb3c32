"""The operator and the tables: what can be told of them, ending one, letting one go on."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from parlour.api import Seat
from parlour.engine import record as r
from parlour.engine.options import hashes
from parlour.engine.table import Chair
from parlour.house.commands.call import Desk
from parlour.house.commands.op_requests import SeatLine, TableAnswer, TableLine, TablesAnswer
from parlour.house.lifecycle import suspension
from parlour.house.lifecycle.rebuild import CannotGoOn
from parlour.house.tables.rooms import Room
from parlour.house.tables.summary import Summary, summary, summary_of_held
from parlour.house.tables.suspended import Held
from parlour.wire.encoding import Line
from parlour.wire.messages import Notice


class Declined(Exception):
    """What the operator asks cannot be done: one line for him, and nothing has changed."""


def tables(desk: Desk) -> TablesAnswer:
    """The list of all tables."""
    live = map(summary, desk.tables.rooms.values())
    held = map(summary_of_held, desk.tables.held.values())
    return TablesAnswer(tables=tuple(map(_line, [*live, *held])))


def _line(known: Summary) -> TableLine:
    return TableLine(
        table=known.table,
        game=known.game,
        state=known.state,
        host=known.host,
        seats=known.seats,
        watchers=known.watchers,
    )


def show(desk: Desk, number: int) -> TableAnswer:
    """What can be told of a table. Raises Declined if there is none of that number."""
    _check_there(desk, number)
    room = desk.tables.rooms.get(number)
    return _show_live(room) if room is not None else _show_held(desk, desk.tables.held[number])


def _show_live(room: Room) -> TableAnswer:
    table = room.table
    lexicon = table.lexicon
    return TableAnswer(
        table=table.number,
        game=table.game.id,
        version=table.game.version,
        lexicon=lexicon.name if lexicon is not None else None,
        lexicon_hash=lexicon.hash if lexicon is not None else None,
        lists=hashes(table.lists),
        state=table.state,
        why=None,
        host=table.host_name,
        seats=_seats(table.chairs),
        watchers=len(room.watchers),
        options=dict(table.options),
        record=table.record,
        entries=room.started if table.playing else len(room.record),
        left_ms=room.left_ms(),
    )


def _show_held(desk: Desk, table: Held) -> TableAnswer:
    here = {
        player.name
        for player in table.sitters(
            desk.people,
        )
        if player.session is not None
    }
    started = table.entries[table.unfinished] if table.unfinished is not None else None
    return TableAnswer(
        table=table.number,
        game=table.rules.game,
        version=table.rules.version,
        lexicon=table.rules.lexicon,
        lexicon_hash=table.rules.lexicon_hash,
        lists={option: used.hash for option, used in table.rules.lists.items()},
        state="held",
        why=table.why,
        host=table.host_name,
        seats=_seats(
            {
                seat: replace(chair, away=chair.bot is None and chair.name not in here)
                for seat, chair in table.chairs.items()
            }
        ),
        watchers=0,
        options=dict(table.options),
        record=started.record if isinstance(started, r.Started) else None,
        entries=len(table.entries) if table.unfinished is None else table.unfinished,
        left_ms=None,
    )


def _seats(chairs: Mapping[Seat, Chair]) -> tuple[SeatLine, ...]:
    return tuple(
        SeatLine(seat=seat, name=chair.name, bot=chair.bot, ready=chair.ready, away=chair.away)
        for seat, chair in chairs.items()
    )


def end(desk: Desk, number: int) -> str:
    """End the game of a table and close it; returns what was done. Raises Declined."""
    _check_there(desk, number)
    room = desk.tables.rooms.get(number)
    if room is not None:
        told = Notice(kind="announce", table=number, what="The operator ends this table.")
        room.shout(Line(told))
    return suspension.end(desk.tables, number, "operator")


def go_on(desk: Desk, number: int) -> str:
    """Let a held or frozen table go on; returns what was done. Raises Declined."""
    _check_there(desk, number)
    try:
        return suspension.go_on(desk.tables, number)
    except CannotGoOn as reason:
        raise Declined(f"Table {number} cannot go on: {reason}.") from None


def _check_there(desk: Desk, number: int) -> None:
    if number not in desk.tables.rooms and number not in desk.tables.held:
        raise Declined(f"There is no table {number}; see: parlour table list")
