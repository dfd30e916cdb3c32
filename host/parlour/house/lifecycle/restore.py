"""A house put back to where it was: after a start, and after something could not be stored.

Both work from the same things: the records of the tables, and how far each player's
stream had come. What a table is follows from its record (`engine.table.fold`); what the
house adds (who of its players sits there, clocks, timers, bots) is made here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from parlour.engine import record as r
from parlour.house.commands import operator
from parlour.house.commands.desk import refusal
from parlour.house.commands.dispatch import ON_HOLD
from parlour.house.effects import Effects, Entry, JobKey, Report
from parlour.house.lifecycle import lobby, suspended
from parlour.house.lifecycle.rebuild import CannotGoOn, rebuilt, reseat, resettle
from parlour.house.people import quotas
from parlour.house.persistence import Saved, SavedPlayer
from parlour.house.sessions import Player
from parlour.house.tables import news
from parlour.house.tables.rooms import Room
from parlour.wire.codes import Code
from parlour.wire.messages import No, Notice
from parlour.wire.voices import Line, read_kept

if TYPE_CHECKING:
    from parlour.house.house import House

RESTART_GRACE_S: Final = 60.0
"""How long clocks stand after a start for players who are not back yet: time to notice,
to find the way back, and to type it."""

_RECODED: Final = "the code of {} has changed since, while it is still version {}"

Heard: TypeAlias = tuple[int, int, int]


# --- after a start --------------------------------------------------------------------


def restore(house: House, saved: Saved) -> None:
    """Take over what was kept: players with their streams, and every open table."""
    counts = house.counts
    counts.tables, counts.records = saved.last_table, saved.last_record
    counts.players, counts.notes = saved.last_player, saved.last_note
    for barred in saved.barred:
        house.bars.put(barred)
    for kept in saved.players:
        counts.players = max(counts.players, kept.number)
        if kept.codes:
            house.register.add(Player.of(kept))
        else:
            house.register.put_to_sleep(kept)
    bodies: defaultdict[int, list[bytes]] = defaultdict(list)
    hearers: defaultdict[int, set[int]] = defaultdict(set)
    for entry in saved.journal:
        if entry.table:
            bodies[entry.table].append(entry.body)
            hearers[entry.table].update(entry.heard[::3])
            counts.tables = max(counts.tables, entry.table)
        else:
            counts.notes = max(counts.notes, entry.seq)
        _heard_again(house, entry)
    for kept in saved.players:
        _count_on(house, kept)
    for player in house.register.by_number.values():
        player.unread_from = player.seq  # what was sent before may have been read
    for number in sorted(bodies):
        _reopen(house, number, bodies[number], saved.clocks.get(number, 0), hearers[number])
    for player in list(house.register.by_key.values()):
        if player.room is None:
            lobby.forget_later(house, player)


def _count_on(house: House, kept: SavedPlayer) -> None:
    """No number of a stream is given twice, though the last events are not kept any more."""
    player = house.register.by_number.get(kept.number)
    if player is not None and player.seq < kept.seq:
        player.log.clear()
        player.seq = kept.seq


def _heard_again(house: House, entry: Entry) -> None:
    """Put down in the log of each player what he was sent because of *entry*."""
    line: Line | None = None
    for number, first, packed in _triples(entry):
        player = house.register.by_number.get(number)
        if player is None:
            continue
        if first != player.seq + 1:
            player.log.clear()  # what lies between is not kept any more
        if len(player.log) >= house.log_full:
            house.trim(player)
        if entry.table:
            player.log.table(entry.table, entry.seq, packed >> 1, views=bool(packed & 1))
        else:
            if line is None:
                line = read_kept(entry.body)
            player.log.note(line)
        player.seq = first - 1 + (packed >> 1)


def _triples(entry: Entry) -> list[Heard]:
    flat = iter(entry.heard)
    return list(zip(flat, flat, flat, strict=True))


def _reopen(house: House, number: int, bodies: list[bytes], clock: int, hearers: set[int]) -> None:
    """Rebuild a table from its record; hold it if it cannot go on as it was."""
    try:
        entries = [r.decode(body) for body in bodies]
    except msgspec.DecodeError as error:
        house.report(Report("error", f"the record of table {number} cannot be read", error))
        return  # what is kept stays as it is, for a program that can read it
    died = next((call for call in house.open_calls if call.table == number), None)
    if died is not None:
        at = max([clock, *(getattr(entry, "at", 0) for entry in entries)])
        faulted = r.Faulted(at=at, call=died.call)
        entries, bodies = [*entries, faulted], [*bodies, r.encode(faulted)]
        house.store(Entry(number, len(bodies) - 1, bodies[-1]))
        about = {"table": number, "game": died.game, "call": died.call}
        house.report(Report("error", "the host died in the program of a game", fields=about))
    for entry in entries:
        if isinstance(entry, r.Started):
            house.counts.records = max(house.counts.records, int(entry.record[1:]))
    quotas.restored(house, number, entries)
    try:
        suspended.check(house, entries)
        room = rebuilt(house, entries, bodies)
        if house.hold_changed and suspended.is_recoded(room):
            raise CannotGoOn(_RECODED.format(room.table.game.title, room.table.version))
    except CannotGoOn as reason:
        suspended.hold(house, entries, bodies, clock, str(reason), hearers)
        house.report(Report("warning", f"table {number} is held: {reason}"))
        return
    house.rooms[number] = room
    room.hearers = hearers
    reseat(house, room)
    room.reopen(clock)
    house.undo(partial(setattr, room, "to_reopen", True))
    room.grace_timer = house.timers.at(house.now + RESTART_GRACE_S, room.expect_nobody)
    resettle(house, room)
    if suspended.is_recoded(room):
        about = {"table": number, "game": room.table.game.id, "version": room.table.version}
        house.report(Report("warning", "a game goes on with changed code", fields=about))
        room.try_add(suspended.continued(room))


# --- after something could not be stored ------------------------------------------------


def undo(house: House, lost: Sequence[Effects], now: Effects) -> None:
    """Nothing of *lost* has happened. What is to be sent instead goes into *now*."""
    for effects in reversed(lost):
        for action in reversed(effects.undo):
            action()
    for room in house.rooms.values():
        room.halt("hold")
    firsts: dict[int, int] = {}
    heard: dict[int, int] = {}
    for effects in lost:
        for entry in effects.entries:
            firsts.setdefault(entry.table, entry.seq)
            for number, first, _ in _triples(entry):
                heard.setdefault(number, first)
    house.counts.notes = firsts.pop(0, house.counts.notes + 1) - 1
    for number, first in heard.items():
        player = house.register.by_number.get(number)
        if player is not None:
            player.log.rewind(player.seq - (first - 1))
            player.seq = first - 1
    for number, first in firsts.items():
        if number in house.rooms:
            _rewind(house, house.rooms[number], first)
    for effects in lost:
        _instead(house, effects, now)


def _rewind(house: House, room: Room, first: int) -> None:
    """The table is as it was before its entry *first*."""
    if first == 0:
        del house.rooms[room.table.number]
        room.stop()
        for player in room.seated.values():
            if player.room is room:
                player.room = player.seat = None
        return
    room.rewind(first)
    reseat(house, room)


def _instead(house: House, effects: Effects, now: Effects) -> None:
    """The answers that take the place of what was to be sent."""
    assert house.hold is not None, "that is why we are here"
    no = No(code=Code.UNAVAILABLE, what=ON_HOLD.format(house.hold), retry=True)
    for conn, what in effects.answered:
        session = house.sessions.get(conn)
        if session is None:
            continue
        house.write(session, what if isinstance(what, bytes) else refusal(session, what, no))
    now.closes.extend(effects.closes)
    now.probes.extend(effects.probes)
    now.reports.extend(effects.reports)
    now.jobs.extend(job for job in effects.jobs if not isinstance(job.key, JobKey))
    for ask, body in effects.answers:
        now.answers.append((ask, operator.instead(effects, body, house.hold)))
    now.stop = now.stop or effects.stop


def recover(house: House) -> None:
    """Things can be stored again: see who has come and gone meanwhile, and go on."""
    notice = Line(Notice(kind="storing", what="The host can store again: play on."))
    here = [p for p in house.register.by_key.values() if p.session is not None]
    house.tell_all(here, notice)
    for player in here:
        news.follow(house, player)
    for player in house.register.by_key.values():
        if player.session is None and player.room is None:
            lobby.forget_later(house, player)
    for room in list(house.rooms.values()):
        if room.to_reopen:
            room.reopen(room.at)
        for seat, player in list(room.seated.items()):
            away = player.session is None
            if away != room.table.chairs[seat].away:
                room.try_add(r.Presence(at=room.at, seat=seat, away=away))
        resettle(house, room)
        room.go_on("hold")
