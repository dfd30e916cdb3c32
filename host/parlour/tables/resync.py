"""Show a player again the position and their open prompt, or why there is none."""

from __future__ import annotations

from math import ceil
from typing import Final

from parlour.api import SPECTATOR, Seat, Viewer
from parlour.core.output import Output
from parlour.core.sessions import Player
from parlour.engine.calls import GameFault
from parlour.engine.proposals import still_proposed
from parlour.engine.table import Table
from parlour.language import _, joined
from parlour.tables.announce import part_in, public_event
from parlour.tables.clock import STOPPED
from parlour.tables.position import position_event, prompt_event
from parlour.tables.rooms import Room
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import FaultEvent, Notice, join_names

ENOUGH: Final = 2
"""Players who can continue an adjourned game without the others. One alone could take it from the
others in the middle of the night."""


def show_again(out: Output, player: Player, room: Room, seat: Seat) -> None:
    """Show the player of *seat* the current position. If the plugin fails, the table freezes."""
    table, via = room.table, room.table.via
    if table.suspended is not None:
        kind: Final = "held" if table.state == "held" else "missing"
        out.tell(player, Notice(kind=kind, table=table.number, what=why_held(room, seat)))
        return
    if table.match is None:
        return
    if table.frozen:
        out.tell(player, FaultEvent(table=table.number))
        return
    try:
        see_again(out, player, room, room.eyes(seat))
        opened = table.match.prompts.get(seat)
        if opened is not None:
            prompt = via.guarded(
                prompt_event, table, seat, opened.number, opened.prompt, room.scenes, room.at
            )
            via.guarded(out.tell, player, prompt)
        if room.stop_reason is not None and room.left_ms() is not None:
            out.tell(player, room.stopped_clock(_stopped(room)))
    except GameFault as fault:
        room.freeze(fault)


def watch_again(out: Output, player: Player, room: Room) -> None:
    """Show a watcher the current position. If the plugin fails, the table freezes."""
    table = room.seen_by(SPECTATOR)
    if table.match is None or table.stopped:
        return
    try:
        see_again(out, player, room, SPECTATOR)
    except GameFault as fault:
        room.freeze(fault)


def see_again(out: Output, player: Player, room: Room, eyes: Viewer) -> None:
    """Send *player*, who sees through *eyes*, the position if they asked for it.

    Raises GameFault.
    """
    session, via = player.session, room.table.via
    if session is None or not session.sight:
        return
    line = EncodedEvent(
        via.guarded(
            position_event,
            room.seen_by(eyes),
            eyes,
            session.sight,
            room.scenes_for(eyes),
            room.at if room.seen_by(eyes) is room.table else None,
        )
    )
    via.guarded(out.tell, player, line)
    session.note_seen([line])


def tell_open_proposals(out: Output, player: Player, room: Room, seat: Seat) -> None:
    """Tell the player of *seat* what is proposed here. Their page may have read nothing of it."""
    for number, proposal in room.table.proposals.items():
        left = ceil(room.proposal_timers[number].due - out.now)
        news = still_proposed(room.table, number, proposal, left)
        out.tell(player, public_event(room.table, news, part_in(room.table, news, seat)))


def _stopped(room: Room) -> str:
    """Say that the clock is stopped, and for whom."""
    assert room.stop_reason is not None, "that is when it is asked for"
    names = join_names([chair.name for chair in room.table.missing.values()])
    return _("{text} Not back yet: {names}.", text=STOPPED[room.stop_reason], names=names)


def who_is_missing(table: Table) -> str:
    """Say whom an adjourned table waits for, and what those who are there can do."""
    names = join_names([chair.name for chair in table.missing.values()])
    first = _(
        "Table {number} is adjourned. Not back yet: {names}.", number=table.number, names=names
    )
    if len(table.present) >= ENOUGH:
        first = joined((first, _("<<To continue without them: propose resume>>")))
    return _("{first}\nYour seat is kept if you leave. <<To leave: leave>>", first=first)


def why_held(room: Room, reader: Viewer) -> str:
    """Tell *reader* why a suspended table is held, and the player of a seat what to do."""
    table = room.table
    assert table.suspended is not None, "that is whom it is asked for"
    if table.state == "adjourned":
        return who_is_missing(table)
    first = _("Table {number} is held: {why}.", number=table.number, why=table.suspended.why)
    host = table.acting_host
    if reader is SPECTATOR or host is None:
        return first
    if room.reloads:
        mend = _("Mend the file and save it: the table then goes on by itself.")
        again = _(
            "<<To go on with the code that was loaded last: continue {number}>>",
            number=table.number,
        )
        return joined((first, mend, again) if host == reader else (first, mend))
    what = _("continue {number} - or: end {number}", number=table.number)
    if host == reader:
        return _("{first} <<You can type: {what}>>", first=first, what=what)
    who = table.chairs[host].name
    return _(
        "{first} <<{who} can type: {what}|{who} can continue or end it.>>",
        first=first,
        who=who,
        what=what,
    )
