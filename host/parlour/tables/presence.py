"""Who at a table is connected, and when the others are told.

A phone that is locked, or a page that is loaded again, is back in a few seconds, all evening long.
So we say that somebody is disconnected only after a while, and of those who are back before that
we say nothing. The table itself knows at once: the clock, the seats and `begin` go by that. But
while a proposal waits for them, it knows no sooner than the others: else a phone that is locked
would agree to the end of a game.
"""

from __future__ import annotations

from functools import partial
from typing import Final, Literal

from parlour.api import Seat
from parlour.core.output import Output
from parlour.core.timers import Action
from parlour.engine import record as r
from parlour.tables.rooms import Room
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import SeatEvent

AWAY_TOLD_S: Final = 12.0
"""Seconds after which the others are told that somebody is disconnected: the time in which a
phone comes back from its lock screen, or a page is loaded again on a slow network."""


def be_away(
    out: Output, room: Room, seat: Seat, *, at_once: bool = False, late: Action | None = None
) -> None:
    """Note that the player of *seat* is disconnected. Tell the others *at_once*, or later.

    *late*: what to do then in place of telling them.
    """
    if at_once:
        _tell(room, seat, "away")
    if not at_once:  # before the entry: watchers who are behind see both together
        action = partial(_late, room, seat, late or partial(_tell, room, seat, "away"))
        room.hushed.set(seat, out.now + AWAY_TOLD_S, action)
    if at_once or not _is_asked(room, seat):
        room.try_add(r.Presence(at=room.at, seat=seat, away=True))


def be_back(room: Room, seat: Seat) -> bool:
    """Note that the player of *seat* is back. Return whether the others are told."""
    told = seat not in room.hushed
    if told:
        _tell(room, seat, "back")
    if room.table.chairs[seat].away:
        room.try_add(r.Presence(at=room.at, seat=seat, away=False))
    else:
        room.hushed.cancel(seat)
        room.absence_timers.cancel(seat)
    return told


def tell_now(room: Room) -> None:
    """Tell now who is disconnected, since the others have just read it in another way."""
    for seat in list(room.hushed):
        room.hushed.cancel(seat)
        _tell(room, seat, "away")


def _late(room: Room, seat: Seat, action: Action) -> None:
    action()
    chair = room.table.chairs.get(seat)
    if chair is not None and not chair.away:
        room.try_add(r.Presence(at=room.at, seat=seat, away=True))


def _is_asked(room: Room, seat: Seat) -> bool:
    return any(seat in proposal.waiting for proposal in room.table.proposals.values())


def _tell(room: Room, seat: Seat, change: Literal["away", "back"]) -> None:
    """Tell everybody at *room* but the player of *seat*, who reads it from the record."""
    event = SeatEvent(
        table=room.table.number,
        seat=seat,
        name=room.table.name(seat),
        bot=None,
        change=change,
    )
    room.shout(EncodedEvent(event), but=seat)
