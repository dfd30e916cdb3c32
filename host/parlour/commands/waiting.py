"""Notices while the house waits for its store, and when it continues.

These lines are not events of a player. They have no number, and nothing can be stored.
"""

from __future__ import annotations

from collections.abc import Iterable

from parlour.core.output import Output
from parlour.core.sessions import Session
from parlour.language import _
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import Notice


def told(why: str) -> str:
    """Return what everyone reads when the house begins to wait. *why* is a sentence."""
    return _(
        "{why} All clocks are stopped, and nothing is lost. What you type "
        "now is done when the host continues.",
        why=why,
    )


def tell_waiting(out: Output, *sessions: Session) -> None:
    """Tell these connections that the house waits."""
    assert out.waiting is not None, "this is the reason to give"
    _tell(out, sessions, EncodedEvent(Notice(kind="waiting", what=told(out.waiting))))


def tell_going_on(out: Output, sessions: Iterable[Session]) -> None:
    """Tell these connections that the house continues."""
    _tell(
        out, sessions, EncodedEvent(Notice(kind="storing", what=_("The host continues. Play on.")))
    )


def _tell(out: Output, sessions: Iterable[Session], line: EncodedEvent) -> None:
    for session in sessions:
        if session.program:
            out.write(session, line.program(None, session.text_form))
        else:
            out.write(session, line.person(session.form))
