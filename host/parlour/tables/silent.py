"""Decide without players who are connected but silent.

The players who answer in time decide a proposal: silence agrees to nothing. The others may also
propose to continue without a player, or to let a bot play. Then that player must show that they
are there, and only what everybody at the table reads can do so: they decline, propose, accept,
talk, or answer the game's open question. What they do in secret must not count, because all
others see whether the proposal ends: they would notice each hidden move.
"""

from __future__ import annotations

from functools import partial

from parlour.api import Seat
from parlour.core.effects import Report
from parlour.core.output import Output
from parlour.core.sessions import Session
from parlour.engine import record as r
from parlour.engine.calls import GameFault
from parlour.engine.options import SLOW
from parlour.language import _
from parlour.tables import lobby
from parlour.tables.bot_names import next_bot
from parlour.tables.resync import show_again
from parlour.tables.rooms import Room, seat_of
from parlour.tables.summary import tell_state
from parlour.tables.tables import Tables
from parlour.wire.encoding import EncodedEvent, join_lines
from parlour.wire.messages import SeatEvent


def warn(out: Output, session: Session) -> None:
    """Remind a person who has typed a line that a proposal would take their seat.

    Only they read it, and nothing about it is stored: others could measure that.
    """
    found = seat_of(session.player) if not session.program else None
    for number in about(*found) if found is not None else ():
        text = _(
            "A proposal would take your seat. <<To keep it: /decline {number}>>", number=number
        )
        out.write(session, join_lines([text], session.form))


def is_here(room: Room, seat: Seat) -> None:
    """End the proposals about the player of *seat*, who has shown that they are there."""
    for number in about(room, seat):
        room.add(r.Answered(at=room.at, seat=seat, number=number, accepts=False))


def about(room: Room, seat: Seat) -> list[int]:
    """Return the open proposals to continue without the player of *seat*."""
    return [number for number, one in room.table.proposals.items() if one.target == seat]


def await_answers(tables: Tables, room: Room, number: int) -> None:
    """Let proposal *number* wait for its answers, but not for ever."""
    wait_s = tables.out.limits.proposal_s * (SLOW if room.table.over_days else 1)
    due = tables.out.now + wait_s
    room.proposal_timers.set(number, due, partial(lapse, tables, room, number))


def lapse(tables: Tables, room: Room, number: int) -> None:
    """Close proposal *number*. Its time is over, and it passes or lapses."""
    proposal = room.table.proposals[number]
    target = proposal.target
    if proposal.person is not None and target is not None:
        _give_seat(tables, room, number, target, proposal.person)
        return
    if target is None:
        passes = proposal.accepted > 0 and not room.table.over_days
    else:
        passes = _is_connected(room, target)
    room.add(r.Lapsed(number=number, passes=passes, at=room.at if passes else 0))
    if passes and target is not None:
        _go_on_without(tables, room, target, proposal.bot)


def settle(tables: Tables, room: Room, number: int) -> None:
    """Give somebody the seat they asked for as soon as everybody has agreed."""
    proposal = room.table.proposals.get(number)
    if proposal is not None and proposal.person is not None and not proposal.waiting:
        room.proposal_timers.cancel(number)
        lapse(tables, room, number)


def _give_seat(tables: Tables, room: Room, number: int, seat: Seat, name: str) -> None:
    """Let the player called *name* play on for somebody who is disconnected, if all still holds.

    Somebody must have agreed, and nobody has declined, or the proposal would be gone.
    """
    player, before = tables.people.find(name), room.seated[seat]
    passes = (
        room.table.proposals[number].accepted > 0
        and before.session is None
        and player is not None
        and player.session is not None
        and player.room is None
    )
    room.add(r.Lapsed(number=number, passes=passes, at=room.at if passes else 0))
    if not passes or player is None:
        return
    room.add(r.Joined(at=room.at, seat=seat, name=player.name, bot=None, takes_over=True))
    lobby.hand_over(tables, room, seat, before, player)
    given = SeatEvent(
        table=room.table.number, seat=seat, name=player.name, bot=None, change="sat", given=True
    )
    tables.out.tell(player, EncodedEvent(given))
    tell_state(tables.out, player, room)
    show_again(tables.out, player, room, seat)


def _is_connected(room: Room, seat: Seat) -> bool:
    """Check whether the player of *seat* is connected. For others the option `absence` counts."""
    return room.seated[seat].session is not None


def _go_on_without(tables: Tables, room: Room, seat: Seat, kind: str | None) -> None:
    """Take the seat from its player. A bot plays there, or nobody."""
    player = room.seated[seat]
    if kind is None:
        lobby.stand(tables, player, room, seat, why="silent")
        return
    name = next_bot(tables.people, room.table)
    try:
        room.add(r.Joined(at=room.at, seat=seat, name=name, bot=kind, takes_over=True))
    except GameFault as fault:
        about = {"table": room.table.number, "game": room.table.game.id}
        tables.out.report(Report("error", f"no bot can take over: {fault}", fault, about))
        return
    lobby.get_up(tables, player, room, seat)
    room.bots.wake_all()
