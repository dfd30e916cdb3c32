"""Restore a house after a restart of the host.

We make it from the records of the tables, and from how far each player's stream had come. A
table's record determines the table (`engine.folding.fold`). This module adds what the house keeps
besides: which of its players sits where, clocks, timers, bots.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from parlour.accounts import quotas
from parlour.accounts.audit import Audit
from parlour.core.backlog import source_of
from parlour.core.effects import Report
from parlour.core.persistence import Entry, Saved, SavedPlayer
from parlour.core.sessions import Player
from parlour.engine import record as r
from parlour.engine.calls import OpenCall
from parlour.language import _
from parlour.tables import adjournment, lobby, over_days, presence, suspension
from parlour.tables.course import Course
from parlour.tables.happened import Restored, Restoring
from parlour.tables.rebuild import CannotGoOn, rebuilt, reseat, resettle
from parlour.tables.rooms import Room
from parlour.tables.tables import Tables
from parlour.wire.encoding import EncodedEvent, read_kept

RESTART_GRACE_S: Final = 60.0
"""Seconds for which clocks wait, after a restart, for players who are not back yet: time to
notice, to find the resume code, and to type it."""

_RECODED: Final = _("the code of {title} has changed since, while it is still version {version}")


def restore(
    tables: Tables,
    saved: Saved,
    *,
    open_calls: Sequence[OpenCall],
    hold_changed: bool,
    followed: Mapping[int, Course],
    attach: Callable[[], None],
) -> None:
    """Restore players with their streams, and every open table.

    *attach*: gives players their connections again that go on, before the tables are there.
    *open_calls* were open when the previous host died. With *hold_changed*, we hold a game in
    progress whose code has changed. *followed*: tables that this process knows already.
    """
    people = tables.people
    tables.last_table, tables.last_record = saved.last_table, saved.last_record
    people.last_number, tables.out.notes = saved.last_player, saved.last_note
    died = {call.table: call for call in reversed(open_calls)}
    people.audit = Audit(saved)
    tables.happened.tell(Restoring(saved))
    for kept in saved.players:
        people.last_number = max(people.last_number, kept.number)
        if kept.codes:
            tables.people.register.add(Player.of(kept))
        else:
            tables.people.register.put_to_sleep(kept)
    bodies: defaultdict[int, list[bytes]] = defaultdict(list)
    hearers: defaultdict[int, set[int]] = defaultdict(set)
    for entry in saved.journal:
        if entry.table:
            bodies[entry.table].append(entry.body)
            hearers[entry.table].update(entry.heard[::3])
            tables.last_table = max(tables.last_table, entry.table)
        else:
            tables.out.notes = max(tables.out.notes, entry.seq)
        _heard_again(tables, entry)
    for kept in saved.players:
        _count_on(tables, kept)
    for player in tables.people.register.by_number.values():
        player.unread_from = player.seq  # what was sent before may have been read
    attach()
    shown = _shown(tables)
    for number in sorted(bodies):
        clock, call = saved.clocks.get(number, 0), died.get(number)
        found = _rebuilt(
            tables,
            number,
            bodies[number],
            clock,
            call,
            hold_changed=hold_changed,
            course=followed.get(number),
        )
        if found is not None:
            room, why = found
            room.hearers = hearers[number]
            tables.add(room)
            _settle(tables, room, clock, why, shown.get(number))
    for player in list(tables.people.register.by_key.values()):
        if player.room is None and player.session is None:
            lobby.forget_later(tables, player)
    tables.happened.tell(Restored(saved))


def _count_on(tables: Tables, kept: SavedPlayer) -> None:
    """Give no number of a stream twice, even if its last events are no longer kept."""
    player = tables.people.register.by_number.get(kept.number)
    if player is not None and player.seq < kept.seq:
        player.log.clear()
        player.seq = kept.seq


def _heard_again(tables: Tables, entry: Entry) -> None:
    """Add what each player was sent because of *entry* to their log."""
    line: EncodedEvent | None = None
    by_number, log_full = tables.people.register.by_number, tables.out.log_full
    source = source_of(entry.table, entry.seq)
    flat = iter(entry.heard)
    for number, first, packed in zip(flat, flat, flat, strict=True):
        player = by_number.get(number)
        if player is None:
            continue
        log = player.log
        if first != player.seq + 1:
            log.clear()  # the events between are no longer kept
        if len(log.refs) >= log_full:
            tables.out.trim(player)
        if entry.table:
            log.table(source, packed)
        else:
            if line is None:
                line = read_kept(entry.body)
            log.note(line)
        player.seq = first - 1 + (packed >> 1)


def _shown(tables: Tables) -> dict[int, int]:
    """Return up to which entry the watchers have been told who are still here, by table."""
    shown: dict[int, int] = {}
    for player in tables.people.register.by_number.values():
        if player.session is not None:
            for number, until in player.session.noted.watching:
                shown[number] = max(until, shown.get(number, 0))
    return shown


def _rebuilt(
    tables: Tables,
    number: int,
    bodies: list[bytes],
    clock: int,
    died: OpenCall | None,
    *,
    hold_changed: bool,
    course: Course | None,
) -> tuple[Room, str | None] | None:
    """Rebuild a table from its record, without its game if it cannot continue as it was.

    *clock* is its last stored time, and *died* the call of its game that was open when the host
    died. Returns why it cannot continue, too, if so. None: we cannot read the record, and leave it
    for a program that can.
    """
    try:
        entries = [r.decode(body) for body in bodies]
    except msgspec.DecodeError as error:
        tables.out.report(Report("error", f"the record of table {number} cannot be read", error))
        return None
    if died is not None:
        at = max([clock, *(getattr(entry, "at", 0) for entry in entries)])
        faulted = r.Faulted(at=at, call=died.call)
        entries, bodies = [*entries, faulted], [*bodies, r.encode(faulted)]
        tables.out.store(Entry(number, len(bodies) - 1, bodies[-1]))
        about = {"table": number, "game": died.game, "call": died.call}
        tables.out.report(Report("error", "the host died in the program of a game", fields=about))
    for entry in entries:
        if isinstance(entry, r.Started):
            tables.last_record = max(tables.last_record, int(entry.record[1:]))
    quotas.restored(tables.opened, tables.people.register, number, entries)
    try:
        waits = adjournment.is_adjourned(entries)
        if not waits:
            suspension.check(tables, entries)
        room = rebuilt(tables, bodies, entries, game=not waits, course=course)
        if hold_changed and suspension.is_recoded(room.table):
            raise CannotGoOn(
                _RECODED.filled(title=room.table.game.title, version=room.table.version)
            )
        return room, None
    except CannotGoOn as reason:
        why = str(reason)
    try:
        room = rebuilt(tables, bodies, entries, game=False)
    except CannotGoOn as error:
        report = Report("error", f"table {number} cannot be restored: {error}", error)
        tables.out.report(report)
        return None
    tables.out.report(Report("warning", f"table {number} is held: {why}"))
    return room, why


def _settle(tables: Tables, room: Room, clock: int, why: str | None, shown: int | None) -> None:
    """Put the players of *room* back on their seats. Then suspend it, if *why*, or continue it.

    *shown*: see `Room.reopen`.
    """
    if room.table.state == "adjourned":
        adjournment.restored(tables, room, clock)
        _note_lost(tables, room)
        return
    if room.table.over_days:
        over_days.restored(tables, room)
    else:
        reseat(tables, room)
    if why is not None:
        suspension.suspend(tables, room, why, clock)
    room.reopen(clock, shown)
    room.alarms.set("grace", tables.out.now + RESTART_GRACE_S, room.expect_nobody)
    _note_lost(tables, room)
    if why is None:
        _let_go_on(tables, room)
    resettle(tables, room)


def _note_lost(tables: Tables, room: Room) -> None:
    """Note who of those at *room* has lost their connection, if others have not."""
    if not room.living:
        return
    for seat, chair in room.table.chairs.items():
        if chair.bot is not None or chair.away:
            continue
        player = room.seated.get(seat)
        if player is None:
            room.try_add(r.Presence(at=room.at, seat=seat, away=True))
        elif player.session is None:
            presence.be_away(tables.out, room, seat)


def _let_go_on(tables: Tables, room: Room) -> None:
    """Continue the table in its record if it was suspended, or if its game's code has changed."""
    table = room.table
    recoded = suspension.is_recoded(table)
    if recoded:
        about = {"table": table.number, "game": table.game.id, "version": table.version}
        tables.out.report(Report("warning", "a game goes on with changed code", fields=about))
    if recoded or table.suspended is not None:
        room.try_add(suspension.continued(table, room.at))
