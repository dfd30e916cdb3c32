"""The host empties before it stops: no new tables and games, and players know how long."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from parlour.house.commands.desk import Denied
from parlour.house.effects import Report
from parlour.house.timers import Timer
from parlour.wire.codes import Code
from parlour.wire.messages import Notice
from parlour.wire.voices import Line

if TYPE_CHECKING:
    from parlour.house.house import House

MINUTES: Final = 30
"""How long games may go on unless the operator says: most games of Probe end in that time."""
MINUTES_MOST: Final = 24 * 60
"""A day: whoever wants to stop later than that can say so later."""
LAST_WORDS_S: Final = 20
"""How long people may read a result and say goodbye when the last game is over."""
CALLS_S: Final = (3600, 1800, 900, 600, 300, 120, 60, 20)
"""When players are told how long is left: often enough to finish a turn by it, and seldom
enough not to disturb one."""
MINUTES_FROM_S: Final = 120
"""From here on what is left is told in minutes: nobody counts 300 seconds."""


@dataclass
class Drain:
    """A host that is going to stop at `ends`, in seconds of the house's `now`."""

    ends: float
    timers: list[Timer] = field(default_factory=list[Timer])


def begin(house: House, minutes: int) -> str:
    """Let games go on for at most *minutes*, and nothing new begin. Returns what was done."""
    ends = house.now + minutes * 60
    playing = _playing(house)
    _replace(house, Drain(ends if playing else min(ends, house.now + LAST_WORDS_S)))
    when = _when(house)
    then = "are kept" if house.lasting else "end"
    rest = f" No new game begins; games still on then {then}." if playing else ""
    _tell(house, f"This host stops {when}.{rest}")
    return f"The host stops {when}."


def call_off(house: House) -> str:
    """The host does not stop after all. Returns what was done."""
    _replace(house, None)
    _tell(house, "This host does not stop after all: games can begin again.")
    return "The host does not stop."


def look(house: House) -> None:
    """See whether anybody still plays: if nobody does, there is nothing to wait for."""
    soon = house.now + LAST_WORDS_S
    if house.draining is None or house.draining.ends <= soon or _playing(house):
        return
    _replace(house, Drain(soon))
    _tell(house, f"No game is on any more: this host stops {_when(house)}.")


def check(house: House) -> None:
    """Raise Denied if nothing new may begin."""
    if house.draining is not None:
        text = f"This host stops {_when(house)}: nothing new can begin."
        raise Denied(Code.SHUTTING_DOWN, text)


def _playing(house: House) -> bool:
    return any(room.table.state in {"playing", "paused"} for room in house.rooms.values())


def _replace(house: House, new: Drain | None) -> None:
    """Drain as *new* says instead of as before, or not at all."""
    old, house.draining = house.draining, new
    _cancel(old)
    _set(house)
    house.undo(lambda: _put_back(house, old))


def _put_back(house: House, old: Drain | None) -> None:
    _cancel(house.draining)
    house.draining = old
    _set(house)


def _cancel(drain: Drain | None) -> None:
    if drain is not None:
        for timer in drain.timers:
            timer.cancel()
        drain.timers.clear()


def _set(house: House) -> None:
    """Ring at each call that is still to come, and at the end."""
    drain = house.draining
    if drain is None:
        return
    for seconds in CALLS_S:
        due = drain.ends - seconds
        if due > house.now:
            drain.timers.append(house.timers.at(due, lambda: _call(house)))
    drain.timers.append(house.timers.at(drain.ends, lambda: _end(house)))


def _call(house: House) -> None:
    _tell(house, f"This host stops {_when(house)}.")


def _end(house: House) -> None:
    house.report(Report("info", "drained: the host stops"))
    house.stop()


def _when(house: House) -> str:
    assert house.draining is not None, "only then is it asked"
    seconds = round(house.draining.ends - house.now)
    if seconds <= 0:
        return "now"
    return f"in {seconds} s" if seconds < MINUTES_FROM_S else f"in {round(seconds / 60)} min"


def _tell(house: House, what: str) -> None:
    house.tell_all(house.register.concerned(), Line(Notice(kind="draining", what=what)))
