"""Find out whether a player's connection still answers, when their code is typed on another one.

Somebody else may have seen a code, so it does not take a connection away from a player who still
answers. But a connection can be dead without the host knowing (a router was switched off), and
then the code is the only way back for a person. So the host writes on the old connection, and
checks whether the computer at the other end confirms that anything arrives. A computer confirms
this by itself, whatever program the player uses, and even if they are away from the keyboard.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from parlour.core.effects import AnswerKey, JobDone
from parlour.core.output import Output
from parlour.core.sessions import Player, Session
from parlour.language import _
from parlour.wire.messages import Notice

LOOKS_S: Final = (0.25, 1.0, 3.0)
"""Seconds after writing at which the host checks. The first is enough for most, and the last is
late enough for a mobile network that loses a few packets. A connection that has confirmed nothing
by then is dead."""
SLACK_S: Final = 0.05
"""Tolerance, because the operating system counts in steps of some milliseconds."""

_TOLD: Final = _(
    "Somebody has typed your way-back code on another connection. It was "
    "not accepted, because this one still answers. If it was you, close "
    "this one first."
)


def answers(session: Session | None) -> bool:
    """Check whether someone could still be on that connection."""
    return session is not None and not session.closing


def ask(out: Output, player: Player, key: AnswerKey, done: Callable[[JobDone], None]) -> None:
    """Write on the player's connection, and find out whether it answers. *done* gets the answer
    for *key*.
    """
    line, since = player.session, out.now

    def look_later(number: int) -> None:
        out.timers.at(since + LOOKS_S[number], partial(look, number))

    def look(number: int) -> None:
        if line is None or line.closing or player.session is not line:
            done(JobDone(key, False))
        else:
            out.ask_line(line.conn, partial(judge, number))

    def judge(number: int, silent_s: float | None) -> None:
        """Judge the connection, last heard *silent_s* ago; None if the system cannot tell."""
        alive = silent_s is None or silent_s <= out.now - since + SLACK_S
        if alive or number + 1 == len(LOOKS_S):
            done(JobDone(key, alive))
        else:
            look_later(number + 1)

    out.tell(player, Notice(kind="way_back", what=_TOLD))
    look_later(0)
