"""What people read while the house waits for its store, and when it goes on.

These lines are no events of a player: they have no number and are not kept, since nothing can be.
"""

from __future__ import annotations

from collections.abc import Iterable

from parlour.house.outbound import Outbound
from parlour.house.sessions import Session
from parlour.wire.encoding import Line
from parlour.wire.messages import Notice


def told(why: str) -> str:
    """What everybody reads when the house begins to wait; *why* is a sentence."""
    return (
        f"{why} All clocks are stopped, and nothing is lost. "
        "What you type now is carried out when the host goes on."
    )


def tell_waiting(out: Outbound, *sessions: Session) -> None:
    """The house waits."""
    assert out.waiting is not None, "that is what they are told"
    _tell(out, sessions, Line(Notice(kind="waiting", what=told(out.waiting))))


def tell_going_on(out: Outbound, sessions: Iterable[Session]) -> None:
    """The house waits no more."""
    _tell(out, sessions, Line(Notice(kind="storing", what="The host goes on: play on.")))


def _tell(out: Outbound, sessions: Iterable[Session], line: Line) -> None:
    for session in sessions:
        if session.program:
            out.write(session, line.program(None, session.text_width))
        else:
            out.write(session, line.person(session.width))
