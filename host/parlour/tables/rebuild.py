"""Rebuild a live table from its record, and put its players back on their seats."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.engine import record as r
from parlour.engine.folding import fold
from parlour.engine.opening import open_table, open_without_game
from parlour.engine.ruling import rules_of
from parlour.engine.table import RecordFault
from parlour.language import _
from parlour.tables import lobby, silent, warmup
from parlour.tables.course import Course
from parlour.tables.rooms import Room
from parlour.tables.tables import Tables


class CannotGoOn(Exception):
    """The reason why a table cannot continue, as half a sentence: `the game hunt is not here`."""


def rebuilt(
    tables: Tables,
    bodies: Sequence[bytes],
    entries: Sequence[r.Entry] | None = None,
    *,
    game: bool = True,
    course: Course | None = None,
) -> Room:
    """Rebuild the table with the record *bodies*. Without *game*, this asks the game nothing.

    *entries*: the same, if they are decoded already. *course*: how far the table was followed, if
    it was. Nobody has a seat yet and no clock runs.
    Raises CannotGoOn if an entry cannot be applied.
    """
    entries = entries or [r.decode(body) for body in bodies]
    opened = entries[0]
    assert isinstance(opened, r.Opened), "a record begins with the opening"
    if game:
        lexicons = rules_of(tables.games, entries).lexicons(tables.lexicons)
        if course is not None and not course.goes_with(bodies, lexicons):
            course = None
        table = open_table(opened, tables.games, lexicons, tables.watch)
    else:
        table, course = open_without_game(entries, tables.games.get(opened.game)), None
    room = Room(tables.out, tables.listener, table)
    if course is not None:
        room.catch_up(course, tables.watch)
    else:
        room.keep(opened, bodies[0], table)
    known = len(room.record)
    for entry, body in zip(entries[known:], bodies[known:], strict=True):
        try:
            table = fold(room.table, entry)[0]
        except Exception as error:
            why = _("its record cannot be followed ({cause})", cause=_cause(error))
            raise CannotGoOn(why) from error
        room.keep(entry, body, table)
    warmup.prepare(tables, room.table)
    return room


def _cause(error: Exception) -> str:
    """Say what went wrong, without the words of a game's error, which may hold a secret."""
    return str(error) if isinstance(error, RecordFault) else type(error).__name__


def reseat(tables: Tables, room: Room) -> None:
    """Seat the players of the house where the table says they sit."""
    register = tables.people.register
    for seat, chair in room.table.chairs.items():
        if chair.bot is None:
            room.take_in(register.by_key[register.key(chair.name)], seat)


def reseat_those_here(tables: Tables, room: Room) -> None:
    """Seat the players whose connections go on at a table that keeps seats for the others."""
    register = tables.people.register
    for seat, chair in room.table.chairs.items():
        player = register.by_key.get(register.key(chair.name))
        if chair.bot is not None or chair.away or player is None or player.session is None:
            continue
        room.take_in(player, seat)


def resettle(tables: Tables, room: Room) -> None:
    """Set the timers of a restored table: for open proposals, and for nobody connected."""
    room.proposal_timers.stop()
    for number in room.table.proposals:
        silent.await_answers(tables, room, number)
    lobby.watch_deserted(tables, room)
